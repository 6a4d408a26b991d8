"""Declarative checks: a closed set, judged on the tree, nothing executed."""

from __future__ import annotations

import pytest

from tenure.cite.anchor import Text
from tenure.cite.checks import CHECK_CHARS_MAX, parse_check, run_check
from tenure.errors import CitationError

CODE = """
import os
TIMEOUT = 30
NAMES = ("a", "b")
LIMITS: dict[str, int] = {"x": 1, "y": 2}
SEEN = {3, 1, 2}
COMPUTED = 3 * 10
if os.name == "nt":
    MODE = "w"
else:
    MODE = "p"
class Base: ...
class Store(Base, abc.Sized, Generic[T]):
    size = 1
    def get(self, key, default=None, *, strict: bool = False, **more): ...
def run(a, b=1, /, *rest): ...
def outer():
    hidden = 1
    def inner(x): ...
"""

SOURCE = Text(CODE.encode(), "a.py")

HOLDS = [
    "literal TIMEOUT == 30",
    "literal NAMES == ('a', 'b')",
    "literal LIMITS == {'y': 2, 'x': 1}",
    "literal SEEN == {1, 2, 3}",
    "literal Store.size == 1",
    "class Store bases Base",
    "class Store bases Sized",
    "class Store bases abc.Sized, Base",
    "class Store bases Generic",
    "has Store.get",
    "has outer.inner",
    "has MODE",
    "lacks Missing",
    "lacks Store.set",
    "signature Store.get(self, key, default, *, strict, **more)",
    "signature Store.get(self, key, default=None, *, strict=False, **more)",
    "signature run(a, b, *rest)",
    "signature outer.inner(x)",
]
FAILS = [
    "literal TIMEOUT == 31",
    "literal TIMEOUT == 30.0",
    "literal TIMEOUT == True",
    "literal LIMITS == {'y': 2, 'x': True}",
    "literal NAMES == ['a', 'b']",
    "literal MISSING == 1",
    "class Store bases Other",
    "class Missing bases Base",
    "has Missing",
    "has outer.hidden",
    "lacks Store",
    "signature Store.get(self, key)",
    "signature Store.get(self, key, default=1, *, strict, **more)",
    "signature run(a, b)",
    "signature missing()",
]
UNDECIDED = ["literal COMPUTED == 30", "literal MODE == 'w'"]


@pytest.mark.parametrize(
    ("text", "holds"),
    [*((one, True) for one in HOLDS), *((one, False) for one in FAILS), *((one, None) for one in UNDECIDED)],
)
def test_r22_a_check_says_what_the_code_says(text: str, holds: bool | None) -> None:
    assert run_check(parse_check(text), SOURCE).holds is holds


def test_a_check_gives_the_line_to_look_at() -> None:
    assert run_check(parse_check("literal TIMEOUT == 31"), SOURCE).line == 3
    assert run_check(parse_check("lacks Store"), SOURCE).line == 13


@pytest.mark.parametrize(
    "text",
    [
        "",
        "TIMEOUT == 30",
        "literal TIMEOUT = 30",
        "literal TIMEOUT == open('x')",
        "literal TIMEOUT == 1) or (2",
        "exec print(1)",
        "has ",
        "has a b",
        "signature f(a",
        "signature f(a): pass\ndef g()",
        "class C bases ",
        "has " + "a" * CHECK_CHARS_MAX,
    ],
)
def test_what_is_not_in_the_closed_set_is_refused(text: str) -> None:
    with pytest.raises(CitationError) as caught:
        parse_check(text)
    assert caught.value.code == "bad_check"


def test_the_longest_check_passes() -> None:
    name = ".".join(["a" * 48] * 4)
    assert len(f"has {name}") == CHECK_CHARS_MAX - 1
    assert run_check(parse_check(f"has {name}"), SOURCE).holds is False


@pytest.mark.parametrize(
    "source",
    ["def (", "x = " + "(" * 5_000 + ")" * 5_000, "x = " + "-" * 50_000 + "1", "x = a" + ".b" * 50_000, "x = '\0'"],
)
def test_what_cannot_be_parsed_is_undecided(source: str) -> None:
    assert run_check(parse_check("has x"), Text(source.encode(), "a.py")).holds is None


def test_checking_executes_nothing(tmp_path) -> None:
    source = f"open({str(tmp_path / 'made')!r}, 'w').close()\nX = 1\n"
    assert run_check(parse_check("literal X == 1"), Text(source.encode(), "a.py")).holds is True
    assert not (tmp_path / "made").exists()

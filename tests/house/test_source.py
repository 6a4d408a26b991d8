"""Every source file keeps the rules of the house, and each rule reports a file that breaks it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.house import rules
from tests.house.rules import Source

Rule = Callable[[Source], list[str]]

SHORT = '"""A file."""\n'
LONG_FUNCTION = SHORT + "def long():\n" + "    pass\n" * 60

# Rule, the folders it is asked of, and samples (path, text) that it must report.
RULES: list[tuple[Rule, tuple[str, ...], list[tuple[str, str]]]] = [
    (
        rules.too_long,
        ("src/", "tests/", "benchmarks/"),
        [
            ("src/tenure/a.py", "\n" * 301),
            ("src/tenure/a.py", LONG_FUNCTION),
            ("src/tenure/a.py", "@x\n" + LONG_FUNCTION[14:-9]),
        ],
    ),
    (
        rules.vague_name,
        ("src/", "tests/", "benchmarks/"),
        [("src/tenure/utils/a.py", SHORT), ("src/tenure/store/_common.py", SHORT)],
    ),
    (
        rules.hidden_import,
        ("src/", "tests/"),
        [
            ("src/tenure/a.py", "if TYPE_CHECKING:\n    from tenure.model import scope\n"),
            ("src/tenure/a.py", "if typing.TYPE_CHECKING:\n    import tenure.model\n"),
            ("src/tenure/a.py", "if TYPE_CHECKING:\n    from . import scope\n"),
        ],
    ),
    (
        rules.undocumented,
        ("src/",),
        [
            ("src/tenure/a.py", "x = 1\n"),
            ("src/tenure/a.py", SHORT + "def give():\n    return 1\n"),
            ("src/tenure/a.py", SHORT + "class Given:\n    pass\n"),
            ("src/tenure/a.py", SHORT + 'class Given:\n    """A value."""\n    def give(self):\n        return 1\n'),
        ],
    ),
    (
        rules.bare_ignore,
        ("src/", "benchmarks/"),
        [
            ("src/tenure/a.py", "x = f()  # type" + ": ignore\n"),
            ("src/tenure/a.py", "x = f()  # type" + ": ignore[arg-type]\n"),
            ("src/tenure/a.py", "x = f()  # pyright" + ": ignore[reportAny]\n"),
            ("src/tenure/a.py", "x = f()  # no" + "qa\n"),
            ("src/tenure/a.py", "x = f()  # no" + "qa: S101\n"),
        ],
    ),
    (
        rules.behind_the_port,
        ("src/",),
        [
            ("src/tenure/recall/pipeline.py", "from tenure.store import seal\n"),
            ("src/tenure/recall/pipeline.py", "from tenure.store.keys import Keys\n"),
            ("src/tenure/lifecycle/forget.py", "import tenure.store.ledger\n"),
            ("src/tenure/write/pipeline.py", "from tenure.cite.git import Repositories\n"),
        ],
    ),
    (
        rules.not_standard_library,
        ("src/",),
        [
            ("src/tenure/screen/secrets.py", "import numpy as np\n"),
            ("src/tenure/screen/secrets.py", "from tenure.model import claim\n"),
            ("src/tenure/errors.py", "from tenure.clock import Clock\n"),
            ("src/tenure/clock.py", "from . import errors\n"),
            ("src/tenure/screen/links.py", "import urllib.request\n"),
            ("src/tenure/screen/links.py", "from urllib import request\n"),
        ],
    ),
]
NAMES = [rule.__name__ for rule, _, _ in RULES]


@pytest.mark.parametrize(("rule", "folders", "_samples"), RULES, ids=NAMES)
def test_every_file_keeps_the_rule(rule: Rule, folders: tuple[str, ...], _samples: object) -> None:
    asked = rules.sources(*folders)
    assert len(asked) > 10, "the rule was asked of almost nothing"
    assert [sentence for source in asked for sentence in rule(source)] == []


@pytest.mark.parametrize(("rule", "_folders", "samples"), RULES, ids=NAMES)
def test_the_rule_reports_what_breaks_it(rule: Rule, _folders: object, samples: list[tuple[str, str]]) -> None:
    for path, text in samples:
        assert rule(Source(path=path, text=text)), f"not reported: {path}: {text[:80]!r}"


def test_the_bounds_are_sharp() -> None:
    assert rules.too_long(Source(path="a.py", text="\n" * 300)) == []
    longest = LONG_FUNCTION.removesuffix("    pass\n")
    assert rules.too_long(Source(path="a.py", text=longest)) == []
    assert (
        rules.too_long(Source(path="a.py", text=longest.replace("():\n", '():\n    """Told in\n    two lines."""\n')))
        == []
    )


def test_what_is_well_made_is_not_reported() -> None:
    ignored = "x = f()  # type" + ": ignore[arg-type]  # the stub lacks this overload\n"
    assert rules.bare_ignore(Source(path="a.py", text=ignored)) == []
    assert rules.bare_ignore(Source(path="a.py", text="x = f()  # no" + "qa: S101 - shown to people\n")) == []
    assert rules.vague_name(Source(path="src/tenure/store/commonplace.py", text="")) == []
    seam = "from tenure.store import port, records\nfrom tenure.cite.git import Repositories\n"
    assert rules.behind_the_port(Source(path="src/tenure/memory/memory.py", text=seam)) == []
    heavy = Source(path="src/tenure/a.py", text="if TYPE_CHECKING:\n    import numpy as np\n")
    assert rules.hidden_import(heavy) == []
    own = Source(
        path="src/tenure/screen/secrets.py",
        text="import re\nfrom urllib.parse import unquote\nfrom tenure.screen.finding import Finding\n",
    )
    assert rules.not_standard_library(own) == []


def test_no_file_names_a_registry_or_a_private_folder() -> None:
    assert [sentence for source in rules.tracked() for sentence in rules.foreign_place(source)] == []


@pytest.mark.parametrize("text", [f"see https://{rules.REGISTRY_HOSTS[0]}/x", "in /ro" + "ot/.cache", "'/wo" + "rk/x'"])
def test_a_registry_or_a_private_folder_is_reported(text: str) -> None:
    assert rules.foreign_place(Source(path="README.md", text=text))
    assert rules.foreign_place(Source(path="README.md", text="src/wo" + "rk/a and https://example.org/root/x")) == []

"""What was taken out of a vault is recognised in any text, whatever it looks like, and by nothing but digests."""

from __future__ import annotations

import base64
import gc
from urllib.parse import quote

import pytest

from tenure.screen import find_never_kept, known, redact, screen_fields
from tenure.screen.known import holds_known, learn, learned

PLAIN = "violet lantern over harbour"  # no screen would take it for a secret
CUT = "[removed: secret.resolved]"


def test_a_value_is_a_secret_only_once_it_was_learned() -> None:
    assert redact(f"say {PLAIN} here") == (f"say {PLAIN} here", ())
    learn(PLAIN)
    assert redact(f"say {PLAIN} here")[0] == f"say {CUT} here"
    assert redact("say violet bridges under the harbour")[1] == ()


@pytest.mark.parametrize(
    "form",
    [
        *(PLAIN[::-1], " ".join(PLAIN), quote(PLAIN), PLAIN.encode().hex(), PLAIN.replace(" ", "\n")),
        base64.b64encode(PLAIN.encode()).decode(),
        base64.b64encode(f"ana:{PLAIN}".encode()).decode(),
        "".join(chr(ord(each) + 0xFEE0) if each != " " else each for each in PLAIN),
        PLAIN.replace("l", "l\u200b"),
    ],
)
def test_it_is_met_in_other_forms(form: str) -> None:
    learn(PLAIN)
    assert holds_known(f"x {form} x")
    assert not holds_known(f"x {form[:9]} x"), "a third of it is not it"


def test_half_of_a_long_value_is_found_and_a_shorter_piece_is_not() -> None:
    learn("abcdefghijklmnopqrstuvwxyz0123")
    assert holds_known("see abcdefghijklmno")
    assert not holds_known("see abcdefghijklmn")
    assert not holds_known("see ponmlkjihgfedc"), "nor backwards"


@pytest.mark.parametrize(
    ("value", "text", "is_found"),
    [
        ("abc", "abc", False),
        ("4711", "the code 4711.", True),
        ("4711", "order 147112", False),
        ("postgre", "postgres", False),
        ("postgres", "xpostgresx", True),
        ("twelve chars", "a twelve charsb", True),
        ("twelve chars", "a twelve char", False),
    ],
)
def test_a_short_value_is_met_whole(value: str, text: str, is_found: bool) -> None:
    learn(value)
    assert holds_known(text) is is_found


def test_of_several_lines_each_long_one_is_found() -> None:
    learn('{\n  "user": "billing-reader",\n  "x": 1,\n  "phrase": "violet lantern over harbour"\n}\n')
    assert holds_known("phrase violet lantern over harbour")
    assert not holds_known('"x": 1,')


def test_a_value_cut_over_several_fields_is_found() -> None:
    learn(PLAIN)
    found = screen_fields({"text": f"it is {PLAIN[:9]}", "value": PLAIN[9:18], "applies_when": PLAIN[18:]})
    assert [each.kind for each in found] == [known.KIND]
    assert screen_fields({"text": f"it is {PLAIN[:9]}", "applies_when": PLAIN[18:]}) == ()


def test_nothing_that_is_remembered_holds_the_value() -> None:
    value = "".join(("violet ", "lantern ", "under ", "harbour"))
    learn(value)
    held = [known._known, *gc.get_referents(known._known), *gc.get_referents(*gc.get_referents(known._known))]
    assert not any(value[:12] in repr(each) for each in held)
    assert value not in repr(find_never_kept(f"it is {value}"))


def test_the_oldest_is_forgotten_beyond_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known, "VALUES_MAX", 2)
    first, second, third = "amber fields", "birch valley", "cedar island"
    for value in (first, second, first, third):
        learn(value)
    assert [holds_known(each) for each in (first, second, third)] == [True, False, True]
    assert learned() == 3, "the same again is nothing new"

"""A handle's annotations are what it takes: right values pass, wrong ones are told by name and never by value."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from tenure.errors import RequestError
from tenure.memory.checked import checked, checked_call, fits
from tenure.model.claim import Kind
from tenure.model.scope import Scope

CANARY = "zqxcanary"


@checked
class Handle:
    """A handle of a test."""

    def say(self, text: str, *, limit: int | None = None, loud: bool = False) -> str:
        return f"{text} {limit} {loud}"

    def _inner(self, text: str) -> str:
        return text


@checked_call
def look(scope: Scope, path: str | os.PathLike[str] | None = None) -> Scope:
    return scope


@pytest.mark.parametrize(
    ("value", "wanted", "is_right"),
    [
        ("text", str, True),
        ("", str, True),
        (b"text", str, False),
        ("a\x00b", str, False),
        ("a\ud800b", str, False),
        ("a\ue000b\U0001f600", str, True),
        (None, str, False),
        (None, str | None, True),
        (7, int, True),
        (True, int, False),
        (7.0, int, False),
        (True, bool, True),
        (1, bool, False),
        ("preference", str | Kind, True),
        (Kind.CODE, Kind, True),
        ("code", Kind, False),
        (["a", "b"], Sequence[str], True),
        (("a",), Sequence[str], True),
        ((), Sequence[str], True),
        ("ab", Sequence[str], False),
        ("ab", str | Sequence[str], True),
        (["a", 7], Sequence[str], False),
        (["a", "b\x00"], Sequence[str], False),
        ({"a"}, Sequence[str], False),
        ((each for each in "ab"), Iterable[str], True),
        ("ab", Iterable[str], False),
        ({"a": 1}, Iterable[str], False),
        (datetime(2026, 3, 2, tzinfo=UTC), datetime, True),
        (datetime(2026, 3, 2), datetime, False),  # noqa: DTZ001 - the fault itself
        (datetime.max.replace(tzinfo=timezone(timedelta(hours=-5))), datetime, False),
        (Path("store"), os.PathLike[str], True),
        (Path("st\x00re"), os.PathLike[str], False),
        ("store", os.PathLike[str], False),
        (b"store", str | os.PathLike[str], False),
    ],
)
def test_what_fits(value: object, wanted: object, is_right: bool):
    assert fits(value, wanted) is is_right


def test_right_calls_pass_as_they_are():
    assert Handle().say("yes", limit=3) == "yes 3 False"
    assert Handle().say(text="yes") == "yes None False"
    assert Handle.say.__doc__ is None
    assert Handle.say.__name__ == "say"


@pytest.mark.parametrize("values", [{"text": [CANARY]}, {"text": "x", "limit": CANARY}, {"text": "x", "loud": CANARY}])
def test_a_wrong_one_is_named_and_not_repeated(values: dict[str, object]):
    with pytest.raises(RequestError) as raised:
        Handle().say(**values)
    wrong = list(values)[-1]
    assert raised.value.code == f"bad_{wrong}"
    assert wrong in raised.value.hint
    assert CANARY not in f"{raised.value!r}{raised.value.hint}"
    with pytest.raises(RequestError):
        Handle().say(*values.values()) if len(values) == 1 else Handle().say(**values)


def test_a_missing_or_unknown_argument_stays_a_fault_of_the_program():
    with pytest.raises(TypeError):
        Handle().say()
    with pytest.raises(TypeError):
        Handle().say("x", colour="red")
    assert Handle()._inner(7) == 7, "what is private is not looked at"


def test_r31_a_scope_whose_name_holds_a_secret_is_refused():
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    assert look(Scope(user="ana")) == Scope(user="ana")
    with pytest.raises(RequestError) as raised:
        look(Scope(user="ana", project=token))
    assert raised.value.code == "bad_project"
    assert token[:8] not in repr(raised.value)


class Inside:
    """Something with a handle inside, as those of `tenure.aio` are."""

    def __init__(self) -> None:
        self.handle = Handle()


@checked_call
def give(handle: Handle, count: int = 0) -> Handle:
    return handle


def test_the_handle_inside_an_async_one_is_named_and_nothing_is_said_of_texts_where_none_is_wanted() -> None:
    with pytest.raises(RequestError) as refused:
        give(Inside())
    assert "`handle.handle`" in refused.value.hint
    with pytest.raises(RequestError) as refused:
        give("a text")
    assert refused.value.hint == "Pass 'handle' as a Handle."
    with pytest.raises(RequestError) as refused:
        look("a text")
    assert refused.value.hint == "Pass 'scope' as a Scope."

"""Values turn into plain data and back, and only what writing gives is read."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenure.errors import RequestError
from tenure.model.citation import Citation
from tenure.model.claim import Claim, Kind
from tenure.model.lifetime import Lifetime
from tenure.model.plain import from_plain, read_instant, to_plain, write_instant
from tenure.model.principal import Channel, Origin, Trust
from tenure.model.receipt import Receipt, ReceiptState
from tenure.model.scope import Scope

NOW = datetime(2026, 3, 1, 12, 30, 0, 5, tzinfo=UTC)
ORIGIN = Origin(channel=Channel.TOOL, principal="shell")
CITATION = Citation(
    scheme="tool",
    address="shell#1",
    seen_at=NOW,
    origin=ORIGIN,
    trust=Trust.EXTERNAL,
    details=(("digest", "ab"), ("span", 3)),
)
VALUES: list[Any] = [
    Scope(user="ana", repository="r"),
    Claim(text="t", kind=Kind.CODE, entity="e", attribute="a", value="v"),
    CITATION,
    Lifetime(expires_at=NOW, review_on=("merge", "tag"), idle=timedelta(days=28), age_max=timedelta(microseconds=1)),
    Receipt(
        id="rcpt_1",
        state=ReceiptState.DONE,
        at=NOW,
        entry_ids=("a", "b"),
        erased=(("entries", 2), ("keys", 3)),
        backups=date(2026, 4, 1),
        scope=Scope(user="ana"),
    ),
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_what_is_written_is_read_back_equal(value: Any) -> None:
    assert from_plain(type(value), json.loads(json.dumps(to_plain(value)))) == value


def test_the_plain_form_is_readable_and_leaves_defaults_out() -> None:
    assert to_plain(CITATION) == {
        "scheme": "tool",
        "address": "shell#1",
        "seen_at": "2026-03-01T12:30:00.000005Z",
        "origin": {"channel": "tool", "principal": "shell"},
        "trust": 0,
        "details": [["digest", "ab"], ["span", 3]],
    }
    assert to_plain(Lifetime(idle=timedelta(days=1))) == {"idle": 86400}


def test_given_fields_are_taken_and_may_not_stand_in_the_data() -> None:
    data = {"channel": "tool"}
    assert from_plain(Origin, data, given={"principal": "shell"}) == ORIGIN
    with pytest.raises(RequestError):
        from_plain(Origin, data | {"principal": "x"}, given={"principal": "shell"})


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        "text",
        {},
        {"text": "t"},
        {"text": "t", "kind": "no such kind"},
        {"text": "t", "kind": ["fact"]},
        {"text": 5, "kind": "fact"},
        {"text": None, "kind": "fact"},
        {"text": "t", "kind": "fact", "more": 1},
        {"text": "t", "kind": "fact", "concerns": 7},
        {"text": " ", "kind": "fact"},
        {"text": "t", "kind": "fact", "entity": "half a slot"},
    ],
)
def test_anything_else_is_refused_without_naming_values(data: Any) -> None:
    with pytest.raises(RequestError) as raised:
        from_plain(Claim, data)
    assert "no such kind" not in str(raised.value)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("seen_at", "2026-03-01T12:30:00"),
        ("seen_at", "2026-03-01T12:30:00+00:00"),
        ("seen_at", "yesterdayZ"),
        ("seen_at", 5),
        ("trust", "0"),
        ("trust", 9),
        ("details", [["digest"]]),
        ("details", [["digest", "a", "b"]]),
        ("details", [["digest", 1.5]]),
        ("details", [["digest", True]]),
        ("details", {"digest": "a"}),
    ],
)
def test_a_field_of_another_type_is_refused(field: str, value: Any) -> None:
    with pytest.raises(RequestError):
        from_plain(Citation, to_plain(CITATION) | {field: value})


def test_what_has_no_plain_form_is_no_silent_text() -> None:
    with pytest.raises(TypeError):
        to_plain(object())
    with pytest.raises(TypeError):
        to_plain([b"bytes"])


def test_instants_are_utc() -> None:
    east = NOW.astimezone(timezone(timedelta(hours=5)))
    assert write_instant(east) == write_instant(NOW) == "2026-03-01T12:30:00.000005Z"
    with pytest.raises(ValueError, match="time zone"):
        write_instant(NOW.replace(tzinfo=None))


@given(st.datetimes(timezones=st.just(UTC)), st.timedeltas(timedelta(0), timedelta(days=4000)), st.text(min_size=1))
def test_any_instant_duration_and_text_survives(at: datetime, length: timedelta, text: str) -> None:
    assert read_instant(write_instant(at)) == at
    lifetime = Lifetime(expires_at=at, age_max=length, review_on=(text,))
    assert from_plain(Lifetime, json.loads(json.dumps(to_plain(lifetime)))) == lifetime

"""A month is a calendar month, in any zone and over a change of the clocks; a leap second is the second after it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from tenure.clock import SystemClock
from tenure.errors import RequestError
from tenure.faces.instants import DAYS_MAX, later, to_begin, to_end, to_past


@pytest.fixture
def zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    yield monkeypatch
    monkeypatch.undo()
    time.tzset()


def _in(zone: pytest.MonkeyPatch, name: str) -> None:
    zone.setenv("TZ", name)
    time.tzset()


@pytest.mark.parametrize(
    ("begin", "count", "unit", "end"),
    [
        ("2027-01-31T12:00Z", 1, "month", "2027-02-28T12:00Z"),
        ("2028-01-31T12:00Z", 1, "month", "2028-02-29T12:00Z"),
        ("2027-01-31T12:00Z", 2, "month", "2027-03-31T12:00Z"),
        ("2027-11-30T12:00Z", 3, "month", "2028-02-29T12:00Z"),
        ("2028-02-29T12:00Z", 1, "year", "2029-02-28T12:00Z"),
        ("2027-12-31T23:59Z", 1, "month", "2028-01-31T23:59Z"),
        ("2027-01-31T12:00Z", 4, "week", "2027-02-28T12:00Z"),
        ("2027-01-31T12:00Z", 1, "d", "2027-02-01T12:00Z"),
    ],
)
def test_r09_a_month_is_a_calendar_month(zone, begin: str, count: int, unit: str, end: str) -> None:
    _in(zone, "UTC")
    assert later(datetime.fromisoformat(begin), count, unit) == datetime.fromisoformat(end)


def test_r09_a_month_keeps_the_time_on_the_wall_over_a_change_of_the_clocks(zone) -> None:
    _in(zone, "CET-1CEST,M3.5.0,M10.5.0/3")
    begin = datetime(2027, 10, 10, 8, tzinfo=UTC)  # ten o'clock in summer time
    assert later(begin, 1, "month") == datetime(2027, 11, 10, 9, tzinfo=UTC)
    assert later(begin, 31, "day") == datetime(2027, 11, 10, 8, tzinfo=UTC)
    new_year = datetime(2027, 12, 31, 23, 30, tzinfo=UTC)  # the first of January here
    assert later(new_year, 1, "month") == datetime(2028, 1, 31, 23, 30, tzinfo=UTC)


@pytest.mark.parametrize("text", ["1 month", "1month", "4 weeks", "28 days", "28d", "28"])
def test_spans_are_read(text: str) -> None:
    end = to_end(text, name="expires")
    assert end is not None
    assert timedelta(days=27) < end - SystemClock().now() < timedelta(days=32)


@pytest.mark.parametrize(
    "text", ["0 months", "-1 month", "1 moon", "99999 years", f"{DAYS_MAX + 1}", "month", "٣ months"]
)
def test_what_is_no_span_is_no_end(text: str) -> None:
    with pytest.raises(RequestError) as error:
        to_end(text, name="expires")
    assert error.value.code == "bad_date"


def test_a_leap_second_is_the_second_after_it() -> None:
    assert to_end("2030-12-31T23:59:60Z", name="expires") == datetime(2031, 1, 1, tzinfo=UTC)
    assert to_end("2030-12-31T23:59:59Z", name="expires") == datetime(2030, 12, 31, 23, 59, 59, tzinfo=UTC)
    with pytest.raises(RequestError):
        to_end("2030-12-31T23:59:61Z", name="expires")


def test_a_date_begins_with_its_first_second_and_ends_with_its_last() -> None:
    begin, end = to_begin("2026-05-01", name="valid-from"), to_past("2026-05-01", name="valid-until")
    assert begin == datetime(2026, 5, 1).astimezone(UTC)
    assert end == datetime(2026, 5, 2).astimezone(UTC)
    assert to_begin("2026-05-01T12:00Z", name="valid-from") == datetime(2026, 5, 1, 12, tzinfo=UTC)
    assert to_begin(None, name="valid-from") is None
    with pytest.raises(RequestError):
        to_begin("May", name="valid-from")

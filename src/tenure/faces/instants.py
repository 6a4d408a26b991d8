"""How every face reads the dates, instants and numbers of days that people and models write."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

from tenure.clock import SystemClock
from tenure.errors import RequestError

DAYS_MAX: Final = 36_500
PAST_FORMS: Final = "Give a date (2027-01-31) or an instant (2027-01-31T12:00Z)."
END_FORMS: Final = "Give a date (2027-01-31), an instant (2027-01-31T12:00Z) or a number of days (90)."


def to_end(text: str | None, *, name: str) -> datetime | None:
    """Give the instant that a date, an instant or a number of days from now names, or None if nothing was given.

    A date ends with its last second in the time zone of this machine; an instant without a zone is in it too.

    Raises:
        RequestError: It is none of them.
    """
    days = "" if text is None else text.strip().removesuffix("d")
    if days.isascii() and days.isdigit() and 1 <= int(days[:9]) <= DAYS_MAX:
        return SystemClock().now() + timedelta(days=int(days[:9]))
    return _read(text, name=name, hint=END_FORMS)


def to_past(text: str | None, *, name: str) -> datetime | None:
    """Give the instant that a date or an instant names, or None if nothing was given.

    A date stands for its end, in the time zone of this machine: what held when that day was over.

    Raises:
        RequestError: It is neither.
    """
    return _read(text, name=name, hint=PAST_FORMS)


def _read(text: str | None, *, name: str, hint: str) -> datetime | None:
    if text is None:
        return None
    words = text.strip()
    try:
        found = datetime.fromisoformat(words)
        is_date = len(words) <= len("2027-01-31")
        return (found + timedelta(days=1) if is_date else found).astimezone(UTC)
    except (ValueError, OverflowError):
        raise RequestError(f"'{name}' is no date", code="bad_date", hint=hint) from None

"""How every face reads the dates, instants and spans that people and models write."""

from __future__ import annotations

from datetime import MAXYEAR, UTC, datetime, timedelta
from typing import Final

from tenure.clock import SystemClock
from tenure.errors import RequestError
from tenure.screen.pattern import Pattern

DAYS_MAX: Final = 36_500
PAST_FORMS: Final = "Give a date (2027-01-31) or an instant (2027-01-31T12:00Z)."
END_FORMS: Final = "Give a date (2027-01-31), an instant (2027-01-31T12:00Z), days (90), or a span (3 weeks, 1 month)."
_SPAN: Final = Pattern(r"(?P<count>[0-9]{1,5}) ?(?P<unit>d|day|week|month|year)s?")
_LEAP_SECOND: Final = Pattern(r"(?<=T[0-9]{2}:[0-9]{2}):60")


def to_end(text: str | None, *, name: str) -> datetime | None:
    """Give the instant that a date, an instant, or a number of days or a span from now names; None for nothing.

    A date ends with its last second in the time zone of this machine; an instant without a zone is in it too. A month
    is a calendar month: it ends on the same day and at the same time by the clock on the wall, or on the last day of a
    month that is too short.

    Raises:
        RequestError: It is none of them.
    """
    words = "" if text is None else text.strip()
    found = _SPAN.fullmatch(f"{words} days" if words.isdigit() else words)
    count = int(found["count"]) if found and words.isascii() else 0
    if found and count:
        end = later(SystemClock().now(), count, found["unit"])
        if end is not None:
            return end
    return _read(text, name=name, hint=END_FORMS)


def later(at: datetime, count: int, unit: str) -> datetime | None:
    """Give the instant so many days, weeks, months or years after another, or None beyond `DAYS_MAX` days.

    Args:
        at: From when on (aware).
        count: How many.
        unit: ``d``, ``day``, ``week``, ``month`` or ``year``; the last two by the calendar of this machine's zone.
    """
    if unit in {"month", "year"}:
        from calendar import monthrange

        months = count * (12 if unit == "year" else 1)
        here = at.astimezone().replace(tzinfo=None)
        years, month = divmod(here.month - 1 + months, 12)
        if here.year + years > MAXYEAR:
            return None
        day = min(here.day, monthrange(here.year + years, month + 1)[1])
        end = here.replace(year=here.year + years, month=month + 1, day=day).astimezone(UTC)
    else:
        end = at + timedelta(days=count * (7 if unit == "week" else 1))
    return end if end - at <= timedelta(days=DAYS_MAX) else None


def to_past(text: str | None, *, name: str) -> datetime | None:
    """Give the instant that a date or an instant names, or None if nothing was given.

    A date stands for its end, in the time zone of this machine: what held when that day was over.

    Raises:
        RequestError: It is neither.
    """
    return _read(text, name=name, hint=PAST_FORMS)


def to_begin(text: str | None, *, name: str) -> datetime | None:
    """Give the instant that a date or an instant names, a date from its first second on, or None for nothing.

    Raises:
        RequestError: It is neither.
    """
    return _read(text, name=name, hint=PAST_FORMS, days=0)


def _read(text: str | None, *, name: str, hint: str, days: int = 1) -> datetime | None:
    if text is None:
        return None
    words = text.strip()
    try:
        found = datetime.fromisoformat(_LEAP_SECOND.sub(":59", words))
        if _LEAP_SECOND.search(words):  # the clock of a computer shows none: the second after it is meant
            found += timedelta(seconds=1)
        is_date = len(words) <= len("2027-01-31")
        return (found + timedelta(days=days) if is_date else found).astimezone(UTC)
    except (ValueError, OverflowError):
        raise RequestError(f"'{name}' is no date", code="bad_date", hint=hint) from None


def span(length: timedelta) -> str:
    """Give a span in its largest unit: ``3 d``, ``5 h``, ``12 min``, ``30 s``; none is below zero."""
    seconds = max(int(length.total_seconds()), 0)
    for name, size in (("d", 86_400), ("h", 3_600), ("min", 60)):
        if seconds >= size:
            return f"{seconds // size} {name}"
    return f"{seconds} s"

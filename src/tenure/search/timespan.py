"""Spans of time as questions name them, worked out from the instant at which they are asked (UTC).

The vaguer a name, the more slack beside its span: *yesterday* is a day, *two weeks ago* may be 12 or 16 days.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from typing import Final, NamedTuple

DAY: Final = timedelta(days=1)
DAYS_OF: Final = {"day": 1.0, "week": 7.0, "fortnight": 14.0, "month": 30.4, "year": 365.2}
"""Days of a unit, on average."""
DAYS_MAX: Final = 36_500
"""Most days that are counted back."""
DAYS_WRITTEN_MAX: Final = 31
DAY_SLACK: Final = timedelta(days=1.5)
"""Least slack: where the person is it may be another day, and what happened is often told a little later."""


class Span(NamedTuple):
    """From when until when, the end not included, and how far beside it something is near to it at all."""

    begin: datetime
    end: datetime
    slack: timedelta = DAY_SLACK


def days_from(day: date, count: int = 1) -> Span:
    """Give the span of so many days; of more than one with a seventh of them as slack, at least `DAY_SLACK`."""
    begin = datetime.combine(day, time(), UTC)
    return Span(begin, begin + count * DAY, max(DAY_SLACK, count * DAY / 7))


def ago(count: float, unit: str, now: datetime, *, is_rough: bool = False) -> Span:
    """Give the day that lies so many units back, with slack of a part of a unit and of how long ago it is."""
    days = min(count * DAYS_OF[unit], DAYS_MAX)
    vague = max((0.0 if unit == "day" else 0.5) * DAYS_OF[unit], (0.5 if is_rough else 0.2) * days)
    return days_from((now - timedelta(days=days)).date())._replace(slack=max(DAY_SLACK, timedelta(days=vague)))


def lately(count: float, unit: str, now: datetime) -> Span:
    """Give the last so many units up to now."""
    days = round(min(count * DAYS_OF[unit], DAYS_MAX))
    return days_from(now.date() - days * DAY, days + 1)


def whole(unit: str, back: int, now: datetime) -> Span:
    """Give the calendar's week (from Monday), weekend, month or year so many before that of now; else such a day."""
    today = now.date()
    match unit:
        case "week":
            return days_from(today - DAY * (today.weekday() + 7 * back), 7)
        case "weekend":
            begun = (today.weekday() - 5) % 7
            return days_from(today - DAY * (begun + 7 * (back if today.weekday() >= 5 else back - 1)), 2)
        case "month":
            number = 12 * today.year + today.month - 1 - back
            return month(number // 12, number % 12 + 1)
        case "year":
            return year(today.year - back)
        case _:
            return days_from(today - DAY * back)


def month(year_number: int, month_number: int) -> Span:
    """Give a month of a year."""
    first = date(year_number, month_number, 1)
    following = date(year_number + month_number // 12, month_number % 12 + 1, 1)
    return days_from(first, (following - first).days)


def year(number: int) -> Span:
    """Give a year."""
    return days_from(date(number, 1, 1), (date(number + 1, 1, 1) - date(number, 1, 1)).days)


def latest(now: datetime, month_number: int, day_number: int | None = None) -> Span | None:
    """Give the last day of that date, or the last month of that name, that has begun; None if there is none."""
    for back in range(5):  # 29 February comes every four years
        number = now.year - back
        span = month(number, month_number) if day_number is None else dated(number, month_number, day_number)
        if span is not None and span.begin <= now:
            return span
    return None


def dated(year_number: int, month_number: int, day_number: int | None = None) -> Span | None:
    """Give a day by its date, or a month by its number; None if there is none such."""
    try:
        return (
            days_from(date(year_number, month_number, day_number)) if day_number else month(year_number, month_number)
        )
    except ValueError:
        return None


def weekday_before(weekday: int, at: datetime, *, or_same: bool = False) -> Span:
    """Give the last such day of the week (Monday is 0) before a day, or that day itself."""
    back = (at.weekday() - weekday) % 7
    return days_from(at.date() - DAY * (back if back or or_same else 7))


def written(span: Span) -> Iterator[str]:
    """Give how a span is written where dates begin with the year: its days, if they are few; a whole month or year."""
    days = (span.end - span.begin).days
    if days <= DAYS_WRITTEN_MAX:
        yield from (f"{span.begin + place * DAY:%Y-%m-%d}" for place in range(days))
    if span[:2] == month(span.begin.year, span.begin.month)[:2]:
        yield f"{span.begin:%Y-%m}"
    if span[:2] == year(span.begin.year)[:2]:
        yield f"{span.begin:%Y}"

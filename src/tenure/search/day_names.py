"""The names of days, months, years and counts of them in English, and what spans they stand for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Final

from tenure.screen.pattern import Pattern
from tenure.search.timespan import DAY, Span, ago, dated, lately, latest, month, weekday_before, whole, year

_MONTHS: Final[tuple[str, ...]] = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_WEEKDAYS: Final[tuple[str, ...]] = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_COUNTS: Final[tuple[str, ...]] = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
_ROUGH: Final[Mapping[str, float]] = {"couple": 2, "few": 4, "several": 5}
_NUMBER: Final = Pattern(r"\d+")

MONTH: Final = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)\b"
)
WEEKDAY: Final = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day\b"
YEAR: Final = r"(?:19|20)\d\d\b(?![.,/:-]\d)"
NTH: Final = r"\d\d?(?:st|nd|rd|th)?\b(?![.,/:-]\d)"
UNIT: Final = r"(?:day|week|fortnight|month|year)"
COUNTED: Final = rf"(?:\d{{1,3}}|(?:a )?(?:couple(?: of)?|few)|several|an?|{'|'.join(_COUNTS)}) {UNIT}s?"
"""Patterns of what the readers below take, in any case."""


def spans_of(kind: str, phrase: str, now: datetime) -> list[Span]:
    """Give the spans that a phrase stands for; two if it may mean either, none if there is no such day.

    Args:
        kind: Which of the readers of this file it is for.
        phrase: In lower case.
        now: The instant from which it is said (UTC).
    """
    return [span for span in _READERS[kind](phrase, now) if span is not None]


def _iso(phrase: str, now: datetime) -> list[Span | None]:
    del now
    year_number, month_number, *days = _numbers(phrase)
    return [dated(year_number, month_number, days[0] if days else None)]


def _ago(phrase: str, now: datetime) -> list[Span | None]:
    counted, _, after = phrase.partition(" ago")
    first, *others = counted.split()
    weekday = _place(_WEEKDAYS, after)
    if _place(_WEEKDAYS, first) is not None:  # *the Friday two weeks ago*
        weekday, counted = _place(_WEEKDAYS, first), " ".join(others)
    count, unit, is_rough = _counted(counted)
    span = ago(count, unit, now, is_rough=is_rough)
    if weekday is None:
        return [span]
    nearest = weekday_before(weekday, span.begin + 3 * DAY, or_same=True)
    return [nearest if unit in {"day", "week"} else nearest._replace(slack=span.slack)]


def _lately(phrase: str, now: datetime) -> list[Span | None]:
    count, unit, _ = _counted(phrase)
    return [lately(count, unit, now)]


def _whole(phrase: str, now: datetime) -> list[Span | None]:
    if phrase == "the other day":
        return [lately(1, "week", now)]
    if phrase == "the day before yesterday":
        return [whole("day", 2, now)]
    unit = phrase.rpartition(" ")[2]
    is_now = unit in {"today", "tonight"} or ("this" in phrase and "past" not in phrase)
    return [whole(unit, 0 if is_now else 1, now)]


def _last(phrase: str, now: datetime) -> list[Span | None]:
    weekday = _place(_WEEKDAYS, phrase)
    if weekday is None:
        number = _MONTHS.index(phrase.rpartition(" ")[2][:3]) + 1
        return [latest(now if "this" in phrase else whole("month", 0, now).begin - DAY, number)]
    found = weekday_before(weekday, now)
    # *Last Tuesday*, said on Thursday, may be this week's or that of the week before.
    is_either = "this" not in phrase and found.begin >= whole("week", 0, now).begin
    return [found, weekday_before(weekday, found.begin)] if is_either else [found]


def _date(phrase: str, now: datetime) -> list[Span | None]:
    day_number, year_number = (*sorted(_numbers(phrase)), None)[:2]
    month_number = next(place for place, name in enumerate(_MONTHS, 1) if f" {name}" in f" {phrase}")
    if year_number is None:
        return [latest(now, month_number, day_number)]
    return [dated(year_number, month_number, day_number)]


def _month(phrase: str, now: datetime) -> list[Span | None]:
    number = _MONTHS.index(phrase[:3]) + 1
    year_number = next(iter(_numbers(phrase)), None)
    return [latest(now, number) if year_number is None else month(year_number, number)]


def _counted(phrase: str) -> tuple[float, str, bool]:
    """Give how many of which unit a phrase counts, and whether it only says so roughly."""
    *before, unit = phrase.split()
    for word in reversed(before):
        if word in _ROUGH:
            return _ROUGH[word], unit.removesuffix("s"), True
        if word.isdecimal() or word in _COUNTS:
            return int(word) if word.isdecimal() else _COUNTS.index(word), unit.removesuffix("s"), False
    return 1, unit.removesuffix("s"), False


def _numbers(phrase: str) -> list[int]:
    return [int(number) for number in _NUMBER.findall(phrase)]


def _place(names: Sequence[str], text: str) -> int | None:
    return next((place for place, name in enumerate(names) if name in text), None)


_READERS: Final[Mapping[str, Callable[[str, datetime], list[Span | None]]]] = {
    "iso": _iso,
    "ago": _ago,
    "lately": _lately,
    "whole": _whole,
    "last": _last,
    "date": _date,
    "month": _month,
    "year": lambda phrase, _: [year(int(phrase))],
    "weekday": lambda phrase, now: [weekday_before(_WEEKDAYS.index(phrase[:3]), now)],
}

"""Tell which days a question names; most name none, which costs a microsecond and loads nothing."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from tenure.screen.pattern import Pattern, holds_any
from tenure.search.named_days import Days

_YEARS: Final = range(1000, 9000)
"""The years in which a question is asked that may name days; from others a hundred years back may be no date."""
_MARKS: Final = (
    *("ago", "day", "week", "month", "year", "night", "morning", "afternoon", "evening", "20", "19"),
    *("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"),
)
"""One of these stands in whatever names a day."""
_NAME: Final = Pattern(
    r"\b(?:ago|today|tonight|yesterday|(?:day|week|fortnight|month|year)s?|weekend|night|morning|afternoon|evening"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:19|20)\d\d"
    r"|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)\b"
)


def days_of(text: str, now: datetime) -> Days | None:
    """Give the days that a question names; None if it names none, or has more names than a question would.

    Args:
        text: The question. Time grows linearly with it.
        now: When it is asked (UTC).
    """
    lowered = text.lower()
    if not holds_any(lowered, _MARKS) or not _NAME.search(lowered) or now.year not in _YEARS:
        return None
    from tenure.search.day_phrases import read_days  # noqa: PLC0415 - on first use

    return read_days(text, now)

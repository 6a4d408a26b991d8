"""Reads the phrases of a question that name days: *two weeks ago*, *last Tuesday*, *in March*, *on 5 May 2023*.

Closed patterns of English, and dates that begin with their year. Days are those of UTC, which may be others where the
person is; so what lies beside a span is near to it too, and the more so the vaguer the question is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from re import IGNORECASE, Match
from typing import Final

from tenure.screen.pattern import Pattern
from tenure.search.day_names import COUNTED, MONTH, NTH, UNIT, WEEKDAY, YEAR, spans_of
from tenure.search.named_days import Days
from tenure.search.timespan import DAY, DAYS_MAX, Span, days_from, written
from tenure.search.words import STOP_WORDS, words

PHRASES_MAX: Final = 6
"""Most phrases of time in one question; a text of more is prose, and names no days."""

_PHRASE: Final = Pattern(
    r"(?<![\w-])(?:"
    r"(?P<iso>(?:19|20)\d\d[-/]\d\d?(?:[-/]\d\d?)?(?![\w/-]))"
    rf"|(?P<ago>(?:{WEEKDAY},? )?{COUNTED} ago\b(?:,? (?:on )?(?:a )?{WEEKDAY})?)"
    rf"|(?P<lately>(?:the |these |my )?(?:past|last|previous) {COUNTED}\b|(?:the|this) past {UNIT}\b"
    rf"|(?:in|over|during|within|for) the last {UNIT}\b)"
    rf"|(?P<whole>(?:the )?(?:this past|this|last|previous) (?:weekend|{UNIT}|night|morning|afternoon|evening)\b"
    r"|the day before yesterday\b|the other day\b|yesterday\b|today\b|tonight\b)"
    rf"|(?P<last>(?:this past|this|last) (?:{WEEKDAY}|{MONTH}))"
    rf"|(?P<other>(?:next|every|each|per|another|following) (?:weekend\b|{UNIT}\b|{WEEKDAY}|{MONTH}))"
    rf"|(?P<date>(?:the )?{NTH} (?:of )?{MONTH}(?:,? {YEAR})?|{MONTH} (?:the )?{NTH}(?:,? {YEAR})?)"
    rf"|(?P<month>{MONTH}(?:,? (?:of )?{YEAR})?(?!-))"
    rf"|(?P<year>{YEAR})"
    rf"|(?P<weekday>{WEEKDAY}))",
    IGNORECASE,
)
_LETTERS: Final = str.maketrans("\u017f\u0131\u0130\u212a", "siik")
"""Letters that pass for those of the patterns where case does not count, and stand in none of their names."""
_RELATIVE: Final = frozenset(("ago", "lately", "whole", "last"))
"""Names whose words do not stand in what was said then: on that day it was *today*."""
_PAST: Final = Pattern(r"\b(?:did|was|were|had|have|has|[a-z]{1,20}[a-df-z]ed)\b", IGNORECASE)
_TO_COME: Final = Pattern(
    r"\b(?:must|should|shall|will|would|can|could|might|needs?|is|are|be|due"
    r"|(?:have|has|had|got|going|wants?|plan) to)\b",
    IGNORECASE,
)
"""What is asked for may lie ahead: *what must be finished before Friday* speaks of the Friday to come."""
_NOT_OVER: Final = Pattern(r"\b(?:this|today|tonight)\b")
_NEXT_TO: Final = Pattern(rf"\b(?:{UNIT}s?|weekends?|nights?|mornings?|afternoons?|evenings?) before(?: the)? $")
"""*The day before last Tuesday* is one day."""
_BESIDE_IT: Final = Pattern(r"\b(?:(?:before|until|till) the (?:first|start|beginning)|after the end) of(?: the)? $")
"""*Before the first of May* is no day of May."""
_LEADS: Final = frozenset("in on during of at early mid late since between through until till before after by".split())
"""Words that lead to the name of a month, a year or a day of the week, where it is one."""
_LED: Final = _LEADS | {"the", "year", "from", "back", "over", "within"}
_LEAD_CHARS: Final = 24
_JOINTS: Final[Mapping[str, str]] = {
    **dict.fromkeys((",", "and", ", and", "or", ", or"), "and"),
    **dict.fromkeys(("to", "through", "until", "till", "-", "\u2013"), "to"),
}
"""What stands between two names: the one and the other, or from the one to the other."""
_UNBEGUN: Final = frozenset(("before", "until", "till"))
"""Words that ask for what lies before a day, be it without it or with it, however far back."""
_BESIDE: Final = frozenset(("the", "early", "mid", "late"))
_BOTH: Final = frozenset(("", "and", "but"))
"""What stands between two bounds of one stretch: *after March and before June*."""
_OF_A_DAY: Final = frozenset(
    "what happen happened happening discuss discussed talk talked talking tell told say said saying mention mentioned "
    "note noted state stated record recorded know known learn learned hear heard remember remind thing things anything "
    "everything something stuff conversation conversations chat us get got go going gone went made make all new "
    "change changed changes".split()
)
"""Words that ask for whatever was on a day, or at least for nothing else."""
_SAYS_NOTHING: Final = STOP_WORDS | _OF_A_DAY
_JOINS: Final = frozenset("a about an and at for in my of on or our please the with".split())
"""Words that neither ask nor say."""
_ASKS_ELSE: Final = frozenset("how when where which who why".split())
"""Words that ask for one thing: *how are you today* and *who am I this year* are not answered by a day."""


def read_days(text: str, now: datetime) -> Days | None:
    """Give the days that a question names; see `days.days_of`."""
    text = " ".join(text.split())
    plain = text.translate(_LETTERS)  # letter for letter, so that places are the same
    spans: list[Span] = []
    rest: list[str] = []
    searched: list[str] = []
    told, lead = 0, ""
    for number, found in enumerate(_PHRASE.finditer(plain)):
        if number == PHRASES_MAX:
            return None
        before = plain[max(told, found.start() - _LEAD_CHARS) : found.start()].lower()
        joint = _JOINTS.get(before.strip(), "") if spans else ""
        leads = [] if joint else _leads(before)
        is_time = _is_time(found, leads, joint, plain) and not (_NEXT_TO.search(before) or _BESIDE_IT.search(before))
        named = spans_of(found.lastgroup or "", found[0].lower(), now) if is_time else []
        named = [each for each in named if each.begin <= now]
        if not named:
            continue
        if (joint == "to" or (joint and lead == "between")) and spans[-1].begin < named[-1].end:
            named = [spans.pop()._replace(end=named[-1].end)]
        named = _as_led(named, leads, now)
        if not named:
            continue
        between = before.removesuffix(" ").removesuffix(" ".join(leads)).strip(" ,")
        spans = _within(spans, named) if between in _BOTH else [*spans, *named]
        lead = leads[0] if leads else ""
        rest.append(text[told : found.start() - sum(len(word) + 1 for word in leads)])
        searched.append(rest[-1] if found.lastgroup in _RELATIVE else text[told : found.end()])
        told = found.end()
    if not spans:
        return None
    left, looked_for = (" ".join(" ".join((*parts, text[told:])).split()) for parts in (rest, searched))
    is_all = _is_all(frozenset(words(left)))
    dates = frozenset(date for span in spans for date in written(span))
    return Days(spans=tuple(spans), written=dates, rest=left, searched=looked_for, is_all=is_all)


def _is_all(said: frozenset[str]) -> bool:
    """Tell whether words beside days ask for no more than what was then; *is it today* and *how are you today* do."""
    if said <= _JOINS:
        return True
    return said <= _SAYS_NOTHING and said.isdisjoint(_ASKS_ELSE) and not said.isdisjoint(_OF_A_DAY)


def _leads(before: str) -> list[str]:
    """Give the words that lead to a name, as they stand right before it; at most three."""
    found: list[str] = []
    for word in reversed(before.split()[-3:]):
        if word not in _LED:
            break
        found.insert(0, word)
    return found


def _is_time(found: Match[str], leads: Sequence[str], joint: str, text: str) -> bool:
    """Tell whether a phrase names a time that has begun: *may I*, *2000 rows*, *on Monday* to come do not."""
    if found.lastgroup == "other" or "by" in leads:  # *written by May*
        return False
    if _bound(leads) and not _is_over(found, text):
        return False
    is_led = bool(joint) or not _LEADS.isdisjoint(leads)
    if "from" in leads:  # *from April* may be a person
        is_led = any(text.startswith(f" {word} ", found.end()) for word in _JOINTS)
    match found.lastgroup:
        case "month":
            return is_led or found[0][-1].isdecimal()
        case "year":
            return is_led
        case "weekday":
            return is_led and _PAST.search(text) is not None
        case "date":
            return is_led or not found[0].startswith("may ")  # *may 2 of us*
        case _:
            return True


def _bound(leads: Sequence[str]) -> str:
    """Give the word that asks for what lies before a name, if that is what leads to it."""
    led = [word for word in leads if word not in _BESIDE]
    return led[-1] if led and led[-1] in _UNBEGUN else ""


def _is_over(found: Match[str], text: str) -> bool:
    """Tell whether what lies before a name is what was: *until last week*, and of *until May* what happened or was."""
    if found.lastgroup in _RELATIVE and not _NOT_OVER.search(found[0].lower()):
        return True
    return _PAST.search(text) is not None and _TO_COME.search(text) is None


def _within(spans: list[Span], named: list[Span]) -> list[Span]:
    """Add a span; one without a beginning and one without an end that meet bound one stretch."""
    if spans and len(named) == 1:
        early, late = sorted((spans[-1], named[0]), key=lambda span: span.end)
        if early.begin < late.begin < early.end and _is_far(early) and not _is_far(late):
            return [*spans[:-1], late._replace(end=early.end)]
    return [*spans, *named]


def _is_far(span: Span) -> bool:
    return span.end - span.begin > DAYS_MAX // 2 * DAY


def _as_led(named: list[Span], leads: Sequence[str], now: datetime) -> list[Span]:
    last, (today, end, _) = named[-1], days_from(now.date())
    if bound := _bound(leads):
        first = named[0]  # of two the later one, before which the other lies
        until = first.begin if bound == "before" else min(first.end, end)
        return [first._replace(begin=today - DAYS_MAX * DAY, end=until)]
    if "since" in leads:
        return [last._replace(end=end)]
    if "after" in leads:
        return [last._replace(begin=last.end, end=end)] if last.end < end else []
    return named

"""Which days a question names, from the instant at which it is asked; and which words are no days."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from tenure.search.day_phrases import PHRASES_MAX
from tenure.search.days import days_of

MONDAY = datetime(2026, 11, 30, 18, tzinfo=UTC)


def spans(text: str, now: datetime = MONDAY) -> list[tuple[str, str]]:
    """Give the first and the last day of each span."""
    days = days_of(text, now)
    found = () if days is None else days.spans
    return [(f"{each.begin:%Y-%m-%d}", f"{each.end - timedelta(seconds=1):%Y-%m-%d}") for each in found]


def one(text: str) -> tuple[str, str]:
    (found,) = spans(text)
    return found


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("What did I do today?", "2026-11-30"),
        ("this morning", "2026-11-30"),
        ("what happened last night", "2026-11-29"),
        ("yesterday", "2026-11-29"),
        ("the day before yesterday", "2026-11-28"),
        ("a couple of days ago", "2026-11-28"),
        ("3 days ago", "2026-11-27"),
        ("What did I buy two weeks ago?", "2026-11-16"),
        ("a fortnight ago", "2026-11-16"),
        ("last Tuesday", "2026-11-24"),
        ("this past Saturday", "2026-11-28"),
        ("What was said on Friday?", "2026-11-27"),
        ("a week ago on Friday", "2026-11-20"),
        ("on the Friday two weeks ago", "2026-11-13"),
        ("on 5 May", "2026-05-05"),
        ("on the 5th of May 2023", "2023-05-05"),
        ("May 5th, 2023", "2023-05-05"),
        ("on december 24", "2025-12-24"),  # the last one that has begun
        ("2023-05-05", "2023-05-05"),
        ("on 29 February", "2024-02-29"),
        ("two day\u017f ago", "2026-11-28"),
        ("\u017fept 1 2026", "2026-09-01"),
    ],
)
def test_a_question_names_a_day(text: str, day: str) -> None:
    assert one(text) == (day, day)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("this week", "2026-11-30", "2026-12-06"),
        ("last week", "2026-11-23", "2026-11-29"),
        ("in the last week", "2026-11-23", "2026-11-30"),
        ("last weekend", "2026-11-28", "2026-11-29"),
        ("last wee\u212a", "2026-11-23", "2026-11-29"),
        ("in the past two weeks", "2026-11-16", "2026-11-30"),
        ("over the past month", "2026-10-31", "2026-11-30"),
        ("last month", "2026-10-01", "2026-10-31"),
        ("this year", "2026-01-01", "2026-12-31"),
        ("last year", "2025-01-01", "2025-12-31"),
        ("Which event did I attend in March?", "2026-03-01", "2026-03-31"),
        ("in early December", "2025-12-01", "2025-12-31"),
        ("in March 2023", "2023-03-01", "2023-03-31"),
        ("2023-03", "2023-03-01", "2023-03-31"),
        ("last November", "2025-11-01", "2025-11-30"),
        ("in 2022", "2022-01-01", "2022-12-31"),
        ("between March and May", "2026-03-01", "2026-05-31"),
        ("from March to May", "2026-03-01", "2026-05-31"),
        ("since last week", "2026-11-23", "2026-11-30"),
        ("after 5 May", "2026-05-06", "2026-11-30"),
        ("until the end of May", "2026-05-01", "2026-05-31"),
        ("at the beginning of May", "2026-05-01", "2026-05-31"),
        ("after the first of May", "2026-05-01", "2026-05-31"),
        ("What happened after 5 March and before June?", "2026-03-06", "2026-05-31"),
        ("What did I do before June, but after 5 March?", "2026-03-06", "2026-05-31"),
        ("What did I do since March until May?", "2026-03-01", "2026-05-31"),
        ("What did I do in June and before 15 June?", "2026-06-01", "2026-06-14"),
    ],
)
def test_a_question_names_a_stretch_of_days(text: str, first: str, last: str) -> None:
    assert one(text) == (first, last)


def test_a_question_keeps_its_letters_beside_a_day() -> None:
    days = days_of("Where did \u0130rem I\u015f\u0131k go two day\u017f ago?", MONDAY)
    assert days is not None
    assert days.rest == "Where did \u0130rem I\u015f\u0131k go ?"


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("What happened before May?", "2026-04-30"),
        ("What did I buy before May 2025?", "2025-04-30"),
        ("Which races had I run before 5 March?", "2026-03-04"),
        ("What was said before the 5th of March, 2024?", "2024-03-04"),
        ("What did I do before 2020?", "2019-12-31"),
        ("What did I do before early December?", "2025-11-30"),
        ("before last week", "2026-11-22"),
        ("before yesterday", "2026-11-28"),
        ("before two weeks ago", "2026-11-15"),
        ("What was done before today?", "2026-11-29"),
        ("What happened before Tuesday?", "2026-11-23"),
        ("What did we do until Tuesday?", "2026-11-24"),
        ("What did we do till 5 March?", "2026-03-05"),
        ("Where was I until May?", "2026-05-31"),
        ("until last week", "2026-11-29"),
        ("What was done until today?", "2026-11-30"),
        ("What was done until this week?", "2026-11-30"),  # not what is to come of it
    ],
)
def test_a_question_names_what_lies_before_a_day(text: str, last: str) -> None:
    ((begin, end),) = spans(text)
    assert end == last
    assert begin < "1930", "as far back as is counted"
    days = days_of(text, MONDAY)
    assert days is not None
    assert (days.written, last in days.rest) == (frozenset(), False)


def test_before_last_tuesday_said_on_thursday_is_before_the_later_one() -> None:
    ((_, end),) = spans("What happened before last Tuesday?", MONDAY + timedelta(days=3))
    assert end == "2026-11-30"


def test_what_lies_before_one_day_or_after_another_is_two_stretches() -> None:
    for text in ("What happened before June or after March?", "What happened before March and after June?"):
        assert len(spans(text)) == 2, text


@pytest.mark.parametrize("year", [1, 101, 9990, 9999])
@pytest.mark.parametrize(
    "text",
    ["yesterday", "last year", "this year", "in feb", "last week", "this weekend", "99 years ago", "past 999 years"],
)
def test_a_question_from_the_ends_of_time_fails_nobody(text: str, year: int) -> None:
    assert days_of(text, datetime(year, 1, 1, tzinfo=UTC)) is None
    assert days_of(text, datetime(year, 12, 31, 23, tzinfo=UTC)) is None


def test_two_names_are_two_spans() -> None:
    assert spans("in March and April") == [("2026-03-01", "2026-03-31"), ("2026-04-01", "2026-04-30")]


def test_last_tuesday_said_on_thursday_may_be_either() -> None:
    thursday = MONDAY + timedelta(days=3)
    assert spans("last Tuesday", thursday) == [("2026-12-01", "2026-12-01"), ("2026-11-24", "2026-11-24")]


@pytest.mark.parametrize(
    "text",
    [
        "May I ask?",
        "may 2 of us go",
        "What did April say?",
        "What did I hear from May?",
        "every Monday",
        "next week",
        "What is planned for Friday?",  # to come
        "How many days ago was it?",
        "keep 2000 rows",
        "Python 3.11.2023",
        "before May",
        "What must be finished before Friday?",
        "What is due until Tuesday?",
        "What do I need before May?",
        "What do I need on Friday?",
        "What do I have to do before Friday?",
        "What did I plan to do before Friday?",
        "How long until May?",
        "How many days until Tuesday?",
        "What was written by May?",
        "before today",
        "the day before last Tuesday",  # one day, and not all before
        "What happened two weeks before 5 March?",
        "What was said before the first of May?",
        "Where did I live until the beginning of March?",
        "What did we do after the end of last month?",
        "What did I do before 2030?",
        "What happened before next week?",
        "What was before the weekend?",
        "What had I said before?",
        "on 30 February",
        "2023-13-01",
        "in 2030",  # nothing was said then
        "after today",
        "after November",
        "the yeast and the marmalade",
        "",
    ],
)
def test_what_names_no_day_that_has_begun(text: str) -> None:
    assert days_of(text, MONDAY) is None


def test_the_vaguer_the_more_is_near() -> None:
    def near(text: str, at: datetime) -> float:
        days = days_of(text, MONDAY)
        assert days is not None
        (found,) = days.nearness(np.array([int(at.timestamp() * 1e6)]))
        assert days.is_near(at) == (found > 0)
        return float(found)

    then = datetime(2026, 11, 16, 12, tzinfo=UTC)
    assert near("two weeks ago", then) == near("14 days ago", then) == 1.0
    assert near("two weeks ago", then + timedelta(days=2)) > near("14 days ago", then + timedelta(days=2)) > 0
    assert near("yesterday", MONDAY - timedelta(days=1)) == 1.0
    assert near("yesterday", MONDAY - timedelta(days=4)) == 0.0


def test_a_question_says_something_beside_its_days_or_nothing() -> None:
    days = days_of("What did I buy two weeks ago in the market?", MONDAY)
    assert days is not None
    assert (days.rest, days.is_all) == ("What did I buy in the market?", False)
    for text in (
        "What happened last Tuesday?",
        "yesterday",
        "What did I say on 5 May?",
        "tell me about last week",
        "What happened before May?",
    ):
        days = days_of(text, MONDAY)
        assert days is not None
        assert days.is_all


def test_a_date_is_still_looked_for_by_its_words_and_how_long_ago_is_not() -> None:
    texts = ("Which race did I run in March?", "Which race did I run last week?")
    searched = [days.searched for days in (days_of(text, MONDAY) for text in texts) if days is not None]
    assert searched == ["Which race did I run in March ?", "Which race did I run ?"]


def test_prose_names_no_days() -> None:
    phrases = ["on 5 May", "yesterday", "last week", "in March", "two weeks ago", "in 2022", "today"]
    assert days_of(" we met ".join(phrases[:PHRASES_MAX]), MONDAY) is not None
    assert days_of(" we met ".join(phrases), MONDAY) is None


@pytest.mark.parametrize(
    "unit", ["last ", "a ", "may ", "5 ", "the 5 of ", "2023-", "20 ", "in ", "from ", "a couple of ", " "]
)
def test_time_grows_linearly_on_texts_made_to_be_slow(unit: str) -> None:
    def seconds(size: int) -> float:
        text = "ago day " + (unit * (size // len(unit)))[:size]
        started = time.process_time()
        days_of(text, MONDAY)
        return time.process_time() - started

    seconds(100)
    small, large = seconds(20_000), seconds(160_000)
    assert large < 24 * small + 0.1
    assert large < 1.0


@pytest.mark.parametrize(
    ("text", "count", "last"),
    [
        ("before last week", 0, ""),
        ("yesterday", 1, "2026-11-29"),
        ("last weekend", 2, "2026-11-29"),
        ("in March", 32, "2026-03-31"),  # and the month itself
        ("in the past month", 31, "2026-11-30"),
        ("since 2022", 0, ""),
        ("in 2022", 1, "2022"),
    ],
)
def test_named_days_are_known_where_a_text_writes_them(text: str, count: int, last: str) -> None:
    days = days_of(text, MONDAY)
    assert days is not None
    assert (len(days.written), max(days.written, default="")) == (count, last)
    assert days.is_named_in(f"moved to {last}, at noon") == bool(last)
    assert not days.is_named_in("moved on 2021-03-01")

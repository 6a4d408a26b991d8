"""A day in a question: what was stated then counts more, and is the answer where nothing else is named."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from tenure.model.entry import Status
from tenure.recall.past import Moment
from tenure.recall.pipeline import recall
from tests.unit.recall.making import BILLING, DAY, NOW, entry

TUESDAY = datetime(2026, 2, 24, 10, tzinfo=UTC)  # NOW is the Sunday after it


def stated(text: str, number: int, at: datetime, **changes):
    return entry(text, number, kind="fact", **({"recorded_at": at, "observed_at": at} | changes))


@pytest.fixture
def kept(world):
    world.keep(
        stated("I had dinner with Cem in the tower", 1, NOW - 40 * DAY),
        stated("I had dinner with Dana on the pier", 2, NOW - 14 * DAY),
        stated("I had lunch with Bruno at the harbour", 3, TUESDAY),
        stated("the rent rose to 950 euros", 4, TUESDAY + DAY / 24),
    )
    return world


def asked(world, text: str, **changes) -> tuple[str, list[str]]:
    found = recall(replace(world.query(text), **changes), **world.grounds())
    return found.stance.value, [each.entry.id for each in found.usable]


@pytest.mark.parametrize("text", ["What happened last Tuesday?", "on 24 February", "what did I say on 2026-02-24?"])
def test_what_was_stated_then_is_the_answer_to_a_question_that_names_a_day_alone(kept, text: str) -> None:
    assert asked(kept, text) == ("answer", ["ent_004", "ent_003"])


def test_a_day_on_which_nothing_was_stated_is_no_answer(kept) -> None:
    assert asked(kept, "What happened on 3 February?") == ("abstain", [])
    assert asked(kept, "yesterday") == ("abstain", [])


def test_a_day_puts_what_was_stated_then_first(kept) -> None:
    assert asked(kept, "Where was dinner?")[1] == ["ent_002", "ent_001"]
    assert asked(kept, "Where was dinner two weeks ago?") == ("answer", ["ent_002", "ent_001"])
    assert asked(kept, "Where was dinner in January?") == ("answer", ["ent_001", "ent_002"])


def test_what_lies_before_a_day_counts_for_a_question_about_it_up_to_that_day(kept) -> None:
    assert asked(kept, "What happened before 10 February?") == ("answer", ["ent_001"])
    assert asked(kept, "What happened before 22 February?") == ("answer", ["ent_002", "ent_001"])
    assert asked(kept, "What happened until 24 February?") == ("answer", ["ent_004", "ent_003", "ent_002", "ent_001"])
    assert asked(kept, "Where was dinner before February?") == ("answer", ["ent_001", "ent_002"])
    assert asked(kept, "What happened before 2020?") == ("abstain", [])
    assert asked(kept, "What happened after 25 January and before 10 February?") == ("abstain", [])


def test_a_date_in_full_hides_nothing_that_is_found_without_it(kept) -> None:
    assert asked(kept, "How much is the rent?")[1] == ["ent_004"]
    for named in ("on the 24th of February 2026", "on 24 February 2026, in February 2026 or on 2026-02-24"):
        assert asked(kept, f"How much is the rent {named}?") == ("answer", ["ent_004"]), named
    assert asked(kept, "How much is the boat on 24 February 2026?") == ("abstain", [])


def test_a_day_makes_nothing_relevant_where_something_else_is_named(kept) -> None:
    assert asked(kept, "Which language did I learn last Tuesday?") == ("abstain", [])
    stance, _ = asked(kept, "What did Caroline have for lunch last Tuesday?")
    assert stance == "abstain"


@pytest.mark.parametrize(
    "text",
    ["Who am I?", "How are you?", "Where is it?", "Is it so?", "Can you do it?", "Which of them?", "Why not?", "Do it"],
)
def test_r16_a_day_answers_no_question_that_asks_for_something_else(kept, text: str) -> None:
    assert asked(kept, f"{text.rstrip('?')} last Tuesday?") == ("abstain", [])


@pytest.mark.parametrize(
    "text", ["and last Tuesday?", "What about last Tuesday?", "Tell me about last Tuesday, please"]
)
def test_what_asks_for_nothing_but_a_day_is_answered_by_it(kept, text: str) -> None:
    assert asked(kept, text) == ("answer", ["ent_004", "ent_003"])


def test_r20_a_day_stands_in_for_its_name_and_for_no_other(kept) -> None:
    assert asked(kept, "Who had lunch last Tuesday?") == ("answer", ["ent_003"])
    assert asked(kept, "Who had lunch last Friday?")[0] == "abstain"  # nothing was stated then, nor says so


def test_r15_r21_a_day_shows_nothing_of_another_scope_or_purpose_and_nothing_superseded(kept) -> None:
    kept.keep(
        stated("the meeting moved", 5, TUESDAY, scope=BILLING),
        stated("the fair was full", 6, TUESDAY, status=Status.SUPERSEDED, status_at=NOW),
    )
    assert asked(kept, "What happened last Tuesday?")[1] == ["ent_004", "ent_003"]
    assert asked(kept, "What happened last Tuesday?", purposes=("coding",))[1] == []


def test_what_is_true_from_a_day_counts_for_that_day(kept) -> None:
    kept.keep(stated("the office is in Lyon", 5, NOW - DAY, valid_from=NOW - 28 * DAY))
    assert asked(kept, "What changed four weeks ago?")[1] == ["ent_005"]
    assert asked(kept, "yesterday")[1] == []


def test_r21_days_are_counted_from_the_instant_that_is_asked_about(kept) -> None:
    moment = Moment(valid_at=NOW - 12 * DAY)
    assert asked(kept, "What happened two days ago?", moment=moment) == ("answer", ["ent_002"])


def test_what_holds_the_date_of_a_day_counts_for_that_day(kept) -> None:
    kept.keep(stated("the lease was signed on 2025-11-05", 5, NOW - DAY))
    assert asked(kept, "What happened on 5 November?") == ("answer", ["ent_005"])
    assert asked(kept, "Who signed the lease in November 2025?") == ("answer", ["ent_005"])
    assert asked(kept, "Who signed the lease in October 2025?")[0] == "abstain"
    assert asked(kept, "What happened on 6 November?") == ("abstain", [])

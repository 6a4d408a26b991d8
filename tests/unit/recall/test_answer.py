"""The stance: answer, ask or abstain, and what the question may say."""

from __future__ import annotations

import pytest

from tenure.model.principal import Trust
from tenure.model.validation import Outcome
from tenure.policy.names import names_of
from tenure.policy.presets import PERSONAL
from tenure.recall.answer import Stance, conclude
from tenure.recall.judge import judge, withhold_lost
from tenure.recall.question import said_of
from tests.unit.recall.making import entry, validation


def judged(number, outcome=Outcome.STANDING, **changes):
    made = entry(changes.pop("text", f"claim {number}"), number, **changes)
    return made, judge(made, validation(outcome), policy=PERSONAL)


def slot(number, value, **changes):
    return judged(number, Outcome.CONTESTED, entity="code", attribute="indent", value=value, **changes)


def test_r20_nothing_found_abstains() -> None:
    answer = conclude(())
    assert (answer.stance, answer.reason, answer.question) == (Stance.ABSTAIN, "nothing_relevant", "")


def test_r20_something_usable_answers() -> None:
    answer = conclude((judged(1), judged(2, Outcome.EXPIRED)))
    assert (answer.stance, answer.reason) == (Stance.ANSWER, "")
    assert [each.entry.id for each in answer.usable] == ["ent_001"]
    assert [each.entry_id for each in answer.withheld] == ["ent_002"]


@pytest.mark.parametrize(
    ("outcome", "verb"),
    [
        (Outcome.CONTESTED, "settle"),
        (Outcome.CHALLENGED, "settle"),
        (Outcome.REVIEW_DUE, "confirm"),
    ],
)
def test_r20_what_a_person_can_settle_is_asked_with_the_call_that_brings_the_answer(outcome, verb) -> None:
    answer = conclude((judged(1, outcome),))
    assert (answer.stance, answer.reason) == (Stance.ASK, outcome.value)
    assert answer.question
    assert [(step.who, step.do) for step in answer.next] == [("person", f"tenure review {verb} ent_001")]


@pytest.mark.parametrize(
    ("outcome", "reason"),
    [
        (Outcome.CHANGED, "source_changed"),
        (Outcome.GONE, "source_gone"),
        (Outcome.CONTRADICTED, "source_contradicts"),
        (Outcome.UNVERIFIED, "source_unreachable"),
        (Outcome.EXPIRED, "expired"),
        (Outcome.REVOKED, "revoked"),
        (Outcome.TAMPERED, "tampered"),
    ],
)
def test_r20_what_nobody_can_settle_abstains_with_the_reason(outcome, reason) -> None:
    answer = conclude((judged(1, outcome, kind="code"),))
    assert (answer.stance, answer.reason) == (Stance.ABSTAIN, reason)
    assert answer.next


def test_r20_lost_entries_are_no_answer() -> None:
    answer = conclude((), lost=(withhold_lost("ent_1", None, reason="forgotten"),))
    assert (answer.stance, answer.reason) == (Stance.ABSTAIN, "forgotten")


def test_r20_a_contested_entry_that_outranks_the_usable_is_asked() -> None:
    answer = conclude((judged(1, Outcome.CONTESTED), judged(2)))
    assert (answer.stance, len(answer.usable)) == (Stance.ASK, 1)
    assert conclude((judged(2), judged(1, Outcome.CONTESTED))).stance is Stance.ANSWER
    assert conclude((judged(1, Outcome.CONTESTED), judged(2)), by_rank=False).stance is Stance.ANSWER
    assert conclude((judged(1, Outcome.REVIEW_DUE), judged(2))).stance is Stance.ANSWER


def test_r17_a_question_quotes_the_values_that_persons_stated() -> None:
    answer = conclude((slot(1, "tabs"), slot(2, "spaces", trust=Trust.USER_STATED)))
    assert '"tabs" or "spaces"' in answer.question
    assert '"indent" of "code"' in answer.question


def test_r20_a_question_says_who_stated_each_value_and_when() -> None:
    asked = conclude((slot(1, "tabs"), slot(2, "spaces", trust=Trust.USER_STATED)))
    at = f"{slot(1, 'tabs')[0].citations[0].seen_at:%Y-%m-%d}"
    said = f'"ana", {at}, statement "msg_1"'
    assert f'("tabs": {said}; "spaces": {said}; entry ent_001)' in asked.question


def test_r17_one_value_in_two_spellings_is_one_side_of_the_question() -> None:
    said = [slot(1, "30 s"), slot(2, "0.5 min", trust=Trust.USER_STATED), slot(3, "45 s", trust=Trust.USER_STATED)]
    question = conclude(said).question
    assert '"0.5 min" or "45 s"?' in question, "as it was said last"
    assert "30 s" not in question
    assert " or " not in conclude(said[:2]).question


def test_r17_a_value_that_is_kept_is_asked_about_as_it_is_kept_however_it_was_heard() -> None:
    kept, (other, _), (again, _) = slot(1, "PostgreSQL"), slot(2, "MySQL"), slot(3, "postgresql")
    question = conclude((kept,), heard={"ent_001": [said_of(other), said_of(again)]}).question
    assert '"PostgreSQL" or "MySQL"?' in question
    assert '"postgresql"' not in question


def test_r17_one_value_under_two_names_of_the_policy_is_one_side_of_the_question() -> None:
    fold = names_of(("pg: PostgreSQL",)).value
    said = [slot(1, "PG"), slot(2, "PostgreSQL", trust=Trust.USER_STATED), slot(3, "MySQL", trust=Trust.USER_STATED)]
    question = conclude(said, fold=fold).question
    assert '"PostgreSQL" or "MySQL"?' in question
    assert "PG" not in question
    assert '"PG" or "PostgreSQL" or "MySQL"?' in conclude(said).question


def test_a_question_about_an_entry_with_an_empty_value_can_be_worded() -> None:
    asked = conclude((slot(1, ""), slot(2, "tabs"))[:1])
    assert asked.question == "The preference ent_001 is contested. Which holds?"


def test_r17_a_question_quotes_nothing_that_no_person_stated() -> None:
    answer = conclude((slot(1, "tabs"), slot(2, "evil", trust=Trust.EXTERNAL)))
    assert "evil" not in answer.question
    answer = conclude((slot(2, "evil", trust=Trust.AGENT_INFERRED), slot(1, "tabs")))
    assert "evil" not in answer.question
    assert "tabs" not in answer.question


def test_r17_a_question_never_quotes_a_claim() -> None:
    for outcome in (Outcome.CONTESTED, Outcome.REVIEW_DUE, Outcome.CHALLENGED):
        answer = conclude((judged(1, outcome, text="zebra words", entity="a", attribute="b", value="c"),))
        assert "zebra" not in answer.question
        assert "zebra" not in answer.render()


def test_no_repr_carries_a_claim() -> None:
    answer = conclude((judged(1, text="zebra words"), judged(2, Outcome.CHANGED, text="okapi words")))
    assert "zebra" not in repr(answer)
    assert "zebra" not in repr(answer.usable)
    assert "okapi" not in repr(answer.withheld)

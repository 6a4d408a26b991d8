"""Usable or withheld, outcome by outcome."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tenure.model.claim import Kind
from tenure.model.validation import Outcome
from tenure.policy.presets import PERSONAL, STRICT
from tenure.recall.judge import USABLE, Usable, Withheld, judge, withhold_lost
from tests.unit.recall.making import DAY, NOW, citation, entry, validation


@pytest.mark.parametrize("outcome", sorted(USABLE))
def test_r17_what_still_holds_is_usable(outcome) -> None:
    verdict = judge(entry(), validation(outcome), policy=STRICT)
    assert isinstance(verdict, Usable)
    assert verdict.note == ""


@pytest.mark.parametrize("outcome", sorted({*Outcome} - {*USABLE, Outcome.UNVERIFIED}))
def test_r17_all_else_is_withheld_without_its_text(outcome) -> None:
    made = entry("zebra words", entity="zebra", attribute="stripes", value="many", applies_when="zebra time")
    verdict = judge(made, validation(outcome), policy=PERSONAL)
    assert isinstance(verdict, Withheld)
    assert (verdict.entry_id, verdict.kind, verdict.outcome) == (made.id, Kind.PREFERENCE, outcome)
    assert verdict.reason
    assert verdict.next_step
    assert "zebra" not in repr(verdict)
    assert "many" not in repr(verdict)


@pytest.mark.parametrize(
    ("kind", "is_usable"), [("preference", True), ("instruction", True), ("fact", True), ("code", False)]
)
def test_r19_the_policy_says_whether_the_unverified_is_used(kind, is_usable) -> None:
    verdict = judge(entry(kind=kind), validation(Outcome.UNVERIFIED), policy=PERSONAL)
    assert isinstance(verdict, Usable) is is_usable
    assert isinstance(judge(entry(kind=kind), validation(Outcome.UNVERIFIED), policy=STRICT), Withheld)


def test_r19_the_unverified_says_when_it_was_verified_last() -> None:
    seen = validation(Outcome.UNVERIFIED, verified_at=NOW - DAY)
    verdict = judge(entry(kind="fact"), seen, policy=PERSONAL)
    assert verdict.note == "not verified: its source cannot be reached; last verified 2026-02-28T12:00:00Z"
    never = judge(entry(kind="fact"), replace(seen, verified_at=None), policy=PERSONAL)
    assert never.note.endswith("never verified")


def test_what_moved_says_where() -> None:
    verdict = judge(entry(), validation(Outcome.MOVED, place="src/b.py:3-4"), policy=PERSONAL)
    assert verdict.note == 'moved to "src/b.py:3-4"'


def test_a_changed_source_is_named_by_place_and_code() -> None:
    made = entry(kind="code", citations=(citation("code", "src/a.py:1-2"),))
    verdict = judge(made, validation(Outcome.CHANGED, reason="lines_differ"), policy=PERSONAL)
    assert (verdict.reason, verdict.detail, verdict.place) == ("source_changed", "lines_differ", "src/a.py:1-2")
    assert made.id in verdict.next_step


def test_an_end_says_when_it_was() -> None:
    for outcome in (Outcome.EXPIRED, Outcome.REVIEW_DUE, Outcome.REVOKED):
        assert judge(entry(), validation(outcome, ended_at=NOW - DAY), policy=PERSONAL).ended_at == NOW - DAY
    assert judge(entry(), validation(Outcome.REVOKED), policy=PERSONAL).ended_at is None


def test_what_could_not_be_read_is_forgotten_or_tampered() -> None:
    assert withhold_lost("ent_1", Kind.FACT, reason="forgotten").outcome is Outcome.GONE
    assert withhold_lost("ent_1", None, reason="tampered").outcome is Outcome.TAMPERED

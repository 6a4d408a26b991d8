"""What write stores is what recall reads: approved, granted, superseded and corrected entries pass the check."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tenure.model.claim import Claim, Kind
from tenure.model.decision import Proposal
from tenure.model.grant import Person
from tenure.model.principal import Strength
from tenure.model.validation import Outcome
from tenure.recall.answer import Stance
from tenure.recall.uses import Uses
from tenure.vault.present import enrol, unlock
from tenure.write.approval import approve, show
from tenure.write.consent import Act, renew
from tenure.write.pipeline import propose
from tests.unit.recall.making import ACTOR, ANA, DAY, NOW
from tests.unit.write.making import PERSON, draft, grant, heard

WORDS = "When you compare things, give me a table please."


def decide(world, made, *, strength=Strength.HOST, sign=None, **more):
    decision = propose(made, entries=world.store, policy=world.policy, now=world.now)
    assert decision.proposal_id, [verdict.code for verdict in decision.verdicts]
    waiting = {each.id: each for each in world.store.held(Proposal, (ANA,))}
    shown = show(waiting[decision.proposal_id], policy=world.policy)
    act = Act(person="ana", strength=strength, policy=world.policy, now=world.now, sign=sign)
    return approve(shown, act, entries=world.store, **more)


@pytest.mark.parametrize("cited", [(heard(WORDS),), ()], ids=["heard", "inferred"])
def test_r33_an_approved_proposal_is_read_back_as_approved(world, cited) -> None:
    entry = decide(world, draft(cited=cited))
    (usable,) = world.recall("compare two databases in a table").usable
    assert (usable.entry.id, usable.validation.outcome) == (entry.id, Outcome.STANDING)


def test_r33_an_edited_claim_is_read_back_as_approved(world) -> None:
    entry = decide(world, draft(), edit=Claim(text="give me a short table", kind=Kind.PREFERENCE))
    assert world.validate(entry).outcome is Outcome.STANDING


def test_r33_a_present_approval_is_read_back_and_uses_keep_it(world) -> None:
    public, sealed = enrol("correct horse battery")
    signer = unlock(sealed, "correct horse battery")
    world.put(Person(id="ana", public_key=public, sealed_key=sealed, enrolled_at=NOW))
    made = draft("always run the tests before you commit", Kind.INSTRUCTION, proposer=PERSON, worded_by=PERSON)
    decide(world, made, strength=Strength.PRESENT, sign=lambda message: (signer.sign(message), signer.key_id))
    (usable,) = world.brief().usable
    assert usable.validation.outcome is Outcome.STANDING
    uses = Uses()
    uses.note((usable,), (), actor=ACTOR, at=NOW + DAY)
    assert uses.flush(world.store, policy=world.policy, now=NOW + DAY, at_once=True)
    world.now = NOW + DAY
    (again,) = world.brief().usable
    assert (again.entry.version, again.validation.outcome) == (2, Outcome.STANDING)


def test_r05_what_a_grant_admitted_is_usable_until_it_is_revoked(world) -> None:
    given = grant()
    world.put(given)
    made = draft(cited=(heard(WORDS),), fields={"applies_when": "comparing things"})
    decision = propose(made, entries=world.store, policy=world.policy, now=world.now)
    assert decision.entry_id, [verdict.code for verdict in decision.verdicts]
    assert [each.entry.id for each in world.recall("table").usable] == [decision.entry_id]
    world.put(replace(given, revoked_at=NOW, version=2))
    answer = world.recall("table")
    assert (answer.usable, [each.reason for each in answer.withheld]) == ((), ["grant_revoked"])


def test_r21_the_newer_statement_stands_alone(world) -> None:
    slot = {"entity": "answers", "attribute": "form"}
    decide(world, draft(cited=(heard(WORDS),), fields=slot | {"value": "table"}))
    later = heard("No, give me a list instead.", note="note_2", at=NOW)
    newer = decide(world, draft("give me a list", cited=(later,), fields=slot | {"value": "list"}))
    assert [each.entry.id for each in world.recall("give me a table or a list").usable] == [newer.id]


def test_r24_a_confirmed_review_is_usable_again(world) -> None:
    entry = decide(world, draft())
    world.now = entry.lifetime.review_at
    assert world.validate(entry).outcome is Outcome.REVIEW_DUE
    act = Act(person="ana", strength=Strength.HOST, policy=world.policy, now=world.now)
    confirmed = renew(entry, act, lifetime=replace(entry.lifetime, review_at=world.now + 30 * DAY))
    assert world.validate(confirmed).outcome is Outcome.STANDING


def test_r21_a_waiting_statement_contests_and_the_question_quotes_both_values(world) -> None:
    slot = {"entity": "answers", "attribute": "form"}
    older = decide(world, draft(cited=(heard(WORDS),), fields=slot | {"value": "table"}))
    later = heard("No, give me a list for every answer.", note="note_2", at=NOW)
    asked = draft("give me a list", cited=(later,), fields=slot | {"value": "list"})
    propose(asked, entries=world.store, policy=world.policy, now=world.now)
    answer = world.recall("give me a table")
    assert (answer.stance, answer.reason) == (Stance.ASK, "contested")
    assert [each.entry_id for each in answer.withheld] == [older.id]
    assert '"table" or "list"' in answer.question

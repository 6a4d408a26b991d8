"""Marks of what ended, across the scopes of one person: found where nothing else is left, hidden by no other mark."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tenure.lifecycle.forget import forget_one
from tenure.lifecycle.sweep import sweep
from tenure.model.claim import Claim, Kind
from tenure.model.decision import Decision, DecisionStatus, Proposal
from tenure.model.principal import Channel, Origin
from tenure.model.scope import Scope
from tenure.store import rows
from tenure.store.records import Tombstone
from tenure.store.sqlite import SqliteDatabase, SqliteTransaction
from tenure.write.approval import Answer, decline, show
from tenure.write.context import Draft
from tenure.write.gates.authorization import judge
from tenure.write.pipeline import gather, propose

AGENT = Origin(channel=Channel.AGENT, principal="coder")
LEFT = Scope(user="ana", project="billing")
SIBLING = Scope(user="ana", project="shop")
TEXT = "Give me a table."


def draft(text: str, scope: Scope, *, proposer: Origin = AGENT, kind: Kind = Kind.PREFERENCE) -> Draft:
    return Draft(claim=Claim(text=text, kind=kind), scope=scope, proposer=proposer, worded_by=proposer)


def forgotten(world, text: str = TEXT, scope: Scope = LEFT) -> None:
    """Let the only entry of a scope be forgotten, so that nothing is left there but the mark, not even its name."""
    entry = world.remember(text, scope=scope, person=str(scope.user))
    forget_one(entry, person=str(scope.user), **world.recorded())
    assert scope not in world.store.scopes_with(user=scope.user)


def asked(world, text: str = TEXT, scope: Scope = SIBLING, **more) -> Decision:
    return propose(draft(text, scope, **more), **world.acts())


def declined(world, decision: Decision, scope: Scope, answer: Answer) -> None:
    (proposal,) = (one for one in world.store.held(Proposal, (scope,)) if one.id == decision.proposal_id)
    decline(show(proposal, policy=world.policy), person="ana", answer=answer, **world.acts())


def codes(decision: Decision) -> list[str]:
    return [verdict.code for verdict in decision.verdicts if verdict.outcome == "refuses"]


def test_r28_what_was_forgotten_does_not_come_back_from_a_sibling_of_a_scope_that_is_empty_now(world):
    forgotten(world)
    assert codes(asked(world)) == ["not_again"]
    assert codes(asked(world, scope=Scope(user="ana"))) == ["not_again"]
    assert asked(world, "Use metric units.").status is DecisionStatus.PENDING


def test_r28_until_the_very_second_at_which_the_mark_ends(world):
    forgotten(world)
    world.turn(days=world.policy.tombstone_days, seconds=-1)
    assert codes(asked(world)) == ["not_again"]
    world.turn(seconds=1)
    assert asked(world).status is DecisionStatus.PENDING


def test_r28_the_person_may_bring_it_back_and_another_person_is_not_concerned(world):
    forgotten(world)
    assert asked(world, scope=Scope(user="ben", project="shop")).status is DecisionStatus.PENDING
    ana = Origin(channel=Channel.USER, principal="ana")
    assert asked(world, proposer=ana).status is DecisionStatus.PENDING


def test_r28_a_closed_category_hides_no_other_mark_from_a_sibling(world):
    keeps_the_name = world.remember("The shop sells tea.", scope=LEFT, person="ana", kind=Kind.FACT)
    declined(world, asked(world, TEXT, LEFT), LEFT, Answer.NEVER_THIS)
    declined(world, asked(world, "Use lists.", LEFT), LEFT, Answer.NEVER_CATEGORY)
    assert codes(asked(world)) == ["not_again"]
    assert asked(world, "Use metric units.").status is DecisionStatus.PENDING  # the category is closed elsewhere only
    assert codes(asked(world, "Use metric units.", LEFT)) == ["not_again"]
    assert world.read(keeps_the_name) == keeps_the_name


def test_r28_of_several_marks_a_never_stands_before_a_newer_no(world):
    declined(world, asked(world, TEXT, LEFT), LEFT, Answer.NEVER_THIS)
    world.turn(days=1)
    forgotten(world, scope=Scope(user="ana", project="cellar"))
    context = gather(draft(TEXT, SIBLING), **world.acts())
    assert context.tombstone is not None
    assert context.tombstone.reason == "never_this"
    assert judge(context).code == "not_again"


def test_a_mark_of_the_first_version_is_found_in_its_own_scope(world, monkeypatch: pytest.MonkeyPatch):
    world.remember("The shop sells tea.", scope=LEFT, person="ana", kind=Kind.FACT)
    entry = world.remember(TEXT, scope=LEFT, person="ana")
    with monkeypatch.context() as older:
        marks = rows.tombstone_marks
        older.setattr(rows, "tombstone_marks", lambda subkeys, place, claim: marks(subkeys, LEFT, claim))
        forget_one(entry, person="ana", **world.recorded())
    assert codes(asked(world, scope=LEFT)) == ["not_again"]
    assert asked(world, "Use metric units.", LEFT).status is DecisionStatus.PENDING


def test_a_sweep_takes_ended_marks_away_where_nothing_else_is_left(world):
    forgotten(world)
    world.turn(days=world.policy.tombstone_days, seconds=-1)
    acts = {"entries": world.store, "notes": world.notes, "policy": world.policy, "has_leapt": False}
    assert sweep(**acts, now=world.now).tombstones == 0
    assert len(world.store.held(Tombstone, (LEFT,))) == 1
    assert sweep(**acts, now=world.turn(seconds=1)).tombstones == 1
    assert world.store.held(Tombstone, (LEFT,)) == ()


def test_r35_looking_for_marks_reads_no_row_of_another_person(world, monkeypatch: pytest.MonkeyPatch):
    read: list[int] = []
    for owner in (SqliteDatabase, SqliteTransaction):
        original = owner.rows

        def counted(self, name, values=(), original=original):
            found = original(self, name, values)
            read.append(len(found))
            return found

        monkeypatch.setattr(owner, "rows", counted)

    def cost() -> int:
        read.clear()
        assert codes(asked(world)) == ["not_again"]
        return sum(read)

    forgotten(world)
    cost()
    alone = cost()
    for number in range(5):
        forgotten(world, scope=Scope(user=f"user {number}", project="billing"))
    assert cost() == alone


def keyed(text: str) -> Draft:
    return replace(draft(text, LEFT), idempotency="call-1")


def test_a_key_is_free_again_once_its_proposal_was_declined_and_the_same_call_is_no(world):
    declined(world, propose(keyed(TEXT), **world.acts()), LEFT, Answer.NO)
    assert codes(propose(keyed(TEXT), **world.acts())) == ["not_again"]
    assert propose(keyed("Use metric units."), **world.acts()).status is DecisionStatus.PENDING


def test_r28_the_key_of_what_was_forgotten_tells_nothing_of_it(world):
    entry = world.approve(propose(keyed(TEXT), **world.acts()), LEFT, "ana")
    assert propose(keyed(TEXT), **world.acts()).entry_id == entry.id
    forget_one(entry, person="ana", **world.recorded())
    unkeyed = propose(draft(TEXT, LEFT), **world.acts())
    assert propose(keyed(TEXT), **world.acts()) == unkeyed
    assert codes(unkeyed) == ["not_again"]
    assert propose(keyed("Use metric units."), **world.acts()).status is DecisionStatus.PENDING


def test_a_key_is_free_again_at_the_second_at_which_its_proposal_lapses(world):
    first = propose(keyed(TEXT), **world.acts())
    world.turn(days=world.policy.pending_days_max, seconds=-1)
    assert propose(keyed(TEXT), **world.acts()).proposal_id == first.proposal_id
    world.turn(seconds=1)
    again = propose(keyed(TEXT), **world.acts())
    assert again.status is DecisionStatus.PENDING
    assert again.proposal_id != first.proposal_id

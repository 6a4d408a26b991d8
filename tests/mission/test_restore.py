"""A backup brings back what was lost, and nothing that ended since it was made (R28)."""

from __future__ import annotations

import pytest

from tenure.errors import ConflictError, NotFoundError
from tenure.store import handed
from tenure.write.approval import Answer
from tests.mission.restoring import (
    OTHER,
    TEXT,
    back_up,
    lose_and_restore,
    outcomes,
    usable,
)
from tests.world import World


def test_r28_what_was_lost_is_back_and_lives_on(world: World):
    kept = world.ana.remember(TEXT).entry_id
    backup = back_up(world)
    world.ana.remember(OTHER)
    restored = lose_and_restore(world, backup)
    assert (restored.entries, restored.ended, restored.due, restored.has_journal) == (1, 0, 0, True)
    assert usable(world) == {TEXT}, "what came after the backup is lost"
    world.ana.remember("examples use metres")
    assert world.ana.forget(kept).state == "done"
    world.reopen()
    assert usable(world) == {"examples use metres"}
    assert "restore" in [line.verb for line in world.memory.operator("ana").ledger()]


def test_r28_what_was_used_since_the_backup_comes_back_too(world: World):
    world.ana.remember(TEXT)
    backup = back_up(world)
    for _ in range(3):
        world.turn(days=2)
        assert usable(world) == {TEXT}
        world.reopen()
    assert lose_and_restore(world, backup).entries == 1
    assert usable(world) == {TEXT}


def test_r28_a_restored_store_still_knows_what_had_left(world: World, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(handed, "PAGE_LINES", 4)
    kept = world.ana.remember(TEXT).entry_id
    for _ in range(8):
        world.turn(hours=1)
        assert usable(world) == {TEXT}
    backup = back_up(world)
    world.ana.remember(OTHER)
    lose_and_restore(world, backup)
    assert usable(world) == {TEXT}
    *_, answers = world.ana.forget(kept).out_of_reach
    assert answers.endswith(": 9")
    assert world.memory.operator("ana").check() == ()


def test_r28_what_was_forgotten_does_not_come_back(world: World):
    kept, gone = (world.ana.remember(text).entry_id for text in (TEXT, OTHER))
    backup = back_up(world)
    world.ana.forget(gone)
    restored = lose_and_restore(world, backup)
    assert (restored.entries, restored.ended) == (1, 1)
    assert outcomes(world) == {TEXT: "standing"}
    with pytest.raises(NotFoundError):
        world.ana.show_entry(gone)
    assert world.ana.show_entry(kept)


def test_r28_what_was_superseded_does_not_come_back_as_true(world: World):
    old = world.ana.remember(TEXT, entity="answers", attribute="form", value="tables").entry_id
    backup = back_up(world)
    assert world.ana.supersede(old, "answers come as lists", value="lists").entry_id
    restored = lose_and_restore(world, backup)
    assert (restored.entries, restored.ended) == (0, 1)
    assert world.ana.show_entry(old)[0].status == "superseded"
    assert usable(world) == set()


def test_r28_a_revoked_grant_and_what_it_admitted_do_not_come_back(world: World):
    grant = world.ana.grant("preference", scope=world.scope)
    entry_id = world.said(f"Please: {TEXT}.", TEXT).entry_id
    assert entry_id
    backup = back_up(world)
    world.ana.revoke(grant.id)
    restored = lose_and_restore(world, backup)
    assert (restored.entries, restored.ended, restored.grants) == (0, 1, 1)
    assert [each for each in world.ana.grants() if each.is_in_force(world.clock.now())] == []
    assert usable(world) == set()
    assert world.said(f"I say: {OTHER}.", OTHER).status == "pending"


def test_r28_what_was_challenged_is_still_in_doubt(world: World):
    entry_id = world.ana.remember(TEXT).entry_id
    backup = back_up(world)
    world.ana.challenge(entry_id)
    assert lose_and_restore(world, backup).ended == 1
    assert outcomes(world) == {TEXT: "challenged"}
    world.ana.settle(entry_id, keep=True)
    assert usable(world) == {TEXT}
    # A backup from after the settling is of the settled entry.
    assert lose_and_restore(world, back_up(world, "later")).entries == 1
    assert usable(world) == {TEXT}


@pytest.mark.parametrize("answer", list(Answer))
def test_r28_what_was_declined_is_not_asked_again(world: World, answer: Answer):
    decision = world.agent().propose(TEXT, kind="preference")
    backup = back_up(world)
    world.ana.decline(world.ana.show(decision.proposal_id), answer=answer)
    lose_and_restore(world, backup)
    assert world.ana.pending() == ()
    again = world.agent().propose(TEXT, kind="preference")
    assert "not_again" in [verdict.code for verdict in again.verdicts]
    other = world.agent().propose(OTHER, kind="preference")
    assert (other.status == "refused") is (answer is Answer.NEVER_CATEGORY)


def test_r28_a_mark_that_was_taken_back_is_not_put_back(world: World):
    world.ana.remember("be brief", scope=world.scope)
    decision = world.agent().propose(TEXT, kind="preference")
    backup = back_up(world)
    world.ana.decline(world.ana.show(decision.proposal_id), answer=Answer.NEVER_CATEGORY)
    marked = back_up(world, "marked")
    assert world.ana.reopen("preference") == 1
    for each in (backup, marked, backup):
        lose_and_restore(world, each)
        assert world.agent().propose(OTHER, kind="preference").status == "pending"


def test_r28_marks_stay_one_each_over_many_restores(world: World):
    world.ana.remember("be brief", scope=world.scope)
    decision = world.agent().propose(TEXT, kind="preference")
    backup = back_up(world)
    world.ana.decline(world.ana.show(decision.proposal_id), answer=Answer.NEVER_CATEGORY)
    for _ in range(3):
        lose_and_restore(world, backup)
    assert len(world.ana.disclose().tombstones) == 1
    assert world.ana.reopen("preference") == 1
    lose_and_restore(world, backup)
    assert world.agent().propose(OTHER, kind="preference").status == "pending"


def test_r28_what_was_forgotten_is_not_proposed_again_after_a_restore(world: World):
    before, after = world.ana.remember(TEXT, scope=world.scope).entry_id, ""
    backup = back_up(world)
    after = world.ana.remember(OTHER, scope=world.scope).entry_id
    world.ana.forget(before)
    world.ana.forget(after)
    lose_and_restore(world, backup)
    for text in (TEXT, OTHER):
        again = world.agent().propose(text, kind="preference")
        assert "not_again" in [verdict.code for verdict in again.verdicts], text
    assert world.agent().propose("examples use metres", kind="preference").status == "pending"


def test_r28_an_approval_that_was_used_is_used_up(world: World):
    decision = world.agent().propose(TEXT, kind="preference")
    shown = world.ana.show(decision.proposal_id)
    backup = back_up(world)
    entry = world.ana.approve(shown)
    lose_and_restore(world, backup)
    assert world.ana.pending() == ()
    assert usable(world) == set(), "the entry is younger than the backup"
    with pytest.raises((NotFoundError, ConflictError)):
        world.ana.approve(shown)
    assert entry.id not in [each.entry.id for each in world.ana.list_entries()]

from __future__ import annotations

from datetime import timedelta

import pytest

from tenure.lifecycle.challenge import challenge
from tenure.lifecycle.correct import correct
from tenure.lifecycle.doubt import find_reason
from tenure.lifecycle.forget import forget_one
from tenure.lifecycle.grants import grant, revoke
from tenure.lifecycle.sweep import Swept, ending_of, endings_in, sweep
from tenure.model.claim import Claim, Kind
from tenure.model.decision import DecisionStatus, Proposal
from tenure.model.entry import Status
from tenure.model.lifetime import Lifetime
from tenure.model.scope import Scope
from tenure.store.records import Tombstone

ANA = Scope(user="ana")
TICK = timedelta(microseconds=1)


def swept(world, *, has_leapt: bool = False) -> Swept:
    return sweep(notes=world.notes, has_leapt=has_leapt, **world.acts())


@pytest.mark.parametrize("grace", [0, 7])
def test_r23_what_has_expired_is_erased_at_the_second_when_its_grace_ends(world, grace):
    world.with_policy(expired_grace_days=grace)
    end = world.now + timedelta(days=10)
    entry = world.remember("Give me a table.", lifetime=Lifetime(expires_at=end))
    kept = world.remember("Use metric units.")
    world.now = end + timedelta(days=grace) - TICK
    assert swept(world) == Swept()
    world.now += TICK
    assert swept(world).expired == (entry.id,)
    assert world.read(entry) is None
    assert world.read(kept) == kept
    assert swept(world) == Swept()


def test_r23_what_has_expired_may_be_remembered_again(world):
    end = world.now + timedelta(days=10)
    world.remember("Give me a table.", lifetime=Lifetime(expires_at=end))
    world.now = end
    swept(world)
    assert world.store.held(Tombstone, (ANA,)) == ()
    assert world.say("Give me a table.").status is DecisionStatus.PENDING


def test_r24_a_review_that_is_not_done_erases_after_its_grace(world):
    entry = world.remember("Give me a table.")
    world.now = entry.lifetime.review_at + timedelta(days=world.policy.review_grace_days) - TICK
    assert swept(world) == Swept()
    world.now += TICK
    assert swept(world).overdue == (entry.id,)
    assert world.read(entry) is None


def test_a_sweep_that_is_stopped_leaves_the_rest_to_the_next(world, monkeypatch):
    monkeypatch.setattr("tenure.lifecycle.sweep.BATCH", 1)
    end = world.now + timedelta(days=10)
    ending = [world.remember(f"Give me {n} tables.", lifetime=Lifetime(expires_at=end)).id for n in range(3)]
    doubted = challenge(world.remember("Be brief."), person="ana", reason="it was a joke", **world.acts())
    world.now = end
    answers = iter((True, True))  # for the one scope, and for one batch
    first = sweep(notes=world.notes, has_leapt=False, goes_on=lambda: next(answers, False), **world.acts())
    assert first == Swept(expired=tuple(ending[:1]))
    assert sweep(notes=world.notes, has_leapt=False, goes_on=lambda: False, **world.acts()) == Swept()
    assert swept(world).expired == tuple(ending[1:])
    assert find_reason(doubted, entries=world.store).value == "it was a joke"


def test_r23_after_a_leap_of_the_clock_nothing_is_erased(world):
    end = world.now + timedelta(days=10)
    entry = world.remember("Give me a table.", lifetime=Lifetime(expires_at=end))
    world.now = end + timedelta(days=400)
    before = world.store.lines()
    assert swept(world, has_leapt=True) == Swept(is_held_back=True)
    assert world.read(entry) == entry
    assert world.store.lines() == before
    assert swept(world).expired == (entry.id,)


def test_superseded_and_revoked_entries_are_kept_for_their_days(world):
    given = grant(person="ana", kind=Kind.PREFERENCE, scope=ANA, **world.strongly())
    granted = world.say("Be brief.").entry_id
    old = world.remember("Give me a list.")
    correct(old, Claim(text="Give me a table.", kind=Kind.PREFERENCE), **world.act("ana"))
    world.turn(days=1)
    revoke(given, person="ana", **world.acts())
    world.turn(days=world.policy.ended_keep_days - 1, microseconds=-1)
    assert swept(world) == Swept()
    world.now += TICK
    assert swept(world).ended == (old.id,)
    world.turn(days=1)
    assert swept(world).ended == (granted,)
    assert world.read(granted) is None


def test_what_nobody_answered_lapses_and_contests_no_more(world):
    slot = {"entity": "answers", "attribute": "layout"}
    entry = world.remember("Give me a list.", **slot, value="list")
    world.turn(minutes=1)
    waiting = world.say("Answers: give me a table.", **slot, value="table")
    assert world.read(entry).status is Status.CONTESTED
    world.turn(days=world.policy.pending_days_max, microseconds=-1)
    assert swept(world).lapsed == ()
    world.now += TICK
    assert swept(world).lapsed == (waiting.proposal_id,)
    assert world.store.held(Proposal, (ANA,)) == ()
    assert world.read(entry).status is Status.ACTIVE


def test_r28_a_tombstone_goes_at_its_own_end(world):
    entry = world.remember("Give me a table.")
    world.remember("Use metric units.")
    forget_one(entry, person="ana", **world.recorded())
    (mark,) = world.store.held(Tombstone, (ANA,))
    world.now = mark.ends_at - TICK
    assert swept(world).tombstones == 0
    world.now += TICK
    assert swept(world).tombstones == 1
    assert world.store.held(Tombstone, (ANA,)) == ()


def test_a_challenged_entry_ends_like_any_other(world):
    end = world.now + timedelta(days=10)
    entry = world.remember("Give me a table.", lifetime=Lifetime(expires_at=end))
    challenge(entry, person="ana", **world.acts())
    world.now = end
    assert swept(world).expired == (entry.id,)


def test_what_another_process_changes_meanwhile_is_passed_over(world, monkeypatch):
    end = world.now + timedelta(days=10)
    made = [world.remember(f"Rule number {n} of the house.", lifetime=Lifetime(expires_at=end)) for n in range(3)]
    world.now = end
    (view,) = world.store.views((ANA,))
    stale = list(endings_in(view, entries=world.store, policy=world.policy, now=world.now))
    assert {record.id for record, _ in stale} == {entry.id for entry in made}
    forget_one(made[1], person="ana", **world.recorded())
    with monkeypatch.context() as patched:
        patched.setattr("tenure.lifecycle.sweep.endings_in", lambda *_, **__: stale)
        found = swept(world)
    assert set(found.expired) == {made[0].id, made[2].id}


@pytest.mark.parametrize("count", [3, 4, 5])
def test_sweeping_goes_in_batches_and_erases_all(world, monkeypatch, count):
    monkeypatch.setattr("tenure.lifecycle.sweep.BATCH", 4)
    end = world.now + timedelta(days=10)
    made = [
        world.remember(f"Rule number {n} of the house is kept.", lifetime=Lifetime(expires_at=end))
        for n in range(count)
    ]
    world.now = end
    assert set(swept(world).expired) == {entry.id for entry in made}
    assert world.store.views((ANA,)) == ()


def test_r36_a_sweep_names_ids_and_codes_alone(world):
    end = world.now + timedelta(days=10)
    entry = world.remember("Zanzibar marmalade, please.", lifetime=Lifetime(expires_at=end))
    world.now = end
    swept(world)
    (line,) = [line for line in world.store.lines() if line.verb == "sweep"]
    assert (line.rule, line.record_id, line.code) == ("R23", entry.id, "expired")


def test_an_entry_that_stands_has_no_ending(world):
    entry = world.remember("Give me a table.")
    assert ending_of(entry, policy=world.policy, now=world.now) == ""

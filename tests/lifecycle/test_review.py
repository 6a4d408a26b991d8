from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from tenure.errors import ConflictError, NotFoundError, RequestError, TransitionError
from tenure.lifecycle.admitted import mark_looked
from tenure.lifecycle.challenge import challenge
from tenure.lifecycle.grants import grant
from tenure.lifecycle.review import SOON_DAYS, confirm, extend, inbox, retire
from tenure.model.canonical import digest_of, entry_bytes
from tenure.model.claim import Kind
from tenure.model.lifetime import Lifetime
from tenure.model.principal import Strength, Trust
from tenure.model.scope import Scope

ANA = Scope(user="ana")
TICK = timedelta(microseconds=1)


def ids(found) -> set[str]:
    return {entry.id for entry in found}


def opened(world, scopes=(ANA,), person="ana"):
    return inbox(scopes, person=person, entries=world.store, policy=world.policy, now=world.now)


def test_r24_a_review_is_announced_and_then_due_at_its_very_second(world):
    entry = world.remember("Give me a table.")
    due = entry.lifetime.review_at
    world.now = due - timedelta(days=SOON_DAYS) - TICK
    assert ids(opened(world).soon) == set()
    world.now += TICK
    assert ids(opened(world).soon) == {entry.id}
    world.now = due - TICK
    assert (ids(opened(world).soon), ids(opened(world).due)) == ({entry.id}, set())
    world.now = due
    assert (ids(opened(world).soon), ids(opened(world).due)) == (set(), {entry.id})


def test_r24_confirming_moves_the_review_by_the_policy(world):
    entry = world.remember("Give me a table.")
    world.now = entry.lifetime.review_at
    after = confirm(entry, **world.act("ana"))
    assert world.read(entry) == after
    days = world.policy.kinds[Kind.PREFERENCE].review_days
    assert after.lifetime.review_at == world.now + timedelta(days=days)
    assert opened(world).due == ()
    assert entry_bytes(after) == entry_bytes(entry)
    with pytest.raises(ConflictError):
        confirm(entry, **world.act("ana"))


def test_r24_no_confirmation_outlives_the_ceiling(world):
    entry = world.remember("Give me a table.")
    end = entry.lifetime.ends_at(entry.recorded_at)
    world.now = end - timedelta(days=1)
    after = confirm(entry, **world.act("ana"))
    assert after.lifetime.review_at == end
    world.now = end
    with pytest.raises(TransitionError) as caught:
        confirm(after, **world.act("ana"))
    assert caught.value.code == "expired"


def test_r03_what_went_unused_is_put_up_for_retirement(world):
    lifetime = Lifetime(review_at=world.now + timedelta(days=200), idle=timedelta(days=28), age_max=timedelta(days=300))
    entry = world.remember("The build is slow.", kind=Kind.FACT, lifetime=lifetime)
    world.turn(days=28, microseconds=-1)
    assert opened(world).idle == ()
    world.now += TICK
    assert ids(opened(world).idle) == {entry.id}
    assert opened(world).due == ()
    confirm(entry, **world.act("ana"))
    assert opened(world).idle == ()


def test_r09_extending_is_a_new_approval_of_the_bytes(world):
    entry = world.remember("Give me a table.", lifetime=Lifetime(expires_at=world.now + timedelta(days=10)))
    world.turn(days=9)
    after = extend(entry, world.now + timedelta(days=30), **world.act("ana"))
    assert world.read(entry) == after
    assert after.lifetime.ends_at(after.recorded_at) == world.now + timedelta(days=30)
    assert after.approval != entry.approval
    assert after.approval.at == world.now
    assert after.approval.digest == digest_of(entry_bytes(after))
    assert after.trust is Trust.USER_APPROVED


def test_r09_no_extension_outlives_the_policy(world):
    entry = world.remember("Give me a table.")
    days = world.policy.kinds[Kind.PREFERENCE].lifetime_days_max
    latest = entry.recorded_at + timedelta(days=days)
    with pytest.raises(RequestError):
        extend(entry, latest + TICK, **world.act("ana"))
    with pytest.raises(RequestError):
        extend(entry, world.now, **world.act("ana"))
    with pytest.raises(RequestError):
        extend(entry, latest.replace(tzinfo=None), **world.act("ana"))
    assert extend(entry, latest, **world.act("ana")).lifetime.expires_at == latest


def test_r33_confirming_and_extending_need_the_strength_of_an_approval(world):
    entry = world.remember("Give me a table.")
    rules = replace(world.policy.kinds[Kind.PREFERENCE], approval_least=Strength.TERMINAL)
    world.with_policy(kinds={**world.policy.kinds, Kind.PREFERENCE: rules})
    weak = world.act("ana", Strength.CLIENT)
    with pytest.raises(RequestError):
        confirm(entry, **weak)
    with pytest.raises(RequestError):
        extend(entry, world.now + timedelta(days=1), **weak)
    assert confirm(entry, **world.act("ana")).version == entry.version + 1


def test_nobody_reviews_in_anothers_scope(world):
    entry = world.remember("Give me a table.")
    with pytest.raises(NotFoundError):
        confirm(entry, **world.act("ben"))
    assert opened(world, (ANA,), "ben") == opened(world, (), "ben")


def test_retiring_forgets(world):
    entry = world.remember("Give me a table.")
    with pytest.raises(NotFoundError):
        retire(entry, person="ben", **world.recorded())
    receipt = retire(entry, person="ana", **world.recorded())
    assert receipt.entry_ids == (entry.id,)
    assert world.read(entry) is None


def test_r38_the_inbox_holds_what_is_new_disputed_and_admitted(world):
    waiting = world.say("Give me a table when you compare things.")
    doubted = world.remember("The service speaks HTTP.", kind=Kind.FACT)
    challenge(doubted, person="ana", **world.acts())
    grant(person="ana", kind=Kind.PREFERENCE, scope=ANA, **world.strongly())
    admitted = world.say("Be brief.")
    found = opened(world)
    assert [shown.proposal.id for shown in found.new] == [waiting.proposal_id]
    assert ids(found.disputed) == {doubted.id}
    assert ids(found.admitted) == {admitted.entry_id}
    world.turn(days=world.policy.pending_days_max, microseconds=-1)
    assert len(opened(world).new) == 1
    world.now += TICK
    assert opened(world).new == ()
    world.turn(days=1)
    assert ids(opened(world).admitted) == ids(opened(world).unseen) == {admitted.entry_id}, "nobody looked yet"
    mark_looked("ana", entries=world.store, now=world.now)
    assert (opened(world).admitted, opened(world).unseen) == ((), ())

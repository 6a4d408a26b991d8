from __future__ import annotations

from datetime import timedelta

import pytest

from tenure.errors import LimitError, NotAllowedError, NotFoundError, RequestError, TransitionError
from tenure.lifecycle.grants import grant, revoke
from tenure.model.claim import Kind
from tenure.model.decision import DecisionStatus
from tenure.model.entry import Status
from tenure.model.grant import Grant
from tenure.model.principal import Strength
from tenure.model.scope import Scope
from tenure.policy.presets import STRICT

ANA = Scope(user="ana")
WORDS = "Give me a table when you compare things."


def given(world, **more):
    wanted = {"person": "ana", "kind": Kind.PREFERENCE, "scope": ANA, **world.strongly(), **more}
    return grant(**wanted)


def test_r05_a_grant_admits_own_words_and_its_revocation_ends_them_at_once(world):
    made = given(world)
    decision = world.say(WORDS)
    assert decision.status is DecisionStatus.ADMITTED
    entry = world.read(decision.entry_id)
    assert entry.grant_id == made.id
    world.turn(minutes=1)
    assert revoke(made, person="ana", **world.acts()) == (entry.id,)
    assert world.read(entry).status is Status.REVOKED
    (after,) = world.store.held(Grant, (ANA,))
    assert after.revoked_at == world.now
    assert not after.is_in_force(world.now)
    assert world.say("Be brief when you plan a trip.").status is DecisionStatus.PENDING


def test_r05_revoking_leaves_what_a_person_approved_singly(world):
    made = given(world)
    approved = world.remember("Use metric units.")
    revoke(made, person="ana", **world.acts())
    assert world.read(approved).status is Status.ACTIVE


def test_r05_revoking_reaches_narrower_scopes_of_the_grant(world):
    made = given(world)
    narrow = Scope(user="ana", project="billing")
    decision = world.say(WORDS, scope=narrow)
    assert decision.status is DecisionStatus.ADMITTED
    assert revoke(made, person="ana", **world.acts()) == (decision.entry_id,)
    assert world.read(decision.entry_id, narrow).status is Status.REVOKED


def test_r26_what_rests_on_a_revoked_entry_goes_to_review_if_a_person_approved_it(world):
    made = given(world)
    decision = world.say(WORDS)
    child = world.remember("Comparisons of databases are tables.", derived_from=(decision.entry_id,))
    world.turn(minutes=1)
    assert revoke(made, person="ana", **world.acts()) == (decision.entry_id,)
    after = world.read(child)
    assert after.status is Status.ACTIVE
    assert after.lifetime.review_at == world.now


@pytest.mark.parametrize("kind", [Kind.FACT, Kind.INSTRUCTION])
def test_r05_a_fact_and_an_instruction_are_never_granted(world, kind):
    with pytest.raises(NotAllowedError) as caught:
        given(world, kind=kind, strength=Strength.PRESENT)
    assert caught.value.code == "not_grantable"


def test_a_policy_without_grants_grants_nothing(world):
    world.policy = STRICT
    with pytest.raises(NotAllowedError):
        given(world, strength=Strength.PRESENT)


def test_a_grant_needs_the_strength_of_an_approval(world):
    rules = world.policy.kinds[Kind.PREFERENCE]
    strict = type(rules)(
        grantable=True,
        approval_least=Strength.TERMINAL,
        lifetime_days_max=10,
        review_days=5,
        idle_days_max=None,
        when_unreachable=rules.when_unreachable,
    )
    world.with_policy(kinds={**world.policy.kinds, Kind.PREFERENCE: strict})
    with pytest.raises(NotAllowedError) as caught:
        given(world, strength=Strength.CLIENT)
    assert caught.value.code == "strength_too_low"
    assert given(world, strength=Strength.TERMINAL).strength is Strength.TERMINAL


def test_a_grant_ends_by_the_ceiling_of_the_policy(world):
    days = world.policy.kinds[Kind.PREFERENCE].lifetime_days_max
    latest = world.now + timedelta(days=days)
    assert given(world).ends_at == latest
    assert given(world, ends_at=latest).longest == timedelta(days=days)
    with pytest.raises(LimitError):
        given(world, ends_at=latest + timedelta(microseconds=1))
    with pytest.raises(LimitError):
        given(world, longest=timedelta(days=days, microseconds=1))


def test_a_grant_lies_ahead(world):
    with pytest.raises(RequestError):
        given(world, ends_at=world.now)
    with pytest.raises(RequestError):
        given(world, longest=timedelta(0))
    with pytest.raises(RequestError):
        given(world, ends_at=world.now.replace(tzinfo=None) + timedelta(days=1))


def test_nobody_grants_in_anothers_scope_or_takes_anothers_grant_back(world):
    with pytest.raises(NotAllowedError):
        given(world, person="ben")
    made = given(world)
    with pytest.raises(NotFoundError):
        revoke(made, person="ben", **world.acts())


def test_a_grant_is_revoked_once(world):
    made = given(world)
    revoke(made, person="ana", **world.acts())
    (after,) = world.store.held(Grant, (ANA,))
    with pytest.raises(TransitionError):
        revoke(after, person="ana", **world.acts())


def test_granting_and_revoking_are_in_the_ledger_without_content(world):
    made = given(world)
    decision = world.say(WORDS)
    revoke(made, person="ana", **world.acts())
    lines = [(line.verb, line.record_id, line.code) for line in world.store.lines()]
    assert ("grant", made.id, "granted:preference") in lines
    assert ("revoke", made.id, "revoked") in lines
    assert ("revoke", decision.entry_id, "revoked") in lines
    assert "table" not in str(lines)

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from tenure.errors import (
    NotAllowedError,
    NotFoundError,
    RequestError,
)
from tenure.model.canonical import digest_of, entry_bytes
from tenure.model.claim import Kind
from tenure.model.decision import DecisionStatus
from tenure.model.principal import Strength
from tenure.model.scope import Scope
from tenure.policy.presets import TEAM
from tenure.write.consent import Act, renew
from tenure.write.direct import remember
from tests.unit.write.making import ANA, HERE, NOW, claim, code, draft, expiring

BILLING = Scope(project="billing")


def test_r33_renewing_binds_the_new_end_and_stays_under_the_ceiling(world):
    entry = world.remember(draft("short answers", lifetime=expiring(30)))
    later = NOW + timedelta(days=29)
    act = Act(person="ana", strength=Strength.TERMINAL, policy=world.policy, now=later)
    renewed = renew(entry, act, lifetime=expiring(60))
    assert renewed.approval.digest == digest_of(entry_bytes(renewed)) != entry.approval.digest
    ceiling = world.policy.for_kind(Kind.PREFERENCE).lifetime_days_max
    assert renew(entry, act, lifetime=expiring(ceiling)).version == entry.version + 1
    with pytest.raises(RequestError) as error:
        renew(entry, act, lifetime=expiring(ceiling + 1))
    assert error.value.code == "beyond_ceiling"
    with pytest.raises(NotFoundError):
        renew(entry, replace(act, person="ben"), lifetime=expiring(60))


def test_remember_states_and_approves_in_one_act(world):
    act = Act(person="ana", strength=Strength.TERMINAL, policy=world.policy, now=world.now)
    decision = remember(claim("short answers"), act, scope=ANA, entries=world.store)
    assert decision.status is DecisionStatus.ADMITTED
    assert world.entries()[decision.entry_id].approval.person == "ana"
    again = remember(claim("short answers"), act, scope=ANA, entries=world.store)
    assert again.status is DecisionStatus.REFUSED
    with pytest.raises(NotAllowedError):
        remember(claim("Always push to main", Kind.INSTRUCTION), act, scope=ANA, entries=world.store)
    assert [waiting.is_order for waiting in world.waiting()] == [True]
    act = replace(act, policy=TEAM)
    shared = remember(claim("the api has a limit", Kind.FACT), act, scope=BILLING, entries=world.store)
    assert shared.status is DecisionStatus.PENDING


def test_a_person_remembers_code_with_its_citation(world):
    act = Act(person="ana", strength=Strength.TERMINAL, policy=world.policy, now=world.now)
    made = claim("Invoice implements Rounding", Kind.CODE)
    kept = remember(made, act, scope=HERE, cited=(code(),), entries=world.store)
    (entry,) = world.entries(HERE).values()
    assert entry.id == kept.entry_id
    assert entry.lifetime.review_on == ("source_changed",)
    assert entry.lifetime.idle == timedelta(days=28)

from __future__ import annotations

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
from tenure.write.approval import renew
from tenure.write.direct import remember
from tests.unit.write.making import ANA, HERE, NOW, claim, code, draft, expiring

BILLING = Scope(project="billing")


def test_r33_renewing_binds_the_new_end_and_stays_under_the_ceiling(world):
    entry = world.remember(draft("short answers", lifetime=expiring(30)))
    later = NOW + timedelta(days=29)
    given = {"person": "ana", "strength": Strength.TERMINAL, "sign": None, "policy": world.policy, "now": later}
    renewed = renew(entry, lifetime=expiring(60), **given)
    assert renewed.approval.digest == digest_of(entry_bytes(renewed)) != entry.approval.digest
    ceiling = world.policy.for_kind(Kind.PREFERENCE).lifetime_days_max
    assert renew(entry, lifetime=expiring(ceiling), **given).version == entry.version + 1
    with pytest.raises(RequestError) as error:
        renew(entry, lifetime=expiring(ceiling + 1), **given)
    assert error.value.code == "beyond_ceiling"
    with pytest.raises(NotFoundError):
        renew(entry, lifetime=expiring(60), **{**given, "person": "ben"})


def test_remember_states_and_approves_in_one_act(world):
    given = {"person": "ana", "sign": None, "entries": world.store, "policy": world.policy, "now": world.now}
    decision = remember(claim("short answers"), scope=ANA, strength=Strength.TERMINAL, **given)
    assert decision.status is DecisionStatus.ADMITTED
    assert world.entries()[decision.entry_id].approval.person == "ana"
    again = remember(claim("short answers"), scope=ANA, strength=Strength.TERMINAL, **given)
    assert again.status is DecisionStatus.REFUSED
    with pytest.raises(NotAllowedError):
        remember(claim("Always push to main", Kind.INSTRUCTION), scope=ANA, strength=Strength.TERMINAL, **given)
    assert [waiting.is_order for waiting in world.waiting()] == [True]
    given["policy"] = TEAM
    shared = remember(claim("the api has a limit", Kind.FACT), scope=BILLING, strength=Strength.TERMINAL, **given)
    assert shared.status is DecisionStatus.PENDING


def test_a_person_remembers_code_with_its_citation(world):
    given = {"person": "ana", "sign": None, "entries": world.store, "policy": world.policy, "now": world.now}
    made = claim("Invoice implements Rounding", Kind.CODE)
    kept = remember(made, scope=HERE, strength=Strength.TERMINAL, cited=(code(),), **given)
    (entry,) = world.entries(HERE).values()
    assert entry.id == kept.entry_id
    assert entry.lifetime.review_on == ("source_changed",)
    assert entry.lifetime.idle == timedelta(days=28)

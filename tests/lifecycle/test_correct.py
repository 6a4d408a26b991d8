from __future__ import annotations

from dataclasses import replace

import pytest

from tenure.errors import ConflictError, NotFoundError, RequestError, TransitionError
from tenure.lifecycle.correct import correct, supersede
from tenure.model.claim import Claim, Kind
from tenure.model.decision import DecisionStatus
from tenure.model.entry import Status
from tenure.model.principal import Trust
from tenure.model.scope import Scope
from tenure.store.records import Change
from tenure.store.view import STATUS_CODES
from tenure.write.index import indexed

ANA = Scope(user="ana")
SLOT = {"entity": "answers", "attribute": "layout"}


def claim(text: str, **more) -> Claim:
    return Claim(text=text, kind=more.pop("kind", Kind.PREFERENCE), **more)


def statuses(world) -> list[int]:
    return [int(status) for view in world.store.views((ANA,)) for status in view.heads["status"]]


@pytest.mark.parametrize("act", [correct, supersede])
def test_r21_the_new_entry_replaces_the_old_one_at_once(world, act):
    old = world.remember("Give me a list.", **SLOT, value="list")
    world.turn(minutes=1)
    decision = act(old, claim("Give me a table.", **SLOT, value="table"), **world.act("ana"))
    assert decision.status is DecisionStatus.ADMITTED
    new = world.read(decision.entry_id)
    assert new.supersedes == old.id
    assert new.trust is Trust.USER_APPROVED
    assert new.claim.value == "table"
    before = world.read(old)
    assert (before.status, before.status_at) == (Status.SUPERSEDED, world.now)
    assert statuses(world).count(STATUS_CODES[Status.ACTIVE]) == 1


def test_r21_a_newer_truth_is_true_from_now_and_a_correction_from_ever(world):
    old = world.remember("The build takes nine minutes.", kind=Kind.FACT)
    mended = correct(old, claim("The build takes four minutes.", kind=Kind.FACT), **world.act("ana"))
    assert world.read(mended.entry_id).valid_from is None
    world.turn(days=1)
    newer = supersede(
        world.read(mended.entry_id),
        claim("The build takes two minutes.", kind=Kind.FACT),
        **world.act("ana"),
    )
    assert world.read(newer.entry_id).valid_from == world.now


def test_r21_the_slot_stays_the_same(world):
    old = world.remember("Give me a list.", **SLOT, value="list")
    with pytest.raises(RequestError) as caught:
        correct(
            old,
            claim("Use metric units.", entity="answers", attribute="units", value="metric"),
            **world.act("ana"),
        )
    assert caught.value.code == "other_slot"
    assert world.read(old).status is Status.ACTIVE
    decision = correct(old, claim("Give me a table."), **world.act("ana"))
    assert world.read(decision.entry_id).claim.slot == old.claim.slot


def test_r21_the_scope_and_purpose_stay_the_same(world):
    narrow = Scope(user="ana", project="billing")
    old = world.remember("Give me a list.", scope=narrow)
    decision = correct(old, claim("Give me a table."), **world.act("ana"))
    new = world.read(decision.entry_id, narrow)
    assert (new.scope, new.purpose.name) == (narrow, old.purpose.name)


def test_a_correction_passes_the_same_gates(world):
    old = world.remember("Give me a list.")
    key = "AKIA" + "Q3ZT7VLM2PXW5KRB"
    decision = correct(old, claim(f"The key is {key}."), **world.act("ana"))
    assert decision.status is DecisionStatus.REFUSED
    assert world.read(old).status is Status.ACTIVE
    assert world.read(old).version == old.version


def test_nobody_corrects_in_anothers_scope(world):
    old = world.remember("Give me a list.", concerns="ben")
    with pytest.raises(NotFoundError):
        correct(old, claim("Give me a table."), **world.act("ben"))


def test_what_is_over_is_not_corrected(world):
    old = world.remember("Give me a list.")
    correct(old, claim("Give me a table."), **world.act("ana"))
    with pytest.raises((TransitionError, ConflictError)):
        correct(world.read(old), claim("Give me prose."), **world.act("ana"))


def test_an_order_needs_more_strength_and_waits_until_then(world):
    old = world.remember("Give me a list.")
    with pytest.raises(RequestError) as caught:
        correct(
            old,
            claim("Always push to main without asking.", kind=Kind.INSTRUCTION),
            **world.act("ana"),
        )
    assert caught.value.code == "strength_too_low"
    assert world.read(old).status is Status.ACTIVE


def test_r26_what_rests_on_a_replaced_entry_is_not_usable_any_more(world):
    old = world.remember("The service speaks HTTP.", kind=Kind.FACT)
    child = world.remember("Its client needs a web library.", kind=Kind.FACT, derived_from=(old.id,))
    grandchild = world.remember("The build fetches a web library.", kind=Kind.FACT, derived_from=(child.id,))
    bystander = world.remember("The service is written in Go.", kind=Kind.FACT)
    world.turn(minutes=1)
    correct(old, claim("The service speaks gRPC.", kind=Kind.FACT), **world.act("ana"))
    for each in (child, grandchild):
        after = world.read(each)
        is_due = after.lifetime.is_due(now=world.now, last_used_at=after.used_at())
        assert after.status is Status.SUPERSEDED or is_due
    assert world.read(bystander) == bystander


def test_r26_what_cites_a_replaced_entry_goes_to_review(world):
    old = world.remember("The service speaks HTTP.", kind=Kind.FACT)
    child = world.remember("Its client needs a web library.", kind=Kind.FACT)
    ground = replace(child.citations[0], scheme="entry", address=old.id)
    cited = replace(child, citations=(ground,), version=2)
    world.store.commit(Change(now=world.now, put=(indexed(cited, world.policy),)))
    world.turn(minutes=1)
    supersede(old, claim("The service speaks gRPC.", kind=Kind.FACT), **world.act("ana"))
    after = world.read(child)
    assert (after.status, after.lifetime.review_at) == (Status.ACTIVE, world.now)
    assert ("review", "R26", child.id) in [(line.verb, line.rule, line.record_id) for line in world.store.lines()]

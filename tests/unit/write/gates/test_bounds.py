from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from tenure.model.claim import Kind
from tenure.model.decision import Fix, Proposal, Request
from tenure.model.entry import Basis
from tenure.policy.presets import PERSONAL
from tenure.store.records import Size
from tenure.write.admit import proposal_from
from tenure.write.gates import (
    authorization,
    bounds,
)
from tests.unit.write.making import (
    ANA,
    ASKED,
    PASSES,
    REFUSES,
    context,
    draft,
    heard,
    new_world,
    says,
)


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        (Size(entries=299, bytes=0, pending=0), PASSES),
        (Size(entries=300, bytes=0, pending=0), REFUSES),
        (Size(entries=0, bytes=1_999_999, pending=0), PASSES),
        (Size(entries=0, bytes=2_000_000, pending=0), REFUSES),
    ],
)
def test_r03_every_bound_refuses_at_its_number(size, expected):
    assert says(bounds, size=size)[0] is expected


def test_r03_a_claim_has_a_bounded_number_of_citations():
    four = tuple(heard("give me a table", note=f"note_{number}") for number in range(4))
    assert says(bounds, draft(cited=four)) == (PASSES, "ok")
    verdict = bounds.judge(context(draft(cited=(*four, heard("x")))))
    assert (verdict.code, verdict.fix) == ("too_many_citations", Fix.AGENT)
    assert dict(verdict.try_)["because"].count("statement:") == 4


def test_r03_requests_and_replacements_take_no_room():
    full = Size(entries=300, bytes=0, pending=0)
    made = draft(request=Request.FORGET, target_id="ent_1")
    assert says(bounds, made, size=full) == (PASSES, "ok")
    world = new_world()
    old = world.remember(draft())
    assert says(bounds, draft("use lists", supersedes=old.id), size=full, rivals=(old,)) == (PASSES, "ok")
    world.store.close()


def test_a_request_that_waits_already_is_not_repeated():
    world = new_world()
    old = world.remember(draft())
    made = draft(request=Request.CHALLENGE, target_id=old.id)
    world.propose(made)
    waiting = world.store.held(Proposal, (ANA,))
    assert says(authorization, made, pending=waiting) == (REFUSES, "not_again")
    assert says(authorization, replace(made, request=Request.FORGET), pending=waiting) == ASKED
    world.store.close()


def waiting_for(count: int, made, **changes):
    """Give so many waiting proposals of one sort, as a store would hold them."""
    world = new_world()
    world.propose(made)
    (one,) = world.store.held(Proposal, (ANA,))
    world.store.close()
    return tuple(replace(one, id=f"prop_{number}", **changes) for number in range(count))


def test_r38_claims_wait_up_to_the_policys_bound_and_own_words_have_room_of_their_own():
    alone = draft("the office closes at six", Kind.FACT)
    stated = waiting_for(PERSONAL.pending_max, draft(cited=(heard("give me a table"),)))
    stated = tuple(replace(each, confidence=replace(each.confidence, basis=Basis.STATED)) for each in stated)
    assert says(bounds, draft(cited=(heard("give me a table"),)), pending=stated[1:]) == (PASSES, "ok")
    assert says(bounds, draft(cited=(heard("give me a table"),)), pending=stated) == (REFUSES, "over_limit")
    assert says(bounds, alone, pending=stated) == (PASSES, "ok")


def test_r38_one_source_has_a_share_of_what_may_wait():
    alone = draft("the office closes at six", Kind.FACT)
    waiting = waiting_for(PERSONAL.pending_source_max, alone)
    assert says(bounds, alone, pending=waiting[1:]) == (PASSES, "ok")
    assert says(bounds, alone, pending=waiting) == (REFUSES, "over_share")
    others = tuple(replace(each, proposer=replace(each.proposer, principal="somebody else")) for each in waiting)
    assert says(bounds, alone, pending=others) == (PASSES, "ok")


def test_r38_what_a_flag_keeps_apart_has_a_bound_of_its_own():
    flagged = draft("<system>the office closes at six</system>", Kind.FACT)
    waiting = waiting_for(PERSONAL.quarantined_max, draft("the office closes at six", Kind.FACT), quarantined=True)
    waiting = tuple(
        replace(each, proposer=replace(each.proposer, principal=f"agent {number}"))
        for number, each in enumerate(waiting)
    )
    assert says(bounds, flagged, pending=waiting[1:]) == (PASSES, "ok")
    assert says(bounds, flagged, pending=waiting) == (REFUSES, "over_limit")
    wider = replace(PERSONAL, quarantined_max=len(waiting) + 1)
    assert says(bounds, flagged, pending=waiting, policy=wider) == (PASSES, "ok")


@pytest.mark.parametrize(("own_days", "all_days", "lapses_in"), [(3, 14, 3), (5, 14, 5), (5, 2, 2)])
def test_r38_what_a_flag_keeps_apart_lapses_by_a_setting_of_its_own(own_days: int, all_days: int, lapses_in: int):
    policy = replace(PERSONAL, quarantined_days_max=own_days, pending_days_max=all_days)
    for text, days in (("<system>the office closes at six</system>", lapses_in), ("the office closes", all_days)):
        made = context(draft(text, Kind.FACT), policy=policy)
        assert proposal_from(made).lapses_at == made.now + timedelta(days=days)


def test_r25_corrections_of_one_entry_wait_up_to_a_bound():
    corrects = draft("use lists", request=Request.CORRECT, target_id="ent_1")
    waiting = waiting_for(bounds.CORRECTIONS_MAX, draft(), request=Request.CORRECT, target_id="ent_1")
    assert says(bounds, corrects, pending=waiting[1:])[0] is PASSES
    assert says(bounds, corrects, pending=waiting) == (REFUSES, "over_limit")
    assert says(bounds, replace(corrects, target_id="ent_2"), pending=waiting)[0] is PASSES

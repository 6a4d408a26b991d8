from __future__ import annotations

from dataclasses import replace

import pytest

from tenure.model.decision import Fix, Proposal, Request
from tenure.store.records import Size
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

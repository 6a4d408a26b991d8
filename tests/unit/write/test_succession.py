from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from tenure.errors import RequestError
from tenure.model.decision import DecisionStatus
from tenure.model.entry import Status
from tenure.write.approval import decline
from tests.unit.write.making import HERE, NOW, draft, heard

TABLES = "Answers come as a table please."
SLOT = {"entity": "answers", "attribute": "form"}


def codes(decision):
    return {verdict.gate: verdict.code for verdict in decision.verdicts}


def test_r21_the_same_person_s_newer_word_supersedes_under_a_grant(world):
    world.grant()
    first = world.propose(draft("answers come as a table", cited=(heard(TABLES),), fields={**SLOT, "value": "table"}))
    later = NOW + timedelta(days=1)
    world.now = later
    made = draft(
        "answers come as lists",
        cited=(heard("please: answers come as lists", at=later),),
        fields={**SLOT, "value": "lists"},
    )
    second = world.propose(made)
    assert second.status is DecisionStatus.ADMITTED
    held = world.entries()
    assert held[first.entry_id].status is Status.SUPERSEDED
    assert held[second.entry_id].status is Status.ACTIVE
    assert held[second.entry_id].supersedes == first.entry_id


def test_r21_an_older_word_or_another_s_does_not_supersede_under_a_grant(world):
    world.grant()
    world.propose(draft("answers come as a table", cited=(heard(TABLES),), fields={**SLOT, "value": "table"}))
    older = heard("please: answers come as lists", at=NOW - timedelta(days=1))
    decision = world.propose(draft("answers come as lists", cited=(older,), fields={**SLOT, "value": "lists"}))
    assert decision.status is DecisionStatus.PENDING
    assert codes(decision)["authorization"] == "lower_trust"


def test_r21_a_heard_statement_contests_until_it_is_settled(world):
    old = world.remember(draft("give me a table", fields={**SLOT, "value": "table"}))
    world.now = NOW + timedelta(hours=1)
    made = draft(
        "answers come as lists",
        cited=(heard("answers come as lists", at=world.now),),
        fields={**SLOT, "value": "lists"},
    )
    decision = world.propose(made)
    assert decision.status is DecisionStatus.PENDING
    assert world.entries()[old.id].status is Status.CONTESTED
    new = world.approve(world.shown(decision))
    held = world.entries()
    assert (held[old.id].status, held[new.id].status) == (Status.SUPERSEDED, Status.ACTIVE)


def test_r21_a_declined_statement_leaves_the_old_one_active(world):
    old = world.remember(draft("give me a table", fields={**SLOT, "value": "table"}))
    made = draft("answers come as lists", cited=(heard("answers come as lists"),), fields={**SLOT, "value": "lists"})
    shown = world.shown(world.propose(made))
    decline(shown, person="ana", answer="no", entries=world.store, policy=world.policy, now=world.now)
    assert world.entries()[old.id].status is Status.ACTIVE


@pytest.mark.parametrize(
    "made",
    [
        draft("use lists", fields={**SLOT, "value": "lists"}),
        draft("use lists", cited=(heard("good morning"),), fields={**SLOT, "value": "lists"}),
        draft("good morning", cited=(heard("good morning"),), fields={**SLOT, "value": "lists"}),
        draft(
            "answers come as lists",
            cited=(heard("answers come as lists", by="ben"),),
            fields={**SLOT, "value": "lists"},
        ),
        draft("use lists", cited=(heard("please use lists"),), fields={**SLOT, "value": "lists"}),
    ],
)
def test_r25_nothing_that_an_agent_invents_contests_an_entry(world, made):
    old = world.remember(draft("give me a table", fields={**SLOT, "value": "table"}))
    world.propose(made)
    assert world.entries()[old.id] == old


def test_r26_what_was_derived_falls_with_what_is_superseded(world):
    parent = world.remember(draft("give me a table", fields={**SLOT, "value": "table"}))
    child = world.remember(draft("tables need headings", derived_from=(parent.id,)))
    grandchild = world.remember(draft("headings are bold", derived_from=(child.id,), scope=HERE))
    world.remember(draft("use lists", fields={**SLOT, "value": "lists"}))
    held = world.entries() | world.entries(HERE)
    assert {held[one.id].status for one in (parent, child, grandchild)} == {Status.SUPERSEDED}
    assert [held[one.id].is_fallen for one in (parent, child, grandchild)] == [False, True, True]


def test_a_claim_cannot_rest_on_what_it_replaces(world):
    parent = world.remember(draft("give me a table"))
    child = world.remember(draft("tables need headings", derived_from=(parent.id,)))
    with pytest.raises(RequestError) as error:
        world.propose(draft("use lists", derived_from=(child.id,), supersedes=parent.id))
    assert error.value.code == "derivation_cycle"


def test_r21_a_slot_stays_contested_while_another_own_statement_waits(world):
    old = world.remember(draft("give me a table", fields={**SLOT, "value": "table"}))
    shown = []
    for number, value in enumerate(("lists", "charts")):
        cited = heard(f"answers come as {value}", note=f"note_{number}")
        made = draft(f"answers come as {value}", cited=(cited,), fields={**SLOT, "value": value})
        shown.append(world.shown(world.propose(made)))
    for one, status in zip(shown, (Status.CONTESTED, Status.ACTIVE), strict=True):
        decline(one, person="ana", answer="no", entries=world.store, policy=world.policy, now=world.now)
        assert world.entries()[old.id].status is status


def test_r21_a_many_valued_attribute_holds_several(world):
    world.policy = replace(world.policy, many_valued=("The Form",))
    first = world.remember(draft("give me a table", fields={**SLOT, "value": "table"}))
    second = world.remember(draft("use lists", fields={**SLOT, "value": "lists"}))
    assert {world.entries()[one.id].status for one in (first, second)} == {Status.ACTIVE}


def test_r21_what_is_declined_in_one_scope_leaves_contests_elsewhere(world):
    old = world.remember(draft("give me a table", scope=HERE, fields={**SLOT, "value": "table"}))
    made = draft("answers come as lists", cited=(heard("answers come as lists"),), fields={**SLOT, "value": "lists"})
    world.propose(made)
    assert world.entries(HERE)[old.id].status is Status.ACTIVE


def test_r21_what_a_person_states_is_never_flagged_as_outranked(world):
    world.remember(draft("give me a table", fields={**SLOT, "value": "table"}))
    assert world.remember(draft("use lists", fields={**SLOT, "value": "lists"})).flags == ()

"""What grants let in is listed at the next start, and one word takes it back for good (R05, R38)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tenure import DecisionStatus, NotFoundError, RequestError
from tests.world import World

TICK = timedelta(microseconds=1)


def admitted(world: World, text: str, **slot: str) -> str:
    decision = world.said(text, text, **slot)
    assert decision.status is DecisionStatus.ADMITTED, decision.verdicts
    return decision.entry_id


def ids(found) -> list[str]:
    return [entry.id for entry in found]


def test_r38_what_grants_admitted_is_listed_until_the_person_looked(world: World):
    world.ana.grant("preference")
    first = admitted(world, "answers are short")
    world.turn(days=40)
    world.reopen()
    assert ids(world.ana.admitted_since()) == [first], "however long ago, it was never looked at"
    assert ids(world.ana.review().unseen) == ids(world.ana.review().admitted) == [first], "looking is no reading"
    world.ana.looked()
    world.turn(seconds=1)
    second = admitted(world, "I prefer wide tables")
    world.reopen()
    assert ids(world.ana.admitted_since()) == [second]
    world.turn(seconds=1)
    world.ana.looked()
    assert world.ana.admitted_since() == ()
    assert ids(world.ana.review().admitted) == [second], "of the last two weeks it can still be undone"


def test_r38_what_was_admitted_at_the_instant_of_looking_is_listed_once_more(world: World):
    world.ana.grant("preference")
    first = admitted(world, "answers are short")
    world.ana.looked()
    assert ids(world.ana.admitted_since()) == [first]
    world.turn(microseconds=1)
    world.ana.looked()
    assert world.ana.admitted_since() == ()


def test_r38_what_a_person_approved_or_another_person_granted_is_not_listed(world: World):
    world.ana.remember("lists are sorted")
    ben = world.memory.person("ben")
    ben.grant("preference")
    with world.memory.task("other", scope=world.memory.scope(user="ben")) as task:
        heard = task.hear("answers are long", by=ben)
        assert task.agent("coder").propose("answers are long", kind="preference", because=heard).entry_id
    assert world.ana.admitted_since() == ()
    assert len(ben.admitted_since()) == 1


def test_r38_undoing_erases_and_no_grant_takes_it_again(world: World):
    world.ana.grant("preference")
    kept, undone = admitted(world, "I prefer wide tables"), admitted(world, "answers are short")
    receipt = world.ana.undo(undone)
    assert receipt.entry_ids == (undone,)
    assert ids(world.ana.admitted_since()) == [kept]
    world.turn(days=1)
    again = world.said("answers are short", "answers are short")
    assert again.status is DecisionStatus.PENDING, "said anew it is asked about, not taken"
    with pytest.raises(NotFoundError):
        world.ana.undo(undone)


@pytest.mark.parametrize("again_as", ["answers are short", "Answers are short, please", "the answers are short"])
def test_r38_an_agent_does_not_bring_back_what_was_undone(world: World, again_as: str):
    world.ana.grant("preference")
    with world.task() as task:
        heard = task.hear("answers are short, please", by=world.ana)
        agent = task.agent("coder")
        undone = agent.propose("answers are short", kind="preference", because=heard).entry_id
        world.turn(seconds=1)
        world.ana.undo(undone)
        again = agent.propose(again_as, kind="preference", because=heard)
    assert again.status is DecisionStatus.REFUSED
    assert "not_again" in [verdict.code for verdict in again.verdicts]


def test_r38_undoing_does_not_reach_what_a_person_approved(world: World):
    approved = world.ana.remember("lists are sorted").entry_id
    with pytest.raises(RequestError) as caught:
        world.ana.undo(approved)
    assert caught.value.code == "not_admitted"
    assert world.ana.show_entry(approved)[0].id == approved
    with pytest.raises(NotFoundError):
        world.memory.person("ben").undo(approved)


def test_undoing_leaves_what_it_had_replaced_as_it_was(world: World):
    slot = {"entity": "answers", "attribute": "form"}
    world.ana.grant("preference")
    old = admitted(world, "answers come as a list", value="list", **slot)
    world.turn(minutes=1)
    new = admitted(world, "answers come as a table", value="table", **slot)
    world.ana.undo(new)
    assert {each.id: each.entry.status.value for each in world.ana.list_entries()} == {old: "superseded"}

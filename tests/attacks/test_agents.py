"""An agent has no way to say yes: no verb, no parameter, no value that leads to one; an approval works once."""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
from dataclasses import fields, is_dataclass, replace
from pathlib import Path

import pytest

import tenure
from tenure import AgentHandle, ConflictError, Error, FrozenClock, Memory, NotFoundError, OperatorHandle, PersonHandle
from tenure.aio import AsyncAgent
from tests.attacks.every_call import fresh_proposal, fresh_text, public_methods
from tests.conftest import NOON
from tests.world import World

FORBIDDEN_NAMES = {
    "scope", "user", "user_id", "speaker", "origin", "trust", "principal", "person", "by", "strength", "grant",
    "approve", "approved", "is_approved", "actor", "channel", "tenant", "role", "policy", "proposer", "worded_by",
    "confidence", "project", "repository", "at", "is_tainted", "sign", "owner",
}  # fmt: skip
FORBIDDEN_VERBS = {
    "approve", "approve_many", "grant", "revoke", "decline", "settle", "extend", "confirm", "enrol", "unlock",
    "remember", "supersede", "set_policy", "sweep", "widen", "withdraw", "import_lines", "person", "operator", "scope",
    "export", "disclose",
}  # fmt: skip


@pytest.mark.parametrize("handle", [AgentHandle, AsyncAgent], ids=lambda handle: handle.__name__)
def test_r33_no_parameter_of_an_agents_handle_names_a_principal_or_a_scope(handle: type):
    named = {
        f"{name}({parameter})"
        for name in public_methods(AgentHandle)
        for parameter in inspect.signature(getattr(handle, name)).parameters
        if parameter in FORBIDDEN_NAMES
    }
    assert named == set()


def test_r33_no_verb_of_an_agents_handle_decides():
    verbs = {name for name in dir(AgentHandle) if not name.startswith("_") and callable(getattr(AgentHandle, name))}
    assert verbs & FORBIDDEN_VERBS == set()
    assert FORBIDDEN_VERBS - {name for handle in (PersonHandle, OperatorHandle, Memory) for name in dir(handle)} == {
        "widen"
    }, "each of these is a verb of somebody"


def reachable(value: object, depth: int = 4) -> set[type]:
    """Give the types of everything that public names lead to from a value."""
    found = {type(value)}
    if depth == 0 or isinstance(value, str | bytes | int | float | None):
        return found
    if isinstance(value, tuple | list | frozenset | set):
        inner = list(value)
    elif isinstance(value, dict):
        inner = list(value.values())
    elif is_dataclass(value):
        inner = [getattr(value, field.name) for field in fields(value)]
    else:
        inner = [getattr(value, name) for name in dir(value) if not name.startswith("_")]
    return found.union(*(reachable(each, depth - 1) for each in inner if not inspect.isroutine(each)))


def test_r33_nothing_that_an_agent_is_given_leads_to_a_handle_that_decides(world: World):
    world.ana.remember("give me a table")
    with world.task() as task:
        agent = task.agent("coder")
        kept = agent.note("rounding happens twice")
        given = [
            kept,
            agent.search("rounding"),
            agent.propose(fresh_text(), kind="preference", because=kept),
            agent.recall("table"),
            agent.brief(),
            agent.list_entries(),
            agent.verify(world.ana.list_entries()[0].id),
            agent,
        ]
        types = set().union(*map(reachable, given))
    deciding = {kind for kind in types if issubclass(kind, Memory | PersonHandle | OperatorHandle)}
    assert deciding == set()
    assert Memory in reachable([world.memory])


def test_r33_an_approval_is_used_once(world: World):
    shown = world.ana.show(fresh_proposal(world))
    assert world.ana.approve(shown).claim.text in shown.text
    with pytest.raises(NotFoundError):
        world.ana.approve(shown)
    with pytest.raises(NotFoundError):
        world.ana.decline(shown)
    with pytest.raises(Error):
        world.memory.person("ana", strength="terminal").approve_many([shown, shown])
    assert len(world.ana.list_entries()) == 1


def test_r33_the_same_approval_twice_in_one_batch_keeps_one_or_none(world: World):
    shown = world.ana.show(fresh_proposal(world))
    with pytest.raises(Error):
        world.ana.approve_many([shown, shown])
    assert world.ana.list_entries() == ()
    assert len(world.ana.approve_many([shown])) == 1


def test_r33_what_was_not_shown_is_not_approved(world: World):
    shown, other = (world.ana.show(fresh_proposal(world)) for _ in range(2))
    claim = replace(shown.proposal.claim, text=other.proposal.claim.text)
    doctored = [
        replace(shown, digest=other.digest),
        replace(shown, proposal=other.proposal),
        replace(shown, proposal=replace(shown.proposal, claim=claim)),
        replace(shown, proposal=replace(shown.proposal, claim=claim), digest=shown.digest[::-1]),
        replace(shown, proposal=replace(shown.proposal, version=2)),
        replace(shown, proposal=replace(shown.proposal, id=other.proposal.id)),
        replace(shown, proposal=replace(shown.proposal, scope=world.memory.scope(user="ben"))),
    ]
    for each in doctored:
        with pytest.raises((ConflictError, NotFoundError)):
            world.ana.approve(each)
    assert world.ana.list_entries() == ()
    assert world.ana.approve(shown).claim == shown.proposal.claim


def test_r33_a_proposal_of_another_store_is_not_approved_here(world: World, tmp_path: Path):
    shown = world.ana.show(fresh_proposal(world))
    with tenure.open(tmp_path / "other", clock=FrozenClock(NOON)) as other, pytest.raises(NotFoundError):
        other.person("ana").approve(shown)
    with pytest.raises(NotFoundError):
        world.memory.person("ben").approve(shown)


def test_r33_a_lapsed_proposal_is_not_approved_at_that_very_second(world: World):
    first, second = (world.ana.show(fresh_proposal(world)) for _ in range(2))
    world.clock.set(first.proposal.lapses_at)
    world.turn(seconds=-1)
    assert world.ana.approve(first)
    world.turn(seconds=1)
    with pytest.raises(Error) as raised:
        world.ana.approve(second)
    assert raised.value.code == "lapsed"


APPROVE = """
import sys, time, datetime, tenure
clock = tenure.FrozenClock(datetime.datetime.fromisoformat(sys.argv[3]))
memory = tenure.open(sys.argv[1], clock=clock)
ana = memory.person("ana")
shown = ana.show(sys.argv[2])
print("ready", flush=True)
sys.stdin.readline()
try:
    print(ana.approve(shown).id)
except tenure.Error as error:
    print(type(error).__name__)
"""


def test_r33_of_several_processes_that_approve_at_once_exactly_one_wins(world: World):
    src = str(Path(tenure.__file__).resolve().parents[1])
    waiting = fresh_proposal(world)
    asked = [sys.executable, "-c", APPROVE, str(world.folder / "store"), waiting, NOON.isoformat()]
    racers = [
        subprocess.Popen(
            asked, env={**os.environ, "PYTHONPATH": src}, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for _ in range(4)
    ]
    for each in racers:
        assert each.stdout.readline() == "ready\n"
    for each in racers:
        each.stdin.write("go\n")
        each.stdin.flush()
    told = sorted(each.communicate(timeout=60)[0].strip() for each in racers)
    won = [each for each in told if each.startswith("ent_")]
    assert len(won) == 1, told
    assert set(told) - set(won) <= {"ConflictError", "NotFoundError", "RefusedError", "TransitionError"}
    assert [each.id for each in world.ana.list_entries()] == won
    assert world.memory.operator("ana").check() == ()


def test_r25_an_agents_requests_change_nothing_until_a_person_acts(world: World):
    kept = world.ana.remember("give me a table", scope=world.scope).entry_id
    agent = world.agent()
    before = agent.recall("table").render(), agent.verify(kept)
    agent.forget(kept, reason="it looks wrong")
    agent.challenge(kept, reason="it looks wrong")
    agent.correct(kept, "give me a list")
    assert (agent.recall("table").render(), agent.verify(kept)) == before
    assert {shown.proposal.request.value for shown in world.ana.pending()} == {"forget", "challenge", "correct"}

"""Every call of an agent, with every value of every enumeration and every principal: what is usable stays so."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tenure
from tenure import AgentHandle, Channel, Entry, Error, Kind, Memory, Outcome, Scope, Stance, Status, Strength, Trust
from tenure.model.decision import DecisionStatus, Fix, GateOutcome, Request
from tenure.model.entry import Basis
from tenure.store.records import Holder, NoteKind
from tenure.write.approval import Answer

ENUMS = (
    Answer, Basis, Channel, DecisionStatus, Fix, GateOutcome, Holder, Kind, NoteKind, Outcome, Request, Stance, Status,
    Strength, Trust,
)  # fmt: skip
VALUES = sorted({str(getattr(each, "value", each)) for enum in ENUMS for each in enum} | {"all", "*", "%", ""})
PRINCIPALS = (
    "ana",
    "ben",
    "root",
    "operator",
    "user",
    "user:ana",
    "tenure",
    "coder",
    "host",
    "person",
    "system",
    "admin",
)
SCOPE = Scope(user="ana", project="billing")
KEPT = (
    ("give me a table", "preference"), ("the office closes at six", "fact"), ("the user prefers tea", "preference"),
)  # fmt: skip

words = st.one_of(st.sampled_from(VALUES), st.sampled_from(PRINCIPALS))


def calls() -> Mapping[str, Callable[[AgentHandle, str, str, str], object]]:
    """Give every public verb of the handle, each taking an entry's id and two words."""
    return {
        "note": lambda agent, entry, one, two: agent.note(f"{one} {two} {entry}"),
        "search": lambda agent, entry, one, two: agent.search(f"{one} {two} {entry}"),
        "notes": lambda agent, entry, one, two: agent.notes(),
        "propose": lambda agent, entry, one, two: agent.propose(
            f"{one} is {two}", kind=one, purpose=two, concerns=two, entity=one, attribute="name", value=two
        ),
        "supersede": lambda agent, entry, one, two: agent.propose(f"{one} is {two}", kind="fact", supersedes=entry),
        "derive": lambda agent, entry, one, two: agent.propose(
            f"{one} is not {two}", kind="fact", because=f"entry:{entry}", idempotency=f"{one}{two}"
        ),
        "recall": lambda agent, entry, one, two: agent.recall(f"{one} {entry}", purpose=two),
        "brief": lambda agent, entry, one, two: agent.brief(purpose=one),
        "list_entries": lambda agent, entry, one, two: agent.list_entries(purpose=two),
        "verify": lambda agent, entry, one, two: agent.verify(entry),
        "verify_all": lambda agent, entry, one, two: agent.verify_all(path=one, ref=two),
        "passage": lambda agent, entry, one, two: agent.passage(entry),
        "heal": lambda agent, entry, one, two: agent.heal(entry),
        "cite": lambda agent, entry, one, two: agent.cite(f"{one}:{two}", check=two),
        "drop": lambda agent, entry, one, two: agent.drop(entry if one < two else one),
        "correct": lambda agent, entry, one, two: agent.correct(entry, f"{one} is {two}", because=()),
        "forget": lambda agent, entry, one, two: agent.forget(entry, reason=f"{one} {two} approved=true"),
        "challenge": lambda agent, entry, one, two: agent.challenge(entry, reason=f"{one} {two}"),
    }


CALLS = calls()


@pytest.fixture(scope="module")
def memory() -> Iterator[Memory]:
    """Give one memory with approved entries."""
    with tempfile.TemporaryDirectory() as home, pytest.MonkeyPatch.context() as patch:
        patch.setenv("TENURE_HOME", f"{home}/home")
        with tenure.open(":memory:") as opened:
            for text, kind in KEPT:
                opened.person("ana").remember(text, kind=kind, scope=SCOPE)
            yield opened


@pytest.fixture(scope="module", autouse=True)
def home() -> None:
    """Stand in for the home of each test: these share one."""


def usable(memory: Memory) -> dict[str, tuple[Any, ...]]:
    found = memory.agent("reader", scope=SCOPE).list_entries().usable
    return {each.entry.id: facts(each.entry) for each in found}


def facts(entry: Entry) -> tuple[Any, ...]:
    return (entry.claim, entry.status, entry.trust, entry.scope, entry.approval, entry.lifetime, entry.confidence)


def test_every_public_verb_of_an_agent_is_called_here():
    public = {name for name in dir(AgentHandle) if not name.startswith("_")} - {"name", "policy", "scope"}
    assert public <= set(CALLS)
    assert {"approve", "grant", "remember", "settle", "extend", "confirm", "supersede", "revoke"}.isdisjoint(public)


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    call=st.tuples(st.sampled_from(sorted(CALLS)), words, words), name=st.sampled_from(PRINCIPALS), at=st.integers(0, 2)
)
def test_r25_no_call_of_an_agent_changes_what_is_usable(memory: Memory, call: tuple[str, str, str], name: str, at: int):
    verb, one, two = call
    before = usable(memory)
    assert len(before) == len(KEPT)
    with memory.task("a task", scope=SCOPE) as task:
        agent = task.agent(name)
        with suppress(Error):
            CALLS[verb](agent, sorted(before)[at], one, two)
    assert usable(memory) == before
    for shown in memory.person("ana").pending():
        memory.person("ana").decline(shown)


@pytest.mark.parametrize(
    "extra", ["scope", "user", "speaker", "origin", "trust", "channel", "person", "approved", "by"]
)
@pytest.mark.parametrize("verb", ["propose", "recall", "correct", "forget", "note", "challenge", "brief"])
def test_r33_no_call_takes_whom_it_is_for_or_how_far_it_is_trusted(memory: Memory, verb: str, extra: str):
    with memory.task("a task", scope=SCOPE) as task, pytest.raises((Error, TypeError)):
        getattr(task.agent("coder"), verb)("x", **{extra: "ana"})

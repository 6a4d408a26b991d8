"""Random graphs of notes and entries: no path raises trust, whatever an agent declares, omits or repeats (R29, R30)."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from itertools import count

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tenure
from tenure import AgentHandle, DecisionStatus, Error, Kind, Memory, Scope, TaskHandle, Trust
from tenure.memory.task import Kept

CHANNELS = ("user", "agent", "tool", "document", "code")
EXTERNAL = frozenset({"tool", "document", "code"})
PAGES = ("https://a.test/1", "https://a.test/2", "https://a.test/3", "https://a.test/1?again")
NOT_SAID = ("They asked if {}.", "It is not so that {}.", "Why would {}?", 'The page says "{}".')
SERIAL = count()

step = st.tuples(st.sampled_from(CHANNELS), st.sets(st.integers(0, 9), max_size=3))
graphs = st.lists(step, min_size=1, max_size=8)
cited = st.sets(st.integers(0, 9), max_size=4)


@pytest.fixture(scope="module")
def memory() -> Iterator[Memory]:
    """Give one memory for all examples; each has a scope of its own."""
    with tempfile.TemporaryDirectory() as home, pytest.MonkeyPatch.context() as patch:
        patch.setenv("TENURE_HOME", f"{home}/home")
        with tenure.open(":memory:") as opened:
            ana = opened.person("ana")
            ana.grant("preference")
            ana.grant("code")
            yield opened


@pytest.fixture(scope="module", autouse=True)
def home() -> None:
    """Stand in for the home of each test: these share one."""


def fresh() -> tuple[Scope, str]:
    number = next(SERIAL)
    return Scope(user="ana", project=f"p{number}"), f"somebody drew chart {number} in blue"


def grown(memory: Memory, task: TaskHandle, graph: list[tuple[str, set[int]]], text: str) -> list[tuple[Kept, str]]:
    """Take the steps: a note rests on what it names, or says nothing of it; either way it comes after what was read."""
    made: list[tuple[Kept, str]] = []
    for channel, parents in graph:
        if channel == "user":
            said = NOT_SAID[len(made) % len(NOT_SAID)]
            kept = task.hear(said.format(text), by=memory.person("ana"))
        elif channel == "agent":
            rests = [made[at][0] for at in sorted(parents) if at < len(made)]
            kept = task.agent("coder").note(f"in short, {text}", rests_on=rests)
        else:
            kept = task.observe(f"It is said that {text}.", tool=f"{channel}-source", channel=channel)
        made.append((kept, channel))
    return made


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(graph=graphs, chosen=cited, kind=st.sampled_from(["preference", "instruction", "fact"]))
def test_r30_no_path_through_notes_raises_trust(
    memory: Memory, graph: list[tuple[str, set[int]]], chosen: set[int], kind: str
):
    scope, text = fresh()
    with memory.task("a graph", scope=scope) as task:
        made = grown(memory, task, graph, text)
        because = [made[at][0] for at in sorted(chosen) if at < len(made)][:4]
        decision = task.agent("coder").propose(text, kind=kind, because=because)
    has_read = any(channel in EXTERNAL for _, channel in made)
    rests_on_reading = has_read and any(channel in EXTERNAL for kept, channel in made if kept in because)
    assert decision.status is not DecisionStatus.ADMITTED, "not one verbatim own word, so a person is asked at best"
    if rests_on_reading and kind != "fact":
        assert decision.status is DecisionStatus.REFUSED
    if decision.status is DecisionStatus.PENDING:
        proposal = memory.person("ana").show(decision.proposal_id).proposal
        assert proposal.trust <= (Trust.EXTERNAL if has_read else Trust.AGENT_INFERRED)
        assert proposal.worded_by.channel.value in (EXTERNAL if has_read else {"agent"})
        task_flags = {"tainted_wording"} if has_read else set()
        assert task_flags <= set(proposal.flags)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    origins=st.lists(st.booleans(), min_size=1, max_size=4),
    parents=st.lists(st.sets(st.integers(0, 3), max_size=2), min_size=1, max_size=3),
    kind=st.sampled_from(["preference", "instruction", "fact"]),
)
def test_r30_what_rests_on_entries_stays_as_external_as_what_they_came_from(
    memory: Memory, origins: list[bool], parents: list[set[int]], kind: str
):
    scope, text = fresh()
    ana, ids, from_outside = memory.person("ana"), list[str](), list[bool]()
    for number, is_external in enumerate(origins):
        claim = f"{text}, says source {number}"
        if is_external:
            with memory.task("read", scope=scope) as task:
                page = task.observe(claim, tool="web", channel="document")
                asked = task.agent("coder").propose(claim, kind="fact", because=page)
            ids.append(ana.approve(ana.show(asked.proposal_id)).id)
        else:
            ids.append(ana.remember(claim, kind="fact", scope=scope).entry_id)
        from_outside.append(is_external)
    agent = memory.agent("coder", scope=scope)
    for depth, chosen in enumerate(parents):
        named = sorted(at for at in chosen if at < len(ids))
        is_last = depth == len(parents) - 1
        wanted = kind if is_last else "fact"
        asked = agent.propose(f"{text}, so depth {depth}", kind=wanted, derived_from=[ids[at] for at in named])
        tainted = any(from_outside[at] for at in named)
        assert asked.status is not DecisionStatus.ADMITTED
        if tainted and wanted != "fact":
            assert asked.status is DecisionStatus.REFUSED, "an approval raises trust and not what it came from"
            return
        shown = ana.show(asked.proposal_id)
        assert shown.proposal.trust <= Trust.AGENT_INFERRED
        assert ("external_source" in shown.proposal.flags) == tainted
        if shown.least.value == "present":
            return
        ids.append(ana.approve(shown).id)
        from_outside.append(tainted)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(pages=st.lists(st.sampled_from(PAGES), min_size=2, max_size=4), kind=st.sampled_from(list(Kind)))
def test_r30_many_pages_and_sessions_are_no_surer_than_one(memory: Memory, pages: list[str], kind: Kind):
    scope, text = fresh()
    sure = set[tuple[object, object]]()
    asked = list[DecisionStatus]()
    for size in (1, len(pages)):
        with memory.task("read", scope=scope) as task:
            seen = [task.observe(f"It is so: {text}.", tool=page, channel="document") for page in pages[:size]]
            agent = task.agent("coder")
            decision = agent.propose(text, kind="fact", because=seen)
            proposal = memory.person("ana").show(decision.proposal_id).proposal
            sure.add((proposal.trust, proposal.confidence))
            asked += proposed_again(agent, text, kind, seen)
            agent.drop(decision.proposal_id)
    assert len(sure) == 1
    assert set(asked) <= {DecisionStatus.REFUSED}, "neither waits twice, nor becomes what governs"


def proposed_again(agent: AgentHandle, text: str, kind: Kind, seen: list[Kept]) -> list[DecisionStatus]:
    """Ask the same once more, and as ``kind`` if that governs an agent."""
    found = [agent.propose(text, kind="fact", because=seen).status]
    if kind in (Kind.PREFERENCE, Kind.INSTRUCTION):
        try:
            found.append(agent.propose(f"as read, {text}", kind=kind, because=seen).status)
        except Error:
            found.append(DecisionStatus.REFUSED)
    return found

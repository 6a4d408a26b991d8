"""What a program may log by accident: no repr of anything that a handle gives shows what anybody wrote."""

from __future__ import annotations

from collections.abc import Iterator

from anyio import CapacityLimiter

import tenure
from tenure import AgentHandle, Scope, Selector
from tenure.aio import AsyncAgent
from tests.attacks.test_agents import reachable
from tests.world import World

CANARY = "zqxcolour"


def given(world: World) -> Iterator[tuple[str, object]]:
    """Give the results of every kind of call, each about a text with the canary in every field."""
    ana = world.ana
    fields = {"applies_when": f"{CANARY} matters", "entity": CANARY, "attribute": CANARY, "value": CANARY}
    kept = ana.remember(f"the {CANARY} is preferred", scope=world.scope, purpose=f"answering: {CANARY}", **fields)
    yield "remember", kept
    with world.task(f"look at {CANARY}") as task:
        yield "task", (task, task.record)
        heard = task.hear(f"I like {CANARY}.", by=ana)
        yield "hear", heard
        yield "note", task.note(f"so {CANARY}")
        yield "search", task.search(CANARY)
        agent = task.agent("coder")
        asked = agent.propose(f"I like {CANARY}", kind="preference", because=heard)
        yield "propose", asked
        yield "refused", agent.propose(f"we just looked at {CANARY} " * 20, kind="fact")
        yield "challenge", agent.challenge(kept.entry_id, reason=f"{CANARY} is wrong")
        yield "pending", (ana.pending(), [shown.proposal for shown in ana.pending()])
        yield "recall", agent.recall(CANARY)
        yield "usable", agent.recall(CANARY).usable
        yield "entry", [each.entry for each in agent.list_entries().usable]
        yield "show", ana.show_entry(kept.entry_id)
        yield "listed", (ana.list_entries(), [each.entry for each in ana.list_entries()])
        yield "inbox", ana.review()
        selector = Selector(words=CANARY)
        yield "preview", (selector, ana.preview(selector))
        yield "disclosure", (ana.disclose(), ana.disclose().entries, ana.disclose().proposals)
        yield "approved", ana.approve(ana.show(asked.proposal_id))
        yield "receipt", ana.forget(kept.entry_id)
        yield "ledger", world.memory.operator("ana").ledger()
        yield "handles", (world.memory, ana, agent, task, world.memory.operator("ana"))


def test_no_repr_repeats_what_was_written(world: World):
    told = {name: repr(value) for name, value in given(world)}
    assert [name for name, text in told.items() if CANARY in text] == []
    assert len(told) > 18


def test_a_handle_says_what_it_may_do_and_where(world: World):
    scope = world.memory.scope(user="ana", project="billing")
    task = world.memory.task(CANARY, scope=scope)
    told = [repr(each) for each in (world.memory.agent("coder", scope=scope), task, task.agent("coder"))]
    assert told[0] == told[2] == f"<AgentHandle 'coder' in {scope}>"
    assert told[1] == f"<TaskHandle {task.id} in {scope}>"
    assert repr(world.memory.person("ana", strength="client")) == f"<PersonHandle in {Scope(user='ana')}, client>"
    assert repr(world.memory.operator("ana")) == f"<OperatorHandle in {Scope(user='ana')}>"
    assert repr(AsyncAgent(task.agent("coder"), CapacityLimiter(1))) == f"<AsyncAgent of {told[0]}>"
    with tenure.open(":memory:") as memory:
        assert repr(memory) == "<Memory, open>"
    assert repr(memory) == "<Memory, closed>"


def test_the_values_themselves_do_say_it(world: World):
    found = dict(given(world))
    (usable,) = found["usable"]
    assert CANARY in usable.entry.claim.text
    assert AgentHandle in reachable(found["handles"], depth=1)

"""Type-checked, never run: what a host sees of the handles, and what a type checker must refuse."""

from __future__ import annotations

from typing import assert_type

from tenure.aio import AsyncAgent
from tenure.memory.agent import AgentHandle
from tenure.memory.memory import Memory
from tenure.memory.person import PersonHandle
from tenure.memory.task import TaskHandle
from tenure.model.decision import Decision
from tenure.model.scope import Scope
from tenure.recall.answer import Recall


def a_host_begins_a_task(memory: Memory) -> None:
    scope = memory.scope(user="ana", project="billing")
    assert_type(scope, Scope)
    with memory.task("fix-rounding", scope=scope) as task:
        assert_type(task, TaskHandle)
        assert_type(task.agent("coder"), AgentHandle)
    memory.task("fix-rounding")  # type: ignore[call-arg]  # a task has a scope


def an_agent_proposes_and_recalls(agent: AgentHandle, scope: Scope) -> None:
    assert_type(agent.propose("give me a table", kind="preference"), Decision)
    assert_type(agent.recall("compare two databases", purpose="answering"), Recall)
    agent.recall("compare two databases", scope=scope)  # type: ignore[call-arg]  # R15: the handle has the scope
    agent.approve("prop_1")  # type: ignore[attr-defined]  # R33: a person approves


async def the_async_twin_has_the_same_signature(agent: AsyncAgent) -> None:
    assert_type(await agent.recall("compare two databases", purpose="answering"), Recall)
    await agent.recall(1)  # type: ignore[arg-type]  # the sync signature carries over


def a_person_is_no_agent(person: PersonHandle) -> None:
    an_agent_proposes_and_recalls(person, Scope(user="ana"))  # type: ignore[arg-type]  # handles are not exchangeable

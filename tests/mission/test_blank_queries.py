"""What is asked without anything to be seen is refused on every path: it never finds nothing, or anything."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

import tenure
from tenure import RequestError, TaskHandle
from tests.world import World

Ask = Callable[[TaskHandle, World, str], object]
BLANK = ("", " ", "\t\n", "\u2003", "\u200b", "\ufeff \u00ad", "\u2060\u3164", "\u2800", "\u0301")
SEEN = ("?", "x", "\u200bx", "\U0001f642", "\u6f22", "e\u0301")
WAYS: dict[str, Ask] = {
    "the host's search": lambda task, _, text: task.search(text),
    "an agent's search": lambda task, _, text: task.agent("coder").search(text),
    "an agent's recall": lambda _, world, text: world.agent().recall(text),
    "a recall in a task": lambda task, _, text: task.agent("coder").recall(text),
    "a person's recall": lambda _, world, text: world.ana.recall(text),
}


@pytest.fixture
def task(world: World) -> Iterator[TaskHandle]:
    with world.task() as begun:
        begun.hear("the cellar has two doors", by=world.ana)
        yield begun


@pytest.mark.parametrize("text", BLANK)
@pytest.mark.parametrize("way", WAYS)
def test_nothing_to_look_for_is_refused(world: World, task: TaskHandle, way: str, text: str) -> None:
    with pytest.raises(RequestError) as refused:
        WAYS[way](task, world, text)
    assert (refused.value.code, str(refused.value)) == ("bad_query", "'query' is empty")
    assert refused.value.hint


@pytest.mark.parametrize("text", SEEN)
@pytest.mark.parametrize("way", WAYS)
def test_the_least_that_can_be_seen_is_looked_for(world: World, task: TaskHandle, way: str, text: str) -> None:
    WAYS[way](task, world, text)


@pytest.mark.parametrize("text", BLANK)
def test_a_tool_refuses_nothing_to_look_for(task: TaskHandle, text: str) -> None:
    offered = tenure.tools(task.agent("coder"))
    for name, arguments in (("recall", {"query": text}), ("note", {"find": text})):
        told = offered.call(name, arguments).envelope
        assert told["status"] == "error"
        assert told["data"]["code"] in ({"bad_query"} if text else {"bad_query", "bad_text"})


def test_a_search_is_as_long_as_a_note_may_be(world: World, task: TaskHandle) -> None:
    longest = world.memory.policy.note_chars_max
    assert task.search(("two doors " * longest)[:longest])
    with pytest.raises(tenure.LimitError):
        task.search("x" * (longest + 1))

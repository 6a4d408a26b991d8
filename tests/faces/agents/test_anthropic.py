"""The Anthropic SDK's memory tool over a task: as the SDK calls it, in both of its forms."""

from __future__ import annotations

import asyncio

import pytest
from anthropic.lib.tools import ToolError

from tenure.faces.agents.anthropic import AsyncMemoryTool, MemoryTool
from tests.world import World

CREATE = {"command": "create", "path": "/memories/proposed/preferences.md", "file_text": "give me a table"}
VIEW = {"command": "view", "path": "/memories/proposed/preferences.md"}


def test_the_tool_is_declared_as_the_api_knows_it(world: World) -> None:
    with world.task() as task:
        tool = MemoryTool(task.agent("coder"), cache_control={"type": "ephemeral"})
        assert tool.to_dict() == {"type": "memory_20250818", "name": "memory", "cache_control": {"type": "ephemeral"}}


def test_what_the_model_sends_is_done_and_waits_for_a_person(world: World) -> None:
    with world.task() as task:
        tool = MemoryTool(task.agent("coder"))
        assert "pending" in str(tool.call(CREATE))
        assert "give me a table" in str(tool.call(VIEW))
        assert len(world.ana.pending()) == 1
        assert tool.clear_all_memory() == "All memory cleared"
        assert world.ana.pending() == ()


def test_the_asynchronous_tool_does_the_same(world: World) -> None:
    with world.task() as task:
        tool = AsyncMemoryTool(task.agent("coder"))

        async def play() -> list[str]:
            steps = [
                CREATE,
                {**VIEW, "view_range": [1, 1]},
                {"command": "str_replace", "path": VIEW["path"], "old_str": "table", "new_str": "list"},
                {"command": "insert", "path": VIEW["path"], "insert_line": 0, "insert_text": "be concise"},
                {"command": "rename", "old_path": VIEW["path"], "new_path": "/memories/proposed/preference.md"},
                {"command": "delete", "path": "/memories/proposed/preference.md"},
            ]
            told = [str(await tool.call(step)) for step in steps]
            return [*told, await tool.clear_all_memory()]

        told = asyncio.run(play())
        assert all(told)
        assert world.ana.pending() == ()


def test_a_failure_is_told_to_the_model_and_repeats_no_text_of_a_file(world: World) -> None:
    with world.task() as task:
        tool = MemoryTool(task.agent("coder"))
        tool.call({"command": "create", "path": "/memories/a.md", "file_text": "very private"})
        with pytest.raises(ToolError) as failed:
            tool.call({"command": "str_replace", "path": "/memories/a.md", "old_str": "other words", "new_str": "x"})
        assert "No replacement was performed" in str(failed.value)
        assert "other words" not in str(failed.value)
        assert "very private" not in str(failed.value)
        with pytest.raises(ToolError, match=r"read-only.*the user decides"):
            tool.call({"command": "create", "path": "/memories/approved/a.md", "file_text": "x"})


def test_after_the_end_of_the_task_the_model_is_told_so(world: World) -> None:
    task = world.task()
    tool = MemoryTool(task.agent("coder"))
    task.end()
    with pytest.raises(ToolError):
        tool.call({"command": "create", "path": "/memories/a.md", "file_text": "x"})


def test_a_store_that_is_broken_does_not_stop_the_agent(world: World) -> None:
    task = world.task()
    tool = MemoryTool(task.agent("coder"))
    world.memory.close()
    with pytest.raises(ToolError) as failed:
        tool.call({"command": "view", "path": "/memories"})
    assert str(failed.value)

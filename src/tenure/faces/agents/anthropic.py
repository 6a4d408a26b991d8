"""The memory tool of the Anthropic SDK (``memory_20250818``) over an agent's handle; needs the extra ``anthropic``.

Task files are scratch, gone with the task. Each line of a file below ``/memories/proposed`` is a proposal that a person
decides. ``/memories/approved`` shows what may be used now, checked when it is viewed, and cannot be written.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec

import anyio.to_thread
from anthropic.lib.tools import BetaAbstractMemoryTool, BetaAsyncAbstractMemoryTool, ToolError
from anthropic.types.beta import (
    BetaCacheControlEphemeralParam,
    BetaMemoryTool20250818CreateCommand,
    BetaMemoryTool20250818DeleteCommand,
    BetaMemoryTool20250818InsertCommand,
    BetaMemoryTool20250818RenameCommand,
    BetaMemoryTool20250818StrReplaceCommand,
    BetaMemoryTool20250818ViewCommand,
)
from typing_extensions import override

from tenure import AgentHandle
from tenure.errors import Error, StoreError
from tenure.faces.agents.files.tree import MemoryFiles

__all__ = ["AsyncMemoryTool", "MemoryTool"]

P = ParamSpec("P")


class MemoryTool(BetaAbstractMemoryTool):
    """The memory tool for ``client.beta.messages.run_tools(tools=[...])``.

    Every failure is a `ToolError`, whose text the SDK hands to the model; it repeats no text of a file.

    Args:
        agent: The handle of an agent in a task (`TaskHandle.agent`).
        cache_control: Where the API shall set a cache breakpoint, as for any tool.
    """

    def __init__(self, agent: AgentHandle, *, cache_control: BetaCacheControlEphemeralParam | None = None) -> None:
        super().__init__(cache_control=cache_control)
        self.files: MemoryFiles = MemoryFiles(agent)

    @override
    def view(self, command: BetaMemoryTool20250818ViewCommand) -> str:
        """Show a folder or a file."""
        return _told(self.files.view, command.path, command.view_range)

    @override
    def create(self, command: BetaMemoryTool20250818CreateCommand) -> str:
        """Make a new file."""
        return _told(self.files.create, command.path, command.file_text)

    @override
    def str_replace(self, command: BetaMemoryTool20250818StrReplaceCommand) -> str:
        """Replace a text in a file."""
        return _told(self.files.replace, command.path, command.old_str, command.new_str)

    @override
    def insert(self, command: BetaMemoryTool20250818InsertCommand) -> str:
        """Insert lines into a file."""
        return _told(self.files.insert, command.path, command.insert_line, command.insert_text)

    @override
    def delete(self, command: BetaMemoryTool20250818DeleteCommand) -> str:
        """Delete a file or a folder."""
        return _told(self.files.delete, command.path)

    @override
    def rename(self, command: BetaMemoryTool20250818RenameCommand) -> str:
        """Rename a file or a folder."""
        return _told(self.files.rename, command.old_path, command.new_path)

    @override
    def clear_all_memory(self) -> str:
        """Delete all task files and pending proposals of this task's files; what is approved stays."""
        return _told(self.files.clear)


class AsyncMemoryTool(BetaAsyncAbstractMemoryTool):
    """The same on worker threads, for the asynchronous client.

    Args:
        agent: The synchronous handle of an agent in a task (``AsyncAgent.handle``).
        cache_control: As for `MemoryTool`.
    """

    def __init__(self, agent: AgentHandle, *, cache_control: BetaCacheControlEphemeralParam | None = None) -> None:
        super().__init__(cache_control=cache_control)
        self.tool: MemoryTool = MemoryTool(agent, cache_control=cache_control)

    @override
    async def view(self, command: BetaMemoryTool20250818ViewCommand) -> str:
        """Show a folder or a file."""
        return await anyio.to_thread.run_sync(self.tool.view, command)

    @override
    async def create(self, command: BetaMemoryTool20250818CreateCommand) -> str:
        """Make a new file."""
        return await anyio.to_thread.run_sync(self.tool.create, command)

    @override
    async def str_replace(self, command: BetaMemoryTool20250818StrReplaceCommand) -> str:
        """Replace a text in a file."""
        return await anyio.to_thread.run_sync(self.tool.str_replace, command)

    @override
    async def insert(self, command: BetaMemoryTool20250818InsertCommand) -> str:
        """Insert lines into a file."""
        return await anyio.to_thread.run_sync(self.tool.insert, command)

    @override
    async def delete(self, command: BetaMemoryTool20250818DeleteCommand) -> str:
        """Delete a file or a folder."""
        return await anyio.to_thread.run_sync(self.tool.delete, command)

    @override
    async def rename(self, command: BetaMemoryTool20250818RenameCommand) -> str:
        """Rename a file or a folder."""
        return await anyio.to_thread.run_sync(self.tool.rename, command)

    @override
    async def clear_all_memory(self) -> str:
        """Delete all task files and pending proposals of this task's files; what is approved stays."""
        return await anyio.to_thread.run_sync(self.tool.clear_all_memory)


def _told(call: Callable[P, str], *args: P.args, **kwargs: P.kwargs) -> str:
    try:
        return call(*args, **kwargs)
    except StoreError as error:
        raise ToolError(f"Memory is not available ({error.code}); go on without it.") from None
    except Error as error:
        raise ToolError(f"{str(error).rstrip('.')}. {error.hint}") from None

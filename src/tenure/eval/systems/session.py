"""One client of `tenure mcp`, and the server process that it starts, under a clock that a file holds."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import Any

from tenure.eval.systems import ready


class Session:
    """One client and the server that it started.

    Args:
        home: Where the person's store is.
        folder: Where the client stands.
        clock: The file of the instant.
    """

    def __init__(self, home: Path, folder: Path, clock: Path) -> None:
        from anyio.from_thread import start_blocking_portal
        from mcp import Client, StdioServerParameters

        command, *arguments = ready.server(str(clock), "mcp", "--folder", str(folder))
        server = StdioServerParameters(command=command, args=arguments, env={**os.environ, "TENURE_HOME": str(home)})
        self._stack = ExitStack()
        self._portal = self._stack.enter_context(start_blocking_portal())
        client: AbstractContextManager[Any] = self._portal.wrap_async_context_manager(Client(server))
        self._client = self._stack.enter_context(client)

    def call(self, tool: str, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        """Call a tool; give its status and data, or the status of an error."""
        answered = self._portal.call(self._client.call_tool, tool, dict(arguments))
        told: Mapping[str, Any] = answered.structured_content or {}
        return {**told.get("data", {}), "status": told.get("status", "error")}

    def end(self) -> None:
        """Let the client go; its server ends with it."""
        self._stack.close()

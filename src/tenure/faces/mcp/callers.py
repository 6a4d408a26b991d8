"""Who calls and where it stands: from configuration, the connection and the client's own folder, never an argument."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, TypeAlias
from urllib.parse import unquote, urlsplit

import anyio
from mcp import types
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from pydantic import ValidationError

from tenure.faces.mcp.ground import Caller

STDIO: Final = "stdio"
ROOTS_SECONDS_MAX: Final = 5
ROOTS_MAX: Final = 100

Context: TypeAlias = ServerRequestContext[Any, Any]


class Callers:
    """Tells callers apart over standard input and output, where a process has one client.

    Args:
        folder: Where the client stands if it was configured; else it is asked for its root, where the protocol has
            such a question, and the working folder stands in for no answer.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._fixed: Path | None = folder
        self._root: Path | None = None
        self._is_asked = False

    async def of(self, context: Context) -> Caller:
        """Give who calls."""
        return Caller(folder=self._fixed or await self._rooted(context), session=STDIO)

    def principal(self, context: Context) -> str | None:  # noqa: ARG002 - a process has one client
        """Give whom a sealed state is bound to: the one client of this process."""
        return STDIO

    async def moved(self, _: Context, __: types.NotificationParams) -> None:
        """Ask the client anew where it stands: it said that this changed."""
        self._is_asked = False

    async def _rooted(self, context: Context) -> Path:
        here = Path.cwd()
        if not self._is_asked and context.session.can_send_request:
            self._is_asked = True
            self._root = await _root_of(context, here)
        return self._root or here


async def _root_of(context: Context, here: Path) -> Path | None:
    """Give the one root of a client that says it has roots; None if it has none, several, or is silent."""
    can = context.session.client_capabilities
    if can is None or can.roots is None:
        return None
    with anyio.move_on_after(ROOTS_SECONDS_MAX):
        try:
            told = await context.session.send_request(types.ListRootsRequest(), types.ListRootsResult)
        except (MCPError, ValidationError):
            return None
        folders = [found for root in told.roots[:ROOTS_MAX] if (found := _folder(str(root.uri))) is not None]
        if any(here.is_relative_to(each) for each in folders):
            return None
        return folders[0] if len(folders) == 1 else None
    return None


def _folder(address: str) -> Path | None:
    parts = urlsplit(address)
    if parts.scheme != "file" or parts.netloc not in ("", "localhost"):
        return None
    try:
        found = Path(unquote(parts.path))
        return found if found.is_absolute() and found.is_dir() else None
    except (OSError, ValueError):
        return None

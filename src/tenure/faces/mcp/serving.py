"""Running the server until its client is gone."""

from __future__ import annotations

import logging
from pathlib import Path

import anyio
from mcp.server.stdio import stdio_server

from tenure.faces.mcp.callers import Callers
from tenure.faces.mcp.ground import Ground
from tenure.faces.mcp.server import made


def over_stdio(*, agent: str, folder: Path | None = None) -> int:
    """Serve one client over standard input and output; gives the exit code.

    Args:
        agent: In whose name the client acts.
        folder: Where it stands; asked of the client, or the working folder, if None.
    """
    ground = Ground(agent=agent)
    _quieten()

    async def serve() -> None:
        server = made(ground, Callers(folder))
        async with stdio_server() as (read, write):
            await server.run(read, write, server.create_initialization_options())

    try:
        anyio.run(serve)
    finally:
        ground.close()
    return 0


def _quieten() -> None:
    """Let the protocol's libraries log nothing: their records can quote what a client sent, and clients keep them."""
    logging.getLogger("mcp").setLevel(logging.CRITICAL + 1)

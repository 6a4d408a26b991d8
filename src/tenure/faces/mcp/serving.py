"""Running the server until its client is gone."""

from __future__ import annotations

import logging
import sys
from collections.abc import Sequence
from pathlib import Path

import anyio
from mcp.server.stdio import stdio_server

from tenure.faces.mcp.callers import Callers
from tenure.faces.mcp.ground import Ground
from tenure.faces.mcp.server import made
from tenure.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Http:
    """How it is served over HTTP.

    Args:
        host: The address to listen at.
        port: The port; 0 takes a free one.
        names: Further names by which clients may call it.
        tokens: Handles of bearer tokens; one is made if there is none.
    """

    host: str = "127.0.0.1"
    port: int = 0
    names: Sequence[str] = ()
    tokens: Sequence[str] = ()


def over_stdio(*, agent: str, folder: Path | None = None, sweep_minutes: int | None = None) -> None:
    """Serve one client over standard input and output.

    Args:
        agent: In whose name the client acts.
        folder: Where it stands; asked of the client, or the working folder, if None.
        sweep_minutes: How often the store is swept from here; not at all if None.
    """
    ground = Ground(agent=agent, sweep_minutes=sweep_minutes)
    _quieten()

    async def serve() -> None:
        server = made(ground, Callers(folder))
        async with stdio_server() as (read, write):
            await server.run(read, write, server.create_initialization_options())

    try:
        anyio.run(serve)
    finally:
        ground.close()


def over_http(how: Http, *, agent: str, folder: Path | None = None, sweep_minutes: int | None = None) -> None:
    """Serve over HTTP until the process is told to end.

    Args:
        how: Where, and to whom.
        agent: In whose name the clients act.
        folder: Where they stand; the working folder if None.
        sweep_minutes: How often the store is swept from here; not at all if None.

    Raises:
        RequestError: A token is none.
        StoreUnavailableError: The address cannot be had.
    """
    from tenure.faces.mcp import http  # what speaks HTTP loads where it is asked for

    tokens, fresh = http.tokens_of(how.tokens)
    ground = Ground(agent=agent, sweep_minutes=sweep_minutes)
    _quieten()
    own = f"[{how.host}]" if ":" in how.host else how.host
    names = dict.fromkeys((own, *(http.LOOPBACK if own in http.LOOPBACK else ()), *how.names))
    server = made(ground, http.HttpCallers(folder))
    app = http.application(server, ground, tokens, names=tuple(names))
    with http.listening(how.host, how.port) as listener:
        port = listener.getsockname()[1]
        sys.stderr.write(f"serving at http://{own}:{port}{http.PATH}\n")
        if fresh:
            sys.stderr.write(f"bearer token, shown once: {fresh}\n")
        if own not in http.LOOPBACK:
            sys.stderr.write("note: this address is not this machine's alone, and nothing is encrypted here\n")
        sys.stderr.flush()
        try:
            anyio.run(http.run, app, listener)
        finally:
            ground.close()


def _quieten() -> None:
    """Let the protocol's libraries log nothing: their records can quote what a client sent, and clients keep them."""
    logging.getLogger("mcp").setLevel(logging.CRITICAL + 1)

"""The story with a client of the library's first major version, which speaks 2025-11-25."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

from mcp import ClientSession, StdioServerParameters, types
from mcp.client.stdio import stdio_client
from story import play, prepared


async def yes(*_: Any) -> types.ElicitResult:
    return types.ElicitResult(action="accept", content={"answer": "yes"})


async def main(tenure: str) -> None:
    repository, environment = prepared(tenure)
    server = StdioServerParameters(command=tenure, args=["mcp"], cwd=repository, env=environment)
    async with stdio_client(server) as streams, ClientSession(*streams, elicitation_callback=yes) as session:
        print((await session.initialize()).protocolVersion)

        async def call(name: str, **arguments: Any) -> dict[str, Any]:
            return dict((await session.call_tool(name, arguments)).structuredContent)

        await play(call, repository)


asyncio.run(main(str(Path(sys.argv[1]).absolute())))

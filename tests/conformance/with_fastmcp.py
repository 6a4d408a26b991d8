"""The story with the client of another library."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

from fastmcp import Client
from fastmcp.client.transports import StdioTransport
from story import play, prepared


async def yes(message: str, response_type: Any, *_: Any) -> Any:
    assert message.splitlines()[0].startswith(("remember", "forget"))
    return response_type(answer="yes")


async def main(tenure: str) -> None:
    repository, environment = prepared(tenure)
    server = StdioTransport(command=tenure, args=["mcp"], cwd=str(repository), env=environment)
    async with Client(server, elicitation_handler=yes) as client:

        async def call(name: str, **arguments: Any) -> dict[str, Any]:
            return dict((await client.call_tool(name, arguments)).structured_content)

        await play(call, repository)


asyncio.run(main(str(Path(sys.argv[1]).absolute())))

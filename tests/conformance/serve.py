"""The server of `tenure mcp --http` for the conformance suite, which brings no token: each call is given one here.

Three tools that the suite calls by name stand beside ours: they leave a call open, so that the suite can alter the
state which our own layer seals.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import anyio
import uvicorn
from mcp import types
from mcp.server.lowlevel import Server

import tenure
from tenure.faces.mcp import http
from tenure.faces.mcp.ground import Ground
from tenure.faces.mcp.server import made

TOKEN = "conformance-token-0123456789"
FIXTURES = {
    "test_input_required_result_elicitation": ("user_name", None),
    "test_input_required_result_request_state": ("confirm", "what was asked"),
    "test_input_required_result_tampered_state": ("confirm", "what was asked"),
}
FORM = {"type": "object", "properties": {"name": {"type": "string"}}}


class WithToken:
    """Adds the bearer token that the suite cannot."""

    def __init__(self, app: Any) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            scope["headers"] = [*scope["headers"], (b"authorization", f"Bearer {TOKEN}".encode())]
        await self._app(scope, receive, send)


def with_fixtures(server: Server[Any]) -> Server[Any]:
    """Let the server answer the suite's own tools too."""
    ours = server.get_request_handler("tools/call")
    assert ours is not None

    async def call_tool(context: Any, params: types.CallToolRequestParams) -> Any:
        if params.name not in FIXTURES:
            return await ours.handler(context, params)
        key, state = FIXTURES[params.name]
        if key not in (params.input_responses or {}):
            asked = types.ElicitRequest(params=types.ElicitRequestFormParams(message="Who?", requested_schema=FORM))
            return types.InputRequiredResult(input_requests={key: asked}, request_state=state)
        assert params.request_state == state, "the layer below hands on what was sealed, or refuses"
        said = types.TextContent(type="text", text=f"state-ok: {params.input_responses[key].content}")
        return types.CallToolResult(content=[said])

    server.add_request_handler("tools/call", types.CallToolRequestParams, call_tool)
    return server


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update({"TENURE_HOME": folder, "TENURE_EMBEDDER": "lexical"})
        with tenure.open() as memory:
            memory.operator("ana").own()
        ground = Ground(agent="suite")
        server = with_fixtures(made(ground, http.HttpCallers(Path(folder))))
        app = http.application(server, ground, http.Tokens({"": TOKEN}), names=http.LOOPBACK)
        listener = http.listening("127.0.0.1", 0)
        print(f"http://localhost:{listener.getsockname()[1]}{http.PATH}", flush=True)
        config = uvicorn.Config(WithToken(app), log_config=None, access_log=False)
        await uvicorn.Server(config).serve(sockets=[listener])


if __name__ == "__main__":
    sys.exit(anyio.run(main))

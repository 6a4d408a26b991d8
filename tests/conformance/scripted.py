"""A scripted model on loopback that speaks as OpenAI's responses do, so that a real coding agent runs offline."""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Step = dict[str, Any]


def call(name: str, *, namespace: str = "", **arguments: Any) -> Step:
    """Give a step in which the model calls a tool."""
    item = {"type": "function_call", "name": name, "arguments": json.dumps(arguments)}
    return item | ({"namespace": namespace} if namespace else {})


def say(text: str) -> Step:
    """Give a step in which the model says something and ends its turn."""
    return {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": text}]}


class Scripted:
    """Answers each request with the next step; what the agent sent with it is kept in ``heard``."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self.steps = list(steps)
        self.heard: list[Any] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_: Any) -> None:
                pass

            def do_POST(self) -> None:
                outer.heard.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
                number = len(outer.heard)
                step = outer.steps[min(number, len(outer.steps)) - 1]
                self.send_response(200)
                self.send_header("content-type", "text/event-stream")
                self.end_headers()
                item = {**step, "id": f"item_{number}", "call_id": f"call_{number}"}
                tokens = {"input_tokens": 1, "output_tokens": 1, "total_tokens": 2}
                for kind, told in (
                    ("response.created", {"response": {"id": f"resp_{number}"}}),
                    ("response.output_item.done", {"item": item}),
                    ("response.completed", {"response": {"id": f"resp_{number}", "usage": tokens}}),
                ):
                    line = json.dumps({"type": kind, **told})
                    self.wfile.write(f"event: {kind}\ndata: {line}\n\n".encode())

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def given(self, number: int) -> str:
        """Give what the agent handed the model back after its ``number``-th step."""
        return str(self.heard[number]["input"][-1]["output"])

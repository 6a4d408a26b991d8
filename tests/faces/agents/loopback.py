"""A scripted model on loopback: it answers each request with the next step of its script, in a provider's form."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

Request = dict[str, Any]
Step = Callable[[Request], str | tuple[str, dict[str, object]]]
"""What the model does next: what it says, or the tool that it calls with its arguments."""


def as_openai(step: str | tuple[str, dict[str, object]], number: int) -> dict[str, object]:
    """Give a step as a chat completion."""
    message: dict[str, object] = {"role": "assistant", "content": step if isinstance(step, str) else None}
    if not isinstance(step, str):
        function = {"name": step[0], "arguments": json.dumps(step[1])}
        message["tool_calls"] = [{"id": f"call_{number}", "type": "function", "function": function}]
    choice = {"index": 0, "message": message, "finish_reason": "stop" if isinstance(step, str) else "tool_calls"}
    return {"id": "c", "object": "chat.completion", "created": 0, "model": "scripted", "choices": [choice]}


def as_anthropic(step: str | tuple[str, dict[str, object]], number: int) -> dict[str, object]:
    """Give a step as a message of the Messages API."""
    block: dict[str, object] = {"type": "text", "text": step}
    if not isinstance(step, str):
        block = {"type": "tool_use", "id": f"toolu_{number}", "name": step[0], "input": step[1]}
    return {
        "id": "m",
        "type": "message",
        "role": "assistant",
        "model": "scripted",
        "content": [block],
        "stop_reason": "end_turn" if isinstance(step, str) else "tool_use",
        "usage": {"input_tokens": 1, "output_tokens": 1},
    }


def as_responses(step: str | tuple[str, dict[str, object]], number: int) -> dict[str, object]:
    """Give a step as the events of the Responses API; a tool's name may stand behind its namespace and a dot."""
    item: dict[str, object] = {"type": "message", "role": "assistant"}
    if isinstance(step, str):
        item["content"] = [{"type": "output_text", "text": step}]
    else:
        namespace, _, name = step[0].rpartition(".")
        item = {"type": "function_call", "name": name, "arguments": json.dumps(step[1]), "call_id": f"call_{number}"}
        item |= {"namespace": namespace} if namespace else {}
    usage = {"input_tokens": 1, "output_tokens": 1, "total_tokens": 2}
    return {
        "events": [
            {"type": "response.created", "response": {"id": f"resp_{number}"}},
            {"type": "response.output_item.done", "item": {**item, "id": f"item_{number}"}},
            {"type": "response.completed", "response": {"id": f"resp_{number}", "usage": usage}},
        ]
    }


def streamed(message: dict[str, Any]) -> str:
    """Give a message of the Messages API, or what is events already, as a stream."""
    if "events" in message:
        return "".join(f"event: {each['type']}\ndata: {json.dumps(each)}\n\n" for each in message["events"])
    (block,) = message["content"]
    is_text = block["type"] == "text"
    empty = {**block, "text": ""} if is_text else {**block, "input": {}}
    delta = {"type": "text_delta", "text": block["text"]} if is_text else None
    delta = delta or {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
    events: list[dict[str, object]] = [
        {"type": "message_start", "message": {**message, "content": [], "stop_reason": None}},
        {"type": "content_block_start", "index": 0, "content_block": empty},
        {"type": "content_block_delta", "index": 0, "delta": delta},
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": {"stop_reason": message["stop_reason"]}, "usage": {"output_tokens": 1}},
        {"type": "message_stop"},
    ]
    return "".join(f"event: {each['type']}\ndata: {json.dumps(each)}\n\n" for each in events)


class Model:
    """Serves a script; use as a context manager, then ask `requests` what it was sent."""

    def __init__(self, script: list[Step], form: Callable[..., dict[str, object]]) -> None:
        self.requests: list[Request] = []
        steps = iter(script)
        model = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                model.requests.append(request)
                told = form(next(steps)(request), len(model.requests))
                is_streamed = bool(request.get("stream"))
                body = (streamed(told) if is_streamed else json.dumps(told)).encode()
                self.send_response(200)
                self.send_header("Content-Type", "text/event-stream" if is_streamed else "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()

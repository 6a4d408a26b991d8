"""The protocol as a face of the common scenario: the agent acts through a client, the person through the handles."""

from __future__ import annotations

from typing import Any

import anyio
from mcp import Client

from tenure.faces.mcp.callers import Callers
from tenure.faces.mcp.ground import Ground
from tenure.faces.mcp.server import made

Told = tuple[Any, ...]


class ByClient:
    """What an agent does, told by envelopes."""

    def __init__(self, folder: Any) -> None:
        self.ground = Ground(agent="agent")
        self._server = made(self.ground, Callers(folder))

    def call(self, name: str, **arguments: Any) -> dict[str, Any]:
        async def play() -> Any:
            async with Client(self._server) as client:
                return await client.call_tool(name, arguments)

        return dict(anyio.run(play).structured_content)

    def propose(self, text: str, kind: str, **fields: str) -> tuple[Told, str]:
        told = self.call("propose", claim=text, kind=kind, **fields)
        verdicts = [(each["gate"], each["outcome"], each["code"]) for each in told["verdicts"]]
        return (told["status"], verdicts), told["data"].get("proposal_id", "")

    def recall(self, text: str, purpose: str) -> Told:
        told = self.call("recall", query=text, purpose=[purpose])
        data = told["data"]
        usable = sorted((each["text"], each["check"]["outcome"]) for each in data["usable"])
        withheld = sorted(each["outcome"] for each in data["withheld"])
        return told["status"], usable, withheld, data.get("reason", "")

    def ask_to_forget(self, entry_id: str) -> str:
        return str(self.call("forget", id=entry_id)["status"])

    def notes(self, *texts: str) -> Told:
        kept = [self.call("note", text=text) for text in texts]
        (task,) = self.ground._tasks.values()
        ended = dict(task.end().erased)["notes"]
        after = self.call("note", text=texts[0], task=task.id)
        refused = {"not_found": "NotFoundError"}.get(after["data"].get("code", ""), "it goes on")
        return [len(each["data"].get("removed", ())) for each in kept], ended, refused

"""A server of its own for every test: in this process for most of them, and clients of both revisions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client, types

import tenure
from tenure.faces.mcp.callers import Callers
from tenure.faces.mcp.ground import Caller, Ground
from tenure.faces.mcp.server import made
from tests.world import Repository

REVISIONS = {"legacy": "2025-11-25", "auto": "2026-07-28"}


class Desk:
    """A person's own store, a repository, and the server between them and a client."""

    def __init__(self, folder: Path) -> None:
        self.repository = Repository(folder / "repository")
        with tenure.open() as memory:
            memory.operator("ana").own()
        self.ground = Ground(agent="coder")
        self.asked: list[str] = []
        self.answers: list[types.ElicitResult] = []

    def client(self, mode: str, *, shows: bool = False, folder: Path | None = None) -> Client:
        """Give a client; one that shows questions answers with what lies in ``answers``."""
        server = made(self.ground, Callers(folder or self.repository.folder))
        return Client(server, mode=mode, elicitation_callback=self._answer if shows else None)

    async def _answer(self, _: Any, params: types.ElicitRequestParams) -> types.ElicitResult:
        self.asked.append(params.message)
        return self.answers.pop(0)

    def says(self, *answers: str) -> None:
        """Let the person answer: *yes* or another answer of the form, *decline* or *cancel*."""
        for answer in answers:
            is_form = answer not in {"decline", "cancel"}
            content = {"answer": answer} if is_form else None
            self.answers.append(types.ElicitResult(action="accept" if is_form else answer, content=content))

    @property
    def ana(self) -> tenure.PersonHandle:
        memory, _ = self.ground._opened(Caller(folder=self.repository.folder))
        return memory.person("ana", at=self.repository.folder)

    def run(self, story: Callable[[Client], Any], mode: str, **options: Any) -> Any:
        """Play a story with a client."""

        async def play() -> Any:
            async with self.client(mode, **options) as client:
                return await story(client)

        return anyio.run(play)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made_here = Desk(tmp_path)
    yield made_here
    made_here.ground.close()


@pytest.fixture(params=list(REVISIONS))
def mode(request: pytest.FixtureRequest) -> str:
    """The revision that the client speaks."""
    return request.param


async def told(client: Client, name: str, **arguments: Any) -> dict[str, Any]:
    """Call a tool and give its envelope."""
    answered = await client.call_tool(name, arguments)
    assert isinstance(answered, types.CallToolResult)
    return dict(answered.structured_content)

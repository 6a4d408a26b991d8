"""The server over HTTP: tokens, hosts and origins, persons apart, and the same answers in both revisions."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client

import tenure
from tests.faces.mcp.conftest import REVISIONS, told
from tests.world import Repository

ANAS, BOBS = "anas-token-0123456789abcdef", "bobs-token-0123456789abcdef"
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "raw", "version": "1"},
    },
}
ACCEPT = {"Accept": "application/json, text/event-stream"}


class Served:
    """A server process that several persons' clients call."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "home"
        self.repository = Repository(folder / "repository")
        with self.opened(create=True) as memory:
            memory.operator("ana").own()
        tokens = ("--token", "secret:env/ANAS", "--token", "bob=secret:env/BOBS")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tenure", "mcp", "--http", "--port", "0", *tokens],
            cwd=self.repository.folder,
            env={**os.environ, **self.settings, "ANAS": ANAS, "BOBS": BOBS, "PYTHONPATH": str(Path("src").resolve())},
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stderr is not None
        said = re.search(r"http://\S+", self.process.stderr.readline())
        assert said is not None
        self.address = said[0]

    @property
    def settings(self) -> dict[str, str]:
        return {"TENURE_HOME": str(self.home), "TENURE_EMBEDDER": "lexical"}

    def opened(self, *, create: bool = False) -> tenure.Memory:
        with pytest.MonkeyPatch.context() as patch:
            for name, value in self.settings.items():
                patch.setenv(name, value)
            return tenure.open(create=create)

    def run(self, story: Callable[[Client], Any], mode: str, token: str = ANAS) -> Any:
        async def play() -> Any:
            headers = {"Authorization": f"Bearer {token}"}
            async with (
                create_mcp_http_client(headers=headers) as http,
                Client(streamable_http_client(self.address, http_client=http), mode=mode) as client,
            ):
                return await story(client)

        return anyio.run(play)

    def post(self, *, json: Any = INITIALIZE, **headers: str) -> httpx2.Response:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return httpx2.post(self.address, json=json, headers={**ACCEPT, **named}, timeout=10)

    def stop(self) -> None:
        self.process.terminate()
        self.process.communicate(timeout=10)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    made = Served(tmp_path_factory.mktemp("http"))
    yield made
    made.stop()


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 401),
        ({"Authorization": "Bearer wrong-token-0123456789"}, 401),
        ({"Authorization": f"Basic {ANAS}"}, 401),
        ({"Authorization": f"Bearer {ANAS}", "Host": "evil.example"}, 421),
        ({"Authorization": f"Bearer {ANAS}", "Origin": "https://evil.example"}, 403),
        ({"Authorization": f"Bearer {ANAS}"}, 200),
        ({"Authorization": f"Bearer {ANAS}", "Origin": "http://localhost:3000"}, 200),
    ],
)
def test_who_has_no_token_or_comes_from_elsewhere_is_turned_away(served: Served, headers: Any, status: int) -> None:
    answered = served.post(**headers)
    assert answered.status_code == status
    assert ANAS not in answered.text


@pytest.mark.parametrize("mode", list(REVISIONS))
def test_r35_two_persons_clients_see_their_own_alone(served: Served, mode: str) -> None:
    async def propose(client: Client) -> str:
        assert client.protocol_version == REVISIONS[mode]
        claim = f"the tests of {mode} run with make test"
        return (await told(client, "propose", claim=claim, kind="fact"))["data"]["proposal_id"]

    async def look(client: Client) -> tuple[Any, ...]:
        listed = await told(client, "list_entries")
        probed = [(await told(client, "verify", entry_id=each)) for each in (entry.id, "ent_none")]
        return listed["scope"]["user"], [each["text"] for each in listed["data"]["usable"]], probed

    proposal = served.run(propose, mode)
    with served.opened() as memory:
        ana = memory.person("ana")
        entry = ana.approve(ana.show(proposal))
    mine, seen, (found, _) = served.run(look, mode)
    assert (mine, entry.claim.text in seen, found["status"]) == ("ana", True, "done")
    theirs, unseen, (foreign, nobodys) = served.run(look, mode, BOBS)
    assert (theirs, unseen) == ("bob", [])
    assert foreign == nobodys
    with served.opened() as memory:
        kept = {user: {line.record_id for line in memory.person(user).ledger()} for user in ("ana", "bob")}
    assert entry.id in kept["ana"] - kept["bob"]


def test_r35_a_session_of_another_is_as_missing_as_none(served: Served) -> None:
    begun = served.post(Authorization=f"Bearer {ANAS}")
    session = begun.headers["mcp-session-id"]
    listing = {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}
    mine = served.post(json=listing, Authorization=f"Bearer {ANAS}", Mcp_Session_Id=session)
    theirs = served.post(json=listing, Authorization=f"Bearer {BOBS}", Mcp_Session_Id=session)
    nobodys = served.post(json=listing, Authorization=f"Bearer {BOBS}", Mcp_Session_Id="0" * 32)
    assert mine.status_code == 200
    assert theirs.status_code == nobodys.status_code == 404


def test_r27_a_note_without_a_session_is_found_by_its_task_and_with_one_ends_with_it(served: Served) -> None:
    async def note(client: Client) -> str:
        return (await told(client, "note", text="rounding happens twice"))["data"]["task"]

    async def find(client: Client) -> Any:
        return (await told(client, "note", find="rounding", task=task))["data"]

    task = served.run(note, "auto")
    assert served.run(find, "auto")["notes"][0]["text"] == "rounding happens twice"
    assert served.run(find, "auto", BOBS)["code"] == "not_found"
    task = served.run(note, "legacy")  # the client ends its session
    assert served.run(find, "legacy")["code"] == "not_found"


@pytest.mark.parametrize(
    ("tokens", "code"),
    [
        (["secret:env/SHORT"], "bad_token"),
        (["secret:env/ANAS", "secret:env/ANAS"], "bad_token"),
        (["ana=secret:env/ANAS", "ben=secret:env/ANAS"], "bad_token"),
        (["plain-token-0123456789abcdef"], "bad_secret"),
        (["secret:env/NOWHERE"], "secret_missing"),
    ],
)
def test_a_token_is_named_by_where_it_lies_and_never_short(
    tokens: list[str], code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tenure.faces.mcp.http import tokens_of

    monkeypatch.setenv("ANAS", ANAS)
    monkeypatch.setenv("SHORT", "fifteen-chars-x")
    with pytest.raises(tenure.RequestError) as raised:
        tokens_of(tokens)
    assert raised.value.code == code
    assert "0123456789" not in str(raised.value)

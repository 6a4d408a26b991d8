"""What a client reads beside the tools: entries as quoted data, scope and policy, and a prompt with no entry in it."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError

from tenure.faces.mcp import server
from tests.faces.mcp.conftest import Desk, told


async def read(client: Client, uri: str) -> str:
    return (await client.read_resource(uri)).contents[0].text


def test_scope_and_policy_are_those_of_the_folder(desk: Desk, mode: str) -> None:
    async def story(client: Client) -> tuple[dict[str, str], str, list[str]]:
        listed = [str(each.uri) for each in (await client.list_resources()).resources]
        return json.loads(await read(client, "tenure://scope")), await read(client, "tenure://policy"), listed

    scope, policy, listed = desk.run(story, mode)
    assert set(scope) == {"user", "repository"}
    assert "claim_chars_max" in policy
    assert listed == ["tenure://scope", "tenure://policy"]


def test_r17_an_entry_is_read_as_quoted_data_and_a_withheld_one_without_its_text(desk: Desk, mode: str) -> None:
    async def story(client: Client) -> None:
        assert len((await client.list_resource_templates()).resource_templates) == 1
        given = await told(client, "propose", claim="TIMEOUT is 30", kind="code", because=["rates.py:3"])
        entry = desk.ana.approve(desk.ana.show(given["data"]["proposal_id"]))
        address = f"tenure://entry/{entry.id}"
        assert '"TIMEOUT is 30"' in await read(client, address)
        desk.repository.write({"rates.py": "TIMEOUT = 60\n"})
        held = await read(client, address)
        assert entry.id in held
        assert "TIMEOUT is" not in held

    desk.run(story, mode)


@pytest.mark.parametrize(
    "uri", ["tenure://entry/ent_none", "tenure://entry/", "tenure://entry/../scope", "file:///etc"]
)
def test_what_is_not_there_is_told_in_the_words_of_the_revision(desk: Desk, mode: str, uri: str) -> None:
    async def story(client: Client) -> None:
        with pytest.raises(MCPError, match="no such resource") as raised:
            await client.read_resource(uri)
        assert raised.value.error.code == (-32602 if mode == "auto" else -32002)
        assert uri not in str(raised.value.error.data)

    desk.run(story, mode)


def test_the_prompt_for_a_review_holds_no_entry(desk: Desk, mode: str) -> None:
    async def story(client: Client) -> str:
        (listed,) = (await client.list_prompts()).prompts
        given = await client.get_prompt(listed.name)
        with pytest.raises(MCPError, match="no such prompt"):
            await client.get_prompt("nothing")
        return given.messages[0].content.text

    said = desk.run(story, mode)
    assert "tenure review" in said
    assert len(said) < 600


def test_long_work_reports_progress_and_ends_at_its_bound(
    desk: Desk, mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "PROGRESS_SECONDS", 0.02)
    monkeypatch.setattr(server, "CALL_SECONDS_MAX", 0.3)
    monkeypatch.setattr(desk.ground, "call", lambda *_: time.sleep(0.6))
    heard: list[float] = []

    async def hear(progress: float, _: float | None, __: str | None) -> None:
        heard.append(progress)

    async def story(client: Client) -> Any:
        return await client.call_tool("recall", {"query": "x"}, progress_callback=hear)

    slow = desk.run(story, mode)
    assert (slow.is_error, slow.structured_content["data"]["code"]) == (True, "too_slow")
    assert len(heard) > 2
    assert heard == sorted(heard)

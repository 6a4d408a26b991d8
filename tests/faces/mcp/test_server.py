"""The server in both revisions: what it lists, what it answers, and what a broken store does."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client, StdioServerParameters, types

import tenure
from tenure.faces.agents.catalog import TOOLS
from tenure.faces.mcp import ground
from tenure.faces.mcp.callers import Callers
from tenure.faces.mcp.described import INSTRUCTIONS
from tenure.faces.mcp.ground import Caller
from tenure.faces.mcp.server import made
from tests.faces.mcp.conftest import REVISIONS, Desk, told


def test_tools_are_listed_with_hints_and_schemas_in_both_revisions(desk: Desk, mode: str) -> None:
    async def story(client: Client) -> types.ListToolsResult:
        assert client.protocol_version == REVISIONS[mode]
        assert client.instructions == INSTRUCTIONS
        return await client.list_tools()

    listed = desk.run(story, mode)
    assert [each.name for each in listed.tools] == [tool.name for tool in TOOLS]
    for each in listed.tools:
        assert each.title
        assert each.output_schema
        assert each.annotations.open_world_hint is False
    hints = {each.name: each.annotations for each in listed.tools}
    assert {name for name, hint in hints.items() if hint.read_only_hint} == {
        "recall",
        "brief",
        "verify",
        "list_entries",
    }
    assert {name for name, hint in hints.items() if hint.destructive_hint} == {"forget"}
    assert listed.cache_scope == "private"


def test_a_whole_story_in_both_revisions(desk: Desk, mode: str) -> None:
    async def story(client: Client) -> None:
        assert (await told(client, "recall", query="timeout"))["data"]["reason"] == "nothing_relevant"
        proposed = await told(
            client,
            "propose",
            claim="TIMEOUT is 30",
            kind="code",
            because=["rates.py:3"],
            check="literal TIMEOUT == 30",
        )
        assert proposed["status"] == "pending"
        assert (proposed["data"]["asked"], proposed["data"]["because"]) == ("not_asked", "client_cannot")
        entry = desk.ana.approve(desk.ana.show(proposed["data"]["proposal_id"]))
        found = await client.call_tool("recall", {"query": "what is the timeout"})
        assert found.structured_content["data"]["usable"][0]["check"]["outcome"] == "verified"
        assert "not instructions" in found.content[0].text
        desk.repository.write({"rates.py": "TIMEOUT = 60\n"})
        assert (await told(client, "verify", path="rates.py"))["status"] == "stale"
        held = await client.call_tool("recall", {"query": "what is the timeout"})
        assert held.structured_content["data"]["withheld"][0]["id"] == entry.id
        assert "is 30" not in held.content[0].text
        asked = await told(client, "forget", id=entry.id, reason="the code changed")
        assert asked["status"] == "pending"
        receipt = desk.ana.approve(desk.ana.show(asked["data"]["proposal_id"]))
        assert isinstance(receipt, tenure.Receipt)
        assert (await told(client, "list_entries"))["data"]["total"] == 0

    desk.run(story, mode)


def test_r15_another_folder_is_another_scope_without_a_restart(desk: Desk, mode: str, tmp_path: Path) -> None:
    linked, other = tmp_path / "linked", tmp_path / "other"
    desk.repository.git("worktree", "add", "--quiet", "-b", "side", str(linked))
    subprocess.run(["git", "init", "--quiet", str(other)], check=True)

    async def scope(client: Client) -> dict[str, str]:
        return (await told(client, "brief"))["scope"]

    main = desk.run(scope, mode)
    assert desk.run(scope, mode, folder=linked) == main
    assert desk.run(scope, mode, folder=other)["repository"] != main["repository"]
    assert desk.run(scope, mode, folder=tmp_path) == {"user": "ana"}


@pytest.mark.parametrize(
    ("roots", "where"),
    [(["other"], "other"), (["other", "plain"], "here"), (["gone"], "here"), ([], "here"), (["here"], "here")],
)
def test_r15_the_one_root_that_a_client_names_is_where_it_stands(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, roots: list[str], where: str
) -> None:
    folders = {"here": desk.repository.folder, "other": tmp_path / "other side", "plain": tmp_path / "plain"}
    for each in (folders["other"], folders["plain"]):
        subprocess.run(["git", "init", "--quiet", str(each)], check=True)
    monkeypatch.chdir(folders["here"])

    async def listed(_: Any) -> types.ListRootsResult:
        named = [folders.get(each, tmp_path / each).as_uri() for each in roots]
        return types.ListRootsResult(roots=[types.Root(uri=each) for each in named])

    async def play() -> dict[str, str]:
        client = Client(made(desk.ground, Callers()), mode="legacy", list_roots_callback=listed)
        async with client:
            return (await told(client, "brief"))["scope"]

    async def scope(client: Client) -> dict[str, str]:
        return (await told(client, "brief"))["scope"]

    assert anyio.run(play) == desk.run(scope, "legacy", folder=folders[where])


def test_r17_a_branch_switch_is_seen_at_the_next_call(desk: Desk, mode: str) -> None:
    async def story(client: Client) -> list[str]:
        proposed = await told(client, "propose", claim="TIMEOUT is 30", kind="code", because=["rates.py:3"])
        desk.ana.approve(desk.ana.show(proposed["data"]["proposal_id"]))
        stances = []
        for branch in ("side", "main"):
            if branch == "side":
                desk.repository.branch("side", new=True)
                desk.repository.commit({"rates.py": "TIMEOUT = 60\n"})
            else:
                desk.repository.branch("main")
            stances.append((await told(client, "recall", query="what is the timeout"))["status"])
        return stances

    assert desk.run(story, mode) == ["abstain", "answer"]


def test_r27_notes_stay_in_the_session_and_end_with_the_server(desk: Desk, mode: str) -> None:
    async def story(client: Client) -> str:
        kept = await told(client, "note", text="rounding happens twice")
        assert (await told(client, "note", find="rounding"))["data"]["notes"][0]["text"] == "rounding happens twice"
        named = await told(client, "note", find="rounding", task=kept["data"]["task"])
        assert len(named["data"]["notes"]) == 1
        return kept["data"]["task"]

    task = desk.run(story, mode)
    desk.ground.close()
    with tenure.open(create=False) as memory, pytest.raises(tenure.NotFoundError):
        memory.resume(task)


def test_r15_the_task_of_another_folder_is_as_missing_as_none(desk: Desk, mode: str, tmp_path: Path) -> None:
    async def begun(client: Client) -> str:
        return (await told(client, "note", text="a note"))["data"]["task"]

    async def probed(client: Client) -> list[Any]:
        return [(await told(client, "note", find="note", task=each))["data"] for each in (task, "task_none")]

    task = desk.run(begun, mode)
    other = tmp_path / "other"
    subprocess.run(["git", "init", "--quiet", str(other)], check=True)
    theirs, nobodys = desk.run(probed, mode, folder=other)
    assert theirs == nobodys
    assert theirs["code"] == "not_found"


def test_a_policy_that_is_set_meanwhile_is_in_force_at_the_next_call(desk: Desk) -> None:
    async def story(client: Client) -> tuple[str, str]:
        before = await told(client, "propose", claim="we use uv", kind="fact")
        with tenure.open(create=False) as memory:
            tighter = tenure.Policy(**{**_fields(memory.policy), "claim_chars_max": 20})
            memory.operator("ana").set_policy(tighter, by=memory.person("ana"))
        after = await told(client, "propose", claim="the tests of this project need a database", kind="fact")
        return before["status"], after["status"]

    assert desk.run(story, "legacy") == ("pending", "refused")


def _fields(policy: tenure.Policy) -> dict[str, Any]:
    return {name: getattr(policy, name) for name in policy.__dataclass_fields__}


def test_a_store_that_is_not_there_answers_and_is_found_once_it_is(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Desk(tmp_path)
    empty = tmp_path / "empty"
    monkeypatch.setenv("TENURE_HOME", str(empty))

    async def story(client: Client) -> None:
        broken = await client.call_tool("recall", {"query": "anything"})
        assert broken.is_error
        told_next = broken.structured_content["next"]
        assert told_next[-1] == {"who": "agent", "do": "go on without memory"}
        monkeypatch.setenv("TENURE_HOME", str(home))
        assert (await told(client, "recall", query="anything"))["status"] == "abstain"

    desk.run(story, "auto")
    desk.ground.close()


@pytest.mark.parametrize("revision", list(REVISIONS))
def test_the_command_serves_over_standard_input_and_output(desk: Desk, revision: str, home: Path) -> None:
    process = StdioServerParameters(
        command=sys.executable,
        args=["-m", "tenure", "mcp", "--agent", "tester"],
        cwd=desk.repository.folder,
        env={**os.environ, "TENURE_HOME": str(home), "PYTHONPATH": "src"},
    )

    async def play() -> dict[str, Any]:
        async with Client(process, mode=revision) as client:
            assert client.protocol_version == REVISIONS[revision]
            return await told(client, "propose", claim="the tests run with make test", kind="fact")

    assert anyio.run(play)["status"] == "pending"
    assert [each.proposal.proposer.principal for each in desk.ana.pending()] == ["tester"]


def test_r35_no_number_of_sessions_of_one_person_ends_the_task_of_another(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def noted(user: str, session: object, **given: str) -> Any:
        caller = Caller(folder=desk.repository.folder, session=f"{user}:{session}", user=user)
        return desk.ground.call(caller, "note", given).envelope["data"]

    monkeypatch.setattr(ground, "TASKS_MAX", 3)
    noted("ana", "one", text="rounding happens twice")
    for session in range(4):
        noted("bob", session, text="hello there")
    assert noted("ana", "one", find="rounding")["notes"]
    assert noted("bob", 1, find="hello")["notes"]
    assert not noted("bob", 0, find="hello")["notes"], "the oldest of one's own goes"

"""Setting up a coding agent: what was there stays, twice is once, and taking out leaves what a person wrote."""

from __future__ import annotations

import json
import os
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from tenure.errors import RequestError
from tenure.faces.cli.setup.clients import CLIENTS, DENIED, SERVER, pieces_of
from tenure.faces.cli.setup.pieces import BlockPiece, FilePiece, JsonPiece
from tenure.faces.cli.setup.places import Places
from tenure.faces.cli.setup.texts import INSTRUCTIONS, INSTRUCTIONS_CHARS_MAX, PERSONS
from tenure.faces.cli.setup.writing import BACKUP, changes, write
from tests.faces.cli.shell import Shell

EVERY = sorted(CLIENTS)


def places(folder: Path) -> Places:
    project = folder / "project"
    project.mkdir(exist_ok=True)
    home = folder / "home"
    return Places(home=home, config=home / ".config", project=project, command=("/opt/a tool/tenure",))


def apply(client: str, where: Places, *, is_removing: bool = False) -> list[Path]:
    found = list(changes(pieces_of(client, where), project=where.project, is_removing=is_removing))
    assert [each.failed for each in found if each.failed] == []
    written = [each for each in found if each.is_needed]
    for each in written:
        write(each)
    return [each.path for each in written]


def texts(folder: Path) -> dict[Path, str]:
    return {path: path.read_text() for path in folder.rglob("*") if path.is_file() and BACKUP not in path.name}


@pytest.mark.parametrize("client", EVERY)
def test_the_second_time_nothing_is_written_and_removing_leaves_nothing(client: str, tmp_path: Path) -> None:
    where = places(tmp_path)
    assert apply(client, where)
    before = texts(tmp_path)
    assert apply(client, where) == []
    assert texts(tmp_path) == before
    assert sorted(apply(client, where, is_removing=True)) == sorted(before)
    assert texts(tmp_path) == {}
    assert apply(client, where, is_removing=True) == []


@pytest.mark.parametrize("client", EVERY)
def test_what_was_there_stays_and_is_all_that_is_left(client: str, tmp_path: Path) -> None:
    where = places(tmp_path)
    mine: dict[Path, str] = {}
    for piece in pieces_of(client, where):
        if isinstance(piece, JsonPiece):
            own: dict[str, object] = {"mine": [1, {"a": "ä"}], "mcpServers": {"other": {"command": "x"}}}
            own |= {"hooks": {"SessionStart": [{"hooks": [{"type": "command", "command": "mine"}]}]}}
            own |= {"permissions": {"deny": ["Bash(rm:*)"]}, "version": 1}
            mine[piece.path] = json.dumps(own, indent=4, ensure_ascii=False) + "\n"
        elif isinstance(piece, BlockPiece):
            mine[piece.path] = (
                'model = "x"\n\n[mcp_servers.other]\ncommand = "y"\n' if piece.table else "# Mine\n\nText.\n"
            )
    for path, text in mine.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    apply(client, where)
    for path, text in mine.items():
        now = path.read_text()
        assert path.with_name(path.name + BACKUP).read_text() == text
        assert "other" in now or "Mine" in now
    apply(client, where, is_removing=True)
    assert {path: path.read_text() for path in mine} == mine
    assert set(texts(tmp_path)) == set(mine)


@pytest.mark.parametrize("client", EVERY)
def test_a_newer_way_to_start_takes_the_place_of_the_older_one(client: str, tmp_path: Path) -> None:
    where = places(tmp_path)
    apply(client, where)
    moved = replace(where, command=("/usr/bin/python3", "-m", "tenure"), environment=(("TENURE_HOME", "/a b"),))
    apply(client, moved)
    together = "\n".join(texts(tmp_path).values())
    assert "/opt/a tool/tenure" not in together
    assert "/a b" in together
    apply(client, moved, is_removing=True)
    assert texts(tmp_path) == {}


def test_what_is_written_is_of_the_form_that_each_client_reads(tmp_path: Path) -> None:
    where = places(tmp_path)
    for client in EVERY:
        for piece in pieces_of(client, where):
            if isinstance(piece, JsonPiece):
                json.loads(piece.ours())
            elif isinstance(piece, BlockPiece) and piece.table:
                held = tomllib.loads(piece.ours())["mcp_servers"]["tenure"]
                assert held == {"command": "/opt/a tool/tenure", "args": ["mcp", "--agent", "codex"]}
            elif piece.path.suffix == ".toml":
                assert tomllib.loads(piece.ours())["rule"][0]["decision"] == "deny"
        assert [piece.what for piece in pieces_of(client, where)].count(SERVER) == 1
    hooks = json.loads(next(each for each in pieces_of("claude-code", where) if "hooks" in each.ours()).ours())["hooks"]
    assert set(hooks) == {"SessionStart", "UserPromptSubmit", "PostToolUse", "SessionEnd"}
    assert hooks["SessionEnd"][0]["hooks"][0]["command"] == "'/opt/a tool/tenure' hook claude-code end"


def test_every_command_of_the_persons_is_denied_where_a_client_has_rules(tmp_path: Path) -> None:
    for client in EVERY:
        for piece in pieces_of(client, places(tmp_path)):
            if piece.what == DENIED and client != "cursor":
                assert all(each in piece.ours() for each in PERSONS)


def test_the_lines_for_the_model_are_short_and_say_when(tmp_path: Path) -> None:
    assert len(INSTRUCTIONS) < INSTRUCTIONS_CHARS_MAX
    for word in ("`recall`", "`propose`", "`verify`", "pending", "not orders", "do not guess", "Never secrets"):
        assert word in " ".join(INSTRUCTIONS.split())
    assert all(ord(each) < 128 for each in INSTRUCTIONS)
    assert "!" not in INSTRUCTIONS


@pytest.mark.parametrize("text", ["{", "[]", '{"mcpServers": []}', "// a comment\n{}", '{"mcpServers": {"x": 1},}'])
def test_a_file_that_cannot_be_read_as_the_client_reads_it_is_left_alone(text: str, tmp_path: Path) -> None:
    where = places(tmp_path)
    path = where.home / ".cursor" / "mcp.json"
    path.parent.mkdir(parents=True)
    path.write_text(text)
    found = next(
        each for each in changes(pieces_of("cursor", where), project=None, is_removing=False) if each.path == path
    )
    assert (len(found.failed), found.is_needed, path.read_text()) == (1, False, text)


def test_a_table_of_the_persons_own_is_not_defined_twice() -> None:
    piece = BlockPiece(path=Path("config.toml"), what="x", text="[a.b]\nc = 1", comment="# {}", table=("a", "b"))
    with pytest.raises(RequestError) as refused:
        piece.put("[a.b]\nc = 2\n")
    assert refused.value.code == "not_ours"
    assert tomllib.loads(piece.put("[a.d]\nc = 2\n"))["a"] == {"d": {"c": 2}, "b": {"c": 1}}


def test_a_file_of_the_persons_own_by_the_name_of_ours_is_left_alone() -> None:
    piece = FilePiece(path=Path("TaskStart"), what="x", text="ours")
    with pytest.raises(RequestError):
        piece.put("#!/bin/sh\nmine\n")
    assert piece.take("#!/bin/sh\nmine\n") == "#!/bin/sh\nmine\n"


def test_an_agent_file_that_leads_out_of_the_repository_is_not_written(tmp_path: Path) -> None:
    where = places(tmp_path)
    outside = tmp_path / "shell.rc"
    outside.write_text("mine\n")
    assert where.project is not None
    (where.project / "CLAUDE.md").symlink_to(outside)
    found = list(changes(pieces_of("claude-code", where), project=where.project, is_removing=False))
    assert [each.path.name for each in found if each.failed] == ["CLAUDE.md"]
    assert outside.read_text() == "mine\n"


def test_a_link_inside_the_repository_and_the_mode_of_a_private_file_stay(tmp_path: Path) -> None:
    where = places(tmp_path)
    assert where.project is not None
    (where.project / "AGENTS.md").write_text("# Mine\n")
    (where.project / "CLAUDE.md").symlink_to("AGENTS.md")
    private = where.home / ".claude.json"
    private.parent.mkdir(parents=True)
    private.write_text('{"token": "x"}')
    private.chmod(0o600)
    apply("claude-code", where)
    assert (where.project / "CLAUDE.md").is_symlink()
    assert "Tenure" in (where.project / "AGENTS.md").read_text()
    for path in (private, private.with_name(private.name + BACKUP)):
        assert path.stat().st_mode & 0o777 == 0o600


def test_programs_can_be_run_and_what_is_made_is_private(tmp_path: Path) -> None:
    where = places(tmp_path)
    apply("cline", where)
    assert (where.home / "Documents" / "Cline" / "Hooks" / "TaskStart").stat().st_mode & 0o777 == 0o700
    settings = where.home / ".cline" / "data" / "settings" / "cline_mcp_settings.json"
    assert settings.stat().st_mode & 0o777 == 0o600


def test_the_command_prints_writes_and_takes_out(bare: Shell) -> None:
    printed = bare.run("setup", "codex", "--print")
    assert (printed.code, "[mcp_servers.tenure]" in printed.out) == (0, True)
    assert not (bare.home.parent / ".codex").exists()
    made = bare.run("setup", "codex", "--json")
    assert made.code == 0
    assert {each["state"] for each in json.loads(made.out)["data"]["files"]} == {"made"}
    assert "speed bump" in made.out
    assert bare.run("setup", "codex", "--remove").code == 0
    assert bare.run("setup", "emacs").code == 2


def left(client: str, where: Places) -> list[str]:
    """Give the codes of what is left out; nothing else goes wrong."""
    found = list(changes(pieces_of(client, where), project=where.project, is_removing=False))
    for each in found:
        if each.is_needed:
            write(each)
    return [error.code for each in found for _, error in each.failed]


@pytest.mark.parametrize(
    "target", [".git/config", ".git/hooks/post-checkout", ".GIT/hooks/post-checkout", "../outside"]
)
def test_no_link_in_a_repository_leads_setup_into_git_s_own_files_or_out_of_it(tmp_path: Path, target: str) -> None:
    where = places(tmp_path)
    aimed = where.project / target
    aimed.parent.mkdir(parents=True, exist_ok=True)
    (where.project / "CLAUDE.md").symlink_to(target)
    assert left("claude-code", where) == ["bad_file"]
    assert not aimed.exists()


def test_a_link_to_another_file_of_the_repository_is_followed(tmp_path: Path) -> None:
    where = places(tmp_path)
    (where.project / "CLAUDE.md").symlink_to("AGENTS.md")
    assert left("claude-code", where) == []
    assert INSTRUCTIONS.strip() in (where.project / "AGENTS.md").read_text()


@pytest.mark.parametrize("form", ["pipe", "loop", "folder"])
def test_setup_neither_waits_nor_fails_where_a_file_is_none(tmp_path: Path, form: str) -> None:
    where = places(tmp_path)
    odd = where.project / "CLAUDE.md"
    if form == "pipe":
        os.mkfifo(odd)
    elif form == "loop":
        odd.symlink_to(odd.name)
    else:
        odd.mkdir()
    assert left("claude-code", where) == ["bad_file"]


@pytest.mark.parametrize("text", ["[" * 200_000, '{"a":' * 50_000 + "1" + "}" * 50_000, '{"a": "\\ud800"}'])
def test_setup_leaves_settings_alone_that_nothing_can_write_back(tmp_path: Path, text: str) -> None:
    where = places(tmp_path)
    settings = where.home / ".claude" / "settings.json"
    settings.parent.mkdir(parents=True)
    settings.write_text(text)
    assert set(left("claude-code", where)) == {"bad_file"}
    assert settings.read_text() == text
    assert (where.project / "CLAUDE.md").exists(), "everything else is set up"

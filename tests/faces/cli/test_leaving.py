"""`disclose`, `export`, `import`: for the person alone, and what comes in waits (R17, R25, R28, R30)."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from tests.faces.cli.shell import Shell

YES = ("[y/N]", "y")
NO = ("[y/N]", "n")
SAYS = "prefers green charts"


@pytest.fixture(scope="module")
def kept(shell: Shell) -> str:
    assert shell.at_terminal("remember", SAYS, answers=[YES]).code == 0
    (entry,) = shell.run("list", "--json").json["data"]["usable"]
    return entry["id"]


def test_r17_without_a_terminal_nothing_leaves(shell: Shell, kept: str, tmp_path: Path) -> None:
    target = tmp_path / "out.jsonl"
    for said in shell.run_each(
        ["disclose"],
        ["disclose", "--json"],
        ["export"],
        ["export", str(target)],
        ["import", "-"],
        ["ledger", "show", "--json"],
    ):
        assert said.code == 1
        assert "no_terminal" in said.out
        assert SAYS not in said.out
        assert kept not in said.out
    assert not target.exists()


def test_r25_the_person_sees_all_that_is_held(shell: Shell, kept: str) -> None:
    seen, as_json, no = shell.at_terminal_each(
        (["disclose"], []), (["disclose", "--json"], [YES]), (["disclose", "--json"], [NO])
    )
    assert (seen.code, as_json.code, no.code) == (0, 0, 1)
    assert SAYS in seen.out
    assert kept in seen.out
    data = json.loads(as_json.out[as_json.out.index('{"tenure"') :])["data"]
    assert [each["claim"]["text"] for each in data["entries"]] == [SAYS]
    assert "ledger" in data
    assert SAYS not in no.out


def test_what_was_exported_waits_when_it_comes_back_and_a_forgotten_one_does_not(
    shell: Shell, kept: str, tmp_path: Path
) -> None:
    target = tmp_path / "out.jsonl"
    no, out, again, stream = shell.at_terminal_each(
        (["export", str(target)], [NO]),
        (["export", str(target)], [YES]),
        (["export", str(target)], []),
        (["export", "-"], [YES]),
    )
    assert [no.code, out.code, again.code, stream.code] == [1, 0, 2, 0]
    assert "file_exists" in again.out
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    (line,) = target.read_text().splitlines()
    assert json.loads(line)["claim"]["text"] == SAYS
    assert line in stream.out.replace("\r", "")
    claimed = {**json.loads(line), "trust": "user_approved"}
    claimed["claim"] = {**claimed["claim"], "text": "prefers wide margins"}
    target.write_text(f"{line}\n{json.dumps(claimed)}\nnot json\n")
    (said,) = shell.at_terminal_each((["import", str(target), "--json"], []))
    answer = json.loads(said.out)
    assert (said.code, answer["status"], answer["data"]["refused"]) == (1, "pending", 2)
    assert answer["data"]["reasons"] == {"not_again": 1, "malformed_line": 1}
    (waiting,) = answer["data"]["pending"]
    assert [each["text"] for each in shell.run("list", "--json").json["data"]["usable"]] == [SAYS]
    shown, nothing = shell.at_terminal_each((["review", "show", waiting], []), (["import", str(tmp_path / "none")], []))
    assert "prefers wide margins" in shown.out
    assert (nothing.code, "bad_file" in nothing.out) == (2, True)


def test_a_file_that_cannot_be_made_exports_nothing_and_nobody_is_asked(
    shell: Shell, kept: str, tmp_path: Path
) -> None:
    before = shell.at_terminal("ledger", "show").out.count("export")
    no_folder, in_a_file, a_folder, receipt = shell.at_terminal_each(
        (["export", str(tmp_path / "none" / "out")], []),
        (["export", f"{__file__}/out"], []),
        (["export", str(tmp_path)], []),
        (["forget", kept, "--receipt", str(tmp_path)], []),
    )
    assert [said.code for said in (no_folder, in_a_file, a_folder, receipt)] == [2, 2, 2, 2]
    assert ["bad_file" in said.out for said in (no_folder, in_a_file)] == [True, True]
    assert ["that is a folder" in said.out for said in (a_folder, receipt)] == [True, True]
    assert not any("?" in said.out for said in (no_folder, in_a_file, a_folder, receipt))
    assert shell.at_terminal("ledger", "show").out.count("export") == before
    assert SAYS in shell.run("list").out


def test_a_file_that_no_export_wrote_is_told_with_what_to_name(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("buy milk\n")
    said = shell.at_terminal("import", str(tmp_path / "notes.txt"))
    assert (said.code, "wait for you: 0; refused: 1" in said.out) == (1, True)
    assert "tenure export FILE" in said.out

"""`doctor`: each thing that is looked at, ok, note or fault, with its fix; 1 for a fault, 3 if nothing opens."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

import tenure
from tenure.faces.cli.app import run
from tenure.store.sqlite_engine import engine
from tests.faces.cli.shell import Said, Shell

CHECKS = {
    "sqlite",
    "git",
    "repository",
    "keys",
    "permissions",
    "present key",
    "receipts",
    "owner",
    "policy",
    "clock",
    "embedder",
    "integrity",
    "erasure",
}


def _states(said) -> dict[str, str]:
    return {each["check"]: each["state"] for each in said.json["data"]["checks"]}


def test_a_sound_store_has_no_fault(shell: Shell) -> None:
    said = shell.run("doctor", "--json")
    states = _states(said)
    assert (said.code, said.json["status"], set(states)) == (0, "done", CHECKS)
    assert "fault" not in states.values()
    assert states["present key"] == "note"
    assert shell.run("doctor").out.count("fix:") == list(states.values()).count("note")


@pytest.mark.parametrize("name", ["store", "keys"])
def test_an_open_folder_is_a_note_with_its_fix_and_stays_as_it_is(shell: Shell, name: str) -> None:
    (shell.home / name).chmod(0o755)
    said = shell.run("doctor", "--json")
    assert stat.S_IMODE((shell.home / name).stat().st_mode) == 0o755
    (shell.home / name).chmod(0o700)
    assert (said.code, _states(said)["permissions"]) == (0, "note")
    assert "chmod 700" in said.out


def test_a_store_that_does_not_open_is_said_with_its_fix(bare: Shell) -> None:
    missing = bare.run("doctor", "--json")
    assert (missing.code, _states(missing)["store"]) == (3, "fault")
    assert missing.json["next"] == [{"who": "person", "do": "Run `tenure init`."}]
    assert not bare.home.exists()
    assert bare.run("init", "--person", "ana").code == 0
    database = bare.home / "store" / "tenure.db"
    database.write_bytes(b"this is no database, but long enough to look like a file" * 200)
    damaged = bare.run("doctor", "--json")
    assert (damaged.code, _states(damaged)["store"]) == (3, "fault")
    assert "no database" not in damaged.out
    steps = [each["do"] for each in damaged.json["next"]]
    assert steps == ["Put a backup in its place: `tenure restore FILE`."], "the doctor sends nobody to the doctor"
    assert "tenure doctor" in bare.run("list").err
    database.write_bytes(b"")
    gone = bare.run("doctor", "--json")
    assert (gone.code, len(gone.json["next"])) == (3, 1), "one step is told once"


def test_a_torn_file_is_told_once_and_the_doctor_names_not_itself_as_the_cure(bare: Shell) -> None:
    bare.run("init", "--person", "ana")
    (file,) = bare.home.rglob("tenure.db")
    sound = file.read_bytes()
    file.write_bytes(sound[:12_000] + b"\x5a" * 30_000 + sound[42_000:])
    found = bare.run("doctor", "--json").json["data"]["checks"]
    faults = [each for each in found if each["state"] == "fault"]
    said = [each["message"].partition(" [")[0] for each in faults]
    assert said
    assert len(said) == len(set(said))
    assert not [each for each in faults if "tenure doctor" in each.get("fix", "")]


def test_a_repository_that_cannot_be_read_is_a_note_and_no_fault(shell: Shell, tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    shell.git("clone", "--quiet", "--shared", str(shell.folder), str(clone))
    borrowed = shell.run("doctor", "--json", at=clone)
    assert (borrowed.code, _states(borrowed)["repository"]) == (0, "note")
    assert "alternates" in borrowed.out
    assert shell.run("scope", "show").code == 0
    copied = tmp_path / "copied"
    shell.git("clone", "--quiet", str(shell.folder), str(copied))
    said = shell.run("doctor", "--json", at=copied)
    assert (said.code, _states(said)["repository"]) == (0, "note")
    assert "tenure scope adopt" in said.out


def test_r23_confirming_the_clock_needs_a_yes_at_the_terminal(shell: Shell) -> None:
    assert shell.run("doctor", "--confirm-clock").code == 1
    no, yes = shell.at_terminal_each(
        (["doctor", "--confirm-clock"], [("[y/N]", "n")]), (["doctor", "--confirm-clock"], [("[y/N]", "y")])
    )
    assert (no.code, yes.code) == (1, 0)
    assert "confirm_clock" in shell.at_terminal("ledger", "show").out


def test_an_old_sqlite_is_named_at_the_version_that_mends_it() -> None:
    assert engine((3, 51, 2)).fix
    assert "3.51.2" in engine((3, 51, 2)).message
    assert not engine((3, 51, 3)).fix
    assert not engine((4, 0, 0)).fix
    assert not engine((3, 51, 2)).is_fault


def test_a_store_whose_person_was_not_named_is_a_note(capsys: pytest.CaptureFixture[str]) -> None:
    tenure.open().close()
    assert run(["doctor", "--json"]) == 0
    told = Said(0, capsys.readouterr().out)
    assert _states(told)["owner"] == "note"
    assert "tenure init" in told.out


def test_a_damaged_registry_of_repositories_is_a_fault_with_its_fix(bare: Shell) -> None:
    assert bare.run("init", "--person", "ana").code == 0
    (bare.home / "repositories.json").write_text("{")
    said = bare.run("doctor", "--json")
    assert (said.code, _states(said)["repository"]) == (1, "fault")
    assert "Restore `repositories.json`" in said.out

"""`keys status`, `enrol`, `recovery`: secrets go to the terminal alone, and come back from it."""

from __future__ import annotations

import re
import stat
from pathlib import Path

from tests.faces.cli.shell import Shell

YES = ("[y/N]", "y")
NO = ("[y/N]", "n")
FIRST, SECOND = "the first passphrase", "the second passphrase"
CODE = re.compile(r"(?:[0-9A-Z]{4}-){13}[0-9A-Z]{4}")


def _root(shell: Shell) -> Path:
    (file,) = shell.home.rglob("root.key")
    return file


def test_a_key_is_enrolled_by_typing_twice_and_replaced_by_its_passphrase_alone(shell: Shell) -> None:
    before = shell.run("keys", "status", "--json")
    assert (before.code, "key" in before.json["data"]) == (0, False)
    assert shell.run("keys", "enrol").code == 1
    short, made, kept, wrong, replaced = shell.at_terminal_each(
        (["keys", "enrol"], [("more:", "short"), ("again:", "short")]),
        (["keys", "enrol"], [("more:", FIRST), ("again:", "other"), ("more:", FIRST), ("again:", FIRST)]),
        (["keys", "enrol"], [NO]),
        (["keys", "enrol"], [YES, *[("Passphrase:", SECOND)] * 3]),
        (["keys", "enrol"], [YES, ("Passphrase:", FIRST), ("more:", SECOND), ("again:", SECOND)]),
    )
    assert [short.code, made.code, kept.code, wrong.code, replaced.code] == [2, 0, 1, 1, 0]
    assert not any(secret in said.out for secret in (FIRST, SECOND) for said in (made, wrong, replaced))
    key = shell.run("keys", "status", "--json").json["data"]["key"]
    assert key["public_key"][:16] in replaced.out
    assert key["replaced"] == 1


def test_the_recovery_code_is_shown_on_the_terminal_alone_and_brings_the_root_key_back(shell: Shell) -> None:
    file = _root(shell)
    root = file.read_bytes()
    unattended = shell.run("keys", "recovery", "--json")
    assert (unattended.code, CODE.search(unattended.text)) == (1, None)
    no, shown = shell.at_terminal_each((["keys", "recovery"], [NO]), (["keys", "recovery", "--json"], [YES]))
    assert (no.code, CODE.search(no.out)) == (1, None)
    code = CODE.search(shown.out)
    assert code is not None
    assert "cannot bring back" in shown.out
    assert CODE.search(shown.out[shown.out.index('{"tenure"') :]) is None
    there = shell.at_terminal("keys", "recovery", "--restore", answers=[])
    assert (there.code, "root_exists" in there.out) == (2, True)
    file.unlink()
    missing = shell.run("keys", "status", "--json")
    assert (missing.code, missing.json["data"]["code"]) == (3, "keys_missing")
    assert shell.run("doctor").code == 3
    typo, other, back = shell.at_terminal_each(
        (["keys", "recovery", "--restore"], [("code:", code[0][:-1])]),
        (["keys", "recovery", "--restore"], [("code:", _other_code())]),
        (["keys", "recovery", "--restore"], [("code:", code[0].lower().replace("-", " "))]),
    )
    assert [typo.code, other.code, back.code] == [2, 3, 0]
    assert "wrong_root_key" in other.out
    assert file.read_bytes() == root
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert shell.run("doctor").code == 0


def test_a_root_key_that_others_can_read_is_a_fault_with_its_fix(shell: Shell) -> None:
    file = _root(shell)
    file.chmod(0o644)
    status, doctor = shell.run("keys", "status"), shell.run("doctor")
    file.chmod(0o600)
    assert (status.code, doctor.code) == (3, 3)
    assert "chmod" in status.text
    assert "chmod" in doctor.text


def test_data_is_taken_as_it_is_by_a_person_at_a_terminal_alone(shell: Shell) -> None:
    (heads,) = (shell.home / "keys").rglob("heads")
    heads.unlink()
    doctor, alone = shell.run("doctor"), shell.run("keys", "accept")
    assert (doctor.code, "tenure keys accept" in doctor.text) == (3, True)
    assert (alone.code, "[no_terminal]" in alone.text) == (1, True)
    no, yes, again = shell.at_terminal_each(
        (["keys", "accept"], [("as it is:", "y")]),
        (["keys", "accept"], [("as it is:", "accept")]),
        (["keys", "accept"], [("as it is:", "accept")]),
    )
    assert [no.code, yes.code, again.code] == [1, 0, 3]
    assert "an older copy passes for the newest" in no.out
    assert "accepted: what was done until" in yes.out
    assert "nothing_damaged" in again.out
    assert shell.run("doctor").code == 0


def _other_code() -> str:
    from tenure.vault.root import recovery_code

    return recovery_code(bytes(range(32)))

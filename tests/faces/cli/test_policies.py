"""`policy show`, `check`, `set`: tightening asks, loosening needs the person's key (R37)."""

from __future__ import annotations

from pathlib import Path

from tests.faces.cli.shell import Shell

YES = ("[y/N]", "y")
NO = ("[y/N]", "n")
PASSPHRASE = "a long enough passphrase"


def test_what_is_shown_can_be_checked_and_set(shell: Shell, tmp_path: Path) -> None:
    shown = shell.run("policy", "show")
    assert shown.code == 0
    file = tmp_path / "policy.toml"
    file.write_text(shown.out)
    assert shell.run("policy", "check", str(file)).code == 0
    same = shell.at_terminal("policy", "set", str(file))
    assert (same.code, "in force already" in same.out) == (0, True)


def test_every_problem_is_named_with_key_found_and_wanted(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "policy.toml"
    file.write_text('claim_chars_max = "many"\nclaim_chars = 3\n[kinds.fact]\ngrantable = true\n')
    said = shell.run("policy", "check", str(file), "--json")
    problems = {each["key"]: each for each in said.json["data"]["problems"]}
    assert (said.code, said.json["status"]) == (1, "found")
    assert set(problems) == {"claim_chars_max", "claim_chars", "kinds.fact.grantable"}
    assert problems["claim_chars_max"]["found"] == '"many"'
    assert "whole number" in problems["claim_chars_max"]["wanted"]
    file.write_text("not toml [")
    broken, missing, set_broken, folder = shell.run_each(
        ["policy", "check", str(file)],
        ["policy", "check", str(tmp_path / "none")],
        ["policy", "set", str(file)],
        ["policy", "check", str(tmp_path)],
    )
    assert [broken.code, missing.code, set_broken.code, folder.code] == [1, 2, 1, 2]
    assert "policy_unreadable" in missing.out


def test_r37_tightening_asks_and_loosening_needs_the_key(shell: Shell, tmp_path: Path) -> None:
    tight, loose = tmp_path / "tight.toml", tmp_path / "loose.toml"
    tight.write_text('preset = "personal"\nclaim_chars_max = 200\ngrants_allowed = false\n')
    loose.write_text('preset = "personal"\nclaim_chars_max = 300\nscope_entries_max = 299\n')
    unattended = shell.run("policy", "set", str(tight))
    assert (unattended.code, "no_terminal" in unattended.text) == (1, True)
    no, yes, no_key = shell.at_terminal_each(
        (["policy", "set", str(tight)], [NO]),
        (["policy", "set", str(tight)], [YES]),
        (["policy", "set", str(loose)], [YES]),
    )
    assert [no.code, yes.code, no_key.code] == [1, 0, 2]
    assert "280 -> 200" in yes.out
    assert "true -> false" in yes.out
    assert "no_key" in no_key.out
    assert "claim_chars_max = 200" in shell.run("policy", "show").out
    enrolled, wrong, right = shell.at_terminal_each(
        (["keys", "enrol"], [("more:", PASSPHRASE), ("again:", PASSPHRASE)]),
        (["policy", "set", str(loose)], [YES, *[("Passphrase:", "not this one")] * 3]),
        (["policy", "set", str(loose)], [YES, ("Passphrase:", PASSPHRASE)]),
    )
    assert [enrolled.code, wrong.code, right.code] == [0, 1, 0]
    assert "LOOSER" in right.out
    assert PASSPHRASE not in enrolled.out + wrong.out + right.out
    assert "claim_chars_max = 300" in shell.run("policy", "show").out

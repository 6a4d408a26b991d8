"""`policy show`, `check`, `set`: tightening asks, loosening needs the person's key (R37)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tenure.memory.policies import read_policy, with_answers
from tenure.policy.presets import PERSONAL
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


def test_a_file_that_does_not_speak_of_branches_and_backups_keeps_the_answers(tmp_path: Path) -> None:
    file = tmp_path / "policy.toml"
    before = replace(PERSONAL, trusted_refs=("refs/heads/main",), backups_days=30)
    file.write_text("claim_chars_max = 80\n")
    wanted, kept = with_answers(read_policy(file), file, before=before)
    assert kept == ("trusted_refs", "backups_days")
    assert wanted == replace(before, claim_chars_max=80)
    file.write_text('trusted_refs = []\nbackups_days = "none"\n')
    assert with_answers(read_policy(file), file, before=before) == (PERSONAL, ())


def test_what_is_kept_is_said_before_the_question(shell: Shell, tmp_path: Path) -> None:
    named, unnamed = tmp_path / "named.toml", tmp_path / "unnamed.toml"
    lines = shell.run("policy", "show").out.splitlines()
    rest = [line for line in lines if not line.startswith(("backups_days", "claim_chars_max"))]
    named.write_text("\n".join(["backups_days = 30", "claim_chars_max = 90", *rest]))
    unnamed.write_text("\n".join(["claim_chars_max = 80", *rest]))
    first, second = shell.at_terminal_each(
        (["policy", "set", str(named)], [YES]), (["policy", "set", str(unnamed)], [YES])
    )
    assert [first.code, second.code] == [0, 0]
    assert "the file does not name it: backups_days" in second.out.partition("Put it in force?")[0]
    assert "backups_days = 30" in shell.run("policy", "show").out


def test_r37_lines_of_a_repository_without_effect_are_told_to_an_agent_by_known_names_alone(shell: Shell) -> None:
    local = shell.folder / "tenure.toml"
    local.write_text("claim_chars_max = 60\nrecall_entries_max = 50\n'obey this file' = 1\n")
    listed, shown, examined = shell.run_each(["list", "--json"], ["policy", "show"], ["doctor"])
    (warning,) = listed.json["warnings"]
    assert warning.startswith("tenure.toml here, without effect: recall_entries_max, 1 unknown name")
    assert "claim_chars_max: in force" in shown.out
    assert "recall_entries_max: no effect: looser than your policy" in shown.out
    assert "without effect: recall_entries_max" in examined.out
    assert "obey" not in listed.out + shown.out + examined.out
    assert "obey this file: no effect: no such setting" in shell.at_terminal("policy", "show").out
    local.write_text("pending_max = 1000\n")
    assert "tightens nothing" in shell.run("list").out
    local.write_text("no toml [")
    assert "has no effect: it is no TOML" in shell.run("list").out
    local.write_text("claim_chars_max = 60\n")
    assert shell.run("list", "--json").json["warnings"] == []
    local.unlink()

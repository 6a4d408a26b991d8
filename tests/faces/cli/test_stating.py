"""`remember` keeps exactly what was shown, after a yes at the terminal; `propose` asks; `hear` passes words on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faces.cli.conftest import make_shell
from tests.faces.cli.shell import Said, Shell

YES = ("[y/N]", "y")
NO = ("[y/N]", "n")
PASSPHRASE = "correct horse"
SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


@pytest.fixture(scope="module")
def keyed(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """A shell whose owner has a key."""
    made = make_shell(tmp_path_factory.mktemp("keyed"))
    enrol = [NO, NO, NO, YES, ("more:", PASSPHRASE), ("again:", PASSPHRASE)]
    assert made.at_terminal("init", "--person", "ana", answers=enrol).code == 0
    return made


def _texts(listed: Said) -> dict[str, str]:
    return {each["text"]: each["id"] for each in listed.json["data"]["usable"]}


def test_what_is_kept_is_what_was_shown_and_only_after_a_yes(keyed: Shell) -> None:
    *said, listed, inbox = keyed.at_terminal_each(
        (["remember", "give me tables", "--when", "comparing things"], [YES]),
        (["remember", "I like long answers"], [NO]),
        (["remember", "I like loud answers"], [("[y/N]", "")]),
        (["remember", "Table has the base Base", "--kind", "code", "--because", "a.py::Table"], [YES]),
        (["remember", "the office closes at six", "--kind", "fact", "--everywhere", "--expires", "30"], [YES]),
        (["list", "--json"], []),
        (["review", "--json"], []),
    )
    assert [each.code for each in said] == [0, 1, 1, 0, 0]
    assert "remember (preference): give me tables" in said[0].out
    assert "everywhere" in said[0].out
    assert "nothing was kept" in said[1].out
    assert "(code, here)" in said[3].out
    assert "(fact, everywhere)" in said[4].out
    assert set(_texts(listed)) == {"give me tables", "Table has the base Base", "the office closes at six"}
    assert inbox.json["data"]["new"] == [], "a no leaves nothing behind"


def test_r33_orders_need_the_passphrase_and_no_flag_answers(keyed: Shell) -> None:
    order = ["remember", "always run the linter before you commit", "--kind", "instruction"]
    wrong, right, forced, listed = keyed.at_terminal_each(
        (order, [YES, ("Passphrase:", "one"), ("Passphrase:", "two"), ("Passphrase:", "three")]),
        ([*order[:1], "always build the docs before you commit", *order[2:]], [YES, ("Passphrase:", PASSPHRASE)]),
        ([*order, "--yes"], []),
        (["list", "--json"], []),
    )
    assert [wrong.code, right.code, forced.code] == [1, 0, 2]
    assert PASSPHRASE not in right.out
    assert "(instruction, an order)" in right.out
    assert "always build the docs before you commit" in _texts(listed)
    assert "always run the linter before you commit" not in _texts(listed)


def test_r33_an_order_without_a_key_says_how_to_enrol_and_keeps_nothing(shell: Shell) -> None:
    said, inbox = shell.at_terminal_each(
        (["remember", "always push at once", "--kind", "instruction"], [YES]), (["review", "--json"], [])
    )
    assert said.code == 2
    assert "tenure keys enrol" in said.out
    assert inbox.json["data"]["new"] == []


def test_r33_without_a_terminal_nothing_is_remembered(shell: Shell) -> None:
    shell.settings = {"TENURE_YES": "1", "YES": "1"}
    said, listed = shell.run_each(["remember", "give me tables", "--json"], ["list", "--json"], stdin="y\n")
    shell.settings = {}
    assert (said.code, said.json["data"]["code"]) == (1, "no_terminal")
    assert "tenure propose" in said.json["next"][0]["do"]
    assert listed.json["data"]["usable"] == []


def test_invisible_characters_are_seen_and_refused(shell: Shell) -> None:
    said = shell.at_terminal("remember", "give me \u202edark tables")
    assert said.code == 1
    assert "unreadable" in said.out
    assert "\u202e" not in said.out


def test_the_text_comes_from_standard_input_too(shell: Shell) -> None:
    asked, dash = shell.run_each(
        ["propose", "--kind", "preference", "--key", "k1"],
        ["propose", "-", "--kind", "preference", "--key", "k1", "--json"],
        stdin="give me short answers\n",
    )
    assert (asked.code, dash.code) == (0, 0)
    assert "pending: prop_" in asked.out
    assert dash.json["data"]["repeat"] is True


def test_proposals_wait_or_are_refused_with_every_reason(shell: Shell) -> None:
    pending, momentary, uncited, secret = shell.run_each(
        ["propose", "prefers dark pictures", "--kind", "preference", "--json"],
        ["propose", "we just inspected a.py and b.py", "--kind", "fact", "--json"],
        ["propose", "Table implements Base", "--kind", "code", "--json"],
        ["propose", f"the token is {SECRET}", "--kind", "fact", "--json"],
    )
    assert [each.code for each in (pending, momentary, uncited, secret)] == [0, 1, 1, 1]
    assert pending.json["next"] == [{"who": "person", "do": "tenure review"}]
    assert {each["gate"] for each in pending.json["verdicts"]} >= {"purpose", "authorization", "support", "trust"}
    codes = {each["code"] for each in uncited.json["verdicts"]}
    assert "code_needs_source" in codes
    assert SECRET not in secret.out
    assert not any(SECRET.encode() in path.read_bytes() for path in shell.home.rglob("*") if path.is_file())


def test_heard_words_carry_a_proposal_of_their_task(shell: Shell, tmp_path: Path) -> None:
    heard = shell.run("hear", "--json", stdin="When you list files, sort them by size please.").json
    note, task = heard["data"]["note_id"], heard["data"]["task_id"]
    assert heard["next"] == [{"who": "agent", "do": f"export TENURE_TASK={task}"}]
    shell.settings = {"TENURE_TASK": task}
    again, asked, ended, after = shell.run_each(
        ["hear", "And keep it short."],
        [
            "propose",
            "sort them by size",
            "--kind",
            "preference",
            "--because",
            note,
            "--when",
            "listing files",
            "--json",
        ],
        ["task", "end"],
        ["hear", "Is anybody there?"],
    )
    shell.settings = {}
    assert [each.code for each in (again, asked, ended, after)] == [0, 0, 0, 2]
    assert asked.json["status"] == "pending"
    assert "2 notes" in ended.out
    assert "no such living task" in after.out


def test_ctrl_c_ends_with_130_and_leaves_nothing(shell: Shell) -> None:
    said = shell.at_terminal("remember", "give me music", answers=[("[y/N]", "\x03")])
    assert said.code == 130
    assert "stopped: what was asked was not done" in said.out
    assert shell.at_terminal("review").out.count("give me music") == 0


def test_a_person_who_states_it_twice_learns_that_it_is_kept(shell: Shell) -> None:
    first, again = shell.at_terminal_each(
        (["remember", "prefers wide margins"], [YES]), (["remember", "prefers wide margins"], [])
    )
    assert (first.code, again.code) == (0, 1)
    assert "is kept here" in again.out
    assert "next (person): tenure list" in again.out
    assert "next (agent)" not in again.out
    assert "needs_approval" not in again.out  # what they would answer themselves is no news to them


def test_what_refuses_comes_before_what_asks(shell: Shell) -> None:
    said = shell.run("propose", "Inspected files: a.py, b.py", "--kind", "fact")
    words = [line.split()[0] for line in said.out.splitlines() if line.startswith("  ")]
    assert words == sorted(words, reverse=True)
    assert set(words) == {"refuses", "asks"}

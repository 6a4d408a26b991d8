"""`forget`: shows what goes and what nearly matches, asks, erases, and its receipt can be checked (R28)."""

from __future__ import annotations

from tests.faces.cli.shell import Said, Shell

YES = ("[y/N]", "y")
NO = ("[y/N]", "n")


LIST = (["list", "--json"], [])


def _usable(listed: Said) -> dict[str, str]:
    return {each["text"]: each["id"] for each in listed.json["data"]["usable"]}


def _files_with(shell: Shell, text: str) -> list[str]:
    files = (path for path in shell.home.rglob("*") if path.is_file())
    return [path.name for path in files if text.encode() in path.read_bytes()]


def test_r28_what_is_forgotten_was_shown_and_is_gone(shell: Shell) -> None:
    *said, listed = shell.at_terminal_each(
        (["remember", "prefers violet charts"], [YES]),
        (["remember", "prefers violet ink"], [YES]),
        (["remember", "prefers wooden desks"], [YES]),
        LIST,
    )
    assert [each.code for each in said] == [0, 0, 0]
    ids = _usable(listed)
    no, erased, again, checked, listed = shell.at_terminal_each(
        (["forget", ids["prefers violet charts"]], [NO]),
        (["forget", "--words", "violet charts"], [YES]),
        (["forget", ids["prefers violet charts"]], []),
        (["forget", "--words", "wooden chairs"], []),
        LIST,
    )
    assert [no.code, erased.code, again.code, checked.code] == [1, 0, 2, 2]
    assert "would be erased:\n  " + ids["prefers violet charts"] in erased.out
    assert "nearly match, and stay:\n  " + ids["prefers violet ink"] in erased.out
    assert "backups  not declared" in erased.out
    assert set(_usable(listed)) == {"prefers violet ink", "prefers wooden desks"}
    assert _files_with(shell, "violet charts") == []
    receipt = next(word for word in erased.out.split() if word.startswith("rcpt_"))
    told, unknown = shell.run_each(["forget", "--check", receipt, "--json"], ["forget", "--check", "rcpt_none"])
    assert (told.code, told.json["data"]["state"]) == (0, "done")
    assert told.json["data"]["entry_ids"] == [ids["prefers violet charts"]]
    assert unknown.code == 2


def test_r25_without_a_terminal_it_is_a_request_for_ids_alone(shell: Shell) -> None:
    _, listed = shell.at_terminal_each((["remember", "give me maps"], [YES]), LIST)
    kept = _usable(listed)["give me maps"]
    asked, twice, by_words, unknown, mixed, receipt, no_mark, listed = shell.run_each(
        ["forget", kept, "--reason", "no use", "--json"],
        ["forget", kept, "--json"],
        ["forget", "--words", "maps"],
        ["forget", "ent_none"],
        ["forget", kept, "ent_none"],
        ["forget", kept, "--receipt", str(shell.home / "receipt.json")],
        ["forget", kept, "--no-tombstone"],
        ["list", "--json"],
    )
    assert [each.code for each in (asked, twice, by_words, unknown, mixed)] == [0, 1, 1, 2, 2]
    assert ["no_terminal" in said.text for said in (by_words, receipt, no_mark)] == [True, True, True]
    assert asked.json["status"] == "pending"
    assert kept in _usable(listed).values()
    (request,) = asked.json["data"]["proposal_ids"]
    done, listed = shell.at_terminal_each((["review", "approve", request], [YES]), LIST)
    assert done.code == 0
    assert "give me maps" in done.out
    assert "forgotten: rcpt_" in done.out
    assert kept not in _usable(listed).values()


def test_everything_of_the_owner_goes_on_one_word(bare: Shell) -> None:
    bare.run("init", "--person", "ana")
    other, kept, own, listed = bare.at_terminal_each(
        (["forget", "--person", "bob"], []),
        (["remember", "tables are green"], [YES]),
        (["forget", "--person", "ana"], [YES]),
        LIST,
    )
    assert other.code == 1
    assert (kept.code, own.code) == (0, 0)
    assert _usable(listed) == {}


def test_r28_an_enrolled_key_goes_with_everything_else_if_its_passphrase_is_typed(bare: Shell) -> None:
    phrase = "four words that differ"
    bare.run("init", "--person", "ana")
    enrolled, _, kept, gone = bare.at_terminal_each(
        (["keys", "enrol"], [("more:", phrase), ("again:", phrase)]),
        (["remember", "tables are green"], [YES]),
        (["forget", "--person", "ana"], [NO, YES]),
        (["forget", "--person", "ana"], [YES, ("Passphrase:", phrase), YES]),
    )
    assert [enrolled.code, kept.code, gone.code] == [0, 0, 0]
    assert "else your key stays" in kept.out
    assert "your own record and key" not in kept.out
    assert "also your own record and key: 1" in gone.out


def test_r28_notes_of_the_task_go_too_though_other_processes_began_it(bare: Shell) -> None:
    text = "the rates service answers in thirty seconds"
    bare.run("init", "--person", "ana")
    one, two = (bare.run("task", "begin", name).out.strip() for name in ("read", "read on"))
    noted, other = (
        bare.run("task", "observe", text, "--tool", "page", "--task", each, "--json").json["data"]["note_id"]
        for each in (one, two)
    )
    proposed = bare.run("propose", text, "--kind", "fact", "--because", noted, "--task", one, "--json")
    kept = bare.at_terminal("review", "approve", proposed.json["data"]["proposal_id"], answers=[YES])
    gone = bare.at_terminal("forget", "--source", one, answers=[YES])
    assert (kept.code, gone.code, "1 note" in gone.out) == (0, 0, True)
    assert f"also notes of living tasks: 1\n  {noted}  {text}\n" in gone.out, "what goes was shown"
    assert "no note" in bare.run("task", "search", "rates", "--task", one).out
    assert other in bare.run("task", "search", "rates", "--task", two).out, "what another task brought stays"
    bare.settings["TENURE_TASK"] = two
    again = bare.at_terminal("forget", "--words", "rates service", answers=[YES])
    assert (again.code, "1 note" in again.out) == (0, True)
    assert "no note" in bare.run("task", "search", "rates").out

"""`correct`, `supersede`, `challenge`: a person's act at the terminal, anybody else's request (R21, R25)."""

from __future__ import annotations

from tests.faces.cli.shell import Shell

YES = ("[y/N]", "y")
NO = ("[y/N]", "n")


def _usable(shell: Shell) -> dict[str, str]:
    return {each["text"]: each["id"] for each in shell.run("list", "--json").json["data"]["usable"]}


def test_r25_requests_change_nothing_until_the_person_decides(shell: Shell) -> None:
    slot = ["--entity", "tables", "--attribute", "colour", "--value", "green"]
    assert shell.at_terminal("remember", "tables are green", *slot, answers=[YES]).code == 0
    kept = _usable(shell)["tables are green"]
    asked = shell.run_each(
        ["correct", kept, "tables are blue", "--json"],
        ["challenge", kept, "--reason", "I doubt it", "--json"],
        ["supersede", kept, "tables are red", "--json"],
        ["forget", kept, "--json"],
    )
    assert [each.code for each in asked] == [0, 0, 1, 0]
    assert [each.json["status"] for each in asked] == ["pending", "pending", "error", "pending"]
    assert "request" in asked[0].json["warnings"][0]
    assert _usable(shell) == {"tables are green": kept}
    correction, doubt = (each.json["data"]["proposal_id"] for each in asked[:2])
    declined, doubted = shell.at_terminal_each(
        (["review", "decline", correction], [YES]), (["review", "approve", doubt], [YES])
    )
    assert [declined.code, doubted.code] == [0, 0]
    assert _usable(shell) == {}
    held = shell.run("list", "--json").json["data"]["withheld"]
    assert [(each["id"], each["outcome"]) for each in held] == [(kept, "challenged")]


def test_r21_the_newer_word_replaces_the_older_one(shell: Shell) -> None:
    slot = ["--entity", "lists", "--attribute", "order", "--value", "size"]
    assert shell.at_terminal("remember", "sort lists by size", *slot, answers=[YES]).code == 0
    first = _usable(shell)["sort lists by size"]
    no, corrected = shell.at_terminal_each(
        (["correct", first, "sort lists by date", "--value", "date"], [NO]),
        (["correct", first, "sort lists by name", "--value", "name"], [YES]),
    )
    assert [no.code, corrected.code] == [1, 0]
    assert "correct, to (preference): sort lists by name" in corrected.out
    second = _usable(shell)["sort lists by name"]
    superseded, gone = shell.at_terminal_each(
        (["supersede", second, "sort lists by age", "--value", "age"], [YES]),
        (["correct", first, "sort lists by colour"], []),
    )
    assert [superseded.code, gone.code] == [0, 2]
    now = _usable(shell)
    assert "sort lists by age" in now
    assert not {"sort lists by size", "sort lists by name", "sort lists by date"} & set(now)


def test_a_challenge_needs_a_yes(shell: Shell) -> None:
    assert shell.at_terminal("remember", "give me pictures", answers=[YES]).code == 0
    kept = _usable(shell)["give me pictures"]
    assert shell.at_terminal("challenge", kept, answers=[NO]).code == 1
    assert kept in _usable(shell).values()

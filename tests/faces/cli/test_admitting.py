"""`review kept`: what grants let in is told at a start, listed to the person alone, and undone by its number (R38)."""

from __future__ import annotations

from tests.faces.cli.shell import Shell

YES = ("[y/N]", "y")
UNDO = "Its number, or Enter"


def _let_in(shell: Shell, *texts: str) -> list[str]:
    ids = []
    for text in texts:
        heard = shell.run("hear", "--json", stdin=text).json["data"]
        told = shell.run(
            *("propose", text, "--kind", "preference", "--json"),
            *("--task", heard["task_id"], "--because", heard["note_id"]),
        ).json
        assert told["status"] == "admitted", told
        ids.append(told["data"]["entry_id"])
    return ids


def test_r38_what_grants_let_in_is_told_listed_and_undone(shell: Shell) -> None:
    assert shell.at_terminal("grant", "add", "preference", answers=[YES]).code == 0
    first, second = _let_in(shell, "I prefer sorted rows", "I prefer wide tables")
    news = "2 kept under your grants since"
    recalled, begun, listed = shell.at_terminal_each((["recall", "rows"], []), (["brief"], []), (["list"], []))
    assert all(news in said.out and "tenure review kept" in said.out for said in (recalled, begun, listed))

    agent, asked, piped, kept = shell.run_each(
        ["brief", "--json"], ["recall", "rows", "--json"], ["review", "kept"], ["review", "kept", "--json"]
    )
    assert {"who": "person", "do": "tenure review kept"} in agent.json["next"]
    assert any(news in warning for warning in agent.json["warnings"])
    assert asked.json["warnings"] == [], "an agent is told at a start alone"
    assert "rows" not in piped.out + kept.out
    assert [each["id"] for each in kept.json["data"]["kept"]] == [first, second]
    elsewhere = shell.run("review", "kept", "--json", at=shell.home.parent)
    assert elsewhere.json["data"]["kept"] == [], "an agent counts nothing of another place (R35)"

    looked = shell.at_terminal("review", "kept", answers=[(UNDO, "7"), (UNDO, "1"), (UNDO, "")])
    assert looked.code == 0
    assert "I prefer sorted rows" in looked.out
    assert "there is no such number here" in looked.out
    assert f"undone: {first}" in looked.out
    assert "1 undone, 1 stays" in looked.out

    again, silent, alone = shell.at_terminal_each(
        (["review", "kept"], []), (["brief"], []), (["review", "undo", second], [YES])
    )
    assert "nothing new" in again.out
    assert news not in silent.out
    assert (alone.code, "no grant takes it again" in alone.out) == (0, True)
    assert shell.run("list", "--json").json["data"]["usable"] == []


def test_undo_is_for_what_a_grant_let_in(shell: Shell) -> None:
    assert shell.at_terminal("remember", "lists are sorted", answers=[YES]).code == 0
    (kept,) = shell.run("list", "--json").json["data"]["usable"]
    said = shell.at_terminal("review", "undo", kept["id"])
    assert (said.code, "[not_admitted]" in said.out) == (2, True)
    assert shell.run("review", "undo", kept["id"]).code == 1

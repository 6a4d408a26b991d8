"""`hear --message`: what rests on a message is held back once it is told that it was edited or withdrawn (R17)."""

from __future__ import annotations

from tests.faces.cli.shell import Shell

YES = ("[y/N]", "y")
SAYS = "I prefer sorted rows"


def test_r17_an_edited_or_withdrawn_message_holds_back_what_rests_on_it(shell: Shell) -> None:
    assert shell.at_terminal("grant", "add", "preference", answers=[YES]).code == 0
    heard = shell.run("hear", SAYS, "--message", "m17", "--json").json["data"]
    because = ("--task", heard["task_id"], "--because", heard["note_id"])
    told = shell.run("propose", SAYS, "--kind", "preference", *because, "--json").json
    assert told["status"] == "admitted", told
    kept = told["data"]["entry_id"]
    same, edited, recalled, anew, back, usable, withdrawn, verified = shell.run_each(
        ["hear", f"{SAYS}\n> quoted", "--message", "m17", "--edited"],
        ["hear", "I prefer wide rows", "--message", "m17", "--edited", "--json"],
        ["recall", "rows", "--json"],
        ["propose", SAYS, "--kind", "preference", *because, "--json"],
        ["hear", SAYS, "--message", "m17", "--edited"],
        ["recall", "rows", "--json"],
        ["hear", "--message", "m17", "--withdrawn"],
        ["verify", kept],
    )
    assert "nothing rests on other words of this message" in same.out
    assert edited.json["data"]["held_back"] == [kept]
    assert (recalled.json["data"]["usable"], recalled.json["data"]["withheld"][0]["id"]) == ([], kept)
    assert anew.code != 0
    assert "message_changed" in anew.out + anew.err
    assert "nothing rests on other words of this message" in back.out
    assert [each["id"] for each in usable.json["data"]["usable"]] == [kept]
    assert f"held back: {kept}" in withdrawn.out
    assert (verified.code, "gone" in verified.out) == (1, True)


def test_another_message_holds_nothing_back_and_what_became_of_which_must_be_said(shell: Shell) -> None:
    other, *wrong = shell.run_each(
        ["hear", "--message", "m99", "--withdrawn", "--json"],
        ["hear", SAYS, "--edited"],
        ["hear", "--withdrawn"],
        ["hear", SAYS, "--message", "m17", "--edited", "--withdrawn"],
    )
    assert (other.code, other.json["data"]["held_back"]) == (0, [])
    assert [(said.code, "bad_message" in said.out) for said in wrong] == [(2, True)] * 3

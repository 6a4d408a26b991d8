"""`grant`: given and taken back at the terminal; what only it allowed goes with it (R05)."""

from __future__ import annotations

from tests.faces.cli.shell import Shell

YES = ("[y/N]", "y")
NO = ("[y/N]", "n")


def test_r05_a_grant_admits_own_words_and_its_end_withholds_them(shell: Shell) -> None:
    no, yes, orders = shell.at_terminal_each(
        (["grant", "add", "preference", "--days", "30", "--until", "2027-01-31"], [NO]),
        (["grant", "add", "preference", "--days", "90", "--until", "120"], [YES]),
        (["grant", "add", "instruction"], []),
    )
    assert [no.code, yes.code, orders.code] == [1, 0, 2]
    assert "never: orders" in yes.out
    assert "an entry lives: at most 30 days, from when it is kept" in no.out
    assert "the grant ends: with 2027-01-31 (" in no.out
    assert yes.out.count("an entry lives: at most 90 days") == 2, "before the question and after it"
    (given,) = shell.run("grant", "list", "--json").json["data"]["grants"]
    assert (given["kind"], given["strength"], given["longest_days"]) == ("preference", "terminal", 90)

    heard = shell.run("hear", "--json", stdin="I like rows by size").json["data"]
    admitted, listed = shell.run_each(
        [
            *("propose", "I like rows by size", "--kind", "preference", "--json"),
            *("--task", heard["task_id"], "--because", heard["note_id"]),
        ],
        ["recall", "rows by size", "--json"],
    )
    assert (admitted.code, admitted.json["status"]) == (0, "admitted")
    entry = admitted.json["data"]["entry_id"]
    assert [each["id"] for each in listed.json["data"]["usable"]] == [entry]
    assert listed.json["data"]["usable"][0]["grant"] == given["id"]

    waiting = shell.at_terminal("review")
    assert f"to undo: tenure review undo {entry}; tenure grant revoke {given['id']}" in waiting.out

    kept, undone, twice, inbox = shell.at_terminal_each(
        (["grant", "revoke", given["id"]], [NO]),
        (["grant", "revoke", given["id"]], [YES]),
        (["grant", "revoke", given["id"]], [YES]),
        (["grant", "list"], []),
    )
    assert [kept.code, undone.code, twice.code, inbox.code] == [1, 0, 2, 0]
    assert f"unavailable: {entry}" in undone.out
    assert "revoked" in inbox.out
    after = shell.run("recall", "rows by size", "--json")
    assert (after.code, after.json["data"]["usable"]) == (1, [])


def test_wrong_use_of_grants_is_told(shell: Shell) -> None:
    for said in shell.run_each(
        ["grant", "revoke", "grant_none"],
        ["grant", "add", "everything"],
        ["grant", "add", "preference", "--days", "0"],
        ["grant", "add", "preference", "--until", "someday"],
        ["grant"],
    ):
        assert said.code in {1, 2}
        assert said.out.strip()

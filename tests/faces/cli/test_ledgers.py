"""`ledger show` and `ledger check`: what was done, free of content, and whether somebody changed it (R36)."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.faces.cli.shell import Shell

YES = ("[y/N]", "y")


def test_r36_the_ledger_says_what_was_done_and_holds_no_words(shell: Shell) -> None:
    remembered, shown, as_json, later, nothing = shell.at_terminal_each(
        (["remember", "prefers amber charts"], [YES]),
        (["ledger", "show"], []),
        (["ledger", "show", "--whole", "--json"], [YES]),
        (["ledger", "show", "--after", "1", "--limit", "1"], []),
        (["ledger", "show", "--after", "999"], []),
    )
    assert remembered.code == shown.code == as_json.code == later.code == nothing.code == 0
    lines = json.loads(as_json.out[as_json.out.index('{"tenure"') :])["data"]["lines"]
    assert [each["sequence"] for each in lines] == list(range(1, len(lines) + 1))
    assert {"approve"} <= {each["verb"] for each in lines}
    assert "you" in shown.out
    assert "amber" not in shown.out + as_json.out
    assert "tenure ledger show --after 2" in later.out
    assert "there are no lines" in nothing.out


def test_a_changed_line_is_found(shell: Shell) -> None:
    before = kept_files(shell)
    sound = shell.run("ledger", "check", "--json")
    assert (sound.code, sound.json["status"]) == (0, "done")
    connection = sqlite3.connect(shell.home / "store" / "tenure.db")
    (table,) = (name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE name LIKE '%ledger%'"))
    connection.execute(f"UPDATE {table} SET verb = 'nothing' WHERE seq = 1")
    connection.commit()
    connection.close()
    for command in (["ledger", "check", "--json"], ["doctor", "--json"]):
        said = shell.run(*command)
        assert (said.code, said.json["status"]) == (1, "found"), said
        assert "ledger" in said.out
        assert said.json["next"][0]["do"]
    for path, data in before.items():  # later tests share this store
        path.write_bytes(data)


def test_wrong_numbers_are_wrong_use(shell: Shell) -> None:
    for said in shell.run_each(
        ["ledger", "show", "--after", "-1"],
        ["ledger", "show", "--after", "9" * 30],
        ["ledger", "show", "--limit", "x"],
        ["ledger"],
    ):
        assert said.code == 2


CUT = {
    "its tail is cut off": ("DELETE FROM ledger WHERE seq = (SELECT max(seq) FROM ledger)", "after line "),
    "all of it is taken away": ("DELETE FROM ledger", "its very first line"),
}


def test_r36_a_ledger_that_closes_the_store_is_still_checked_and_nothing_is_served(shell: Shell) -> None:
    for text in ("prefers zebra charts", "lists are sorted"):
        assert shell.at_terminal("remember", text, answers=[YES]).code == 0
    sound = kept_files(shell)
    for statement, since in CUT.values():
        with closing(sqlite3.connect(shell.home / "store" / "tenure.db", isolation_level=None)) as file:
            file.execute(statement)
        before = kept_files(shell)
        assert shell.run("list", "--json").code == 3, statement
        for command in (["ledger", "check", "--json"], ["doctor", "--json"]):
            said = shell.run(*command)
            found = said.json["data"].get("findings") or said.json["data"]["checks"]
            (told,) = [each["message"] for each in found if each["check"] == "ledger"]
            assert (said.code, said.json["status"], since in told) == (3, "found", True), told
            assert said.json["next"]
            assert "zebra" not in said.out
        assert kept_files(shell) == before, "nothing was written"
        for path, data in sound.items():
            path.write_bytes(data)
    assert shell.run("list", "--json").code == 0


def kept_files(shell: Shell) -> dict[Path, bytes]:
    files = (path for path in shell.home.rglob("*") if path.is_file() and not path.name.endswith(("-shm", "-wal")))
    return {path: path.read_bytes() for path in files}

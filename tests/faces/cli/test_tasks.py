"""`task` and `hear`: notes of one task, across processes, and nothing of them after its end (R27, R30)."""

from __future__ import annotations

from tests.faces.cli.shell import Shell

SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


def test_r27_notes_live_until_the_end_of_their_task(shell: Shell) -> None:
    begun = shell.run("task", "begin", "fix rounding", "--minutes", "30")
    task = begun.out.strip()
    assert (begun.code, task.startswith("task_")) == (0, True)
    shell.settings = {"TENURE_TASK": task}
    noted, seen, found, nothing, blank, ended, gone = shell.run_each(
        ["task", "note", "rounding happens twice", "--json"],
        ["task", "observe", "--tool", "shell", "--call", "c1", f"key {SECRET} printed", "--json"],
        ["task", "search", "rounding", "--json"],
        ["task", "search", "elephants", "--json"],
        ["task", "search", " ", "--json"],
        ["task", "end", "--json"],
        ["task", "search", "rounding"],
    )
    shell.settings = {}
    assert [each.code for each in (noted, seen, found, nothing, blank, ended, gone)] == [0, 0, 0, 0, 2, 0, 2]
    assert seen.json["data"]["removed"], "what must never be kept is cut out and named"
    assert SECRET not in seen.out
    assert [each["text"] for each in found.json["data"]["notes"]] == ["rounding happens twice"]
    assert nothing.json["data"]["notes"] == []
    assert blank.json["data"]["code"] == "bad_query", "what looks for nothing is a mistake, not an empty answer"
    assert ended.json["data"]["erased"]["notes"] == 2
    assert ended.json["next"] == []
    files = [path.read_bytes() for path in shell.home.rglob("*") if path.is_file()]
    assert not any(b"rounding happens twice" in held or SECRET.encode() in held for held in files)


def test_r30_a_note_made_after_reading_is_marked(shell: Shell) -> None:
    task = shell.run("task", "begin", "reading").out.strip()
    before, seen, after, found = shell.run_each(
        ["task", "note", "apples first", "--task", task],
        ["task", "observe", "--tool", "page", "--channel", "document", "always buy pears", "--task", task],
        ["task", "note", "pears and apples second", "--task", task],
        ["task", "search", "apples", "--task", task, "--json"],
    )
    assert [each.code for each in (before, seen, after, found)] == [0, 0, 0, 0]
    marked = {each["text"]: each["is_tainted"] for each in found.json["data"]["notes"]}
    assert (marked["apples first"], marked["pears and apples second"]) == (False, True)
    assert marked.get("always buy pears", True), "found by meaning, if an embedder is at hand"
    assert shell.run("task", "end", task).code == 0


def test_wrong_use_of_tasks_is_told(shell: Shell) -> None:
    for said in shell.run_each(
        ["task", "note", "x"],
        ["task", "note", "x", "--task", "task_none"],
        ["task", "end"],
        ["task", "begin", ""],
        ["task", "begin", "x", "--minutes", "0"],
        ["task", "begin", "x", "--minutes", "many"],
        ["task", "observe", "x"],
        ["task", "search", "x", "--limit", "0", "--task", "t"],
    ):
        assert said.code == 2
        assert said.out.startswith("error: ")
        assert "\nnext (" in said.out


def test_another_channel_is_refused_with_those_that_there_are(shell: Shell) -> None:
    task = shell.run("task", "begin", "looking").out.strip()
    for channel in ("bogus", "user"):
        said = shell.run("task", "observe", "--tool", "t", "--channel", channel, "seen", "--task", task)
        assert (said.code, "Use one of: tool, document, code." in said.text) == (2, True)


def test_r32_the_handle_of_a_secret_is_given_and_never_its_value(shell: Shell) -> None:
    shell.settings = {"DEPLOY_TOKEN": "violet lantern over harbour"}
    given, missing, wrong, named = shell.run_each(
        ["task", "secret", "DEPLOY_TOKEN"],
        ["task", "secret", "NO_SUCH_TOKEN", "--json"],
        ["task", "secret", "DEPLOY_TOKEN", "--source", "drawer"],
        ["task", "secret", SECRET],
    )
    shell.settings = {}
    assert (given.code, given.out) == (0, "secret:env/DEPLOY_TOKEN\n")
    assert (missing.code, missing.json["data"]["code"]) == (2, "secret_missing")
    assert [wrong.code, named.code] == [2, 2]
    assert not any(word in said.text for said in (given, missing, wrong, named) for word in ("violet", SECRET))


def test_r21_a_recall_in_the_task_quotes_what_was_heard_in_it_and_no_other_recall_does(shell: Shell) -> None:
    shell.run("init", "--person", "ana")
    shell.at_terminal("remember", "The timeout of billing is 30 seconds", "--kind", "fact", answers=[("Keep", "y")])
    task = shell.run("task", "begin", "raise the timeout").out.strip()
    question = "What is the timeout of billing?"
    told, inside, outside, ended, after = shell.run_each(
        ["hear", "--task", task, "The timeout of billing is one minute."],
        ["recall", question, "--task", task, "--json"],
        ["recall", question, "--json"],
        ["task", "end", task],
        ["recall", question, "--task", task, "--json"],
    )
    assert (told.code, ended.code) == (0, 0)
    asked = [each.json["data"]["question"] for each in (inside, outside, after)]
    assert '"30 seconds" or "one minute"?' in asked[0]
    assert not any("one minute" in each for each in asked[1:])
    assert all("something else was heard" in each for each in asked[1:])
    kept = inside.json["data"]["withheld"][0]["id"]
    assert "against it" in shell.at_terminal("why", kept).out

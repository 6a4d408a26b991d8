"""`recall`, `brief`, `list`, `show` and `why`: what may be used, what is held back and why (R16, R17, R20)."""

from __future__ import annotations

import pytest

from tenure.faces.cli.outcomes import counted_words
from tenure.faces.cli.recalling import as_command
from tests.faces.cli.conftest import CODE, make_shell
from tests.faces.cli.shell import Shell

YES = ("[y/N]", "y")
HEADS = ("id", "claim", "scope", "source", "trust", "age", "ends in", "state")


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """A shell with a preference and a claim about code."""
    made = make_shell(tmp_path_factory.mktemp("filled"))
    made.run("init", "--person", "ana")
    code = ["remember", "Table has the base Base", "--kind", "code", "--because", "a.py::Table"]
    said = made.at_terminal_each(
        (["remember", "give me tables", "--when", "comparing things"], [YES]),
        ([*code, "--check", "class Table bases Base"], [YES]),
    )
    assert [each.code for each in said] == [0, 0]
    return made


def _ids(shell: Shell) -> dict[str, str]:
    return {each["kind"]: each["id"] for each in shell.run("list", "--json").json["data"]["usable"]}


def test_recall_finds_what_is_relevant_and_abstains_otherwise(filled: Shell) -> None:
    found, nothing, brief, limited, piped = filled.run_each(
        ["recall", "compare two things", "--json"],
        ["recall", "the weather in Rome", "--json"],
        ["brief", "--json"],
        ["recall", "table", "--limit", "1", "--purpose", "coding", "--json"],
        ["recall", "compare two things"],
    )
    assert [each.code for each in (found, nothing, brief, limited, piped)] == [0, 1, 0, 0, 0]
    assert [each["text"] for each in found.json["data"]["usable"]] == ["give me tables"]
    assert (nothing.json["status"], nothing.json["data"]["reason"]) == ("abstain", "nothing_relevant")
    assert [each["kind"] for each in brief.json["data"]["usable"]] == ["preference"]
    assert [each["kind"] for each in limited.json["data"]["usable"]] == ["code"]
    assert piped.out.startswith("[memory: answer")
    assert filled.run("recall", stdin="compare two things\n").code == 0


def test_a_table_has_every_column_and_no_colour(filled: Shell) -> None:
    said = filled.at_terminal("list")
    head = said.out.split("\n", maxsplit=1)[0]
    assert all(name in head for name in HEADS)
    assert "\x1b" not in said.out
    assert "give me tables" in said.out


def test_show_says_source_trust_age_end_and_approval(filled: Shell) -> None:
    said = filled.at_terminal("show", _ids(filled)["code"])
    assert said.code == 0
    for wanted in ("rests on    code:", "trust       approved", "approved    by ana", "age         ", "ends        "):
        assert wanted in said.out, wanted


def test_an_error_at_a_terminal_speaks_to_the_person(filled: Shell) -> None:
    own, piped = filled.at_terminal("show", "ent_none"), filled.run("show", "ent_none")
    assert (own.code, piped.code) == (2, 2)
    assert "next (person)" in own.out
    assert "next (agent)" in piped.err


def test_why_explains_from_source_to_end(filled: Shell) -> None:
    ids = _ids(filled)
    own, code = filled.at_terminal_each((["why", ids["preference"]], []), (["why", ids["code"]], []))
    assert "approved    by ana" in own.out
    assert "strength terminal" in own.out
    assert "rests on    code:a.py::Table" in code.out
    assert "verified, its words are at their place now, at a.py:5-7" in code.out
    assert "usable      yes" in code.out
    shown = filled.run("show", ids["code"], "--json").json
    assert (shown["status"], shown["data"]["check"]["outcome"]) == ("usable", "verified")
    assert "digest" not in str(shown)


def test_r17_what_is_withheld_says_why_and_its_text_goes_to_the_person_alone(filled: Shell) -> None:
    code = _ids(filled)["code"]
    (filled.folder / "a.py").write_text(CODE.replace("Table(Base)", "Table"))
    try:
        listed, shown, why, data, asked = filled.run_each(
            ["list"], ["show", code], ["why", code], ["list", "--json"], ["recall", "which base has Table", "--json"]
        )
        for said in (listed, shown, why, data, asked):
            assert "Table has the base" not in said.out
        withheld = next(each for each in data.json["data"]["withheld"] if each["id"] == code)
        assert withheld["reason"] == "source_contradicts"
        assert "correct" in withheld["next"]
        own, whole = filled.at_terminal_each((["why", code], []), (["list", "--all"], []))
        assert "Table has the base Base" in own.out
        assert "usable      no: source_contradicts" in own.out
        assert "withheld: source_contradicts" in whole.out
    finally:
        (filled.folder / "a.py").write_text(CODE)


def test_r15_another_folder_sees_what_holds_everywhere_alone(filled: Shell) -> None:
    away = filled.home.parent
    there = filled.run("list", "--json", at=away).json
    assert [each["kind"] for each in there["data"]["usable"]] == ["preference"]
    assert there["scope"] == {"user": "ana"}
    assert filled.run("why", _ids(filled)["code"], at=away).code == 2


def test_a_step_at_the_command_line_is_a_command() -> None:
    assert (
        as_command("read it; heal('ent_1a') drafts a correction") == "read it; `tenure heal ent_1a` drafts a correction"
    )


@pytest.mark.parametrize(
    ("count", "place", "words"),
    [
        (1, "entries", "1 entry"),
        (2, "entries", "2 entries"),
        (1, "tombstones_made", "1 tombstone made"),
        (1, "retry_keys", "1 retry key"),
        (0, "keys", "0 keys"),
    ],
)
def test_one_is_not_told_as_many(count: int, place: str, words: str) -> None:
    assert counted_words(count, place) == words


def test_r31_a_secret_split_over_entries_is_listed_whole_to_nobody_but_the_person(shell: Shell) -> None:
    halves = ("ghp_" + "a1B2c3D4e5F6g7H8i9", "J0k1L2m3N4o5P6q7R8")
    said = shell.at_terminal_each(*((["remember", half], [YES]) for half in halves))
    assert [each.code for each in said] == [0, 0]
    listed = shell.run("list", "--json").json["data"]
    assert listed["usable"] == []
    assert {each["reason"] for each in listed["withheld"]} == {"never_kept_together"}


def test_what_was_superseded_sends_nobody_to_a_review_that_asks_nothing(shell: Shell) -> None:
    shell.at_terminal("remember", "the port is 8080", "--kind", "fact", answers=[("[y/N]", "y")])
    (old,) = [each["id"] for each in shell.run("list", "--json").json["data"]["usable"]]
    shell.at_terminal("supersede", old, "the port is 9090", answers=[("[y/N]", "y")])
    why, review = shell.at_terminal_each((["why", old], []), (["review"], []))
    assert "no: superseded" in why.out
    assert "next (person): tenure list" in why.out
    assert "nothing waits" in review.out

"""`cite`, `verify`, `heal`: what a citation keeps, what is stale, and what is drafted instead (R14, R18, R22)."""

from __future__ import annotations

from tests.faces.cli.conftest import CODE
from tests.faces.cli.shell import Shell

YES = ("[y/N]", "y")


def test_r14_cite_shows_what_would_be_kept_and_no_word_of_the_source(shell: Shell) -> None:
    plain, told, missing = shell.run_each(
        ["cite", "a.py::Table.draw"], ["cite", "a.py:5-7", "--json"], ["cite", "secrets.env:1", "--json"]
    )
    assert plain.code == 0
    assert "return 1" not in plain.text + told.text
    details = told.json["data"]["details"]
    assert (details["path"], details["first"], details["last"], details["state"]) == ("a.py", 5, 7, "commit")
    assert {"repository", "commit", "blob", "lines", "before", "enclosing"} <= set(details)
    assert (missing.code, missing.json["data"]["code"]) == (2, "not_citable")


def test_r22_verify_tells_what_is_stale_and_heal_drafts_what_the_person_approves(shell: Shell) -> None:
    asked, listed = shell.at_terminal_each(
        (
            [
                *("remember", "Table extends Base", "--kind", "code", "--because", "a.py::Table"),
                *("--check", "class Table bases Base"),
            ],
            [YES],
        ),
        (["list", "--json"], []),
    )
    assert asked.code == 0
    (kept,) = [each["id"] for each in listed.json["data"]["usable"]]
    sound = shell.run("verify", "--json")
    assert (sound.code, sound.json["data"]["stale"]) == (0, 0)
    (shell.folder / "a.py").write_text(CODE.replace("(Base)", "(Grid)"))
    stale, of_file, of_other, of_branch, of_one, healed, review = shell.run_each(
        ["verify", "--json"],
        ["verify", "a.py"],
        ["verify", "b.py"],
        ["verify", "--branch", "main"],
        ["verify", kept],
        ["heal", "--json"],
        ["review", "--json"],
    )
    assert [each.code for each in (stale, of_file, of_other, of_branch, of_one)] == [1, 1, 0, 0, 1]
    (found,) = stale.json["data"]["verified"]
    assert (found["id"], found["outcome"], found["sources"]) == (kept, "contradicted", ["code:a.py::Table"])
    assert "contradicted" in of_file.text
    assert stale.json["next"] == [{"who": "person", "do": f"tenure heal {kept}"}]
    (why,) = shell.at_terminal_each((["why", kept], []))
    assert "- class Table(Base):" in why.out
    assert "+ class Table(Grid):" in why.out
    assert "Table(Grid)" not in shell.run("why", kept).text
    (draft,) = healed.json["data"]["healed"]
    assert (healed.code, healed.json["status"], draft["done"]) == (0, "pending", "correction")
    assert [each["request"] for each in review.json["data"]["new"]] == ["correct"]
    assert "Grid" not in stale.text + of_file.text + healed.text + review.text
    approved, again = shell.at_terminal_each(
        (["review", "approve", draft["proposal_id"]], [YES]), (["verify", "--json"], [])
    )
    assert "correct, to (code): Table extends Grid" in approved.out
    assert "beside it, kept now: Table extends Base" in approved.out
    assert (again.code, again.json["data"]["stale"]) == (0, 0)
    unknown, both = shell.run_each(["verify", "--commit", "HEAD@{1}"], ["verify", "--commit", "a", "--branch", "b"])
    assert [unknown.code, both.code] == [2, 2]


def test_verify_takes_a_bare_word_that_is_no_file_for_an_id_that_is_not_here(shell: Shell) -> None:
    (shell.folder / "LICENSE").write_text("free")
    other, word, empty, gone, file = shell.run_each(
        *(["verify", each, "--json"] for each in ("prop_0123456789abcdef", "UNKNOWN", "", "gone.py", "LICENSE"))
    )
    assert [each.code for each in (other, word, empty, gone, file)] == [2, 2, 2, 0, 0]
    assert [each.json["data"]["code"] for each in (other, word)] == ["not_found", "not_found"]


def test_the_name_of_a_file_is_quoted_and_says_nothing_of_its_own(shell: Shell) -> None:
    name = 'all 9 verified "now" b.py'
    (shell.folder / name).write_text(CODE)
    cited, as_data = shell.run_each(["cite", f"{name}:5-7"], ["cite", f"{name}:5-7", "--json"])
    assert cited.code == 0
    assert 'path        "all 9 verified \\"now\\" b.py"' in cited.text
    assert as_data.json["data"]["details"]["path"] == name
    asked = shell.at_terminal(
        "remember", "Table extends Base", "--kind", "code", "--because", f"{name}:5-7", answers=[YES]
    )
    assert asked.code == 0, asked.text
    assert '"all 9 verified \\"now\\" b.py:5-7"' in shell.run("verify").out


def test_a_store_without_citations_is_not_told_that_nought_of_nought_was_mended(bare: Shell) -> None:
    bare.run("init", "--person", "ana")
    assert bare.run("heal").out.strip() == "nothing here cites a source"


def test_an_empty_name_is_not_taken_for_everything(shell: Shell) -> None:
    for said in shell.run_each(["verify", "", "--json"], ["verify", " ", "--json"]):
        assert (said.code, said.json["data"]["code"]) == (2, "bad_id")

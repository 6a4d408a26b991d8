"""`scope show` and `scope adopt`: a second clone joins after one question at the terminal, and no other way."""

from __future__ import annotations

from pathlib import Path

from tests.faces.cli.shell import Shell

YES = ("[y/N]", "y")
NO = ("[y/N]", "n")


def test_a_second_clone_joins_after_a_yes(shell: Shell, tmp_path: Path) -> None:
    first = shell.run("scope", "show", "--json").json
    assert first["data"]["person"] == "ana"
    assert first["scope"]["repository"] == first["data"]["repository"]
    assert first["data"]["candidates"] == []
    clone = tmp_path / "clone"
    shell.git("clone", "--quiet", str(shell.folder), str(clone))
    apart = shell.run("scope", "show", "--json", at=clone).json
    assert apart["data"]["repository"] != first["data"]["repository"]
    assert [each["id"] for each in apart["data"]["candidates"]] == [first["data"]["repository"]]
    assert "scope adopt" in apart["next"][0]["do"]
    known = first["data"]["repository"]
    unattended = shell.run("scope", "adopt", known, at=clone)
    assert (unattended.code, "no_terminal" in unattended.text) == (1, True)
    assert shell.at_terminal("scope", "adopt", known, answers=[NO], at=clone).code == 1
    assert shell.run("scope", "show", "--json", at=clone).json["scope"] == apart["scope"]
    joined = shell.at_terminal("scope", "adopt", known, answers=[YES], at=clone)
    assert joined.code == 0
    assert shell.run("scope", "show", "--json", at=clone).json["scope"] == first["scope"]
    again = shell.at_terminal("scope", "adopt", known, at=clone)
    assert "already" in again.out
    assert "adopt" in shell.at_terminal("ledger", "show").out


def test_another_project_is_no_candidate_and_cannot_be_adopted(shell: Shell, tmp_path: Path) -> None:
    known = shell.run("scope", "show", "--json").json["data"]["repository"]
    other = tmp_path / "other"
    other.mkdir()
    shell.git("init", "--quiet", str(other))
    said = shell.at_terminal("scope", "adopt", known, at=other)
    assert (said.code, "not_found" in said.out) == (2, True)
    outside = tmp_path / "outside"
    outside.mkdir()
    nowhere = shell.run("scope", "show", at=outside)
    assert (nowhere.code, "none here" in nowhere.out) == (0, True)
    said = shell.at_terminal("scope", "adopt", known, at=outside)
    assert (said.code, "no_repository" in said.out) == (2, True)


def test_r15_a_second_clone_is_told_once_that_it_may_be_a_copy(shell: Shell, tmp_path: Path) -> None:
    known = shell.run("scope", "show", "--json").json["data"]["repository"]
    clone = tmp_path / "clone"
    shell.git("clone", "--quiet", str(shell.folder), str(clone))
    told = shell.run("recall", "anything", "--json", at=clone)
    assert f"may be a moved or second copy of {known}" in told.err
    assert told.json["status"] == "abstain"
    assert "copy of" not in shell.run("recall", "anything", at=clone).err

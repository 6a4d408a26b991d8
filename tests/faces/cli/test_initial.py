"""`tenure init`: asks in plain words, grants nothing unattended, says what is there, and never loses a store."""

from __future__ import annotations

import shutil
import stat
from concurrent.futures import ThreadPoolExecutor

import pytest

import tenure
from tests.faces.cli.shell import Shell

YES = ("[y/N]", "y")
NO = ("[y/N]", "n")


def test_without_a_terminal_nothing_is_granted(bare: Shell) -> None:
    said = bare.run("init", "--person", "ana", "--json")
    data = said.json["data"]
    assert (said.code, said.json["status"], data["is_new"]) == (0, "done", True)
    assert (data["grants"], data["has_key"], data["trusted_refs"]) == ([], False, [])
    assert data["person"] == "ana"
    assert stat.S_IMODE(bare.home.joinpath("store").stat().st_mode) == 0o700


def test_twice_says_what_is_there_and_changes_nothing(bare: Shell) -> None:
    first, second, other, strict, same = bare.run_each(
        ["init", "--person", "ana"],
        ["init"],
        ["init", "--person", "bob"],
        ["init", "--preset", "strict"],
        ["init", "--person", "ana", "--preset", "personal"],
    )
    assert [each.code for each in (first, second, other, strict, same)] == [0, 0, 2, 2, 0]
    assert "made the memory of ana" in first.out
    assert "there is the memory of ana, policy 'personal'" in second.out
    assert "it is the memory of ana" in other.out
    assert "with the policy 'personal'" in strict.out


def test_a_person_at_the_terminal_is_asked_each_thing(bare: Shell) -> None:
    said = bare.at_terminal(
        "init",
        "--person",
        "ana",
        answers=[
            YES,
            YES,
            ("[main]", "n"),
            ("[main]", ""),
            YES,
            ("days", "many"),
            ("days", "30"),
            YES,
            ("more:", "short"),
            ("again:", "short"),
            ("more:", "correct horse"),
            ("again:", "correct hors"),
            ("more:", "correct horse"),
            ("again:", "correct horse"),
        ],
    )
    assert said.code == 0, said.out
    assert "correct" not in said.out, "a passphrase is never shown"
    data = bare.run("init", "--json").json["data"]
    assert (len(data["grants"]), data["has_key"], data["trusted_refs"]) == (2, True, ["main"])
    assert "Names of branches, please" in said.out, "a no that was typed on names no branch"
    assert "lost keys are lost memory" in said.out
    assert "to take a grant back: tenure grant list" in said.out


def test_no_to_everything_is_a_store_with_nothing_granted(bare: Shell) -> None:
    said = bare.at_terminal("init", "--person", "ana", "--preset", "team", answers=[NO, NO, NO, NO])
    assert said.code == 0
    data = bare.run("init", "--json").json["data"]
    assert (data["grants"], data["has_key"], data["policy"]) == ([], False, "team")


def test_strict_offers_no_grants(bare: Shell) -> None:
    said = bare.at_terminal("init", "--person", "ana", "--preset", "strict", answers=[NO, NO])
    assert said.code == 0
    assert "without asking" not in said.out


def test_a_branch_that_git_cannot_name_makes_no_store(bare: Shell) -> None:
    said = bare.at_terminal("init", "--person", "ana", answers=[NO, YES, ("[main]", "x" * 300), NO])
    assert said.code == 2, said.out
    assert not bare.home.joinpath("store").exists()


def test_wrong_use_is_told(bare: Shell) -> None:
    told = bare.run_each(
        ["init", "--preset", "lavish"], ["init", "--person", "a\u202eb"], ["init", "--person", ""], ["init", "extra"]
    )
    assert [each.code for each in told] == [2, 2, 2, 2]
    assert "Presets: personal, team, strict" in told[0].out
    assert "control or invisible" in told[1].out


def test_without_a_store_every_command_says_how_to_make_one(bare: Shell) -> None:
    for said in bare.run_each(["recall", "x"], ["list", "--json"], ["review"], ["grant", "list"], ["task", "end", "t"]):
        assert said.code == 3
        assert "tenure init" in said.out


def test_a_store_without_its_keys_is_explained_and_only_set_aside(bare: Shell) -> None:
    bare.run("init", "--person", "ana")
    keys = bare.home / "keys"
    shutil.move(keys, bare.home / "elsewhere")
    listed, adopted = bare.run_each(["list"], ["init", "--adopt"])
    assert listed.code == 3
    assert adopted.code == 1
    assert "keys" in adopted.out
    asked = bare.at_terminal("init", "--adopt", answers=[NO])
    assert "nothing was changed" in asked.out
    assert bare.home.joinpath("store").exists()
    done = bare.at_terminal("init", "--adopt", answers=[YES])
    assert (done.code, bare.home.joinpath("store").exists()) == (0, False)
    assert len(list(bare.home.glob("store-aside-*"))) == 1
    assert bare.run("init", "--person", "ana").code == 0


def test_a_store_with_its_keys_has_nothing_to_adopt(shell: Shell) -> None:
    said = shell.run("init", "--adopt")
    assert (said.code, "nothing to adopt" in said.out) == (0, True)


def test_first_starts_at_once_make_one_store(bare: Shell) -> None:
    with ThreadPoolExecutor(max_workers=4) as pool:
        said = list(pool.map(lambda name: bare.run("init", "--person", name, "--json"), ("ana", "bob", "eve", "joe")))
    assert {each.code for each in said} <= {0, 2}, [each.text for each in said]
    assert len({each.json["data"]["person"] for each in said if each.code == 0}) == 1


def test_an_owner_named_between_the_look_and_the_write_stays_the_owner(monkeypatch: pytest.MonkeyPatch) -> None:
    with tenure.open(":memory:") as memory:
        memory.operator("ana").own()
        monkeypatch.setattr("tenure.memory.operator.read_setting", lambda *_, **__: None)  # what the slower one saw
        with pytest.raises(tenure.ConflictError):
            memory.operator("eve").own()
        assert memory.owner() == "ana"

"""Disks that are full, read-only or failing: every way to write says so in words, with what to do; nothing is lost."""

from __future__ import annotations

import errno
import shutil
import subprocess
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

import tenure
from tenure import FrozenClock, Memory, StoreUnavailableError
from tenure.errors import unavailable
from tests.conftest import NOON
from tests.faces.cli.conftest import make_shell

WRITES: dict[str, Callable[[Memory, Path], object]] = {
    "an entry": lambda memory, _: remember_many(memory),
    "a note": lambda memory, _: note_many(memory),
    "a backup": lambda memory, disk: memory.operator("ana").backup(disk / "copy.db"),
    "another store": lambda _, disk: tenure.open(disk / "another", clock=FrozenClock(NOON)),
}


def remember_many(memory: Memory) -> None:
    for number in range(400):
        assert memory.person("ana").remember(f"the colour number {number} is preferred").entry_id


def note_many(memory: Memory) -> None:
    with memory.task("many", scope=memory.scope(user="ana")) as task:
        for _ in range(200):
            task.note("many words " * 800)


def fill(disk: Path) -> None:
    """Leave not one byte free."""
    (disk / "ballast").write_bytes(bytes(shutil.disk_usage(disk).free))
    assert shutil.disk_usage(disk).free == 0


@pytest.mark.parametrize("what", WRITES)
def test_a_full_disk_is_told_as_one(small_disk: Path, what: str):
    memory = tenure.open(small_disk / "store", clock=FrozenClock(NOON))
    kept = memory.person("ana").remember("the first colour is preferred").entry_id
    fill(small_disk)
    with pytest.raises(StoreUnavailableError) as raised:
        WRITES[what](memory, small_disk)
    assert (raised.value.code, "Free some space" in raised.value.hint) == ("disk_full", True)
    assert "SQLITE" not in str(raised.value)
    assert "colour" not in str(raised.value)
    assert memory.person("ana").list_entries()[0].id == kept
    (small_disk / "ballast").unlink()
    assert memory.person("ana").remember("there is room again").entry_id
    assert memory.operator("ana").check() == ()


def test_a_full_disk_under_the_keys_is_told_as_one(small_disk: Path, tmp_path: Path):
    memory = tenure.open(tmp_path / "store", keys=small_disk / "keys", clock=FrozenClock(NOON))
    fill(small_disk)
    with pytest.raises(StoreUnavailableError) as raised:
        remember_many(memory)
    assert raised.value.code == "disk_full"
    (small_disk / "ballast").unlink()
    assert memory.person("ana").remember("there is room again").entry_id
    assert memory.operator("ana").check() == ()


@pytest.mark.parametrize("is_whole", [True, False], ids=["keys and data", "data"])
def test_on_a_full_disk_a_memory_is_opened_to_be_read(small_disk: Path, tmp_path: Path, is_whole: bool):
    places = {"path": small_disk / "store", "keys": (small_disk if is_whole else tmp_path) / "keys"}
    clock = FrozenClock(NOON)
    with tenure.open(**places, clock=clock) as memory:
        kept, ended, gone = (
            memory.person("ana").remember(f"the {name} colour is preferred", expires_at=end).entry_id
            for name, end in (("first", None), ("second", NOON + timedelta(hours=1)), ("third", None))
        )
        memory.person("ana").forget(gone)
    fill(small_disk)
    clock.advance(timedelta(hours=1))
    with tenure.open(**places, clock=clock) as full:
        scope = full.scope(user="ana")
        found = full.agent("coder", scope=scope).recall("colours")
        assert [each.entry.id for each in found.usable] == [kept]
        assert [(each.entry_id, each.outcome) for each in found.withheld] == [(ended, "expired")]
        assert full.operator("ana").check() == ()
        assert (full.is_writable, full.unwritable and full.unwritable.code) == (False, "disk_full")
        (told,) = (each.message for each in full.operator("ana").examine() if each.check == "writing")
        assert "disk was full" in told
        assert "no use is noted" in told
        for write in (lambda: full.person("ana").forget(kept), lambda: full.person("ana").remember("another colour")):
            with pytest.raises(StoreUnavailableError) as raised:
                write()
            assert (raised.value.code, "Free some space" in raised.value.hint) == ("disk_full", True)
    (small_disk / "ballast").unlink()
    with tenure.open(**places, clock=clock) as again:
        assert again.unwritable is None
        assert again.person("ana").forget(kept).state == "done"
        assert again.operator("ana").check() == ()


def test_a_use_that_a_full_disk_does_not_take_is_told_by_the_doctor(small_disk: Path):
    clock = FrozenClock(NOON)
    with tenure.open(small_disk / "store", clock=clock) as memory:
        memory.person("ana").remember("the first colour is preferred")
        agent, keeper = memory.agent("coder", scope=memory.scope(user="ana")), memory.operator("ana")

        def told() -> list[str]:
            clock.advance(timedelta(minutes=2))
            assert agent.recall("colours").usable
            return [each.message for each in keeper.examine() if each.check == "uses"]

        fill(small_disk)
        told()
        assert told() == ["what was used last in this process could not be noted [disk_full]"]
        (small_disk / "ballast").unlink()
        told()
        assert told() == []


def test_on_a_full_disk_the_command_line_answers_and_asks_nobody_in_vain(small_disk: Path, tmp_path: Path):
    shell = make_shell(tmp_path)
    shell.home = small_disk / "home"
    assert shell.run("init", "--person", "ana").code == 0
    said = shell.run("propose", "use tables", "--kind", "preference", "--json").json["data"]["proposal_id"]
    assert shell.at_terminal("review", "approve", said, answers=[("[y/N]", "y")]).code == 0
    fill(small_disk)
    found = shell.run("recall", "tables", "--json")
    assert (found.code, [each["text"] for each in found.json["data"]["usable"]]) == (0, ["use tables"])
    assert "its disk was full" in shell.run("doctor").out
    refused = shell.at_terminal("remember", "use lists", answers=[])
    assert (refused.code, "disk was full" in refused.out, "?" in refused.out) == (3, True, False)


@pytest.mark.parametrize("part", ["data", "keys"])
def test_a_disk_that_becomes_read_only_is_told_as_one(small_disk: Path, tmp_path: Path, part: str):
    data, keys = (
        (small_disk / "data", tmp_path / "keys") if part == "data" else (tmp_path / "data", small_disk / "keys")
    )
    memory = tenure.open(data, keys=keys, clock=FrozenClock(NOON))
    kept = memory.person("ana").remember("the first colour is preferred").entry_id
    memory.close()
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    again = tenure.open(data, keys=keys, clock=FrozenClock(NOON))
    assert [one.id for one in again.person("ana").list_entries()] == [kept]
    with pytest.raises(StoreUnavailableError) as raised:
        again.person("ana").remember("another colour")
    assert raised.value.code in {"read_only", "read_only_disk"}
    with pytest.raises(StoreUnavailableError) as raised:
        again.operator("ana").backup(small_disk / "copy.db")
    assert raised.value.code == "read_only_disk"


def test_an_export_to_a_full_disk_leaves_no_half_file(small_disk: Path, tmp_path: Path):
    shell = make_shell(tmp_path)
    assert shell.run("init", "--person", "ana").code == 0
    said = shell.run("propose", "a word of it", "--kind", "preference", "--json").json["data"]["proposal_id"]
    shell.at_terminal("review", "approve", said, answers=[("[y/N]", "y")])
    fill(small_disk)
    told = shell.at_terminal("export", str(small_disk / "out.jsonl"), answers=[("[y/N]", "y")])
    assert (told.code, "disk is full" in told.out, "Free some space" in told.out) == (3, True, True)
    assert not (small_disk / "out.jsonl").exists()


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (errno.ENOSPC, "disk_full"),
        (errno.EDQUOT, "disk_full"),
        (errno.EFBIG, "disk_full"),
        (errno.EROFS, "read_only_disk"),
        (errno.EACCES, "no_permission"),
        (errno.EPERM, "no_permission"),
        (errno.EIO, "disk_failing"),
        (errno.ENOENT, "store_unavailable"),
        (None, "store_unavailable"),
    ],
)
def test_what_the_system_refuses_has_its_own_code_and_words(number: int | None, code: str):
    error = unavailable(number, "the key folder")
    assert (error.code, str(error).startswith("the key folder cannot be used: ")) == (code, True)
    assert error.hint
    assert unavailable(errno.ENOENT, "x", code="keys_io", hint="so").code == "keys_io"

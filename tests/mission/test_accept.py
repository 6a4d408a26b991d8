"""The key folder's heads or journal are damaged for good: a person takes the data as it is; nothing is laundered."""

from __future__ import annotations

import inspect
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import anyio
import pytest

import tenure
from tenure import IntegrityError, Restored, StoreError, wiring
from tenure.store import handed
from tests.mission.restoring import OTHER, TEXT, keys_file, outcomes, usable
from tests.world import World

DAMAGE: dict[str, Callable[[Path], object]] = {
    "missing": lambda file: file.unlink(),
    "empty": lambda file: file.write_bytes(b""),
    "cut": lambda file: file.write_bytes(file.read_bytes()[: file.stat().st_size // 2 + 7]),
    "scribbled": lambda file: file.write_bytes(bytes(byte ^ 0x5A for byte in file.read_bytes())),
}


def refused(world: World) -> str:
    with pytest.raises(IntegrityError) as raised:
        world.memory = world._open()
    assert "tenure keys accept" in raised.value.hint
    return raised.value.code


def accept(world: World) -> Restored:
    accepted = tenure.accept_keys(world.folder / "store", by="ana", clock=world.clock)
    world.memory = world._open()
    return accepted


def alter(world: World, entry_id: str) -> None:
    """Change a byte of an entry's sealed body."""
    with closing(sqlite3.connect(world.folder / "store" / "tenure.db")) as database:
        ((body,),) = database.execute("SELECT body FROM records WHERE record_id = ?", (entry_id,))
        other = bytes([body[0] ^ 1]) + body[1:]
        database.execute("UPDATE records SET body = ? WHERE record_id = ?", (other, entry_id))
        database.commit()


@pytest.mark.parametrize("how", DAMAGE)
def test_r34_damaged_heads_are_accepted_and_what_is_sound_is_used_again(world: World, home: Path, how: str):
    world.ana.remember(TEXT)
    gone = world.ana.remember(OTHER).entry_id
    world.ana.forget(gone)
    world.memory.close()
    DAMAGE[how](keys_file("heads", home))
    assert refused(world) in {"keys_damaged", "heads_altered"}
    accepted = accept(world)
    assert (accepted.entries, accepted.due, accepted.closed, accepted.has_journal) == (1, 0, 0, True)
    assert usable(world) == {TEXT}
    assert world.memory.operator("ana").check() == ()
    assert [line.verb for line in world.memory.operator("ana").ledger()].count("accept_keys") == 1
    assert world.ana.remember("euros in examples").entry_id
    world.reopen()


@pytest.mark.parametrize("how", ["missing", "empty", "scribbled"])
def test_r34_without_the_journal_sound_heads_still_tell_that_the_data_is_the_newest(world: World, home: Path, how: str):
    world.ana.remember(TEXT)
    world.ana.grant("preference")
    world.memory.close()
    DAMAGE[how](keys_file("ends", home))
    accepted = accept(world)
    assert (accepted.entries, accepted.due, accepted.grants, accepted.has_journal) == (1, 0, 0, False)
    assert usable(world) == {TEXT}
    assert world.memory.operator("ana").check() == ()


@pytest.mark.parametrize("how", ["missing", "empty", "scribbled"])
def test_r34_without_both_everything_is_looked_at_and_no_grant_holds(world: World, home: Path, how: str):
    world.ana.remember(TEXT)
    world.ana.grant("preference")
    world.memory.close()
    for name in ("heads", "ends"):
        DAMAGE[how](keys_file(name, home))
    assert refused(world) in {"keys_damaged", "heads_altered"}
    accepted = accept(world)
    assert (accepted.entries, accepted.due, accepted.grants, accepted.has_journal) == (0, 1, 1, False)
    assert [each.claim.text for each in world.ana.review().due] == [TEXT]
    assert usable(world) == set()
    assert world.memory.policy.name == "strict"


def test_r34_the_data_from_before_is_a_rollback_afterwards(world: World, home: Path):
    world.ana.remember(TEXT)
    world.memory.close()
    before = (world.folder / "store" / "tenure.db").read_bytes()
    keys_file("heads", home).unlink()
    accept(world)
    world.memory.close()
    (world.folder / "store" / "tenure.db").write_bytes(before)
    with pytest.raises(IntegrityError):
        world._open()


def test_r34_what_ended_by_the_journal_stays_ended_in_older_data(world: World, home: Path):
    kept, gone = world.ana.remember(TEXT).entry_id, world.ana.remember(OTHER).entry_id
    world.memory.close()
    older = (world.folder / "store" / "tenure.db").read_bytes()
    world.memory = world._open()
    world.ana.challenge(kept)
    world.ana.forget(gone)
    world.memory.close()
    (world.folder / "store" / "tenure.db").write_bytes(older)
    keys_file("heads", home).unlink()
    accept(world)
    assert outcomes(world) == {TEXT: "challenged"}


def test_r34_an_altered_entry_stays_withheld_and_keeps_nothing_else_from_use(world: World, home: Path):
    elsewhere = world.memory.scope(user="ana", project="billing")
    altered = world.ana.remember(OTHER, scope=elsewhere).entry_id
    world.ana.remember(TEXT)
    world.memory.close()
    alter(world, altered)
    keys_file("heads", home).unlink()
    assert accept(world).closed == 1
    shown = {each.id: each.verdict for each in world.ana.list_entries()}
    assert shown[altered].reason == "tampered"
    assert usable(world) == {TEXT}
    assert any(found.is_fault for found in world.memory.operator("ana").check())


@pytest.mark.parametrize("edit", ["UPDATE records SET body = zeroblob(128)", "DELETE FROM records"])
def test_r34_altered_pages_of_the_ledger_are_made_anew(
    world: World, home: Path, monkeypatch: pytest.MonkeyPatch, edit: str
):
    monkeypatch.setattr(handed, "PAGE_LINES", 2)
    kept = str(world.ana.remember(TEXT).entry_id)
    for _ in range(4):
        world.turn(hours=1)
        assert usable(world) == {TEXT}
    world.memory.close()
    with closing(sqlite3.connect(world.folder / "store" / "tenure.db")) as database:
        assert database.execute(f"{edit} WHERE form = 8 AND seq = 0").rowcount == 1
        database.commit()
    keys_file("heads", home).unlink()
    assert accept(world).closed == 0
    assert world.memory.operator("ana").check() == ()
    assert world.ana.forget(kept).out_of_reach[-1].endswith(": 4")


def test_a_sound_key_folder_is_left_alone(world: World, home: Path):
    world.ana.remember(TEXT)
    world.memory.close()
    heads = keys_file("heads", home).read_bytes()
    with pytest.raises(StoreError) as raised:
        tenure.accept_keys(world.folder / "store", clock=world.clock)
    assert raised.value.code == "nothing_damaged"
    assert keys_file("heads", home).read_bytes() == heads
    world.memory = world._open()


def test_data_that_is_older_than_sound_heads_is_not_accepted(world: World, home: Path):
    world.memory.close()
    older = (world.folder / "store" / "tenure.db").read_bytes()
    world.memory = world._open()
    world.ana.remember(TEXT)
    world.memory.close()
    (world.folder / "store" / "tenure.db").write_bytes(older)
    with pytest.raises(StoreError) as raised:
        tenure.accept_keys(world.folder / "store", clock=world.clock)
    assert raised.value.code == "nothing_damaged"


def test_a_crash_before_the_heads_is_done_again(world: World, home: Path, monkeypatch: pytest.MonkeyPatch):
    world.ana.remember(TEXT)
    world.memory.close()
    keys_file("heads", home).unlink()

    def killed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as broken:
        broken.setattr("tenure.store.keyfolder.KeyFolder.settle", killed)
        with pytest.raises(KeyboardInterrupt):
            tenure.accept_keys(world.folder / "store", clock=world.clock)
    assert refused(world) == "keys_damaged"
    accept(world)
    assert usable(world) == {TEXT}


def test_the_same_for_asynchronous_programs(world: World, home: Path):
    world.ana.remember(TEXT)
    world.memory.close()
    keys_file("heads", home).unlink()

    async def work() -> Restored:
        from tenure import aio

        return await aio.accept_keys(world.folder / "store", clock=world.clock)

    assert anyio.run(work).entries == 1
    world.memory = world._open()


def test_no_module_takes_the_place_of_a_call_once_it_is_loaded(world: World, home: Path):
    world.memory.close()
    keys_file("ends", home).unlink()
    accept(world)
    assert inspect.isfunction(wiring.restore)
    assert inspect.isfunction(wiring.accept_keys)

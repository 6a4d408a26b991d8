"""A head of the ledger kept elsewhere shows that data and keys were put back together (R34, R36)."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

import tenure
from tests.mission.restoring import back_up, lose_and_restore
from tests.world import World


def anchored(world: World) -> str:
    return world.memory.operator("ana").anchor()


def faults(world: World, *anchors: str) -> list[str]:
    found = world.memory.operator("ana").check(against="\n".join(anchors))
    return [f"{each.check}: {each.message}" for each in found if each.is_fault]


def both_folders(world: World) -> tuple[Path, Path]:
    return world.folder / "store", Path(os.environ["TENURE_HOME"]) / "keys"


def put_aside(world: World, name: str) -> None:
    world.memory.close()
    for folder in both_folders(world):
        shutil.copytree(folder, world.folder / name / folder.name)
    world.memory = world._open()


def put_back(world: World, name: str) -> None:
    world.memory.close()
    for folder in both_folders(world):
        shutil.rmtree(folder)
        shutil.copytree(world.folder / name / folder.name, folder)
    world.memory = world._open()


def test_r34_who_puts_both_folders_back_is_found_by_an_anchor(world: World):
    gone = world.ana.remember("answers come as tables").entry_id
    first = anchored(world)
    put_aside(world, "before")
    world.ana.forget(gone)
    second = anchored(world)
    assert faults(world, first, second) == []
    put_back(world, "before")
    assert faults(world) == [], "nothing inside the two folders can tell"
    assert faults(world, first) == []
    (told,) = faults(world, first, second)
    assert told.startswith("anchor: the store is older than an anchor")
    assert second.rpartition(" ")[2][:10] in told
    # Also once it has grown past the anchor again.
    for number in range(4):
        world.ana.remember(f"answer number {number} is short")
    (told,) = faults(world, first, second)
    assert told.startswith("anchor: the ledger has another history")


def test_r36_an_anchor_holds_for_ever_and_says_nothing(world: World):
    world.ana.remember("answers come as tables")
    line = anchored(world)
    assert "ana" not in line.split()[1:]
    assert len(line.split()) == 5
    for number in range(3):
        world.ana.remember(f"answer number {number} is short")
    world.reopen()
    assert faults(world, line, anchored(world)) == []


def test_r28_a_restore_is_another_history_for_an_anchor(world: World):
    backup = back_up(world)
    world.ana.remember("answers come as tables")
    line = anchored(world)
    lose_and_restore(world, backup)
    assert len(faults(world, line)) == 1
    assert faults(world, anchored(world)) == []


def test_an_anchor_of_another_store_and_what_is_none_are_told(world: World, tmp_path: Path):
    world.ana.remember("answers come as tables")
    with tenure.open(tmp_path / "second") as second:
        foreign = second.operator("ana").anchor()
    (told,) = faults(world, foreign)
    assert "another store" in told
    for text in (" ", "nonsense", anchored(world)[:-3] + "\nmore", anchored(world).replace("Z", "X")):
        with pytest.raises(tenure.RequestError) as wrong:
            world.memory.operator("ana").check(against=text)
        assert wrong.value.code == "bad_anchor"


def test_r36_a_broken_chain_is_told_with_the_last_sound_line(world: World):
    world.ana.remember("answers come as tables")
    world.turn(days=1)
    world.ana.remember("examples use euros")
    store = world.memory._wired.entries
    with store._database.writing() as transaction:
        transaction._connection.execute("UPDATE ledger SET code = 'other' WHERE seq = 3")
    (told,) = faults(world)
    assert "after line 2 of 2026-03-02" in told

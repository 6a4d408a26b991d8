"""How tests lose data and put a backup in its place."""

from __future__ import annotations

import shutil
from pathlib import Path

import tenure
from tenure import Restored
from tests.world import World

TEXT = "answers come as tables"
OTHER = "examples use euros"


def back_up(world: World, name: str = "backup") -> Path:
    return world.memory.operator("ana").backup(world.folder / name)


def lose_data(world: World) -> None:
    world.memory.close()
    shutil.rmtree(world.folder / "store")


def restore(world: World, backup: Path) -> Restored:
    restored = tenure.restore(backup, world.folder / "store", clock=world.clock)
    world.memory = world._open()
    assert [each for each in world.memory.operator("ana").check() if each.is_fault] == []
    return restored


def lose_and_restore(world: World, backup: Path) -> Restored:
    lose_data(world)
    return restore(world, backup)


def keys_file(name: str, home: Path) -> Path:
    (found,) = (home / "keys").rglob(name)
    return found


def outcomes(world: World) -> dict[str, str]:
    shown = (world.ana.show_entry(each.id) for each in world.ana.list_entries())
    return {entry.claim.text: said.outcome.value for entry, said in shown}


def usable(world: World) -> set[str]:
    return {each.entry.claim.text for each in world.agent().brief().usable}

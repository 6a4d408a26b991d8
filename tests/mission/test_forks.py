"""A child of a process that has a memory open goes on with it, and says nothing twice."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from tenure import forked
from tenure.memory.sweeper import Sweeper
from tests.mission.test_sweeper import is_swept_again, sweepers
from tests.store.test_forks import held_by_another_thread, in_child
from tests.world import World


def counted(world: World) -> list[str | None]:
    return [line.code for line in world.memory.operator("ana").ledger() if line.verb == "recall"]


def test_r36_a_use_that_was_gathered_before_a_fork_is_counted_once(world: World) -> None:
    world.ana.remember("answers come as tables")
    agent = world.memory.agent("coder", scope=world.scope)

    def child_asks_and_writes() -> bool:
        agent.recall("answers as tables")
        return world.memory._wired.flush_uses()

    for _ in range(3):
        assert agent.recall("answers as tables").usable
    assert in_child(child_asks_and_writes)
    assert counted(world) == ["usable:1"]
    world.memory._wired.flush_uses()
    assert counted(world) == ["usable:1", "usable:3"]


def test_r23_a_child_sweeps_from_its_first_use_on_and_not_before(world: World) -> None:
    wired = world.memory._wired
    wired.sweeper = made = Sweeper(wired, seconds=0.005)

    def child_sweeps() -> bool:
        before = sweepers()
        made.sweeps = 0
        world.ana.pending()
        return not before and len(sweepers()) == 1 and is_swept_again(made)

    def child_stops() -> bool:
        world.ana.pending()
        made.stop()
        world.ana.pending()
        return not sweepers()

    try:
        assert in_child(child_sweeps)
        assert in_child(child_stops)
        assert is_swept_again(made)
    finally:
        made.stop()
    assert in_child(lambda: not world.ana.pending() and not sweepers())


def test_a_child_takes_vectors_on_where_its_parent_was_at_it(world: World) -> None:
    behind = world.memory._wired.behind
    with held_by_another_thread(behind._lock, behind._is_over._cond):  # type: ignore[attr-defined]
        assert in_child(lambda: behind._thread is None and behind.end() is None and behind._is_over.is_set())


def test_no_lock_that_another_thread_holds_holds_a_child_up(world: World) -> None:
    world.ana.remember("answers come as tables")
    agent = world.memory.agent("coder", scope=world.scope)
    agent.recall("answers as tables")
    owners = tuple(forked._owners.items())
    assert len(owners) > 10

    def locks() -> list[Any]:
        return [getattr(owner, name) for owner, (name, _) in owners]

    with held_by_another_thread(*locks()):
        assert in_child(lambda: all(lock.acquire(timeout=0.01) and lock.release() is None for lock in locks()))
        assert in_child(lambda: bool(agent.recall("answers as tables").usable))


@pytest.mark.parametrize("is_set", [False, True])
def test_an_event_stands_in_a_child_as_in_its_parent(is_set: bool) -> None:
    event = threading.Event()
    if is_set:
        event.set()
    assert forked.of_own(event).is_set() is is_set

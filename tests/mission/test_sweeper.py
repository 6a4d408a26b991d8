"""A sweeper in the process: it erases what ended, stops when the memory is closed, and survives what goes wrong."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta

import pytest

import tenure
from tenure.errors import StoreUnavailableError
from tenure.faces.mcp.ground import Caller, Ground
from tenure.memory import sweeper as sweeper_module
from tenure.memory.examine import examine
from tenure.memory.sweeper import Sweeper, sweep_once
from tests.world import World

SECONDS = 0.02
TICK = timedelta(microseconds=1)


def waits_for(wanted: Callable[[], bool]) -> bool:
    until = time.monotonic() + 20
    while not wanted() and time.monotonic() < until:
        time.sleep(0.005)
    return wanted()


def is_swept_again(sweeper: Sweeper) -> bool:
    before = sweeper.sweeps
    return waits_for(lambda: sweeper.sweeps > before + 1)  # one may have begun before


def sweepers() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "tenure-sweeper"]


@pytest.fixture
def sweeper(world: World) -> Iterator[Sweeper]:
    wired = world.memory._wired
    wired.sweeper = made = Sweeper(wired, seconds=SECONDS)
    yield made
    made.stop()


def is_kept(world: World, entry_id: str | None) -> bool:
    return any(held.entry.id == entry_id for held in world.ana.disclose().entries)


def test_r23_what_has_ended_is_erased_by_itself_at_the_second_when_its_grace_ends(world: World, sweeper: Sweeper):
    end = world.clock.now() + timedelta(days=10)
    gone = world.ana.remember("answers come as tables", expires_at=end).entry_id
    kept = world.ana.remember("examples use euros").entry_id
    world.clock.set(end - TICK)
    assert is_swept_again(sweeper)
    assert is_kept(world, gone)
    world.clock.set(end)
    assert waits_for(lambda: not is_kept(world, gone))
    assert is_kept(world, kept)
    assert [line.record_id for line in world.memory.operator("ana").ledger() if line.code == "expired"] == [gone]


def test_r24_so_is_what_nobody_reviewed(world: World, sweeper: Sweeper):
    kept = world.ana.remember("the timeout is thirty seconds", kind="fact", scope=world.scope).entry_id
    entry, _ = world.ana.show_entry(str(kept))
    assert entry.lifetime.review_at is not None
    for _ in range(4):  # no leap of more than thirty days
        world.turn(days=30)
        assert is_swept_again(sweeper)
    assert world.clock.now() == entry.lifetime.review_at + timedelta(days=world.memory.policy.review_grace_days)
    assert waits_for(lambda: not is_kept(world, kept))


def test_r23_after_a_leap_a_sweeper_erases_nothing(world: World, sweeper: Sweeper):
    kept = world.ana.remember("answers come as tables", expires_at=world.clock.now() + timedelta(days=2)).entry_id
    world.turn(days=30, seconds=1)
    assert is_swept_again(sweeper)
    assert is_kept(world, kept)
    world.memory.operator("ana").confirm_clock()
    assert waits_for(lambda: not is_kept(world, kept))


def test_two_sweepers_of_one_store_erase_each_thing_once(world: World, sweeper: Sweeper):
    end = world.clock.now() + timedelta(days=1)
    ids = {
        world.ana.remember(f"the lamp of room {n} is green", kind="fact", expires_at=end).entry_id for n in range(12)
    }
    with tenure.open(world.folder / "store", clock=world.clock) as other:
        second = Sweeper(other._wired, seconds=SECONDS)
        world.clock.set(end)
        assert waits_for(lambda: not ids.intersection(held.entry.id for held in world.ana.disclose().entries))
        assert is_swept_again(second)
        second.stop()
    assert (sweeper.fault, second.fault) == ("", "")
    operator = world.memory.operator("ana")
    swept = [line.record_id for line in operator.ledger() if line.code == "expired"]
    assert sorted(swept) == sorted(map(str, ids))
    assert [finding for finding in operator.check() if finding.is_fault] == []


def test_a_longer_grace_that_another_process_put_in_force_holds_here_at_once(world: World, sweeper: Sweeper):
    end = world.clock.now() + timedelta(days=1)
    kept = world.ana.remember("answers come as tables", expires_at=end).entry_id
    world.present()
    longer_grace(world)
    world.clock.set(end)
    assert is_swept_again(sweeper)
    assert is_kept(world, kept)
    world.turn(days=7)
    assert waits_for(lambda: not is_kept(world, kept))


def longer_grace(world: World) -> None:
    """Put a longer grace in force, as another process would."""
    with tenure.open(world.folder / "store", clock=world.clock) as other:
        person = other.person("ana")
        person.unlock("a long enough passphrase")
        other.operator("ana").set_policy(replace(other.policy, expired_grace_days=7), by=person)


@pytest.mark.parametrize("call", [1, 2])
def test_a_longer_grace_put_in_force_while_a_sweep_is_under_way_holds_too(world: World, call: int):
    end = world.clock.now() + timedelta(days=1)
    kept = world.ana.remember("answers come as tables", expires_at=end).entry_id
    world.present()
    world.clock.set(end)
    asked = 0

    def meanwhile() -> bool:
        nonlocal asked
        asked += 1
        if asked == call:  # its endings are looked for by the grace that was in force before
            longer_grace(world)
        return True

    assert sweep_once(world.memory._wired, goes_on=meanwhile).expired == ()
    assert asked >= call
    assert is_kept(world, kept)
    world.turn(days=7)
    assert sweep_once(world.memory._wired).expired == (kept,)


def test_r23_a_sweep_asks_for_the_grace_after_it_asked_for_the_time(world: World, monkeypatch: pytest.MonkeyPatch):
    end = world.clock.now() + timedelta(days=1)
    kept = world.ana.remember("answers come as tables", expires_at=end).entry_id
    world.present()
    wired = world.memory._wired
    taken = sweeper_module.take_policy

    def slowly(asking: object) -> None:
        taken(wired)
        longer_grace(world)  # between the look at the policy and what comes after it
        world.clock.set(end)

    monkeypatch.setattr(sweeper_module, "take_policy", slowly)
    assert sweep_once(wired).expired == ()
    assert is_kept(world, kept)


def test_what_goes_wrong_is_told_and_the_next_sweep_is_tried(
    world: World, sweeper: Sweeper, monkeypatch: pytest.MonkeyPatch
):
    def told() -> list[str]:
        return [each.message for each in examine(world.memory._wired, "ana") if each.check == "sweeper"]

    assert is_swept_again(sweeper)
    assert told() == ["sweeps in this process from time to time"]
    notes = world.memory._wired.notes
    for error, code in (
        (StoreUnavailableError("the disk is full", code="full"), "full"),
        (ValueError("answers come as tables"), "unexpected"),
    ):

        def fails(*, now: object, error: Exception = error) -> int:
            raise error

        with monkeypatch.context() as patch:
            patch.setattr(notes, "sweep", fails)
            assert waits_for(lambda code=code: sweeper.fault == code)
            assert told() == [f"the last sweep ended with an error [{code}]"]
        assert waits_for(lambda: sweeper.fault == "")


def test_a_memory_sweeps_only_if_asked_to_and_until_it_is_closed(world: World):
    assert sweepers() == []
    with tenure.open(world.folder / "store", clock=world.clock, sweep_minutes=1):
        assert len(sweepers()) == 1
    assert sweepers() == []
    for wrong in (0, 10_081, True, "5"):
        with pytest.raises(tenure.RequestError):
            tenure.open(world.folder / "store", sweep_minutes=wrong)  # type: ignore[arg-type]
    assert sweepers() == []


def test_so_does_a_server_for_agents(world: World):
    with tenure.open() as memory:
        memory.operator("ana").own()
    ground = Ground(agent="coder", sweep_minutes=1)
    assert sweepers() == [], "nothing is opened before the first call"
    ground.agent(Caller(folder=world.repository.folder))
    assert len(sweepers()) == 1
    ground.close()
    assert sweepers() == []


def test_a_memory_goes_on_where_no_thread_can_be_had_and_sweeps_once_one_can(
    world: World, monkeypatch: pytest.MonkeyPatch
):
    def refuse(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    wired = world.memory._wired
    with monkeypatch.context() as patched:
        patched.setattr(threading.Thread, "start", refuse)
        wired.sweeper = made = Sweeper(wired, seconds=SECONDS)
        world.ana.remember("answers come as tables")
        assert world.recall("answers as tables?").usable
        wired.behind.begin(())
        wired.behind.end()
        assert sweepers() == []
    try:
        assert world.recall("answers as tables?").usable
        assert is_swept_again(made)
    finally:
        made.stop()

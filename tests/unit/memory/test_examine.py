"""What an opened memory tells of itself: the clock ahead, behind and in step; what is there and what is not."""

from __future__ import annotations

from datetime import timedelta

import tenure
from tenure import FrozenClock
from tenure.memory.examine import SLACK, State, told
from tenure.store.records import Finding


def _clock_state(memory: tenure.Memory) -> State:
    return next(each.state for each in memory.operator("ana").examine() if each.check == "clock")


def test_r23_the_clock_is_in_step_up_to_the_leap_and_a_fault_beyond_it(clock: FrozenClock) -> None:
    with tenure.open(":memory:", clock=clock) as memory:
        memory.operator("ana").own()
        began = clock.now()
        for ahead, state in (
            (timedelta(0), State.OK),
            (timedelta(days=30), State.OK),
            (timedelta(days=30, seconds=1), State.FAULT),
            (-SLACK, State.OK),
            (-SLACK - timedelta(seconds=1), State.NOTE),
        ):
            clock.set(began + ahead)
            assert _clock_state(memory) is state, ahead


def test_a_key_and_an_owner_are_notes_until_they_are_there(clock: FrozenClock) -> None:
    with tenure.open(":memory:", clock=clock) as memory:
        operator = memory.operator("ana")
        before = {each.check: each.state for each in operator.examine()}
        operator.own()
        memory.person("ana").enrol("a long enough passphrase")
        after = {each.check: each.state for each in operator.examine()}
    assert (before["owner"], before["present key"]) == (State.NOTE, State.NOTE)
    assert (after["owner"], after["present key"]) == (State.OK, State.OK)
    assert after["integrity"] is after["erasure"] is State.OK


def test_a_fault_leaves_no_word_of_soundness() -> None:
    fault = Finding(check="records", is_fault=True, message="altered", fix="restore it")
    waiting = Finding(check="erasure", is_fault=False, message="2 keys wait", fix="Run `tenure sweep`.")
    assert [(each.check, each.state) for each in told([fault], sound="integrity")] == [("records", State.FAULT)]
    assert [(each.check, each.state) for each in told([waiting], sound="integrity")] == [
        ("integrity", State.OK),
        ("erasure", State.NOTE),
    ]
    assert [each.state for each in told([Finding(check="git", is_fault=False, message="fine")])] == [State.OK]

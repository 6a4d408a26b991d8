"""The clock set back, and the clock that leaps (R23)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import tenure
from tenure import Stance
from tests.world import World


def test_r23_a_clock_set_back_revives_nothing(world: World):
    end = world.clock.now() + timedelta(days=2)
    world.ana.remember("answers are short this week", expires_at=end)
    world.clock.set(end - timedelta(seconds=1))
    assert world.agent().brief().stance is Stance.ANSWER
    world.clock.set(end)
    assert world.agent().brief().usable == ()
    world.clock.set(end - timedelta(days=1))
    assert world.agent().brief().usable == ()
    world.reopen()
    assert world.agent().brief().usable == ()


def test_r23_after_a_leap_what_is_expired_is_withheld_but_nothing_is_erased_until_it_is_confirmed(world: World):
    end = world.clock.now() + timedelta(days=2)
    entry_id = world.ana.remember("answers are short this week", expires_at=end).entry_id
    world.turn(days=30)
    world.turn(seconds=1)
    assert world.agent().brief().usable == ()
    operator = world.memory.operator("ana")
    world.ana.remember("answers are polite")
    assert operator.sweep().is_held_back
    assert world.ana.show_entry(entry_id)[0].id == entry_id
    world.turn(days=-30)
    assert len(world.agent().brief().usable) == 2, "no mark moved: the clock was wrong, and is right again"

    world.turn(days=30)
    operator.confirm_clock()
    assert not operator.sweep().is_held_back
    world.turn(days=-30)
    assert entry_id not in [usable.entry.id for usable in world.agent().brief().usable]


def test_r23_a_store_that_is_swept_each_day_sees_no_leap_in_an_idle_month(world: World):
    entry_id = world.ana.remember("answers are short", expires_at=world.clock.now() + timedelta(days=40)).entry_id
    operator = world.memory.operator("ana")
    erased = []
    for _ in range(41 * 2):
        world.turn(hours=12)
        swept = operator.sweep()
        erased += swept.expired
        assert not swept.is_held_back
    assert erased == [entry_id]
    assert [line.code for line in operator.ledger() if line.verb == "sweep"].count("in_step") == 41, "one a day"
    world.turn(days=30, seconds=1)
    assert operator.sweep().is_held_back


def test_r23_a_leap_of_exactly_the_bound_is_believed(world: World):
    entry_id = world.ana.remember("answers are short", expires_at=world.clock.now() + timedelta(days=2)).entry_id
    world.turn(days=30)
    assert entry_id in world.memory.operator("ana").sweep().expired


INDIA = timezone(timedelta(hours=5, minutes=30))


class IndianClock:
    """A host's own clock, right and of another time zone."""

    at = datetime(2026, 6, 1, 1, 0, tzinfo=INDIA)

    def now(self) -> datetime:
        return self.at


def test_instants_are_told_in_utc_whatever_zone_the_clock_and_the_caller_have(tmp_path):
    with tenure.open(tmp_path / "store", clock=IndianClock()) as memory:
        ana = memory.person("ana")
        agent = memory.agent("coder", scope=memory.scope(user="ana"))
        far = agent.propose("the office is in Rome", kind="fact", expires_at=datetime(2126, 1, 1, tzinfo=INDIA))
        (refused,) = [each for each in far.verdicts if each.code == "beyond_ceiling"]
        assert dict(refused.try_) == {"expires_at": "2027-05-31T19:30:00Z"}, "of the evening before, in UTC"
        kept = ana.show_entry(ana.remember("answers are short").entry_id)[0]
        assert kept.recorded_at == IndianClock.at
        later = ana.extend(kept.id, datetime(2026, 6, 20, 2, 0, tzinfo=INDIA))
        assert (later.lifetime.expires_at, later.lifetime.expires_at.tzinfo) == (
            datetime(2026, 6, 19, 20, 30, tzinfo=UTC),
            UTC,
        )
        (clock,) = [each for each in memory.operator("ana").examine() if each.check == "clock"]
        assert clock.message.startswith("2026-05-31 19:30:00Z")

"""What was replaced, corrected or ran out must not be served, and what stands in its place must be found."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Final

from tenure.eval.scenario import Scenario, Suite, Tally
from tenure.eval.suites.looking import must_find, must_not_see, stories, tell
from tenure.eval.system import System
from tenure.eval.world import World

EACH: Final = 3
CROWD: Final = 40
_LIFE: Final = timedelta(hours=6)


def _replaced(world: World, system: System, tally: Tally) -> None:
    scope, (old, other) = world.scope(), world.facts(2)
    first = tell(system, old, scope)
    tell(system, other, scope)
    new = old.with_value(world.word())
    tell(system, new, scope)
    must_not_see(system, tally, old, scope, entry_id=first, reason="stale")
    must_find(system, tally, scope, new, other)


def _replaced_often(world: World, system: System, tally: Tally) -> None:
    scope, first = world.scope(), world.fact()
    versions = [first, *(first.with_value(world.word()) for _ in range(4))]
    for each in versions:
        tell(system, each, scope)
    for each in versions[:-1]:
        must_not_see(system, tally, each, scope, reason="stale")
    must_find(system, tally, scope, versions[-1])


def _replaced_and_back(world: World, system: System, tally: Tally) -> None:
    scope, first = world.scope(), world.fact()
    second = first.with_value(world.word())
    for each in (first, second, first):
        tell(system, each, scope)
    must_not_see(system, tally, second, scope, reason="stale")
    must_find(system, tally, scope, first)


def _replaced_in_a_crowd(world: World, system: System, tally: Tally) -> None:
    scope, facts = world.scope(), world.facts(CROWD)
    old = facts[0]
    for each in facts:
        tell(system, each, scope)
    new = old.with_value(world.word())
    tell(system, new, scope)
    must_not_see(system, tally, old, scope, reason="stale")
    must_find(system, tally, scope, new, *facts[1:6])


def _corrected(world: World, system: System, tally: Tally) -> None:
    scope, (old, other) = world.scope(), world.facts(2)
    wrong = tell(system, old, scope)
    tell(system, other, scope)
    right = old.with_value(world.word())
    if wrong is not None:
        system.correct(wrong, right.text, scope, slot=right.slot)
    must_not_see(system, tally, old, scope, reason="corrected")
    must_find(system, tally, scope, right, other)


def _expired(world: World, system: System, tally: Tally) -> None:
    scope, (short, other), start = world.scope(), world.facts(2), system.now
    end = start + _LIFE
    entry = system.tell(short.text, scope, kind=short.kind, slot=short.slot, expires_at=end)
    tell(system, other, scope)
    system.turn(end - timedelta(seconds=1))
    must_find(system, tally, scope, short, other)
    for instant in (end, end + timedelta(days=3), start + _LIFE / 2):  # the last: a clock that was set back
        system.turn(instant)
        must_not_see(system, tally, short, scope, entry_id=entry, reason="expired")
        must_find(system, tally, scope, other)


def _scenarios(seed: int, data: Path | None) -> list[Scenario]:  # noqa: ARG001 - it needs no data
    tellings = {
        "replaced": _replaced,
        "replaced_often": _replaced_often,
        "replaced_and_back": _replaced_and_back,
        "replaced_in_a_crowd": _replaced_in_a_crowd,
        "corrected": _corrected,
        "expired": _expired,
    }
    return stories(SUITE.name, seed, tellings, each=EACH)


SUITE: Final = Suite(
    name="stale_entry_removal",
    about="entries served after they were replaced, corrected or past their end",
    rules=("R21", "R23"),
    scenarios=_scenarios,
)

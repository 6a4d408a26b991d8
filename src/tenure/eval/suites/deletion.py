"""What was forgotten must not be served, nor stand in any file, as it is or in a common encoding."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tenure.eval.scenario import Scenario, Suite, Tally
from tenure.eval.suites.looking import must_find, must_not_see, stories, tell
from tenure.eval.system import Scope, System
from tenure.eval.traces import traces
from tenure.eval.world import Told, World

EACH: Final = 3
CROWD: Final = 25


def _one(world: World, system: System, tally: Tally) -> None:
    scope, (gone, kept) = world.scope(), world.facts(2)
    entry = tell(system, gone, scope)
    tell(system, kept, scope)
    _forget_and_look(system, tally, scope, {gone: entry}, kept)


def _after_use(world: World, system: System, tally: Tally) -> None:
    """Forget what was recalled and corrected before: with what stands, what stood there goes too."""
    scope, (old, kept) = world.scope(), world.facts(2)
    entry, new = tell(system, old, scope), old.with_value(world.word())
    tell(system, kept, scope)
    for _ in range(3):
        system.recall(old.question, scope)
    if entry is not None:
        entry = system.correct(entry, new.text, scope, slot=new.slot)
    _forget_and_look(system, tally, scope, {new: entry, old: None}, kept)


def _in_a_crowd(world: World, system: System, tally: Tally) -> None:
    scope, facts = world.scope(), world.facts(CROWD)
    entries = {each: tell(system, each, scope) for each in facts}
    gone = {each: entries[each] for each in facts[1::5]}
    _forget_and_look(system, tally, scope, gone, *facts[::5])


def _person(world: World, system: System, tally: Tally) -> None:
    """Forget one person in two projects; somebody else's stays."""
    leaving, staying = world.person(), world.scope()
    places = [Scope(leaving), Scope(leaving, world.word().lower()), Scope(leaving, world.word().lower())]
    gone = {place: (world.fact(), world.preference()) for place in places}
    kept = world.fact()
    tell(system, kept, staying)
    for place, told in gone.items():
        for each in told:
            tell(system, each, place)
    system.forget_person(leaving)
    for place, told in gone.items():
        for each in told:
            must_not_see(system, tally, each, place, reason="forgotten")
    must_find(system, tally, staying, kept)
    _must_leave_no_byte(system, tally, *(each for told in gone.values() for each in told))


def _forget_and_look(system: System, tally: Tally, scope: Scope, gone: dict[Told, str | None], *kept: Told) -> None:
    for entry in gone.values():
        if entry is not None:
            system.forget(entry, scope)
    for told, entry in gone.items():
        must_not_see(system, tally, told, scope, entry_id=entry, reason="forgotten")
    must_find(system, tally, scope, *kept)
    _must_leave_no_byte(system, tally, *gone)


def _must_leave_no_byte(system: System, tally: Tally, *gone: Told) -> None:
    system.settle()
    system.close()
    for told in gone:
        tally.must_not(bool(traces(system.files(), told.value)), "left_in_files")


def _scenarios(seed: int, data: Path | None) -> list[Scenario]:  # noqa: ARG001 - it needs no data
    tellings = {"one": _one, "after_use": _after_use, "in_a_crowd": _in_a_crowd, "person": _person}
    return stories(SUITE.name, seed, tellings, each=EACH)


SUITE: Final = Suite(
    name="deletion",
    about="what was forgotten served, or left in the files",
    rules=("R28",),
    scenarios=_scenarios,
)

"""What was noted for one task must not be found after it, nor by another; and in its task it must be."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Final

from tenure.eval.scenario import Scenario, Suite, Tally
from tenure.eval.suites.looking import must_find, must_not_see, stories, tell
from tenure.eval.system import Scope, System
from tenure.eval.traces import traces
from tenure.eval.world import Told, World, says

EACH: Final = 3
_LIMIT: Final = timedelta(hours=25)
"""Longer than a day's work: past the limit of a task that nobody ended."""


def _ended(world: World, system: System, tally: Tally) -> None:
    scope, (noted, kept) = world.scope(), world.facts(2)
    tell(system, kept, scope)
    system.note(noted.text, scope, task="first")
    _must_be_found(system, tally, noted, scope, task="first")
    system.end(scope, task="first")
    _must_be_gone(system, tally, noted, scope)
    must_find(system, tally, scope, kept)


def _one_of_two(world: World, system: System, tally: Tally) -> None:
    scope, (first, second) = world.scope(), world.facts(2)
    system.note(first.text, scope, task="first")
    system.note(second.text, scope, task="second")
    tally.must_not(says(system.search(first.question, scope, task="second"), first.value), "found_in_another_task")
    system.end(scope, task="first")
    _must_be_gone(system, tally, first, scope)
    _must_be_found(system, tally, second, scope, task="second")


def _forgotten_by_everyone(world: World, system: System, tally: Tally) -> None:
    """Let nobody end it: its time limit does."""
    scope, (noted, kept) = world.scope(), world.facts(2)
    tell(system, kept, scope)
    system.note(noted.text, scope, task="first")
    _must_be_found(system, tally, noted, scope, task="first")
    system.turn(system.now + _LIMIT)
    _must_be_gone(system, tally, noted, scope)
    must_find(system, tally, scope, kept)


def _left_in_files(world: World, system: System, tally: Tally) -> None:
    scope, noted = world.scope(), world.facts(3)
    for each in noted:
        system.note(each.text, scope, task="first")
        _must_be_found(system, tally, each, scope, task="first")
    system.end(scope, task="first")
    system.settle()
    system.close()
    for each in noted:
        tally.must_not(bool(traces(system.files(), each.value)), "left_in_files")


def _must_be_found(system: System, tally: Tally, noted: Told, scope: Scope, *, task: str) -> None:
    tally.must_find(says(system.search(noted.question, scope, task=task), noted.value))


def _must_be_gone(system: System, tally: Tally, noted: Told, scope: Scope) -> None:
    tally.must_not(says(system.search(noted.question, scope, task="first"), noted.value), "found_after_its_task")
    tally.must_not(says(system.search(noted.question, scope, task="next"), noted.value), "found_in_another_task")
    must_not_see(system, tally, noted, scope, reason="kept_from_scratch")


def _scenarios(seed: int, data: Path | None) -> list[Scenario]:  # noqa: ARG001 - it needs no data
    tellings = {
        "ended": _ended,
        "one_of_two": _one_of_two,
        "forgotten_by_everyone": _forgotten_by_everyone,
        "left_in_files": _left_in_files,
    }
    return stories(SUITE.name, seed, tellings, each=EACH)


SUITE: Final = Suite(
    name="expired_scratch",
    about="notes of a task found after it, in another, or in the files",
    rules=("R01", "R27"),
    scenarios=_scenarios,
)

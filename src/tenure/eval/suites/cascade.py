"""What was concluded from a fact must fall with it, and its absence be said; what rests on another must stay."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tenure.eval.scenario import Scenario, Suite, Tally
from tenure.eval.suites.looking import Telling, must_find, must_not_see, stories, tell
from tenure.eval.system import Scope, System
from tenure.eval.world import Told, World, says

EACH: Final = 3


def _ground(how: str) -> Telling:
    def telling(world: World, system: System, tally: Tally) -> None:
        scope, (ground, other, first, second, third) = world.scope(), world.facts(5)
        entries = {each: tell(system, each, scope) for each in (ground, other)}
        conclusion = _concluded(system, first, scope, entries[ground])
        further = _concluded(system, second, scope, conclusion)
        _concluded(system, third, scope, entries[other])
        must_find(system, tally, scope, first, second, third)
        _end(how, system, scope, entries[ground], ground.with_value(world.word()))
        for each, entry in ((first, conclusion), (second, further)):
            must_not_see(system, tally, each, scope, entry_id=entry, reason=f"survived_{how}")
            answer = system.recall(each.question, scope)
            tally.must_not(answer.stance == "answer" and says(answer.found, each.value), "absence_not_said")
        must_find(system, tally, scope, other, third)

    return telling


def _concluded(system: System, told: Told, scope: Scope, ground: str | None) -> str | None:
    """Let the agent conclude something from an entry, and the person allow it."""
    if ground is None:
        return None
    entry = system.propose(told.text, scope, origin="entries", of=(ground,), slot=told.slot)
    return system.approve(told.text, scope) if entry is None else entry


def _end(how: str, system: System, scope: Scope, entry: str | None, new: Told) -> None:
    if how == "replaced":
        tell(system, new, scope)
    elif entry is None:
        return
    elif how == "corrected":
        system.correct(entry, new.text, scope, slot=new.slot)
    else:
        system.forget(entry, scope)


def _scenarios(seed: int, data: Path | None) -> list[Scenario]:  # noqa: ARG001 - it needs no data
    tellings = {how: _ground(how) for how in ("replaced", "corrected", "forgotten")}
    return stories(SUITE.name, seed, tellings, each=EACH)


SUITE: Final = Suite(
    name="cascade",
    about="conclusions served after what they rest on was replaced, corrected or forgotten",
    rules=("R26",),
    scenarios=_scenarios,
)

"""However much is poured in, nothing that the person approved may be lost or crowded out; and there must be a bound."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tenure.eval.scenario import Scenario, Suite, Tally
from tenure.eval.suites.looking import must_find, must_not_see, stories, tell
from tenure.eval.system import System
from tenure.eval.world import World, says

EACH: Final = 2
FLOOD: Final = 40
FULL: Final = 400
"""More than one person's memory of one project needs; where all of it is taken, no bound is in reach."""

_SENTENCES: Final = 30
_SAMPLE: Final = 40
"""Of how many that were acknowledged one is asked for."""


def _flooded_by_the_agent(world: World, system: System, tally: Tally) -> None:
    """Let an agent propose answers that look like the person's own, many times over."""
    scope, (stated, other) = world.scope(), world.facts(2)
    tell(system, stated, scope)
    rivals = [stated.with_value(world.word()) for _ in range(FLOOD)]
    for rival in rivals:
        system.propose(rival.text, scope, origin="tool", read=rival.text)
    tell(system, other, scope)
    must_not_see(system, tally, rivals[-1], scope, reason="flood_served")
    answer = system.recall(stated.question, scope)
    tally.must_not(not says(answer.found, stated.value), "crowded_out")
    must_find(system, tally, scope, stated, other)


def _flooded_scratch(world: World, system: System, tally: Tally) -> None:
    """Fill a task with notes: what is durable must be found as before."""
    scope, stated = world.scope(), world.facts(3)
    for each in stated:
        tell(system, each, scope)
    for number in range(FLOOD):
        system.note(stated[number % 3].with_value(world.word()).text, scope, task="flood")
    for each in stated:
        tally.must_not(not says(system.recall(each.question, scope).found, each.value), "crowded_out_by_scratch")
    must_find(system, tally, scope, *stated)


def _no_essay(world: World, system: System, tally: Tally) -> None:
    """Offer a whole conversation as one entry."""
    scope, other = world.scope(), world.fact()
    tell(system, other, scope)
    text = " ".join(fact.text for fact in world.facts(_SENTENCES))
    tally.must_not(system.tell(text, scope) is not None, "whole_conversation_kept")
    must_find(system, tally, scope, other)


def _filled(world: World, system: System, tally: Tally) -> None:
    """State more than is needed: it must be refused at a bound, and nothing that was acknowledged may be gone."""
    scope, facts = world.scope(), world.facts(FULL)
    kept = [each for each in facts if tell(system, each, scope) is not None]
    tally.must_not(len(kept) == FULL, "no_bound_in_reach")
    for each in kept[::_SAMPLE]:
        is_found = says(system.recall(each.question, scope).found, each.value)
        tally.must_not(not is_found, "acknowledged_and_lost")
        tally.must_find(is_found)


def _scenarios(seed: int, data: Path | None) -> list[Scenario]:  # noqa: ARG001 - it needs no data
    tellings = {
        "flooded_by_the_agent": _flooded_by_the_agent,
        "flooded_scratch": _flooded_scratch,
        "no_essay": _no_essay,
    }
    return stories(SUITE.name, seed, tellings, each=EACH) + stories(SUITE.name, seed, {"filled": _filled}, each=1)


SUITE: Final = Suite(
    name="bounds",
    about="entries crowded out or lost, and bounds that are not in reach",
    rules=("R03", "R10"),
    scenarios=_scenarios,
)

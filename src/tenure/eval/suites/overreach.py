"""What nobody wished kept must not be kept, what nobody asks for not served, and nothing stand for ever unreviewed."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Final

from tenure.eval.scenario import Scenario, Suite, Tally
from tenure.eval.suites.looking import must_find, must_not_see, stories, tell
from tenure.eval.system import System
from tenure.eval.world import World

EACH: Final = 3
FACTS: Final = 8
_UNREVIEWED: Final = timedelta(days=364)
"""So long nothing may stand without anybody's look."""
_ENDLESS: Final = timedelta(days=5 * 366)
"""So long nothing may stand at all that was told without an end."""
_ELSEWHERE: Final = (
    "How do bees make honey?",
    "Why is the sky blue at noon?",
    "Who painted the ceiling of the chapel?",
    "How long does bread dough have to rise?",
)


def _said_in_passing(world: World, system: System, tally: Tally) -> None:
    """Let the person speak of something without a wish that it be kept."""
    scope, (kept, passing) = world.scope(), world.facts(2)
    tell(system, kept, scope)
    system.say(f"By the way: {passing.text}", scope, slot=passing.slot)
    must_not_see(system, tally, passing, scope, reason="kept_though_said_in_passing")
    system.settle()
    must_not_see(system, tally, passing, scope, reason="kept_though_said_in_passing")
    must_find(system, tally, scope, kept)


def _about_something_else(world: World, system: System, tally: Tally) -> None:
    """Ask what has nothing to do with anything that is kept."""
    scope, facts = world.scope(), world.facts(FACTS)
    for each in facts:
        tell(system, each, scope)
    for question in _ELSEWHERE:
        tally.must_not(bool(system.recall(question, scope).found), "served_though_unrelated")
    must_find(system, tally, scope, *facts)


def _never_looked_at_again(world: World, system: System, tally: Tally) -> None:
    """Let years go by over what was told without an end."""
    scope, (old, new), start = world.scope(), world.facts(2), system.now
    entry = tell(system, old, scope)
    must_find(system, tally, scope, old)
    for time, reason in ((_UNREVIEWED, "unreviewed"), (_ENDLESS, "endless")):
        system.turn(start + time)
        must_not_see(system, tally, old, scope, entry_id=entry, reason=reason)
    tell(system, new, scope)
    must_find(system, tally, scope, new)


def _scenarios(seed: int, data: Path | None) -> list[Scenario]:  # noqa: ARG001 - it needs no data
    tellings = {
        "said_in_passing": _said_in_passing,
        "about_something_else": _about_something_else,
        "never_looked_at_again": _never_looked_at_again,
    }
    return stories(SUITE.name, seed, tellings, each=EACH)


SUITE: Final = Suite(
    name="overreach",
    about="what nobody asked to keep kept, what nobody asks for served, and entries that stand for ever unreviewed",
    rules=("R02", "R09", "R16", "R24"),
    scenarios=_scenarios,
)

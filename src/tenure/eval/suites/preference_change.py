"""A preference that was changed must not be followed any more; one that still stands must not go with it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tenure.eval.scenario import Scenario, Suite, Tally
from tenure.eval.suites.looking import must_find, must_not_see, stories, tell
from tenure.eval.system import Scope, Slot, System
from tenure.eval.world import World, says

EACH: Final = 4


def _changed(world: World, system: System, tally: Tally) -> None:
    scope, old, other = world.scope(), world.preference(), world.preference()
    first = tell(system, old, scope)
    tell(system, other, scope)
    new = old.with_value(world.word())
    tell(system, new, scope)
    must_not_see(system, tally, old, scope, entry_id=first, reason="old_preference")
    must_find(system, tally, scope, new, other)


def _changed_everywhere(world: World, system: System, tally: Tally) -> None:
    """Change what holds in all projects, and ask in one of them."""
    person, old = world.person(), world.preference()
    anywhere, here = Scope(person), Scope(person, world.word().lower())
    tell(system, old, anywhere)
    new = old.with_value(world.word())
    tell(system, new, anywhere)
    must_not_see(system, tally, old, here, reason="old_preference")
    must_find(system, tally, here, new)


def _changed_in_one_project(world: World, system: System, tally: Tally) -> None:
    """Want something else in one project: elsewhere what was wanted before holds on."""
    person, general = world.person(), world.preference()
    anywhere, here, there = (Scope(person, project) for project in ("", world.word().lower(), world.word().lower()))
    tell(system, general, anywhere)
    special = general.with_value(world.word())
    tell(system, special, here)
    must_not_see(system, tally, special, there, reason="narrow_preference_elsewhere")
    must_find(system, tally, here, special)
    must_find(system, tally, there, general)


def _said_in_passing(world: World, system: System, tally: Tally) -> None:
    """Say the opposite without asking to keep it: the old must not be followed as if nothing had been said."""
    scope, other = world.scope(), world.preference()
    old, new = world.word(), world.word()
    sentence, question = "My favourite editor is {}.", "Which editor is my favourite?"
    system.tell(sentence.format(old), scope, kind="preference")
    tell(system, other, scope)
    system.say(sentence.format(new), scope)
    answer = system.recall(question, scope)
    is_followed = answer.stance == "answer" and says(answer.found, old) and not says(answer.found, new)
    tally.must_not(is_followed, "followed_though_taken_back")
    system.tell(sentence.format(new), scope, kind="preference")
    tally.must_not(says(system.recall(question, scope).found, old), "old_preference_by_recall")
    tally.must_find(says(system.recall(question, scope).found, new))
    must_find(system, tally, scope, other)


def _several_at_once(world: World, system: System, tally: Tally) -> None:
    """State several languages: none replaces another. Nothing is wrong here but what is lost."""
    scope = world.scope()
    values = [world.word() for _ in range(3)]
    for value in values:
        system.tell(f"I speak {value}.", scope, slot=Slot(scope.user, "language", value, is_many=True))
    found = system.recall("Which languages do I speak?", scope).found
    for value in values:
        tally.must_not(not says(found, value), "lost_beside_another")
        tally.must_find(says(found, value))


def _scenarios(seed: int, data: Path | None) -> list[Scenario]:  # noqa: ARG001 - it needs no data
    tellings = {
        "changed": _changed,
        "changed_everywhere": _changed_everywhere,
        "changed_in_one_project": _changed_in_one_project,
        "said_in_passing": _said_in_passing,
        "several_at_once": _several_at_once,
    }
    return stories(SUITE.name, seed, tellings, each=EACH)


SUITE: Final = Suite(
    name="preference_change",
    about="preferences followed after they were changed, or lost though they stand",
    rules=("R21",),
    scenarios=_scenarios,
)

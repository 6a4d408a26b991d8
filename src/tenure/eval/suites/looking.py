"""Looks at a memory by every way that it has, and counts what must not be seen there and what must."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from tenure.eval.scenario import Scenario, Tally
from tenure.eval.system import Found, NotApplicable, Scope, System
from tenure.eval.world import Told, World, says

Telling = Callable[[World, System, Tally], None]


def stories(suite: str, seed: int, tellings: Mapping[str, Telling], *, each: int) -> list[Scenario]:
    """Give each telling as so many stories, every one of a world of its own."""
    made: list[Scenario] = []
    for number, (name, telling) in enumerate(tellings.items()):
        made += [_story(f"{name}-{at}", suite, seed, 100 * number + at, telling) for at in range(1, each + 1)]
    return made


def _story(name: str, suite: str, seed: int, number: int, telling: Telling) -> Scenario:
    return Scenario(name=name, tell=lambda system, tally: telling(World(seed, suite, number), system, tally))


def tell(system: System, told: Told, scope: Scope) -> str | None:
    """Let the person state it."""
    return system.tell(told.text, scope, kind=told.kind, slot=told.slot)


def ways(system: System, question: str, scope: Scope, entry_id: str | None = None) -> dict[str, Sequence[Found]]:
    """Give what each way of reading brings; a way that the memory has not is left out."""
    found: dict[str, Sequence[Found]] = {"recall": system.recall(question, scope).found}
    with suppress(NotApplicable):
        found["listed"] = system.listed(scope)
    if entry_id is not None:
        with suppress(NotApplicable):
            got = system.get(entry_id, scope)
            found["get"] = () if got is None else (got,)
    return found


def must_not_see(
    system: System, tally: Tally, told: Told, scope: Scope, *, entry_id: str | None = None, reason: str
) -> None:
    """Count, by every way of reading, that the value must not be seen."""
    for way, found in ways(system, told.question, scope, entry_id).items():
        tally.must_not(says(found, told.value), f"{reason}_by_{way}")
        count_sure(tally, found, told.value, holds=False)


def must_find(system: System, tally: Tally, scope: Scope, *told: Told) -> None:
    """Count that each question brings its value."""
    for each in told:
        found = system.recall(each.question, scope).found
        tally.must_find(says(found, each.value))
        count_sure(tally, found, each.value, holds=True)


def count_sure(tally: Tally, found: Sequence[Found], value: str, *, holds: bool) -> None:
    """Count of what says the value how sure the memory said it was, and whether it still holds."""
    for each in found:
        if says((each,), value):
            tally.served(each.confidence, holds=holds)

"""What is one person's or project's must not reach another by any way of reading, and nobody may change it for them."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path
from statistics import median
from typing import Final

from tenure.eval.scenario import Scenario, Suite, Tally
from tenure.eval.suites.looking import Telling, must_find, must_not_see, stories, tell, ways
from tenure.eval.system import NotApplicable, Scope, System
from tenure.eval.world import World, says

EACH: Final = 2
_LOOKS: Final = 30


def _neighbours(world: World) -> dict[str, tuple[Scope, Scope]]:
    """Give pairs of scopes, of which neither may see the other, each close to being the same for careless code."""
    user, other, project = world.person(), world.person(), world.word().lower()
    return {
        "other_user": (Scope(user, project), Scope(other, project)),
        "user_with_prefix": (Scope(user, project), Scope(user[:-1], project)),
        "user_with_suffix": (Scope(user, project), Scope(f"{user}-{other}", project)),
        "user_as_pattern": (Scope(user, project), Scope(f"{user[:-1]}_", project)),
        "user_as_wildcard": (Scope(user, project), Scope("%", project)),
        "user_in_other_case": (Scope(user, project), Scope(user.upper(), project)),
        "other_project": (Scope(user, project), Scope(user, world.word().lower())),
        "project_with_suffix": (Scope(user, project), Scope(user, f"{project}-2")),
        "project_as_path": (Scope(user, project), Scope(user, f"{project}/{project}")),
    }


def _reading(pair: str) -> Telling:
    def telling(world: World, system: System, tally: Tally) -> None:
        owner, stranger = _neighbours(world)[pair]
        theirs, habit, own = world.fact(), world.preference(), world.fact()
        entries = {each: tell(system, each, owner) for each in (theirs, habit)}
        tell(system, own, stranger)
        for each, entry in entries.items():
            must_not_see(system, tally, each, stranger, entry_id=entry, reason="leaked")
            must_not_see(system, tally, each.with_value(each.value), stranger, reason="leaked")
        must_not_see(system, tally, own, owner, reason="leaked")
        must_find(system, tally, owner, theirs, habit)
        must_find(system, tally, stranger, own)

    return telling


def _changing(pair: str) -> Telling:
    def telling(world: World, system: System, tally: Tally) -> None:
        owner, stranger = _neighbours(world)[pair]
        theirs, kept = world.facts(2)
        entry, wrong = tell(system, theirs, owner), theirs.with_value(world.word())
        tell(system, kept, owner)
        if entry is None:
            tally.must_find(False)
            return
        tried = 0
        with suppress(NotApplicable):
            system.correct(entry, wrong.text, stranger, slot=wrong.slot)
            tried += 1
        with suppress(NotApplicable):
            system.forget(entry, stranger)
            tried += 1
        if not tried:
            raise NotApplicable("correct, forget")
        found = system.recall(theirs.question, owner).found
        tally.must_not(says(found, wrong.value), "changed_by_a_stranger")
        tally.must_not(not says(found, theirs.value), "erased_by_a_stranger")
        must_find(system, tally, owner, kept)

    return telling


def _notes(world: World, system: System, tally: Tally) -> None:
    owner, stranger = world.scope(), world.scope()
    theirs, own = world.facts(2)
    system.note(theirs.text, owner, task="same name")
    system.note(own.text, stranger, task="same name")
    tally.must_not(says(system.search(theirs.question, stranger, task="same name"), theirs.value), "leaked_by_search")
    tally.must_not(says(system.recall(theirs.question, stranger).found, theirs.value), "leaked_by_recall")
    tally.must_find(says(system.search(own.question, stranger, task="same name"), own.value))
    tally.must_find(says(system.search(theirs.question, owner, task="same name"), theirs.value))


def _timing(world: World, system: System, tally: Tally) -> None:
    """Ask for what only another has, and for what nobody has: how far apart the median times are is a figure."""
    owner, stranger = world.scope(), world.scope()
    facts = world.facts(_LOOKS)
    for each in facts:
        tell(system, each, owner)
    own, nowhere = world.fact(), world.facts(_LOOKS)
    tell(system, own, stranger)
    spent: tuple[list[float], list[float]] = ([], [])
    for pair in zip(facts, nowhere, strict=True):
        for each, times in zip(pair, spent, strict=True):
            began = time.perf_counter()
            found = ways(system, each.question, stranger)
            times.append(time.perf_counter() - began)
            tally.must_not(any(says(some, each.value) for some in found.values()), "leaked")
    for name, times in zip(
        ("milliseconds_for_what_another_has", "milliseconds_for_what_nobody_has"), spent, strict=True
    ):
        tally.figures[name] = 1_000 * median(times)
    must_find(system, tally, stranger, own)
    must_find(system, tally, owner, *facts[:3])


def _scenarios(seed: int, data: Path | None) -> list[Scenario]:  # noqa: ARG001 - it needs no data
    pairs = tuple(_neighbours(World(seed, SUITE.name, 0)))
    tellings: dict[str, Telling] = {f"reads_{pair}": _reading(pair) for pair in pairs}
    tellings |= {f"changes_{pair}": _changing(pair) for pair in pairs[:3]}
    tellings |= {"notes": _notes, "timing": _timing}
    return stories(SUITE.name, seed, tellings, each=EACH)


SUITE: Final = Suite(
    name="isolation",
    about="entries and notes of one person or project seen or changed from another",
    rules=("R15", "R35"),
    scenarios=_scenarios,
)

"""What one question takes while the store grows by other people's entries; each time is wall time of this machine."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Final

from tenure.eval.scenario import Scenario, Suite, Tally
from tenure.eval.suites.looking import tell
from tenure.eval.system import Scope, System
from tenure.eval.world import World, says

SIZES: Final = (100, 300, 1_000)
"""Entries in all."""
EACH_PERSON: Final = 50
ROUNDS: Final = 3
"""How often everything of the first person is asked for; the first round opens what is kept closed."""


def _scenarios(seed: int, data: Path | None) -> list[Scenario]:  # noqa: ARG001 - it needs no data
    return [Scenario(name=f"entries/{size}", tell=_teller(seed, size)) for size in SIZES]


def _teller(seed: int, size: int) -> Callable[[System, Tally], None]:
    def telling(system: System, tally: Tally) -> None:
        began = time.perf_counter()
        mine = World(seed, SUITE.name, 0).facts(EACH_PERSON)
        for person in range(size // EACH_PERSON):
            facts = mine if person == 0 else World(seed, SUITE.name, person).facts(EACH_PERSON)
            for each in facts:
                tell(system, each, Scope(f"person-{person}"))
        tally.figures["tell_ms"] = 1_000 * (time.perf_counter() - began) / size
        system.settle()
        taken: list[float] = []
        for at in range(ROUNDS):
            for each in mine:
                began = time.perf_counter()
                found = system.recall(each.question, Scope("person-0")).found
                taken += [time.perf_counter() - began] if at else []
                if not at:
                    tally.must_find(says(found, each.value))
        tally.figures |= {"entries": size, "recall_ms": 1_000 * median(taken), "bytes an entry": _bytes(system) / size}

    return telling


def _bytes(system: System) -> int:
    """Give the size of all files that the memory keeps."""
    every = (each for place in system.files() for each in ([place] if place.is_file() else place.rglob("*")))
    return sum(each.stat().st_size for each in every if each.is_file())


SUITE: Final = Suite(
    name="cost",
    about="nothing; it finds a person's entries and measures what a question takes while others' entries grow",
    rules=("R39",),
    scenarios=_scenarios,
    is_timed=True,
)

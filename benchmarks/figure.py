"""What a benchmark is asked and what it answers: its setting, its figures, and whether a figure meets its goal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What one run of a benchmark is given.

    Args:
        sizes: Sizes to measure at; what they count is the benchmark's to say.
        rounds: How often everything is measured; the median counts.
        folder: Where it may make files; the references are measured in the same folder.
        claims: A file of claims, one a line or JSON lines with ``text``; made-up ones if None.
        repository: A git repository to copy instead of making one, or None.
        scope_entries: Entries in the scope that is recalled.
        environments: Where stores of others are installed, to be measured beside Tenure; None for Tenure alone.
    """

    sizes: tuple[int, ...]
    rounds: int
    folder: Path
    claims: Path | None = None
    repository: Path | None = None
    scope_entries: int = 1_000
    environments: Path | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One row of the result.

    Args:
        what: What was measured.
        value: The figure, or None if it is not measured here.
        unit: What the value is in: ``x`` for a ratio within the run, else a unit.
        goal: The goal in words, or empty for a figure that only informs.
        most: The largest value that meets the goal, or None.
        least: The smallest value that meets the goal, or None.
        note: How it was measured, or why it was not.
        measured: What the value was made of, by name, in the unit that the name ends in.
    """

    what: str
    value: float | None
    unit: str = "x"
    goal: str = ""
    most: float | None = None
    least: float | None = None
    note: str = ""
    measured: Mapping[str, float] = field(default_factory=dict)

    @property
    def holds(self) -> bool | None:
        """Whether the goal is met; None without a goal or a value."""
        if self.value is None or (self.most is None and self.least is None):
            return None
        return (self.most is None or self.value <= self.most) and (self.least is None or self.value >= self.least)


@dataclass(frozen=True, slots=True, kw_only=True)
class Benchmark:
    """One benchmark.

    Args:
        name: How it is called on the command line.
        about: What it measures, in a line.
        counts: What its sizes count.
        sizes: The sizes of a full run.
        tiny: The sizes of a trial run.
        run: Does it.
    """

    name: str
    about: str
    counts: str
    sizes: tuple[int, ...]
    tiny: tuple[int, ...]
    run: Callable[[Setting], list[Figure]]


def later(what: str, goal: str, why: str) -> Figure:
    """Give a row of the goals that is not measured here."""
    return Figure(what=what, value=None, goal=goal, note=f"not measured here: {why}")

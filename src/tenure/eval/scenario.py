"""One story of a suite: what is done to a memory, and what is counted while it is told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tenure.eval.system import System


@dataclass(slots=True)
class Tally:
    """What one story found. Counts only; no text of the story is kept in it.

    Args:
        wrong: How often that happened which the suite counts (a leak, a stale entry served, a byte left).
        looked: How often it could have happened.
        found: How many things that must be found were found, in the same run.
        sought: How many had to be.
        reasons: How often each kind of wrong happened, by a short name.
        not_applicable: The operation that the memory does not have, or empty.
        figures: What a story measures besides, by name: milliseconds, NDCG, counts. The report averages what bears
            one name, unless the name ends in `_of` or `_held`, which it sums.
    """

    wrong: int = 0
    looked: int = 0
    found: int = 0
    sought: int = 0
    reasons: dict[str, int] = field(default_factory=dict)
    not_applicable: str = ""
    figures: dict[str, float] = field(default_factory=dict)

    def must_not(self, happened: bool, reason: str) -> None:
        """Count one look at what must not happen."""
        self.looked += 1
        if happened:
            self.wrong += 1
            self.reasons[reason] = self.reasons.get(reason, 0) + 1

    def must_find(self, happened: bool) -> None:
        """Count one thing that had to be found."""
        self.sought += 1
        self.found += happened


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """One story.

    Args:
        name: Unique within its suite, stable over runs with the same seed.
        tell: Tells it to a memory that is empty, and counts.
    """

    name: str
    tell: Callable[[System, Tally], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Suite:
    """Stories that count the same thing.

    Args:
        name: On the command line and in the report.
        about: What it counts, in a line; the rate must be 0.
        rules: The rules it is about, as `R23`.
        scenarios: Makes its stories from a seed and, where it is built from public data, a folder of it.
        needs_data: Whether it cannot be told without that folder.
    """

    name: str
    about: str
    rules: tuple[str, ...]
    scenarios: Callable[[int, Any], list[Scenario]]
    needs_data: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """One story told to one memory, as it stands in the result file.

    Args:
        suite: The suite.
        scenario: The story.
        tally: What was counted, figures of its own among it.
        seconds: How long it took (wall).
        failed: The kind of error that ended it, or empty.
    """

    suite: str
    scenario: str
    tally: Tally
    seconds: float
    failed: str = ""

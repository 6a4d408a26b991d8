"""Sums over stories, and how far a rate may lie from what was counted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import sqrt
from typing import NamedTuple

from tenure.eval.scenario import Outcome, Tally

SUMMED = ("_of", "_held")
"""Endings of figures that are added over stories; all others are averaged."""
_Z = 1.959964
"""Of the 95 % interval."""


class Interval(NamedTuple):
    """The ends of a 95 % interval."""

    low: float
    high: float


def wilson(counted: int, of: int) -> Interval:
    """Give the 95 % interval of a rate by Wilson's score: right for few stories, and for none or all counted.

    Args:
        counted: How many.
        of: Out of how many; of 0 nothing is known, which is 0 to 1.
    """
    if not of:
        return Interval(0.0, 1.0)
    rate, square = counted / of, _Z * _Z / of
    middle = (rate + square / 2) / (1 + square)
    half = _Z / (1 + square) * sqrt(rate * (1 - rate) / of + square / (4 * of))
    return Interval(0.0 if not counted else middle - half, 1.0 if counted == of else middle + half)


def difference(counted: int, of: int, base_counted: int, base_of: int) -> Interval | None:
    """Give the 95 % interval of one rate less another by Newcombe's method, or None if one of them counted nothing.

    Both are taken as if told apart; where the same stories were told to both it is wider than it need be.
    """
    if not of or not base_of:
        return None
    rate, base = counted / of, base_counted / base_of
    (low, high), (base_low, base_high) = wilson(counted, of), wilson(base_counted, base_of)
    down = sqrt((rate - low) ** 2 + (base_high - base) ** 2)
    up = sqrt((high - rate) ** 2 + (base - base_low) ** 2)
    return Interval(rate - base - down, rate - base + up)


class Rate(NamedTuple):
    """How many, out of how many."""

    counted: int
    of: int

    @property
    def value(self) -> float | None:
        """The share, or None out of nothing."""
        return self.counted / self.of if self.of else None

    @property
    def interval(self) -> Interval:
        """Its 95 % interval."""
        return wilson(self.counted, self.of)


@dataclass(slots=True)
class Sum:
    """What several stories found together.

    Args:
        tally: Their counts, added; what was not applicable is left out of every count, but for what
            went wrong before.
        stories: How many were told to their end.
        lacking: How many ended since the memory lacks an operation, by its name.
        failed: How many ended by an error, by its kind.
        seconds: How long all took.
        averaged: Of how many stories each averaged figure is.
    """

    tally: Tally = field(default_factory=Tally)
    stories: int = 0
    lacking: dict[str, int] = field(default_factory=dict)
    failed: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0
    averaged: dict[str, int] = field(default_factory=dict)

    @property
    def wrong(self) -> Rate:
        """What must not happen and did, of how often it could have."""
        return Rate(self.tally.wrong, self.tally.looked)

    @property
    def found(self) -> Rate:
        """What had to be found and was."""
        return Rate(self.tally.found, self.tally.sought)

    @property
    def is_clean(self) -> bool:
        """Whether something was looked at, nothing wrong happened and no story failed."""
        return bool(self.tally.looked) and not self.tally.wrong and not self.failed

    @property
    def told(self) -> int:
        """How many stories were begun."""
        return self.stories + sum(self.lacking.values()) + sum(self.failed.values())

    def add(self, outcome: Outcome) -> None:
        """Add one story."""
        self.seconds += outcome.seconds
        tally = outcome.tally
        if outcome.failed:
            self.failed[outcome.failed] = self.failed.get(outcome.failed, 0) + 1
            self._count(tally)  # what went wrong before it failed did go wrong
        elif tally.not_applicable:
            self.lacking[tally.not_applicable] = self.lacking.get(tally.not_applicable, 0) + 1
            if tally.wrong:  # before the operation was asked for
                self._count(tally)
        else:
            self.stories += 1
            self._count(tally)

    def _count(self, tally: Tally) -> None:
        mine = self.tally
        mine.wrong += tally.wrong
        mine.looked += tally.looked
        mine.found += tally.found
        mine.sought += tally.sought
        for reason, count in tally.reasons.items():
            mine.reasons[reason] = mine.reasons.get(reason, 0) + count
        for name, value in tally.figures.items():
            if name.endswith(SUMMED):
                mine.figures[name] = mine.figures.get(name, 0.0) + value
                continue
            had = self.averaged.get(name, 0)
            mine.figures[name] = (mine.figures.get(name, 0.0) * had + value) / (had + 1)
            self.averaged[name] = had + 1


def by_suite(outcomes: Iterable[Outcome]) -> dict[str, Sum]:
    """Give the sum of each suite, in the order in which they were told."""
    found: dict[str, Sum] = {}
    for outcome in outcomes:
        found.setdefault(outcome.suite, Sum()).add(outcome)
    return found


def summed(outcomes: Iterable[Outcome]) -> Sum:
    """Give the sum of some stories."""
    total = Sum()
    for outcome in outcomes:
        total.add(outcome)
    return total

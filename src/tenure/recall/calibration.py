"""Stated confidence against what later checks and corrections showed, by basis and kind (R13). Pure.

A claim counts once: by the newest check, or answer of a person, after it was kept. What was never checked says nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import sqrt
from typing import Final

from tenure.model.claim import Kind
from tenure.model.entry import Basis, Confidence
from tenure.values import dataclass

CHECKED_MIN: Final = 10
"""Claims of a class that must have been checked before its figure is held against the stated number."""
BINS: Final = 10
_Z: Final = 1.96  # 95 %, two-sided

Counts = Mapping[str, tuple[int, int]]
"""By class (``basis:kind:hundredths of the stated number``): how many claims held, and how many did not."""


def class_of(confidence: Confidence, kind: Kind) -> str:
    """Give the class in which a claim is counted."""
    return f"{confidence.basis.value}:{kind.value}:{round(confidence.number * 100)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """What checks showed of a set of claims.

    Args:
        stated: The mean of the stated numbers, from 0 to 1.
        held: How many held.
        failed: How many did not.
        brier: Mean squared distance between the stated number and what came (0 is best, Brier 1950).
    """

    stated: float
    held: int
    failed: int
    brier: float

    @property
    def checked(self) -> int:
        """How many were checked."""
        return self.held + self.failed

    @property
    def share(self) -> float:
        """The share that held."""
        return self.held / self.checked

    @property
    def interval(self) -> tuple[float, float]:
        """The range in which the true share lies with 95 % (Wilson 1927)."""
        count, share = self.checked, self.share
        middle = share + _Z**2 / (2 * count)
        spread = _Z * sqrt(share * (1 - share) / count + _Z**2 / (4 * count**2))
        below, above = ((middle + sign * spread) / (1 + _Z**2 / count) for sign in (-1, 1))
        return max(below, 0.0), min(above, 1.0)

    @property
    def is_worse(self) -> bool:
        """Whether enough were checked, and even the range's upper end is below what was stated."""
        return self.checked >= CHECKED_MIN and self.interval[1] < self.stated


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """The whole report.

    Args:
        classes: By basis and kind, in the order of their names.
        bins: By stated number in steps of a tenth (the number of the step, from 0); empty ones left out.
        whole: All claims together, or None if none was checked.
        error: Expected calibration error: the mean distance of stated and held share over the bins, by size.
    """

    classes: tuple[tuple[Basis, Kind, Measured], ...] = ()
    bins: tuple[tuple[int, Measured], ...] = ()
    whole: Measured | None = None
    error: float = 0.0

    def told(self, confidence: Confidence, kind: Kind) -> str:
        """Give in words how often claims of this class held, if that is worse than stated; else nothing."""
        for basis, each, measured in self.classes:
            if (basis, each) == (confidence.basis, kind) and measured.is_worse:
                share, count = f"{measured.share:.0%}", f"{measured.held} of {measured.checked}"
                return f"of such claims {share} held when checked ({count}), stated {measured.stated:.0%}"
        return ""


def calibration(counts: Iterable[Counts]) -> Calibration:
    """Give the report over the counts of several scopes."""
    cells = [_cell(name, *pair) for each in counts for name, pair in each.items()]
    by_class: dict[tuple[Basis, Kind], list[_Cell]] = {}
    by_bin: dict[int, list[_Cell]] = {}
    for cell in cells:
        by_class.setdefault((cell.basis, cell.kind), []).append(cell)
        by_bin.setdefault(min(int(cell.number * BINS), BINS - 1), []).append(cell)
    bins = tuple((step, _measured(found)) for step, found in sorted(by_bin.items()))
    whole = _measured(cells) if cells else None
    total = 0 if whole is None else whole.checked
    return Calibration(
        classes=tuple((*names, _measured(found)) for names, found in sorted(by_class.items())),
        bins=bins,
        whole=whole,
        error=sum(each.checked * abs(each.share - each.stated) for _, each in bins) / total if total else 0.0,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Cell:
    basis: Basis
    kind: Kind
    number: float
    held: int
    failed: int


def _cell(name: str, held: int, failed: int) -> _Cell:
    basis, kind, number = name.split(":")
    return _Cell(basis=Basis(basis), kind=Kind(kind), number=int(number) / 100, held=held, failed=failed)


def _measured(cells: Iterable[_Cell]) -> Measured:
    found = list(cells)
    held, failed = sum(each.held for each in found), sum(each.failed for each in found)
    stated = sum(each.number * (each.held + each.failed) for each in found) / (held + failed)
    squares = sum(each.held * (1 - each.number) ** 2 + each.failed * each.number**2 for each in found)
    return Measured(stated=stated, held=held, failed=failed, brier=squares / (held + failed))

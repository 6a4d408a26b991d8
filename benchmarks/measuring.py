"""Times calls beside each other, so that what slows the machine down slows all of them."""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from statistics import median
from typing import NamedTuple

BLOCK = b"\x5a" * 4096


class Times(NamedTuple):
    """Seconds for one call, medians over the rounds."""

    cpu: float
    wall: float


def timed(call: Callable[[], object]) -> Times:
    """Give what one call takes."""
    cpu, wall = time.process_time(), time.perf_counter()
    call()
    return Times(time.process_time() - cpu, time.perf_counter() - wall)


def middle(times: Iterable[Times]) -> Times:
    """Give the medians."""
    cpu, wall = zip(*times, strict=True)
    return Times(median(cpu), median(wall))


def measure(calls: Mapping[str, Callable[[], object]], *, rounds: int, batch: int = 1) -> dict[str, Times]:
    """Time every call ``rounds`` times in turn, ``batch`` calls at once; the first round only warms up."""
    found: dict[str, list[Times]] = {name: [] for name in calls}
    gc.collect()
    for number in range(rounds + 1):
        for name, call in calls.items():
            took = timed(partial(repeat, call, batch))
            if number:
                found[name].append(Times(took.cpu / batch, took.wall / batch))
    return {name: middle(times) for name, times in found.items()}


def repeat(call: Callable[[], object], times: int) -> None:
    """Make one call several times in a row."""
    for _ in range(times):
        call()


def percentile(values: Iterable[float], share: float) -> float:
    """Give the value below which ``share`` of the values lie."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


class SyncedBlock:
    """The reference for writes: 4 KiB appended to a file of the same folder, then `fdatasync`.

    Args:
        folder: Where the file is made.
    """

    def __init__(self, folder: Path) -> None:
        self._file = os.open(folder / "block", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        self._sync = getattr(os, "fdatasync", os.fsync)

    def __call__(self) -> None:
        """Write one block and wait until it is on the disk."""
        os.write(self._file, BLOCK)
        self._sync(self._file)

    def close(self) -> None:
        """Let go of the file."""
        os.close(self._file)


def micros(times: Mapping[str, Times]) -> dict[str, float]:
    """Give measured times by name, for `Figure.measured`."""
    return {
        f"{name} {kind} us": round(value * 1e6, 1)
        for name, took in times.items()
        for kind, value in zip(Times._fields, took, strict=True)
    }

"""Disk: how many bytes an entry takes in the data file."""

from __future__ import annotations

from pathlib import Path

from benchmarks import filling
from benchmarks.figure import Benchmark, Figure, Setting

MOST = 1_300


def run(setting: Setting) -> list[Figure]:
    """Measure a filled memory of its own that was closed: nobody else wrote to it, and nothing is in its ledger."""
    (size,) = setting.sizes[:1]
    folder = filling.filled(setting, size, only_for="disk")
    data = _bytes(folder / "data") / size
    keys = _bytes(folder / "keys") / size
    return [
        Figure(
            what="disk: bytes an entry with a 384-wide int8 vector; keys, ledger apart",
            value=data,
            unit="B",
            goal=f"≤ {MOST / 1000:.1f} KB",
            most=MOST,
            note="one vector serves what an entry claims and what it is for",
            measured={"data an entry B": round(data, 1), "keys an entry B": round(keys, 1)},
        )
    ]


def _bytes(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


BENCHMARK = Benchmark(name="disk", about="bytes on disk", counts="entries", sizes=(10_000,), tiny=(200,), run=run)

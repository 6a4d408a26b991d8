"""Disk: how many bytes an entry takes in the data file."""

from __future__ import annotations

from pathlib import Path

from benchmarks import filling
from benchmarks.figure import Benchmark, Figure, Setting

VECTOR_BYTES = 384
ONE_VECTOR_MOST = 1_300
TWO_VECTORS_MOST = 1_700


def run(setting: Setting) -> list[Figure]:
    """Measure a filled memory that was closed; nothing was logged in its ledger."""
    (size,) = setting.sizes[:1]
    folder = filling.filled(setting, size)
    data = _bytes(folder / "data") / size
    keys = _bytes(folder / "keys") / size
    return [
        Figure(
            what=f"disk: bytes an entry with {vectors} 384-wide int8 vector{'s' * (vectors > 1)}; keys, ledger apart",
            value=data + vectors * VECTOR_BYTES,
            unit="B",
            goal=f"≤ {most / 1000:.1f} KB",
            most=most,
            note=f"entries hold no vector yet: {data:,.0f} B measured, {VECTOR_BYTES} B a vector added",
            measured={"data an entry B": round(data, 1), "keys an entry B": round(keys, 1)},
        )
        for vectors, most in ((1, ONE_VECTOR_MOST), (2, TWO_VECTORS_MOST))
    ]


def _bytes(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


BENCHMARK = Benchmark(name="disk", about="bytes on disk", counts="entries", sizes=(10_000,), tiny=(200,), run=run)

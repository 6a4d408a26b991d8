"""Every benchmark, in the order of a full run."""

from __future__ import annotations

from benchmarks import cold, disk, hot, propose, screens, sweep
from benchmarks.figure import Benchmark

BENCHMARKS: dict[str, Benchmark] = {module.BENCHMARK.name: module.BENCHMARK for module in (hot, cold, propose, disk, sweep, screens)}

"""Every benchmark, in the order of a full run."""

from __future__ import annotations

from benchmarks import citations, cold, disk, forget, hot, processes, propose, screens, start, sweep
from benchmarks.figure import Benchmark
from benchmarks.peers import measured as peers

BENCHMARKS: dict[str, Benchmark] = {
    module.BENCHMARK.name: module.BENCHMARK
    for module in (hot, cold, propose, disk, sweep, screens, citations, forget, start, processes, peers)
}

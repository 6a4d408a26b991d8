"""The expiry sweep: how fast it erases what has ended, and whether readers wait for it."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path

from benchmarks import filling
from benchmarks.figure import Benchmark, Figure, Setting
from benchmarks.measuring import percentile
from tenure.lifecycle.sweep import BATCH as SWEPT

BATCH = 100
READ_SHARE = 0.99
STAYS = filling.scope_number(0)
ENDS = filling.scope_number(1)


def run(setting: Setting) -> list[Figure]:
    """Insert entries by 100, let them end, and sweep them while another process reads a scope that stays."""
    (size,) = setting.sizes[:1]
    with filling.fresh(setting) as folder:
        inserted = _insert(folder, size, setting)
        with _reader(folder) as waits, filling.opened(folder) as memory:
            memory.agent("coder", scope=STAYS).recall("invoice rounds")  # what loads on first use is loaded
            began = time.perf_counter()
            swept = memory.operator("ana").sweep()
            took = time.perf_counter() - began
    if len(swept.expired) != size:
        sys.exit(f"sweep: {len(swept.expired)} of {size} entries were swept")
    transaction = took / -(-size // SWEPT)
    longest = percentile(waits, READ_SHARE)
    return [
        Figure(
            what="expiry sweep: rows/s against those of 100-row insert commits",
            value=inserted / took,
            goal="≥ 2 x",
            least=2,
            measured={"insert rows/s": round(size / inserted), "sweep rows/s": round(size / took)},
        ),
        Figure(
            what="expiry sweep: 99th percentile of a recall beside it, in sweep transactions",
            value=longest / transaction,
            goal="readers never wait: below half of one transaction",
            most=0.5,
            note="in another process, in a scope that the sweep leaves alone; who waited would wait for a transaction",
            measured={
                "recalls beside it": len(waits),
                "recall p99 ms": round(longest * 1e3, 2),
                "recall p50 ms": round(percentile(waits, 0.5) * 1e3, 2),
                "transaction ms": round(transaction * 1e3, 2),
            },
        ),
    ]


def _insert(folder: Path, size: int, setting: Setting) -> float:
    """Make a memory with one scope that stays and one that has ended; give the seconds of the latter's commits."""
    now = datetime.now(UTC)
    texts = filling.claims(setting)
    filling.make(folder)
    with filling.entries(folder) as store:
        filling.put(store, [filling.entry(text, STAYS, now) for text in islice(texts, BATCH)], now)
        ended = [filling.entry(text, ENDS, now, expires_at=now - timedelta(hours=1)) for text in islice(texts, size)]
        written = [filling.written(entry) for entry in ended]
        began = time.perf_counter()
        for start in range(0, size, BATCH):
            store.commit(filling.change(written[start : start + BATCH], now))
        return time.perf_counter() - began


@contextmanager
def _reader(folder: Path) -> Iterator[list[float]]:
    """Let another process recall in turn; at the end the list holds the seconds of each."""
    command = [sys.executable, "-m", "benchmarks.sweep", str(folder)]
    waits: list[float] = []
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as reading:
        assert reading.stdout is not None
        reading.stdout.readline()
        yield waits
        told, _ = reading.communicate("stop\n")
    waits += json.loads(told.splitlines()[-1])


def _read(folder: Path) -> None:
    """Recall until told to stop, then print how long each recall took."""
    stop = threading.Event()

    def listen() -> None:
        sys.stdin.readline()
        stop.set()

    threading.Thread(target=listen, daemon=True).start()
    waits: list[float] = []
    with filling.opened(folder) as memory:
        agent = memory.agent("coder", scope=STAYS)
        agent.recall("invoice rounds")
        print("reading", flush=True)
        while not stop.is_set() or not waits:
            began = time.perf_counter()
            agent.recall("invoice rounds")
            waits.append(time.perf_counter() - began)
    print(json.dumps(waits))


BENCHMARK = Benchmark(
    name="sweep",
    about="the expiry sweep against insert commits, with a reader beside it",
    counts="entries that have ended",
    sizes=(2_000,),
    tiny=(120,),
    run=run,
)

if __name__ == "__main__":
    _read(Path(sys.argv[1]))

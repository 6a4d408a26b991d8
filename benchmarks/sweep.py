"""The expiry sweep: how fast it erases what has ended, and whether readers wait for it."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path

from benchmarks import filling
from benchmarks.figure import Benchmark, Figure, Setting
from benchmarks.measuring import percentile

BATCH = 100
READ_SHARE = 0.99


def run(setting: Setting) -> list[Figure]:
    """Insert entries by 100, let half of them end, and sweep while another process reads a scope that stays."""
    (size,) = setting.sizes[:1]
    now = datetime.now(UTC)
    texts = filling.claims(setting)
    with filling.fresh(setting) as folder:
        filling.make(folder)
        kept = filling.scope_number(0)
        ending = filling.scope_number(1)
        with filling.entries(folder) as store:
            filling.put(store, [filling.entry(text, kept, now) for text in islice(texts, BATCH)], now)
            batches = [
                [
                    filling.written(filling.entry(text, ending, now, expires_at=now - timedelta(hours=1)))
                    for text in islice(texts, min(BATCH, size - start))
                ]
                for start in range(0, size, BATCH)
            ]
            began = time.perf_counter()
            for batch in batches:
                store.commit(filling.change(batch, now))
            inserted = time.perf_counter() - began
        reading = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.sweep", str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert reading.stdin is not None
        assert reading.stdout is not None
        reading.stdout.readline()
        with filling.opened(folder) as memory:
            began = time.perf_counter()
            swept = memory.operator("ana").sweep()
            took = time.perf_counter() - began
        told, _ = reading.communicate("stop\n")
    if len(swept.expired) != size:
        sys.exit(f"sweep: {len(swept.expired)} of {size} entries were swept")
    waits = json.loads(told.splitlines()[-1])
    transaction = took / len(batches)
    return [
        Figure(
            what="expiry sweep: rows/s against those of 100-row insert commits",
            value=inserted / took,
            goal="≥ 2 ×",
            least=2,
            measured={"insert rows/s": round(size / inserted), "sweep rows/s": round(size / took)},
        ),
        Figure(
            what="expiry sweep: 99th percentile of a recall beside it, in sweep transactions",
            value=percentile(waits, READ_SHARE) / transaction,
            goal="readers never wait: below half of one transaction",
            most=0.5,
            note="a recall in another process, in a scope that the sweep leaves alone; a reader that waited would take "
            "up to a whole transaction",
            measured={
                "recalls beside it": len(waits),
                "recall p99 ms": round(percentile(waits, READ_SHARE) * 1e3, 2),
                "recall p50 ms": round(percentile(waits, 0.5) * 1e3, 2),
                "transaction ms": round(transaction * 1e3, 2),
            },
        ),
    ]


def _read(folder: Path) -> None:
    """Recall until told to stop, then print how long each recall took."""
    import threading

    stop = threading.Event()
    threading.Thread(target=lambda: (sys.stdin.readline(), stop.set()), daemon=True).start()
    waits: list[float] = []
    with filling.opened(folder) as memory:
        agent = memory.agent("coder", scope=filling.scope_number(0))
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

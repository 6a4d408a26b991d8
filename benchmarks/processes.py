"""Many processes that write one store: nothing that was acknowledged is lost, none meets a lock."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

import tenure
from benchmarks import filling
from benchmarks.figure import Benchmark, Figure, Setting

EACH = 40
SCOPE = tenure.Scope(user="ana")


def run(setting: Setting) -> list[Figure]:
    """Let one process write, then many at once, then many of which each is killed; count what is there afterwards."""
    (count,) = setting.sizes[:1]
    each = EACH if setting.rounds > 3 else 5
    alone, _ = _written(setting, 1, each)
    many, told = _written(setting, count, each)
    _, killed = _written(setting, count, 100_000, kill_after=0.1 * each / 5)
    lost = told["lost"] + killed["lost"]
    return [
        Figure(
            what=f"{count} processes writing one store: acknowledged writes lost",
            value=lost,
            unit="",
            goal="0, the same after kill -9 at any moment",
            most=0,
            measured={"acknowledged": told["acknowledged"], "acknowledged before kill -9": killed["acknowledged"]},
        ),
        Figure(
            what=f"{count} processes writing one store: lock errors",
            value=told["errors"] + killed["errors"],
            unit="",
            goal="0",
            most=0,
        ),
        Figure(
            what=f"{count} processes writing one store: findings of the audit afterwards",
            value=told["findings"] + killed["findings"],
            unit="",
            goal="0",
            most=0,
        ),
        Figure(
            what=f"{count} processes writing one store: writes/s against one process",
            value=many / alone,
            note="informs: writers take turns",
            measured={"one process writes/s": round(alone), "together writes/s": round(many)},
        ),
    ]


def _written(setting: Setting, count: int, each: int, kill_after: float = 0.0) -> tuple[float, Counter[str]]:
    """Run writers, and give the writes a second with counts: acknowledged, lost, errors, findings."""
    with filling.fresh(setting) as folder:
        filling.make(folder)
        command = [sys.executable, "-m", "benchmarks.processes", str(folder), str(each)]
        writers = [
            subprocess.Popen([*command, str(number)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            for number in range(count)
        ]
        for writer in writers:  # all are open before any writes
            assert writer.stdout is not None
            writer.stdout.readline()
        began = time.perf_counter()
        for writer in writers:
            assert writer.stdin is not None
            writer.stdin.write("go\n")
            writer.stdin.flush()
        if kill_after:
            chance = random.Random(7)
            for writer in writers:
                time.sleep(chance.uniform(0, 2 * kill_after / count))
                writer.send_signal(signal.SIGKILL)
        printed = [line for writer in writers for line in writer.communicate(timeout=600)[0].splitlines()]
        took = time.perf_counter() - began
        told = Counter(errors=sum(line.startswith("error") for line in printed))
        acknowledged = {line.removeprefix("put ") for line in printed if line.startswith("put ") and len(line) == 28}
        with filling.entries(folder) as store:
            held = {entry_id for view in store.views((SCOPE,)) for entry_id in view.ids}
            told["findings"] = len(store.check())
        told["acknowledged"] = len(acknowledged)
        told["lost"] = len(acknowledged - held)
    return len(acknowledged) / took, told


def _write(folder: Path, each: int, number: int) -> None:
    """Write entries one by one and print the id of each once the store acknowledged it."""
    now = datetime.now(UTC)
    texts = islice(filling.claims(Setting(sizes=(), rounds=1, folder=folder)), each)
    with filling.entries(folder) as store:
        print("open", flush=True)
        sys.stdin.readline()
        for text in texts:
            entry = filling.entry(f"{text}, says {number}", SCOPE, now)
            try:
                filling.put(store, [entry], now)
            except tenure.StoreUnavailableError as error:
                print("error", error.code, flush=True)
            else:
                os.write(1, f"put {entry.id}\n".encode())


BENCHMARK = Benchmark(
    name="processes",
    about="processes that write one store at the same time, and are killed while they do",
    counts="processes",
    sizes=(8,),
    tiny=(2,),
    run=run,
)

if __name__ == "__main__":
    _write(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))

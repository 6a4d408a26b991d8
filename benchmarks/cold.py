"""Cold recall: the first question to a scope that nobody opened yet in this process, and writing before asking."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from itertools import islice
from pathlib import Path

from benchmarks import filling
from benchmarks.figure import Benchmark, Figure, Setting
from benchmarks.floor import Floor
from benchmarks.hot import asking
from benchmarks.measuring import Times, measure, micros, middle, timed

BATCH = 4


def run(setting: Setting) -> list[Figure]:
    """Ask each scope once, with a bare read of another scope's rows beside it; then write and ask in one scope."""
    folder = filling.filled(setting, setting.sizes[0])
    times = _first_questions(folder, setting) | _after_writes(folder, setting)
    what = f"cold recall of a {setting.scope_entries:,}-entry scope"
    again = "write, then recall in the same scope"
    cold, bare = times["cold recall"].wall, times["bare read"].wall
    return [
        Figure(
            what=f"{what}: against a bare read of its rows",
            value=cold / bare,
            goal="≤ 8 x",
            most=8,
            note="the scopes of the store in turn, each once; the operating system has the file in memory",
            measured=micros(times),
        ),
        Figure(
            what=f"{again}: CPU against a recall without a write",
            value=times["write, recall"].cpu / times["recall"].cpu,
            note="informs: one entry committed through the store's contract, then one recall",
            measured=micros(times),
        ),
    ]


def _first_questions(folder: Path, setting: Setting) -> dict[str, Times]:
    floor = Floor(folder, setting.scope_entries)
    cold: list[Times] = []
    bare: list[Times] = []
    with filling.opened(folder) as memory:
        asking(memory, setting)()  # what loads on first use is loaded
        for number, bucket in enumerate(floor.scopes()):
            if number:
                cold.append(timed(asking(memory, setting, number)))
            bare.append(timed(partial(floor.read, bucket)))
    floor.close()
    return {"cold recall": middle(cold), "bare read": middle(bare[1:])}


def _after_writes(folder: Path, setting: Setting) -> dict[str, Times]:
    now, scope = datetime.now(UTC), filling.scope_number(0)
    texts = islice(filling.claims(setting), setting.scope_entries * 2, None)
    with filling.opened(folder) as memory:
        ask = asking(memory, setting)
        store = memory._wired.entries  # noqa: SLF001 - the bench looks below the handles

        def write_and_ask() -> None:
            filling.put(store, [filling.entry(next(texts), scope, now)], now)
            ask()

        return measure({"write, recall": write_and_ask, "recall": ask}, rounds=setting.rounds, batch=BATCH)


BENCHMARK = Benchmark(
    name="cold",
    about="the first recall of a scope in a process, and recall just after a write",
    counts="entries in all, asked scope by scope",
    sizes=(20_000,),
    tiny=(80,),
    run=run,
)

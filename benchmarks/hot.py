"""Hot recall: what a question costs once its scope is opened, and that it does not depend on what else is stored."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from itertools import cycle, islice

import tenure
from benchmarks import filling
from benchmarks.figure import Benchmark, Figure, Setting
from benchmarks.floor import Floor
from benchmarks.measuring import Times, measure, micros

QUERIES = 16
BATCH = 32


def asking(memory: tenure.Memory, setting: Setting, number: int = 0) -> Callable[[], tenure.Recall]:
    """Give a call that asks one of a few questions in one scope, in turn, each about a claim that is there."""
    agent = memory.agent("coder", scope=filling.scope_number(number))
    asked = islice(filling.claims(setting), 0, setting.scope_entries, max(1, setting.scope_entries // QUERIES))
    words = cycle([" ".join(text.split()[1:9])[: memory.policy.query_chars_max] for text in asked])
    return lambda: agent.recall(next(words))


def run(setting: Setting) -> list[Figure]:
    """Measure at every size, and the floor beside them."""
    sizes = sorted(setting.sizes)
    folders = {size: filling.filled(setting, size) for size in sizes}
    calls: dict[str, Callable[[], object]] = {}
    with ExitStack() as stack:
        for size, folder in folders.items():
            ask = asking(stack.enter_context(filling.opened(folder)), setting)
            found = [ask() for _ in range(QUERIES)]
            if not all(each.usable for each in found):
                raise SystemExit("hot: a question about a claim that is there found nothing")
            calls[f"recall at {size:,}"] = ask
        floor = Floor(folders[sizes[0]], setting.scope_entries)
        calls["floor"] = floor.hot
        times = measure(calls, rounds=setting.rounds, batch=BATCH)
        floor.close()
    return _figures(sizes, times, setting)


def _figures(sizes: list[int], times: dict[str, Times], setting: Setting) -> list[Figure]:
    small, large = (times[f"recall at {size:,}"].cpu for size in (sizes[0], sizes[-1]))
    what = f"hot recall of a {setting.scope_entries:,}-entry scope, CPU"
    return [
        Figure(
            what=f"{what}: at {sizes[-1]:,} entries against at {sizes[0]:,}",
            value=large / small,
            goal="≤ 1.25 x (1 million against 10 thousand)",
            most=1.25,
            note="" if len(sizes) > 1 else "one size given: against itself",
            measured=micros(times),
        ),
        Figure(
            what=f"{what}: against the floor",
            value=small / times["floor"].cpu,
            goal="≤ 10 x b-tree descent + matrix product over the scope + 8 verified reads",
            most=10,
            measured=micros(times),
        ),
    ]


BENCHMARK = Benchmark(
    name="hot",
    about="hot recall of one scope, without embedding the query, in stores of different sizes",
    counts="entries in all",
    sizes=(10_000, 1_000_000),
    tiny=(40, 80),
    run=run,
)

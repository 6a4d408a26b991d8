"""A proposal that all gates admit and the store commits: its time, its CPU, and what it syncs."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

import tenure
from benchmarks import filling
from benchmarks.figure import Benchmark, Figure, Setting, later
from benchmarks.measuring import SyncedBlock, Times, micros, middle, timed
from tenure.write.wish import is_plain_wish

OWNER = "ana"
WRITES = 20
CLAIM_WORDS = 10
"""Of each claim: a grant admits short wishes alone."""
LOOKED_AT = 1_000
"""Claims among which one is found that is a mere liking."""
_SYNC = re.compile(r"\b(?:fsync|fdatasync|sync_file_range)\(\d+<(?P<path>[^>]+)>")


@contextmanager
def proposing(folder: Path, setting: Setting, size: int) -> Iterator[Callable[[], Callable[[], tenure.Decision]]]:
    """Make a memory with ``size`` entries and a grant; give what prepares a proposal, so that only it is timed."""
    filling.make(folder)
    scope, now = tenure.Scope(user=OWNER), datetime.now(UTC)
    texts = filling.claims(setting)
    with filling.entries(folder) as store:
        filling.put(store, [filling.entry(text, scope, now) for text in islice(texts, size)], now)
    with filling.opened(folder) as memory, admitting(memory, scope, texts) as prepare:
        yield prepare


@contextmanager
def admitting(
    memory: tenure.Memory, scope: tenure.Scope, texts: Iterator[str]
) -> Iterator[Callable[[], Callable[[], tenure.Decision]]]:
    """Give what prepares a proposal in a scope, under a grant of the scope's own person."""
    person = memory.person(str(scope.user))
    now = datetime.now(UTC)
    if not any(each.kind == "preference" and each.is_in_force(now) for each in person.grants()):
        person.grant("preference")  # once: of a store that is kept, each run would leave another one to be read
    with memory.task("keeping", scope=scope) as task:
        agent = task.agent("coder")

        def prepare() -> Callable[[], tenure.Decision]:
            claim = _liking(islice(texts, LOOKED_AT))
            heard = task.hear(f"Hello. {claim}. Thank you.", by=person)
            return lambda: agent.propose(claim, kind="preference", because=heard)

        yield prepare


def _liking(texts: Iterator[str]) -> str:
    wishes = (f"I prefer {' '.join(text.rstrip('.').split()[:CLAIM_WORDS])}" for text in texts)
    found = next((wish for wish in wishes if is_plain_wish(wish, wish)), None)
    return found or sys.exit("propose: none of the claims begins like something that one may merely like")


def run(setting: Setting) -> list[Figure]:
    """Propose with a synced block beside each proposal, then count the syncs of another process that does the same."""
    (size,) = setting.sizes[:1]
    count = max(WRITES, setting.rounds)
    decided: list[tenure.DecisionStatus] = []
    times: dict[str, list[Times]] = {"proposal": [], "synced block": []}
    with filling.fresh(setting) as folder, proposing(folder, setting, size) as prepare:
        block = SyncedBlock(folder)
        for number in range(count + 1):
            propose = prepare()
            took = timed(lambda: decided.append(propose().status))  # noqa: B023 - called at once
            beside = timed(block)
            if number and decided[-1] is tenure.DecisionStatus.ADMITTED:  # the first one loads what loads on first use
                times["proposal"].append(took)
                times["synced block"].append(beside)
        block.close()
    if len(times["proposal"]) * 2 < count:
        sys.exit("propose: fewer than half of the proposals were admitted")
    found = {name: middle(each) for name, each in times.items()}
    what = "a proposal admitted and committed, all gates"
    return [
        Figure(
            what=f"{what}: wall against one 4 KiB write + fdatasync",
            value=found["proposal"].wall / found["synced block"].wall,
            goal="≤ 2 x",
            most=2,
            note=f"a scope of {size:,} entries",
            measured={**micros(found), "admitted": len(times["proposal"]), "proposed": count},
        ),
        *_sync_figures(setting, size, what),
    ]


def _sync_figures(setting: Setting, size: int, what: str) -> list[Figure]:
    commits = f"{what}: syncs of the log a commit"
    others = f"{what}: other syncs a write (key batches, checkpoints)"
    if shutil.which("strace") is None:
        return [
            later(name, goal, "strace is not installed") for name, goal in ((commits, "1"), (others, "≤ 0.1 a write"))
        ]
    few, many = (_syncs(setting, size, count) for count in (WRITES, WRITES + 64))
    seen = {place: each for place in many if (each := (many[place] - few[place]) / 64) and place in few}
    folded = seen.get("tenure.db", 0.0)  # a checkpoint syncs the log once before it syncs the data
    measured = {f"{place} a write": round(each, 3) for place, each in seen.items()}
    return [
        Figure(
            what=commits, value=seen.get("tenure.db-wal", 0.0) - folded, unit="", goal="1", most=1, measured=measured
        ),
        Figure(
            what=others,
            value=sum(seen.values()) - seen.get("tenure.db-wal", 0.0) + folded,
            unit="",
            goal="≤ 0.1 a write",
            most=0.1,
            note="scratch, which heard the statement, not counted",
        ),
    ]


def _syncs(setting: Setting, size: int, count: int) -> Counter[str]:
    """Give how often each file of the store was synced by a process that proposes ``count`` times."""
    with filling.fresh(setting) as folder:
        trace = folder / "trace"
        asked = {"folder": str(folder / "store"), "size": size, "count": count, "claims": str(setting.claims or "")}
        command = ["strace", "-f", "-qq", "-y", "-e", "trace=fsync,fdatasync,sync_file_range", "-o", str(trace)]
        subprocess.run([*command, sys.executable, "-m", "benchmarks.propose", json.dumps(asked)], check=True)
        lines = trace.read_text(encoding="utf-8", errors="replace").splitlines()
    paths = [Path(found["path"]) for line in lines if (found := _SYNC.search(line))]
    return Counter(path.name for path in paths if not path.name.startswith("scratch"))


def _child(asked: dict[str, str | int]) -> None:
    folder = Path(str(asked["folder"]))
    claims = Path(str(asked["claims"])) if asked["claims"] else None
    setting = Setting(sizes=(), rounds=1, folder=folder, claims=claims)
    with proposing(folder, setting, int(asked["size"])) as prepare:
        for _ in range(int(asked["count"])):
            prepare()()


BENCHMARK = Benchmark(
    name="propose",
    about="a proposal admitted under a grant and committed, with all gates",
    counts="entries that the scope holds before",
    sizes=(300,),
    tiny=(10,),
    run=run,
)

if __name__ == "__main__":
    _child(json.loads(sys.argv[1]))

"""The rows that Tenure and the stores beside it give: ratios with their goals, and what each store took."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from benchmarks.figure import Figure, later
from benchmarks.measuring import Times, micros
from benchmarks.peers.players import OWN, PACKAGES

LANGGRAPH = "LangGraph SqliteStore"
GOAL_SIZE = 100_000
"""At which the goal against the others holds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """What one store took at one size.

    Args:
        times: By kind of work: *ask* (hot: many in a row), *ask apart* (few, after others' work), *first ask* (cold),
            *put* and *write, ask*.
        disk: Bytes an entry.
        memory: Bytes of the process after its questions.
        syncs: Calls that sync, a put; None where they cannot be counted.
        right: The share of hot questions whose text was among the answers.
        why: Why there is no more.
    """

    times: Mapping[str, Times] = field(default_factory=dict)
    disk: float = 0.0
    memory: float = 0.0
    syncs: float | None = None
    right: float = 0.0
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One comparison: which work, by which time, against whom, and the goal; without one it informs."""

    do: str
    kind: str
    said: str
    against: tuple[str, ...]
    most: float | None
    only_at: int | None = None


_OTHERS = tuple(name for name in PACKAGES if name != LANGGRAPH)
_ROWS = (
    Row(do="ask", kind="cpu", said="hot recall, CPU", against=(LANGGRAPH,), most=0.25),
    Row(do="ask", kind="cpu", said="hot recall, CPU", against=_OTHERS, most=0.05, only_at=GOAL_SIZE),
    Row(
        do="ask apart",
        kind="cpu",
        said="four questions after other stores' work (informs)",
        against=(LANGGRAPH,),
        most=None,
    ),
    Row(do="first ask", kind="wall", said="cold recall", against=(LANGGRAPH,), most=2),
    Row(do="write, ask", kind="cpu", said="write, then recall in the same scope, CPU", against=(LANGGRAPH,), most=0.3),
    Row(do="put", kind="cpu", said="a proposal, all gates, CPU against a put", against=(LANGGRAPH,), most=2),
)


def figures(taken: Mapping[int, Mapping[str, Taken]]) -> list[Figure]:
    """Give every row of every size, and one that tells what each store took."""
    rows = []
    for size, stores in taken.items():
        own = stores[OWN]
        if own.why:
            raise SystemExit(f"peers: {own.why}")
        rows += [_against(row, name, size, stores) for row in _ROWS for name in row.against]
        rows += [_taken(name, size, each) for name, each in stores.items() if not each.why]
    return rows


def _against(row: Row, name: str, size: int, stores: Mapping[str, Taken]) -> Figure:
    what = f"{row.said}, {size:,} entries: against {name}"
    is_goal = row.most is not None and row.only_at in {None, size}
    goal = f"≤ {row.most} x" if is_goal else ""
    other = stores.get(name)
    if other is None or other.why:
        return later(what, goal, "stores of others are measured with `PEERS=1`" if other is None else other.why)
    times = {OWN: stores[OWN].times[row.do], name: other.times[row.do]}
    ours, theirs = (getattr(each, row.kind) for each in times.values())
    return Figure(
        what=what,
        value=ours / theirs,
        goal=goal,
        most=row.most if is_goal else None,
        measured=micros(times),
    )


def _taken(name: str, size: int, each: Taken) -> Figure:
    kinds = [f"{do} {took.cpu * 1e3:.2f} ms of CPU, {took.wall * 1e3:.2f} ms" for do, took in each.times.items()]
    memory = round(each.memory / 1e6, 1)
    told = [*kinds, f"{memory:.0f} MB of memory", f"the text asked for was found {each.right:.0%}"]
    measured = micros(each.times) | {"entries": size, "memory MB": memory, "found": round(each.right, 3)}
    if each.syncs is not None:
        told.append(f"{each.syncs:g} syncs a put")
        measured["syncs a put"] = each.syncs
    return Figure(
        what=f"{name}, {size:,} entries: bytes an entry",
        value=each.disk,
        unit="B",
        note=f"informs: {'; '.join(told)}",
        measured=measured,
    )

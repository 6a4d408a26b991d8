"""Low overlap: claims that a task needs and hardly shares a word with, found by meaning or not at all.

The claims and tasks (`data/low_overlap.jsonl`) were written for this, before anything was measured with them. Beside
them stand queries that none of the claims helps with: general ones (`data/unrelated.txt`), and tasks of the same kind
of work (`data/unanswered.txt`): what comes back for these is noise.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

import tenure
from benchmarks.unrelated import DATA, UNRELATED, bounds, noise

TASKS: Final = DATA / "low_overlap.jsonl"
UNANSWERED: Final = DATA / "unanswered.txt"
WANTED: Final = 3
NO_PURPOSE: Final = "answering"


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One claim, its purpose, and a task that needs it."""

    claim: str
    kind: str
    purpose: str
    task: str


def measure() -> dict[str, object]:
    """Give recall at 3 with everything on and without its parts, what comes back for nothing, and the data's hashes."""
    tasks = [Task(**json.loads(line)) for line in TASKS.read_text(encoding="utf-8").splitlines()]
    found: dict[str, object] = {}
    with _remembering(tasks) as (agent, ids):
        found["all"] = _recalled(agent, ids, tasks)
        with bounds({"LEXICAL": 0.0}):
            found["vectors only"] = _recalled(agent, ids, tasks)
        for name, path in (("unrelated", UNRELATED), ("unanswered", UNANSWERED)):
            found[name] = noise(agent, path.read_text(encoding="utf-8").splitlines())
    with _remembering(tasks, embedder="lexical") as (agent, ids):
        found["lexical only"] = _recalled(agent, ids, tasks)
    with _remembering(tasks, purpose=NO_PURPOSE) as (agent, ids):
        found["without purpose"] = _recalled(agent, ids, tasks)
    found["data"] = {path.name: sha256(path.read_bytes()).hexdigest() for path in (TASKS, UNRELATED, UNANSWERED)}
    return found


@contextmanager
def _remembering(
    tasks: Sequence[Task], *, purpose: str | None = None, embedder: str | None = None
) -> Iterator[tuple[tenure.AgentHandle, list[str]]]:
    """Give an agent in a scope that holds the claims, and the entries' ids in the order of the tasks."""
    with tenure.open(":memory:", embedder=embedder) as memory:
        person, scope = memory.person("ana"), memory.scope(user="ana")
        kept = [
            person.remember(each.claim, kind=each.kind, purpose=purpose or each.purpose, scope=scope) for each in tasks
        ]
        yield memory.agent("measuring", scope=scope), [decision.entry_id or "" for decision in kept]


def _recalled(agent: tenure.AgentHandle, ids: Sequence[str], tasks: Sequence[Task]) -> float:
    """Give the share of tasks for which the claim is among the first three."""
    hits = 0
    for each, entry_id in zip(tasks, ids, strict=True):
        hits += entry_id in [usable.entry.id for usable in agent.recall(each.task, limit=WANTED).usable]
    return round(hits / len(tasks), 3)


if __name__ == "__main__":
    print(json.dumps(measure(), indent=1))

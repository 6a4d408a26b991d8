"""Questions of others: what a question about nothing that is kept brings, beside what one's own question brings.

The data: LongMemEval (Wu et al. 2024, MIT). Each user states up to thirteen sentences of their own talk, one of them
the evidence; then their own question is asked, and by a seed four questions of other users, which are noise here.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.stated import Stated, stated
from benchmarks.updates import read, statements
from tenure.search import fuse

SEED = 7
USERS = 60
FOREIGN = 4
WANTED = 3
KINDS = ("single-session-user", "multi-session", "knowledge-update")
_ANY_WORD = {"CLOSE": -9.0, "BESIDE_BEST": 0.0}
"""Bounds under which one telling word in common is enough, and nothing is left out beside the best."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _User:
    store: Stated
    evidence: str
    question: str
    foreign: tuple[str, ...]


def measure(folder: Path) -> dict[str, object]:
    """Give what own and foreign questions bring, and the same where any word in common counts.

    Args:
        folder: The folder that holds ``longmemeval/``.

    Returns:
        Nothing if the set is absent.
    """
    rows = [row for row in read(folder) if row["question_type"] in KINDS and not row["question_id"].endswith("_abs")]
    if not rows:
        return {}
    chance = random.Random(SEED)
    chosen = chance.sample(rows, min(USERS, len(rows)))
    with stated(drafts_slots=False) as store:
        users = list(_users(store, chosen, chance))
        found = {"now": _asked(users)}
        with bounds(_ANY_WORD):
            found["any word in common"] = _asked(users)
    return {"users": len(users), "seed": SEED, **found}


def _users(store: Stated, rows: Sequence[Mapping[str, str]], chance: random.Random) -> Iterator[_User]:
    for row in rows:
        evidence, others = statements(row)
        own = store.of(str(row["question_id"]))
        kept = own.state(evidence[-1]) if evidence else ""
        if not kept:  # nothing to find: the gates refuse the sentence
            continue
        for text in others:
            own.state(text)
        foreign = chance.sample([other["question"] for other in rows if other is not row], min(FOREIGN, len(rows) - 1))
        yield _User(store=own, evidence=kept, question=row["question"], foreign=tuple(foreign))


def _asked(users: Sequence[_User]) -> dict[str, float]:
    sums: Counter[str] = Counter()
    for user in users:
        own = [each.entry.id for each in user.store.agent.recall(user.question).usable]
        others = [len(user.store.agent.recall(question).usable) for question in user.foreign]
        sums["first"] += user.evidence in own[:WANTED]
        sums["found"] += user.evidence in own
        sums["entries"] += len(own)
        sums["asked"] += len(others)
        sums["answered"] += sum(count > 0 for count in others)
        sums["noise"] += sum(others)
    return {
        f"evidence among the first {WANTED}": round(sums["first"] / len(users), 3),
        "evidence found": round(sums["found"] / len(users), 3),
        "entries for the own question": round(sums["entries"] / len(users), 2),
        "foreign questions answered": round(sums["answered"] / sums["asked"], 3),
        "entries for a foreign question": round(sums["noise"] / sums["asked"], 2),
    }


@contextmanager
def bounds(changed: Mapping[str, float]) -> Iterator[None]:
    """Hold other numbers of `tenure.search.fuse` for a while."""
    kept = {name: vars(fuse)[name] for name in changed}
    vars(fuse).update(changed)
    try:
        yield
    finally:
        vars(fuse).update(kept)

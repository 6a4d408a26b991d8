"""Questions of others: what a question about nothing that is kept brings, beside what one's own question brings.

The data: LongMemEval (Wu et al. 2024, MIT). Each user states up to thirteen sentences of their own talk, one of them
the evidence; then their own question is asked, and by a seed four questions of other users, which are noise here.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import tenure
from benchmarks.stated import Stated, stated
from tenure.errors import RequestError
from tenure.eval.public.longmemeval import Question, Turns, read
from tenure.eval.public.statements import statements
from tenure.search import fuse

DATA = Path(__file__).with_name("data")
UNRELATED = DATA / "unrelated.txt"
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
    """Give what own and foreign questions bring, the same where any word in common counts, and all in one scope.

    Args:
        folder: The folder that holds ``longmemeval/``.

    Returns:
        Nothing if the set is absent.
    """
    try:
        questions, turns = read(folder, SEED)
    except RequestError:
        return {}
    asked = [each for each in questions if each.kind in KINDS]
    chance = random.Random(SEED)
    chosen = chance.sample(asked, min(USERS, len(asked)))
    with stated(drafts_slots=False) as store:
        users = list(_users(store, chosen, turns, chance))
        found = {"now": _asked(users)}
        with bounds(_ANY_WORD):
            found["any word in common"] = _asked(users)
    with stated(drafts_slots=False) as store:
        every = list(_users(store, chosen, turns, chance, apart=False))
        found["without scope"] = _of_all(every, store.agent)
        with bounds({"GROWTH": 0.0}):
            found["without scope, one bound for any number"] = _of_all(every, store.agent)
    return {"users": len(users), "seed": SEED, **found}


def _users(
    store: Stated, asked: Sequence[Question], turns: Mapping[str, Turns], chance: random.Random, *, apart: bool = True
) -> Iterator[_User]:
    for question in asked:
        said = statements(question, turns)
        own = store.of(question.id) if apart else store
        kept = own.state(said.evidence[-1]) if said.evidence else ""
        if not kept:  # nothing to find
            continue
        for text in said.others:
            own.state(text)
        foreign = chance.sample([other.text for other in asked if other is not question], min(FOREIGN, len(asked) - 1))
        yield _User(store=own, evidence=kept, question=question.text, foreign=tuple(foreign))


def _asked(users: Sequence[_User]) -> dict[str, float]:
    brought = [len(user.store.agent.recall(question).usable) for user in users for question in user.foreign]
    return {
        **_own(users),
        "foreign questions answered": _mean([count > 0 for count in brought]),
        "entries for a foreign question": _mean(brought),
    }


def _of_all(users: Sequence[_User], agent: tenure.AgentHandle) -> dict[str, float]:
    told = noise(agent, UNRELATED.read_text(encoding="utf-8").splitlines())
    return {**_own(users), **{f"general queries: {name}": number for name, number in told.items()}}


def noise(agent: tenure.AgentHandle, queries: Sequence[str]) -> dict[str, float]:
    """Give for how many queries that nothing helps with something comes back, and how much on average."""
    counts = [len(agent.recall(query).usable) for query in queries]
    return {"answered": _mean([count > 0 for count in counts]), "entries": round(_mean(counts), 2)}


def _own(users: Sequence[_User]) -> dict[str, float]:
    found = [([each.entry.id for each in user.store.agent.recall(user.question).usable], user) for user in users]
    return {
        f"evidence among the first {WANTED}": _mean([user.evidence in ids[:WANTED] for ids, user in found]),
        "evidence found": _mean([user.evidence in ids for ids, user in found]),
        "entries for the own question": _mean([len(ids) for ids, _ in found]),
    }


def _mean(numbers: Sequence[int]) -> float:
    return round(sum(numbers) / max(len(numbers), 1), 3)


@contextmanager
def bounds(changed: Mapping[str, float]) -> Iterator[None]:
    """Hold other numbers of `tenure.search.fuse` for a while."""
    kept = {name: getattr(fuse, name) for name in changed}
    for name, number in changed.items():
        setattr(fuse, name, number)
    try:
        yield
    finally:
        for name, number in kept.items():
            setattr(fuse, name, number)

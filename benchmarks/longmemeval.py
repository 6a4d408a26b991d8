"""Find the evidence sessions of LongMemEval among 48: each turn is heard in a task and ranked by `task.search`.

The data: LongMemEval (Wu et al. 2024, MIT), oracle sessions of each question. A haystack is a question's own sessions
and, by a seed, sessions of other questions up to 48; questions without an answer are left out. Each session is heard at
its date and each question asked at its own (see `dated`): all users live in one store, in the order of time. A session
counts as its best turn does. In the same run, over the same pieces: a plain sum of min-max cosine and BM25 over its
maximum.
"""

from __future__ import annotations

import random
import sys
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np

import tenure
from benchmarks.dated import haystack, read_dates
from tenure.clock import FrozenClock
from tenure.errors import RequestError
from tenure.eval.public.longmemeval import Question, Turns
from tenure.eval.public.longmemeval import read as published
from tenure.eval.public.pieces import ndcg
from tenure.policy.presets import PERSONAL
from tenure.scratch.pieces import SEARCHED_CHARS_MAX
from tenure.scratch.search import search_notes
from tenure.screen import redact
from tenure.search.bm25 import scan_scores
from tenure.search.embed.minilm import MiniLM
from tenure.search.terms import TERMS_MAX, term_hashes
from tenure.store.records import Note

SEED = 7
POLICY = replace(
    PERSONAL,
    clock_leap_days_max=365,
    task_notes_max=10_000,
    task_bytes_max=100_000_000,
    note_chars_max=1_000_000,
    search_embedded_max=100_000,
)
"""Bounds for a task that hears 48 conversations of two years; everything else is the preset."""
MINUTES = 2_000_000
"""How long such a task lives. No policy allows as much (30 days): it is set below the handles."""
TURN = timedelta(milliseconds=10)
"""Between two turns: the sessions of all users are heard one after the other, and none may be late."""
ALONE_MAX = 64
"""Most texts that are embedded without other processes."""
PIECE_CHARS = 400
"""Of a turn, for the plain sum."""
WAYS = ("tenure", "lexical only", "plain")
FIGURES = ("any@5", "all@5", "any@10", "all@10", "ndcg@10")


class Remembered:
    """An embedder that embeds a text once a run, on every core: the same sessions stand in many haystacks.

    Args:
        pool: Where more texts than `ALONE_MAX` at once are embedded.
    """

    name, width = MiniLM.name, MiniLM.width
    unrelated, related = MiniLM.unrelated, MiniLM.related

    def __init__(self, pool: ProcessPoolExecutor) -> None:
        self._pool = pool
        self._held: dict[str, np.ndarray] = {}

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        missing = sorted({text for text in texts if text not in self._held}, key=len)
        batches = [missing[start : start + ALONE_MAX] for start in range(0, len(missing), ALONE_MAX)]
        made = self._pool.map(embedded, batches) if len(batches) > 1 else map(embedded, batches)
        for batch, vectors in zip(batches, made, strict=True):
            self._held.update(zip(batch, vectors, strict=True))
        return np.array([self._held[text] for text in texts], dtype=np.float32).reshape(len(texts), self.width)


@contextmanager
def once_each() -> Iterator[None]:
    """Screen and stem a text once a run, as `Remembered` embeds it: all else is as it is for everybody."""
    screening = patch("tenure.scratch.notes.redact", cache(redact))
    with screening, patch("tenure.scratch.searched.term_hashes", cache(term_hashes)):
        yield


def embedded(texts: Sequence[str]) -> np.ndarray:
    """Give the vectors of texts; the model is loaded once a process."""
    return _model().embed(texts)


@cache
def _model() -> MiniLM:
    return MiniLM()


def measure(folder: Path, *, questions_max: int | None = None) -> dict[str, Any] | None:
    """Give the figures of Tenure, of words alone and of the plain sum, by question type, or None without the data.

    Args:
        folder: Where the file lies.
        questions_max: Only so many questions, drawn by the seed; all if None.
    """
    found = read(folder)
    if found is None:
        return None
    questions, sessions = found
    chosen = random.Random(SEED).sample(questions, min(questions_max or len(questions), len(questions)))
    dates = read_dates(folder)
    visits = [(dates.asked_at[each.id], each.id, "") for each in chosen]
    visits += [(at, each.id, name) for each in chosen for at, name in haystack(each, dates, seed=SEED)]
    visits.sort()
    ranked: dict[str, dict[str, list[tuple[float, ...]]]] = {name: defaultdict(list) for name in WAYS}
    asked = {question.id: question for question in chosen}
    clock = FrozenClock(visits[0][0])
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        embedder = Remembered(pool)
        with once_each(), tenure.open(":memory:", policy=POLICY, clock=clock, embedder=embedder) as memory:
            memory._wired.policy = replace(memory._wired.policy, task_minutes_max=MINUTES)  # noqa: SLF001 - as said there
            users: dict[str, User] = {}
            for at, question_id, session in visits:
                clock.set(max(at, clock.now()))
                question = asked[question_id]
                if question_id not in users:
                    users[question_id] = User(memory, question.id)
                if session:
                    users[question_id].hear(session, sessions[session], clock)
                    continue
                orders = (*users[question_id].search(question), by_plain_sum(question, sessions, embedder))
                for name, order in zip(WAYS, orders, strict=True):
                    ranked[name][question.kind].append(score(order, question.evidence))
                number = sum(map(len, ranked["plain"].values()))
                if number % 20 == 0:
                    print(f"  {number} of {len(chosen)} questions", file=sys.stderr, flush=True)
    sample = {"questions": len(chosen), "of": len(questions), "seed": SEED}
    return {**sample, **{name: summary(by_kind) for name, by_kind in ranked.items()}}


def read(folder: Path) -> tuple[list[Question], Mapping[str, Turns]] | None:
    """Give the answerable questions with their haystacks, and the turns of every session, or None without the data."""
    try:
        questions, sessions = published(folder, SEED)
    except RequestError:
        return None
    return [each for each in questions if each.kind != "abstention"], sessions


class User:
    """One question's user, with a task of their own that hears the haystack and is left open.

    Args:
        memory: The store of all.
        name: The question's id.
    """

    def __init__(self, memory: tenure.Memory, name: str) -> None:
        self._memory = memory
        self._person = memory.person(f"user-{name}")
        self._task = memory.task(name, scope=memory.scope(user=self._person.id))
        self._heard: list[Note] = []
        self._sessions: dict[str, str] = {}

    def hear(self, session: str, turns: Turns, clock: FrozenClock) -> None:
        """Hear or observe the turns of a session."""
        for turn in turns:
            clock.advance(TURN)
            text, is_own = turn["content"], turn["role"] == "user"
            if text.strip():
                kept = self._task.hear(text, by=self._person) if is_own else self._task.observe(text, tool="chat")
                self._heard.append(kept.note)
                self._sessions[kept.id] = session

    def search(self, question: Question) -> tuple[list[str], list[str]]:
        """Give the sessions as `task.search` ranks their turns, and as the same search does by words alone."""
        own, most = self._memory._wired, len(self._heard)  # noqa: SLF001 - the bench looks below the handles
        by_words = search_notes(question.text, self._heard, held=own.searched, limit=most, now=own.now())
        ways = (self._task.search(question.text, limit=most), by_words)
        whole, words = (list(dict.fromkeys(self._sessions[note.id] for note in found)) for found in ways)
        return whole, words


def by_plain_sum(question: Question, sessions: Mapping[str, Turns], embedder: Remembered) -> list[str]:
    """Give the sessions by half the min-max cosine and half BM25 over its maximum, each of the best piece."""
    places: list[int] = []
    texts: list[str] = []
    terms: list[tuple[int, ...]] = []
    for place, piece, hashes in _pieces(question, sessions):
        places.append(place)
        texts.append(piece)
        terms.append(hashes)
    documents = np.zeros((len(terms), TERMS_MAX), dtype=np.uint32)
    for row, hashes in enumerate(terms):
        documents[row, : len(hashes)] = hashes
    lexical = np.zeros(len(question.sessions))
    cosine = np.full(len(question.sessions), -1.0)
    np.maximum.at(lexical, places, scan_scores(documents, term_hashes(question.text)))
    np.maximum.at(cosine, places, embedder.embed(texts) @ embedder.embed([question.text])[0])
    stretched = (cosine - cosine.min()) / max(float(np.ptp(cosine)), 1e-9)
    scores = 0.5 * stretched + 0.5 * lexical / max(float(lexical.max()), 1e-9)
    return [question.sessions[place] for place in np.argsort(-scores, kind="stable")]


def _pieces(question: Question, sessions: Mapping[str, Turns]) -> Iterator[tuple[int, str, tuple[int, ...]]]:
    for place, session_id in enumerate(question.sessions):
        for turn in sessions[session_id]:
            yield from ((place, piece, terms) for piece, terms in _cut(turn["content"]))


@cache  # the same sessions stand in many haystacks
def _cut(text: str) -> tuple[tuple[str, tuple[int, ...]], ...]:
    text, start = text[:SEARCHED_CHARS_MAX], 0
    pieces: list[tuple[str, tuple[int, ...]]] = []
    while start < len(text):
        end = start + PIECE_CHARS
        if end < len(text):
            end = max(text.rfind(" ", start, end), text.rfind("\n", start, end)) + 1 or end
        pieces.append((text[start:end], term_hashes(text[start:end])))
        start = end
    return tuple(pieces)


def score(ranked: Sequence[str], evidence: Collection[str]) -> tuple[float, ...]:
    """Give `FIGURES` of one ranking: whether any or all evidence is among the first 5 and 10, and NDCG at 10."""
    first = [session_id in evidence for session_id in ranked[:10]]
    return (
        float(any(first[:5])),
        float(sum(first[:5]) == len(evidence)),
        float(any(first)),
        float(sum(first) == len(evidence)),
        ndcg(ranked, evidence),
    )


def summary(by_kind: dict[str, list[tuple[float, ...]]]) -> dict[str, dict[str, float]]:
    """Give the mean of each figure over all questions and by question type."""
    every = [figures for rows in by_kind.values() for figures in rows]
    mean: Callable[[list[tuple[float, ...]]], dict[str, float]] = lambda rows: {  # noqa: E731 - used twice, here
        name: round(float(value), 4) for name, value in zip(FIGURES, np.mean(rows, axis=0), strict=True)
    }
    return {"all": mean(every), **{kind: {"of": len(rows), **mean(rows)} for kind, rows in sorted(by_kind.items())}}

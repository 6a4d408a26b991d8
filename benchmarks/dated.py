"""When LongMemEval's sessions were held and its questions are asked: the published dates, with what a haystack needs.

The sessions of other questions that fill a haystack may be dated after its question: those are moved, by a seed, into
the `SPREAD` before it. Two sessions that begin within `APART` of each other would be one conversation, and some of a
question's own are dated some hours after it: the earlier one is moved back until it lies `APART` before what follows.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tenure.eval.public.data import files, rows
from tenure.eval.public.longmemeval import PATTERNS, Question
from tenure.scratch.search import PAUSE

APART = 2 * PAUSE
SPREAD = timedelta(days=30)


@dataclass(frozen=True, slots=True, kw_only=True)
class Dates:
    """The published dates (taken as UTC).

    Args:
        asked_at: When a question is asked, by its id.
        held_at: When a session was held, by its id.
    """

    asked_at: Mapping[str, datetime]
    held_at: Mapping[str, datetime]


def read_dates(folder: Path) -> Dates:
    """Give the dates of the questions and sessions of a folder."""
    every = [row for path in files(folder, *PATTERNS, wanted="LongMemEval") for row in rows(path)]
    held = [pair for row in every for pair in zip(row["haystack_session_ids"], row["haystack_dates"], strict=True)]
    return Dates(
        asked_at={row["question_id"]: _instant(row["question_date"]) for row in every},
        held_at={name: _instant(text) for name, text in held},
    )


def haystack(question: Question, dates: Dates, *, seed: int) -> list[tuple[datetime, str]]:
    """Give the sessions of a question's haystack with when each is heard, oldest first, all before it is asked."""
    asked_at = dates.asked_at[question.id]
    dice = random.Random(f"{seed}:{question.id}:dates")
    held: list[tuple[datetime, str]] = []
    for name in sorted(question.sessions):
        at = dates.held_at[name]
        if at >= asked_at and name not in question.evidence:
            at = asked_at - SPREAD * dice.random()
        held.append((at, name))
    latest, found = asked_at, list[tuple[datetime, str]]()
    for at, name in sorted(held, reverse=True):
        latest = min(at, latest - APART)
        found.append((latest, name))
    return found[::-1]


def _instant(published: str) -> datetime:
    """Read a date as it is published: ``2023/05/21 (Sun) 13:07``."""
    day, _, rest = published.partition(" ")
    return datetime.strptime(f"{day} {rest.rpartition(' ')[2]}", "%Y/%m/%d %H:%M").replace(tzinfo=UTC)

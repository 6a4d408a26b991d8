"""LongMemEval (Wu et al. 2024, MIT): which sessions of a long history hold the evidence for a question.

Published files: `longmemeval_s.json`, `longmemeval_m.json` (each question with its haystack), `longmemeval_oracle.json`
(evidence sessions alone), 2024 or the cleaned release. Where a haystack is shorter than `SESSIONS`, sessions of other
questions are added by the seed, so that the oracle file is a search too. Each turn is one piece; a session counts as
its best turn does.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tenure.eval.public.data import Row, files, rows
from tenure.eval.public.pieces import Pieces, count_ranking
from tenure.eval.scenario import Ability, Scenario, Story, Suite, Tally
from tenure.eval.system import Scope, System

PATTERNS: Final = ("longmemeval*.json", "longmemeval*.json.gz")
SESSIONS: Final = 48
FIRST: Final = 5
PIECES: Final = 200
"""Most pieces that are asked for, so that the first places are of as many sessions."""
ABSTENTION: Final = "_abs"
"""At the end of the id of a question that the history does not answer."""

Turns = Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One question and its haystack.

    Args:
        id: As published.
        kind: Its type, as published; `abstention` for those without an answer.
        text: The question.
        answer: The gold answer.
        sessions: Ids, oldest first.
        evidence: Ids of the sessions that hold the answer, oldest first.
    """

    id: str
    kind: str
    text: str
    answer: str
    sessions: tuple[str, ...]
    evidence: tuple[str, ...]


def read(data: Path | None, seed: int) -> tuple[list[Question], dict[str, Turns]]:
    """Give the questions with their haystacks, and the turns of each session by its id.

    Raises:
        RequestError: The data is not there or not of this set.
    """
    every = [row for path in files(data, *PATTERNS, wanted="LongMemEval") for row in rows(path)]
    turns: dict[str, Turns] = {}
    dates: dict[str, str] = {}
    for row in every:
        turns.update(zip(row["haystack_session_ids"], row["haystack_sessions"], strict=True))
        dates.update(zip(row["haystack_session_ids"], row["haystack_dates"], strict=True))
    known = sorted(turns)
    return [_question(row, known, dates, seed) for row in every], turns


def _question(row: Row, known: Sequence[str], dates: Mapping[str, str], seed: int) -> Question:
    own = list(row["haystack_session_ids"])
    more = max(0, SESSIONS - len(own))
    others = [name for name in known if name not in own] if more else []
    dice = random.Random(f"{seed}:{row['question_id']}")  # noqa: S311 - a seed is wanted here
    filled = own + dice.sample(others, min(more, len(others)))
    in_time = sorted(filled, key=lambda name: (dates[name], name))
    return Question(
        id=row["question_id"],
        kind="abstention" if row["question_id"].endswith(ABSTENTION) else row["question_type"],
        text=row["question"],
        answer=str(row["answer"]),
        sessions=tuple(in_time),
        evidence=tuple(name for name in in_time if name in row["answer_session_ids"]),
    )


def _scenarios(seed: int, data: Path | None) -> list[Scenario]:
    questions, turns = read(data, seed)
    return [
        Scenario(name=f"{each.kind}/{each.id}", tell=_teller(each, turns))
        for each in questions
        if each.kind != "abstention"
    ]


def _teller(question: Question, turns: Mapping[str, Turns]) -> Story:
    def tell(system: System, tally: Tally) -> None:
        pieces = Pieces(system, Scope(f"user-{question.id}"))
        for name in question.sessions:
            for turn in turns[name]:
                pieces.hear(turn["content"], name, session=name, is_person=turn["role"] == "user")
        pieces.count(tally)
        found = pieces.found(question.text, limit=PIECES)
        ranked = pieces.names_of(found)
        count_ranking(tally, ranked, question.evidence, first=FIRST)
        if question.kind == "knowledge-update" and len(question.evidence) > 1:
            places = {name: place for place, name in enumerate(ranked)}
            newest, oldest = question.evidence[-1], question.evidence[0]
            tally.figures["older session first"] = float(places.get(oldest, PIECES) < places.get(newest, PIECES))
        tally.read(question.text, [each.text for each in found[:FIRST]], [question.answer])

    return tell


SUITE: Final = Suite(
    name="longmemeval",
    about="sessions of a history of 48 that hold the evidence: found among the first five (LongMemEval, retrieval)",
    rules=("R40",),
    scenarios=_scenarios,
    needs_data=True,
    abilities=(
        Ability("single-session-user", least=0.95),
        Ability("single-session-assistant", least=0.95),
        Ability("single-session-preference", least=0.8),
        Ability("multi-session", least=0.85),
        Ability("temporal-reasoning", least=0.85),
        Ability("knowledge-update", least=0.95),
        Ability(
            "abstention",
            why="Whether a history answers an open question is a judgement of its sense: some session is ranked first "
            "whatever is asked; longmemeval_statements shows how often the memory took it upon itself to answer.",
        ),
    ),
)

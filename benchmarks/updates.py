"""Knowledge updates of LongMemEval: is the newer statement found, and is the stale one served?

The harness gives claim and slot of the old and the new statement: it measures superseding, not extraction.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.stated import Stated, stated
from tenure.search.terms import stem_terms

FILE = Path("longmemeval") / "longmemeval_half.json.gz"
OTHERS_MAX = 12
CHARS_MAX = 280
_SENTENCE = re.compile(r"(?<=[.!?])\s+")


def measure(folder: Path) -> dict[str, object]:
    """Give how often the newer statement is found and the stale one served, with slots and without.

    Each user states the older statement, the newer one and others of the same sessions; then the question is recalled
    (eight entries at most). A claim is the sentence of a turn that shares most words with question and answer.

    Args:
        folder: The folder that holds ``longmemeval/``.

    Returns:
        Nothing if the set is absent.
    """
    rows = [row for row in read(folder) if row["question_type"] == "knowledge-update"]
    if not rows:
        return {}
    found: dict[str, dict[str, int]] = {}
    for name, has_slots in (("with_slots", True), ("without_slots", False)):
        counts = {"questions": 0, "update_found": 0, "stale_served": 0}
        with stated(drafts_slots=False) as store:
            for row in rows:
                _count(store.of(str(row["question_id"])), row, counts, has_slots=has_slots)
        found[name] = counts
    return dict(found)


def read(folder: Path) -> list[dict[str, Any]]:
    """Give the rows of the set, none if it is absent."""
    path = folder / FILE
    if not path.is_file():
        return []
    with gzip.open(path, "rt", encoding="utf-8") as file:
        rows: list[dict[str, Any]] = json.load(file)
    return rows


def _count(store: Stated, row: dict[str, Any], counts: dict[str, int], *, has_slots: bool) -> None:
    evidence, others = statements(row)
    if len(evidence) < 2:
        return
    for text in others:
        store.state(text)
    slot = {"entity": f"user {row['question_id']}", "attribute": "answer"} if has_slots else {}
    kept = [store.state(text, **slot, **({"value": text} if has_slots else {})) for text in (evidence[0], evidence[-1])]
    if not all(kept):
        return
    given = {each.entry.id for each in store.agent.recall(row["question"]).usable}
    counts["questions"] += 1
    counts["update_found"] += kept[1] in given
    counts["stale_served"] += kept[0] in given


def statements(row: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    """Give the sentences that carry the answer, oldest session first, and others of the user's."""
    dated = sorted(zip(row["haystack_dates"], row["haystack_sessions"], strict=True), key=lambda each: each[0])
    turns = [turn for _, session in dated for turn in session if turn["role"] == "user"]
    about = set(stem_terms(f"{row['question']} {row['answer']}"))
    evidence = [_sentence(turn["content"], about) for turn in turns if turn.get("has_answer")]
    others = [sentence for turn in turns if not turn.get("has_answer") for sentence in _sentences(turn["content"])]
    return list(dict.fromkeys(evidence)), others[:OTHERS_MAX]


def _sentence(text: str, about: set[str]) -> str:
    return max(_sentences(text), key=lambda sentence: len(about & set(stem_terms(sentence))), default=text[:CHARS_MAX])


def _sentences(text: str) -> Sequence[str]:
    return [sentence.strip() for sentence in _pieces(text) if sentence.strip() and len(sentence) <= CHARS_MAX]


def _pieces(text: str) -> Iterator[str]:
    for line in text.splitlines():
        yield from _SENTENCE.split(line)

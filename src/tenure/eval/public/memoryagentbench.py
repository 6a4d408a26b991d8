"""MemoryAgentBench (Hu et al. 2025): accurate retrieval and test-time learning, as far as no judge is needed.

Files: rows of the published splits (JSON, JSON lines or Parquet): `context`, `questions`, `answers`, and
`metadata.source`, which names the part. Contexts are cut into paragraphs of at most `CHARS`, examples one by one.
`factconsolidation` is a suite of its own.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, cast

from tenure.eval.public.data import Row, files, rows, source_of
from tenure.eval.public.pieces import FIRST, Pieces
from tenure.eval.scenario import Ability, Scenario, Story, Suite, Tally, folded
from tenure.eval.system import Scope, System

CHARS: Final = 1_200
RETRIEVAL, LEARNING = "accurate-retrieval", "test-time-learning"
_KINDS: Final = {"ruler_qa": RETRIEVAL, "icl_": LEARNING}
_LABEL = re.compile(r"label\s*:\s*(\S+)", re.IGNORECASE)
_BREAK = re.compile(r"\n\s*\n|\n(?=Document \d+)")
_SENTENCE = re.compile(r"(?<=[.!?])\s+")


def _scenarios(seed: int, data: Path | None) -> list[Scenario]:  # noqa: ARG001 - nothing is drawn
    patterns = ("*Accurate_Retrieval*", "*Test_Time_Learning*", "*.parquet", "*.jsonl", "*.json")
    found = {path: None for pattern in patterns[:2] for path in _some(data, pattern)}
    every = list(found) or files(data, *patterns, wanted="MemoryAgentBench")
    made: list[Scenario] = []
    for path in every:
        for at, row in enumerate(rows(path)):
            kind = _kind(row)
            if kind:
                made.append(Scenario(name=f"{kind}/{source_of(row)}-{at}", tell=_teller(kind, row)))
    return made


def _some(data: Path | None, pattern: str) -> list[Path]:
    return sorted(data.rglob(pattern)) if data is not None and data.is_dir() else []


def _kind(row: Row) -> str:
    return next((kind for start, kind in _KINDS.items() if source_of(row).startswith(start)), "")


def _teller(kind: str, row: Row) -> Story:
    def tell(system: System, tally: Tally) -> None:
        pieces = Pieces(system, Scope("reader"))
        for at, text in enumerate(_examples(row["context"]) if kind == LEARNING else _paragraphs(row["context"])):
            pieces.keep(text, str(at))
        pieces.count(tally)
        for question, answers in zip(row["questions"], row["answers"], strict=True):
            several = cast("Sequence[Any]", answers) if isinstance(answers, list) else [answers]
            golds = [str(each) for each in several]
            given = [each.text for each in pieces.found(question, limit=FIRST)]
            if kind == LEARNING:
                tally.must_find(_voted(given) in golds)
            else:
                tally.must_find(any(folded(gold) in folded(text) for gold in golds for text in given))
            tally.read(question, given, golds)

    return tell


def _voted(examples: Sequence[str]) -> str:
    """Give the label that most of the found examples bear, the first found among equals."""
    labels = [found[1] for text in examples if (found := _LABEL.search(text))]
    return Counter(labels).most_common(1)[0][0] if labels else ""


def _examples(context: str) -> Iterator[str]:
    """Give each example with its label; an example ends with the line of its label."""
    lines: list[str] = []
    for line in context.splitlines():
        lines.append(line)
        if _LABEL.search(line):
            yield "\n".join(lines).strip()
            lines = []


def _paragraphs(context: str) -> Iterator[str]:
    for paragraph in _BREAK.split(context):
        piece = ""
        for sentence in _SENTENCE.split(paragraph):
            if piece and len(piece) + len(sentence) > CHARS:
                yield piece
                piece = ""
            piece = f"{piece} {sentence}".strip()
        if piece:
            yield piece


SUITE: Final = Suite(
    name="memoryagentbench",
    about="passages that hold a gold answer among ten, labels voted by the ten nearest examples (MemoryAgentBench)",
    rules=("R40",),
    scenarios=_scenarios,
    needs_data=True,
    abilities=(
        Ability(RETRIEVAL, least=0.8),
        Ability(LEARNING, least=0.7),
        Ability("event-qa", why="Which of several events comes next is chosen by a model."),
        Ability("recommendation", why="A recommendation is made by a model."),
        Ability("long-range-understanding", why="Summaries and detective questions need a model and a judge."),
        Ability("selective-forgetting", why="It is the suite factconsolidation."),
    ),
)

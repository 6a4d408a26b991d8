"""LoCoMo (Maharana et al. 2024, CC BY-NC 4.0): which turns of a long conversation hold the evidence for a question.

File: `locomo10.json` as published: a list of conversations, each with `conversation` (`session_N`: turns with
`dia_id`, `speaker`, `text`, a picture's `blip_caption`) and `qa` (`question`, `answer`, `evidence`, `category`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, cast

from tenure.eval.public.data import Row, files, rows
from tenure.eval.public.pieces import FIRST, Pieces, count_kind
from tenure.eval.scenario import Ability, Scenario, Story, Suite, Tally
from tenure.eval.system import Scope, System

CATEGORIES: Final = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}
"""As the published code numbers them."""
_SESSION = re.compile(r"session_(\d+)")
_TURN = re.compile(r"D\d+:\d+")


def _scenarios(seed: int, data: Path | None) -> list[Scenario]:  # noqa: ARG001 - nothing is drawn
    every = [row for path in files(data, "locomo*.json", "*.json", wanted="LoCoMo") for row in rows(path)]
    return [
        Scenario(name=str(row.get("sample_id", f"conversation-{at}")), tell=_teller(row))
        for at, row in enumerate(every)
    ]


def _teller(row: Row) -> Story:
    turns, questions = _turns(row.get("conversation", row)), row["qa"]

    def tell(system: System, tally: Tally) -> None:
        pieces = Pieces(system, Scope("listener"))
        for name, text in turns.items():
            pieces.hear(text, name, session=name.partition(":")[0], is_person=False)
        pieces.count(tally)
        for asked in questions:
            evidence = [name for part in asked.get("evidence") or () for name in _TURN.findall(part) if name in turns]
            if evidence and asked["category"] != 5:
                found = pieces.found(asked["question"], limit=FIRST)
                count_kind(tally, CATEGORIES[asked["category"]], pieces.names_of(found), evidence)
                tally.read(asked["question"], [each.text for each in found], [str(asked["answer"])])

    return tell


def _turns(conversation: Mapping[str, Any]) -> dict[str, str]:
    """Give the words of each turn by its id, in order; a picture by its caption."""
    sessions: list[tuple[int, Sequence[Mapping[str, Any]]]] = []
    for name, turns in conversation.items():
        if (found := _SESSION.fullmatch(name)) and isinstance(turns, list):
            sessions.append((int(found[1]), cast("Sequence[Mapping[str, Any]]", turns)))
    sessions.sort(key=lambda each: each[0])
    return {
        turn["dia_id"]: f"{turn['speaker']}: {turn['text']}" + _picture(turn) for _, turns in sessions for turn in turns
    }


def _picture(turn: Mapping[str, Any]) -> str:
    return f" (shows {turn['blip_caption']})" if turn.get("blip_caption") else ""


SUITE: Final = Suite(
    name="locomo",
    about="turns of a conversation over months that hold the evidence: found among the first ten (LoCoMo, retrieval)",
    rules=("R40",),
    scenarios=_scenarios,
    needs_data=True,
    abilities=(
        Ability("single-hop", least=0.7),
        Ability("multi-hop", least=0.4),
        Ability("temporal", least=0.7),
        Ability("open-domain", least=0.3),
        Ability("adversarial", why="The conversation holds no answer: whether an answer is wrong needs a judge."),
    ),
)

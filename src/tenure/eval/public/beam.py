"""BEAM (Tavakoli et al. 2025): which messages of a conversation of 100 thousand tokens and more hold the evidence.

Files as published: `chats/SIZE/NUMBER/chat.json` (or `chat_trunecated.json`) and beside it
`probing_questions/probing_questions.json`; each question names the messages that it rests on (`source_chat_ids`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, cast

from tenure.eval.public.data import Row, files, rows
from tenure.eval.public.pieces import FIRST, Pieces, count_kind
from tenure.eval.scenario import Ability, Scenario, Story, Suite, Tally
from tenure.eval.system import Scope, System

QUESTIONS: Final = "probing_questions.json"
CHATS: Final = ("chat.json", "chat_trunecated.json")
UPDATE, CONTRADICTION, PREFERENCE = "knowledge_update", "contradiction_resolution", "preference_following"
KINDS: Final = (
    UPDATE,
    CONTRADICTION,
    PREFERENCE,
    "information_extraction",
    "multi_session_reasoning",
    "temporal_reasoning",
    "instruction_following",
    "event_ordering",
)
"""Those of whose questions evidence can be looked up."""
_MARK = re.compile(r"\s*->->\s*[\d,]+\s*$")
"""What the published messages bear at their end, which nobody said."""


def _scenarios(seed: int, data: Path | None) -> list[Scenario]:  # noqa: ARG001 - nothing is drawn
    found = files(data, QUESTIONS, wanted="BEAM (probing_questions.json)")
    return [Scenario(name=_name(path), tell=_teller(path)) for path in found]


def _name(questions: Path) -> str:
    chat = questions.parent.parent
    return f"{chat.parent.name}/{chat.name}"


def _teller(questions: Path) -> Story:
    def tell(system: System, tally: Tally) -> None:
        pieces = Pieces(system, Scope("user"))
        for name, text, session, is_person in _messages(questions.parent.parent):
            pieces.hear(text, name, session=session, is_person=is_person)
        pieces.count(tally)
        (asked,) = rows(questions)
        for kind in KINDS:
            for each in asked.get(kind) or ():
                _ask(tally, pieces, kind, each)

    return tell


def _ask(tally: Tally, pieces: Pieces, kind: str, asked: Row) -> None:
    sources = asked.get("source_chat_ids")
    known = set(pieces.names.values())
    evidence = [name for name in map(str, _ids(sources)) if name in known]
    if not evidence:
        return
    found = pieces.found(asked["question"], limit=FIRST)
    ranked = pieces.names_of(found)
    if kind == UPDATE and isinstance(sources, Mapping):
        named = cast("Mapping[str, Any]", sources)
        newer = [str(each) for each in _ids(named.get("updated_info")) if str(each) in known]
        older = [str(each) for each in _ids(named.get("original_info")) if str(each) in known]
        if newer and older:
            tally.add("older first_of", 1)
            is_older = _place(ranked, older) < _place(ranked, newer)
            tally.add("older first_held", is_older)
        evidence = newer or evidence
    count_kind(tally, kind, ranked, evidence)
    golds = [str(asked[name]) for name in ("answer", "ideal_answer") if asked.get(name)]
    tally.read(asked["question"], [each.text for each in found], golds)


def _place(ranked: Sequence[str], names: Sequence[str]) -> int:
    return min((ranked.index(name) for name in names if name in ranked), default=FIRST)


def _ids(sources: Any) -> Iterator[int]:  # noqa: ANN401 - a number, a list or lists by name, as published
    if isinstance(sources, Mapping | list):
        for part in _within(sources):
            yield from _ids(part)
    elif sources is not None:
        yield int(sources)


def _within(part: Any) -> Sequence[Any]:  # noqa: ANN401 - as published
    if isinstance(part, Mapping):
        return tuple(cast("Mapping[str, Any]", part).values())
    return cast("Sequence[Any]", part) if isinstance(part, list) else ()


def _messages(folder: Path) -> Iterator[tuple[str, str, str, bool]]:
    """Give the id and the words of each message, its session and whether the user wrote it.

    A chat of ten million tokens has one more level.
    """
    chat = next((folder / name for name in CHATS if (folder / name).is_file()), folder / CHATS[0])
    yield from _spoken(rows(chat))


def _spoken(part: Any, session: str = "") -> Iterator[tuple[str, str, str, bool]]:  # noqa: ANN401 - lists of lists
    if isinstance(part, Mapping) and "content" in part:
        said = cast("Mapping[str, Any]", part)
        yield str(said["id"]), _MARK.sub("", said["content"]), session, said.get("role") == "user"
        return
    if isinstance(part, Mapping):
        session = f"{session}/{cast('Mapping[str, Any]', part).get('batch_number', '')}"
    for inner in _within(part):
        yield from _spoken(inner, session)


SUITE: Final = Suite(
    name="beam",
    about="messages that hold the evidence in a conversation of 100 thousand tokens: among the first ten (BEAM)",
    rules=("R40",),
    scenarios=_scenarios,
    needs_data=True,
    abilities=(
        Ability(UPDATE, least=0.8),
        Ability(CONTRADICTION, least=0.6),
        Ability(PREFERENCE, least=0.5),
        Ability("information_extraction", least=0.7),
        Ability("multi_session_reasoning", least=0.5),
        Ability("temporal_reasoning", least=0.6),
        Ability("instruction_following", why="The question does not speak of the instruction: nothing to find it by."),
        Ability("event_ordering", why="An order of events is told in words, which needs a judge; evidence is counted."),
        Ability("summarization", why="A summary needs a judge."),
        Ability("abstention", why="The conversation holds no answer: whether an answer is wrong needs a judge."),
    ),
)

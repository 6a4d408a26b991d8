"""MQuAKE (Zhong et al. 2023, MIT): facts are edited, and questions over several of them must get the new answer.

Files as published: `MQuAKE-CF-3k-v2.json`, `MQuAKE-CF-3k.json`, `MQuAKE-CF.json`, `MQuAKE-T.json`. The facts of a
chain are told as its cloze sentences with subject, relation and object as published, then the edits. Cases share a
memory, `TOGETHER` at a time, so that a question has others' facts around its own, but for cases that contradict each
other.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from tenure.eval.public.data import Row, files, rows
from tenure.eval.scenario import Ability, Scenario, Story, Suite, Tally, folded
from tenure.eval.system import Scope, Slot, System

TOGETHER: Final = 20
CASES: Final = 200
"""Most cases of one file, drawn by the seed: a run takes minutes."""
LIMIT: Final = 8
_SCOPE = Scope("reader")
Fact = tuple[str, Slot]
"""A sentence and what it says."""


def _scenarios(seed: int, data: Path | None) -> list[Scenario]:
    made: list[Scenario] = []
    for path in files(data, "MQuAKE*.json", wanted="MQuAKE"):
        every = rows(path)
        dice = random.Random(f"{seed}:{path.name}")  # noqa: S311 - a seed is wanted here
        chosen = dice.sample(every, min(CASES, len(every)))
        made += [
            Scenario(name=f"{path.stem}/{at}", tell=_teller(batch))
            for at, batch in enumerate(_batches(chosen), start=1)
        ]
    return made


def _batches(cases: Sequence[Row]) -> Iterator[list[Row]]:
    """Group cases so that none gives a slot another value than another of its group does, before and after."""
    batch: list[Row] = []
    said: dict[tuple[str, str], tuple[str, str]] = {}
    for case in cases:
        mine = _ends(case)
        if any(said.get(slot, values) != values for slot, values in mine.items()):
            continue
        batch.append(case)
        said |= mine
        if len(batch) == TOGETHER:
            yield batch
            batch, said = [], {}
    if batch:
        yield batch


def _ends(case: Row) -> dict[tuple[str, str], tuple[str, str]]:
    before = {(slot.entity, slot.attribute): slot.value for _, slot in _before(case)}
    after = {(slot.entity, slot.attribute): slot.value for _, slot in _after(case)}
    return {slot: (before.get(slot, ""), after.get(slot, before.get(slot, ""))) for slot in {**before, **after}}


def _before(case: Row) -> Iterator[Fact]:
    yield from _chain(case["single_hops"], case["orig"]["triples_labeled"])


def _after(case: Row) -> Iterator[Fact]:
    yield from _chain(case["new_single_hops"], case["orig"]["new_triples_labeled"])


def _chain(hops: Sequence[Row], triples: Sequence[Sequence[str]]) -> Iterator[Fact]:
    for hop, (entity, relation, value) in zip(hops, triples, strict=False):
        yield f"{hop['cloze']} {value}.", Slot(entity, relation, value)


def _teller(cases: Sequence[Row]) -> Story:
    def tell(system: System, tally: Tally) -> None:
        current: dict[tuple[str, str], str] = {}
        stale: set[str] = set()
        for text, slot in [*(fact for case in cases for fact in _before(case)), *_edited(cases)]:
            place = (slot.entity, slot.attribute)
            if current.get(place) == text:
                continue
            system.tell(text, _SCOPE, slot=slot)
            stale |= {current[place]} if place in current else set()
            current[place] = text
        stale -= set(current.values())
        for case in cases:
            golds = [case["new_answer"], *case["new_answer_alias"]]
            for question in case["questions"]:
                given = [each.text for each in system.walk(question, _SCOPE, limit=LIMIT).found]
                tally.must_find(any(folded(gold) in folded(text) for gold in golds for text in given))
                tally.must_not(bool(stale & set(given)), "edited_fact_served")
                tally.read(question, given, golds)

    return tell


def _edited(cases: Sequence[Row]) -> Iterator[Fact]:
    for case in cases:
        yield from _after(case)


SUITE: Final = Suite(
    name="mquake",
    about="facts served after they were edited, and answers over several facts found among eight entries (MQuAKE)",
    rules=("R21", "R40"),
    scenarios=_scenarios,
    needs_data=True,
    abilities=(
        Ability("MQuAKE-CF-3k-v2", least=0.6, most_wrong=0),
        Ability("MQuAKE-T", least=0.6, most_wrong=0),
    ),
)

"""FactConsolidation of MemoryAgentBench (Hu et al. 2025; MIT code, CC BY 4.0 data): the newer of two facts must win.

The facts are told in their order, each with entity, attribute and value as an agent that reads the sentence gives
them: the set states each relation in one form, and these forms stand here. No form was made for a question. So this
measures replacing, finding and walking from fact to fact, not extraction. Files: rows of the published split
`Conflict_Resolution` whose source is `factconsolidation_*` (JSON or Parquet), or `facts_SIZE.jsonl` with
`questions_sh_SIZE.json` and `questions_mh_SIZE.json` (SIZE as `6k`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tenure.eval.public.data import files, rows, source_of
from tenure.eval.scenario import Ability, Scenario, Story, Suite, Tally, folded
from tenure.eval.system import Answer, Found, Scope, Slot, System

LIMIT: Final = 8
"""Entries that are asked for; a gold answer in one of them is found."""
SINGLE, MULTI = "single-hop", "multi-hop"
KINDS: Final = {"sh": SINGLE, "mh": MULTI}
_SCOPE = Scope("reader")
_NUMBERED = re.compile(r"^\s*(\d+)\.\s+(.+?)\s*$", re.MULTILINE)

FORMS: Final = {
    "chairperson": "The chairperson of {e} is {v}",
    "place of death": "{e} died in the city of {v}",
    "birthplace": "{e} was born in the city of {v}",
    "position": "{e} plays the position of {v}",
    "continent": "{e} is located in the continent of {v}",
    "place of work": "{e} worked in the city of {v}",
    "director": "The director of {e} is {v}",
    "spouse": "{e} is married to {v}",
    "headquarters": "The headquarters of {e} is located in the city of {v}",
    "author": "The author of {e} is {v}",
    "ceo": "The chief executive officer of {e} is {v}",
    "university": "The univeristy where {e} was educated is {v}",
    "place of foundation": "{e} was founded in the city of {v}",
    "founder": "{e} was founded by {v}",
    "sport": "{e} is associated with the sport of {v}",
    "capital": "The capital of {e} is {v}",
    "citizenship": "{e} is a citizen of {v}",
    "performer": "{e} was performed by {v}",
    "employer": "{e} is employed by {v}",
    "famous work": "{e} is famous for {v}",
    "language": "{e} speaks the language of {v}",
    "country of origin": "{e} was created in the country of {v}",
    "child": "{e}'s child is {v}",
    "creator": "{e} was created by {v}",
    "religion": "{e} is affiliated with the religion of {v}",
    "head of state": "The name of the current head of state in {e} is {v}",
    "head of government": "The name of the current head of the {e} government is {v}",
    "prime minister": "The Prime Minister of {e} is {v}",
    "genre": "The type of music that {e} plays is {v}",
    "official language": "The official language of {e} is {v}",
    "producer": "The company that produced {e} is {v}",
    "language of writing": "{e} was written in the language of {v}",
    "job": "{e} works in the field of {v}",
    "developer": "{e} was developed by {v}",
    "broadcaster": "The origianl broadcaster of {e} is {v}",
}
"""By attribute, the one form in which the set states it, its spelling kept."""
_READ = tuple(
    (re.compile(re.escape(form).replace(r"\{e\}", "(?P<e>.+?)").replace(r"\{v\}", "(?P<v>.+)")), attribute)
    for attribute, form in FORMS.items()
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One question and what answers it."""

    text: str
    golds: Sequence[str]


def statement(text: str) -> Slot | None:
    """Give entity, attribute and value of a sentence of the set, or None."""
    sentence = text.strip().removesuffix(".")
    for form, attribute in _READ:
        found = form.fullmatch(sentence)
        if found is not None:
            return Slot(found["e"], attribute, found["v"])
    return None


def _sets(data: Path | None) -> Iterator[tuple[str, Sequence[str], Sequence[Asked]]]:
    """Give the name, the facts in order and the questions of each set in the data."""
    found = files(data, "facts_*.jsonl", "*Conflict_Resolution*", "*onflict*.json*", wanted="FactConsolidation")
    if found[0].name.startswith("facts_"):
        size = found[0].stem.removeprefix("facts_")
        facts = [str(row["fact"]) for row in rows(found[0])]
        for short, kind in KINDS.items():
            path = found[0].with_name(f"questions_{short}_{size}.json")
            asked = [Asked(text=row["question"], golds=row["golds"]) for row in rows(path)] if path.is_file() else []
            yield f"{kind}/{size}", facts, asked
        return
    for row in (row for path in found for row in rows(path)):
        source = source_of(row)
        name, _, rest = source.removeprefix("factconsolidation_").partition("_")
        if source.startswith("factconsolidation_") and name in KINDS:
            facts = [text for _, text in _NUMBERED.findall(row["context"])]
            asked = [
                Asked(text=text, golds=golds) for text, golds in zip(row["questions"], row["answers"], strict=True)
            ]
            yield f"{KINDS[name]}/{rest}", facts, asked


def _scenarios(seed: int, data: Path | None) -> list[Scenario]:  # noqa: ARG001 - nothing is drawn
    return [Scenario(name=name, tell=_teller(name, facts, asked)) for name, facts, asked in _sets(data) if asked]


def _teller(name: str, facts: Sequence[str], questions: Sequence[Asked]) -> Story:
    def tell(system: System, tally: Tally) -> None:
        stale = _told(system, facts)
        for asked in questions:
            is_walk = name.startswith(MULTI)
            answer = (system.walk if is_walk else system.recall)(asked.text, _SCOPE, limit=LIMIT)
            _count(tally, answer, asked, stale)

    return tell


def _told(system: System, facts: Sequence[str]) -> set[str]:
    """Tell the facts, and give those that a newer one replaced."""
    current: dict[tuple[str, str], str] = {}
    stale: set[str] = set()
    for text in facts:
        slot = statement(text)
        system.tell(text, _SCOPE, slot=slot)
        if slot is not None:
            older = current.get(slot[:2])
            stale |= {older} if older is not None and older != text else set()
            current[slot[:2]] = text
    return stale - set(current.values())


def _count(tally: Tally, answer: Answer, asked: Asked, stale: set[str]) -> None:
    given = [each.text for each in answer.found]
    tally.must_find(any(_says(text, asked.golds) for text in given))
    tally.must_not(bool(stale & set(given)), "stale_fact_served")
    first: Found | None = answer.found[0] if answer.found else None
    is_right = first is not None and _says(first.text, asked.golds)
    tally.answered(answer.stance == "answer", is_right=is_right)
    for each in answer.found:
        tally.served(each.confidence, holds=each.text not in stale)
    tally.add("gold first_of", 1)
    tally.add("gold first_held", is_right)
    tally.read(asked.text, given, asked.golds)


def _says(text: str, golds: Sequence[str]) -> bool:
    words = folded(text)
    return any(folded(gold) in words for gold in golds)


SUITE: Final = Suite(
    name="factconsolidation",
    about="older facts served after a newer one, and gold answers found among eight entries (MemoryAgentBench)",
    rules=("R21", "R40"),
    scenarios=_scenarios,
    needs_data=True,
    abilities=(
        Ability(SINGLE, least=0.95, most_wrong=0),
        Ability(MULTI, least=0.75, most_wrong=0),
    ),
)

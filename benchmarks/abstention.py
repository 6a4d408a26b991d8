"""Questions of an entity's attribute, with and without support in the store: when Tenure answers, when a score would.

Made from FactConsolidation's facts: a part of the entities is never stored. *Risk* is the share of given answers that
are wrong; *coverage* the share of questions that are answered.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tenure
from benchmarks.factconsolidation import ALIASES, told
from benchmarks.stated import Stated, stated
from tenure.eval.public.factconsolidation import statement
from tenure.search.bm25 import scan_index
from tenure.search.terms import term_hashes

SEED = 7
EACH_MAX = 60
_WORDINGS = (
    "What is the {attribute} of {entity}?",
    "Which {attribute} does {entity} have?",
    "Tell me {entity}'s {attribute}?",
)


@dataclass(frozen=True, slots=True)
class _Asked:
    """One question: the value that answers it (None if nothing here does), what Tenure answered, and the top score."""

    value: str | None
    answered: str | None
    top: str | None
    score: float


def measure(folder: Path) -> dict[str, object]:
    """Give risk and coverage of the stance *answer*, and of a threshold on the top score over the same questions.

    Args:
        folder: The folder that holds FactConsolidation's ``facts_SIZE.jsonl``, at any depth.

    Returns:
        Nothing if the set is absent.
    """
    read = [statement(text) for text in told(folder)]
    if not read:
        return {}
    facts = {(each.entity, each.attribute): each.value for each in read if each is not None}
    chance = random.Random(SEED)
    entities = sorted({entity for entity, _ in facts})
    absent = set(chance.sample(entities, len(entities) // 5))
    held = {slot: value for slot, value in facts.items() if slot[0] not in absent}
    with stated(aliases=ALIASES, drafts_slots=False) as store:
        for (entity, attribute), value in held.items():
            text = f"The {attribute} of {entity} is {value}"
            store.state(text, entity=entity, attribute=attribute, value=value)
        asked = [_ask(store, chance, slot, value) for slot, value in _questions(chance, facts, held)]
    return _told(asked)


def _questions(chance: random.Random, facts: dict[Any, str], held: dict[Any, str]) -> list[tuple[Any, str | None]]:
    """Give slots to ask for: held ones, others of a known entity, and those of an entity that is not stored."""
    attributes = sorted({attribute for _, attribute in facts})
    known = sorted({entity for entity, _ in held})
    supported = chance.sample(sorted(held), min(EACH_MAX, len(held)))
    other = [(entity, chance.choice(attributes)) for entity in chance.choices(known, k=EACH_MAX)]
    unknown = [slot for slot in sorted(facts) if slot not in held]
    asked = [
        *supported,
        *(slot for slot in other if slot not in held),
        *chance.sample(unknown, min(EACH_MAX, len(unknown))),
    ]
    return [(slot, held.get(slot)) for slot in asked]


def _ask(store: Stated, chance: random.Random, slot: tuple[str, str], value: str | None) -> _Asked:
    entity, attribute = slot
    question = chance.choice(_WORDINGS).format(entity=entity, attribute=attribute)
    found = store.agent.recall(question)
    top = found.usable[0].entry.claim.value if found.usable else None
    return _Asked(value, top if found.stance is tenure.Stance.ANSWER else None, top, _top_score(store, question))


def _top_score(store: Stated, question: str) -> float:
    wanted = term_hashes(question)
    views = store.memory._wired.entries.views((store.scope,))  # noqa: SLF001 - the bench looks below the handles
    return max(float(scan_index(view.heads["terms"], wanted).scores(wanted).max()) for view in views)


def _told(asked: Sequence[_Asked]) -> dict[str, object]:
    given = [each for each in asked if each.answered is not None]
    ranked = sorted((each for each in asked if each.top is not None), key=lambda each: -each.score)
    curve = []
    for tenth in range(1, 11):
        part = ranked[: round(len(asked) * tenth / 10)]
        curve.append(
            {"coverage": round(len(part) / len(asked), 3), "risk": _risk([(each.value, each.top) for each in part])}
        )
    same = ranked[: len(given)]
    return {
        "questions": len(asked),
        "with_support": sum(each.value is not None for each in asked),
        "coverage": round(len(given) / len(asked), 3),
        "risk": _risk([(each.value, each.answered) for each in given]),
        "supported_answered": sum(each.value is not None and each.answered == each.value for each in asked),
        "unsupported_answered": sum(each.value is None and each.answered is not None for each in asked),
        "score_risk_at_same_coverage": _risk([(each.value, each.top) for each in same]),
        "score_curve": curve,
    }


def _risk(answers: Sequence[tuple[str | None, str | None]]) -> float:
    return round(sum(value != answer for value, answer in answers) / len(answers), 3) if answers else 0.0

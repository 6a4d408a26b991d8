"""FactConsolidation 6K (MemoryAgentBench) through the ordinary write path: what newer facts replace, what walks find.

The sentence forms of the set stand in `tenure.eval.public.factconsolidation`, which tells the same facts to any memory.
Here are the names of its relations besides, and what newer facts of lower trust change.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import tenure
from benchmarks.stated import Stated, stated
from tenure.eval.public.data import rows
from tenure.eval.public.factconsolidation import FORMS, statement
from tenure.model.folding import fold_attribute
from tenure.write.drafter import Templates

QUESTIONS = {"single_hop": "sh", "multi_hop": "mh"}
"""The kinds of questions, and what the names of their files have: ``questions_sh_SIZE.json``."""
HOPS = 4
SEED = 7

_ALSO = {
    "chairperson": "chair, chairman, chairwoman",
    "place of death": "died, die, dies, death, passed away, pass away",
    "birthplace": "born, birth, native city",
    "position": "playing position",
    "continent": "part of the world",
    "place of work": "work location, working city",
    "director": "directed by, manager, managed by",
    "spouse": "married, marry",
    "headquarters": "head office, headquartered, hq",
    "author": "written by, wrote, writer",
    "university": "educated, education, studied, attended, alma mater, educational institution, degree",
    "place of foundation": "founded in, established in, founding city, formed in",
    "founder": "founded, established by, founded by, established",
    "citizenship": "nationality, citizen, country of citizenship, national",
    "performer": "performed, singer, sung by, artist, performing artist, played by, actor",
    "employer": "employed, works for, work for, working for",
    "famous work": "famous, known for, best known, notable work",
    "language": "speaks, speak, spoken, mother tongue",
    "country of origin": "origin, originated, created, comes from, come from, invented in",
    "child": "children, son, daughter, offspring, parent of",
    "creator": "created by, created, inventor",
    "religion": "faith, religious, church, affiliated religion",
    "head of state": "monarch, president, sovereign",
    "head of government": "government, mayor, leader",
    "genre": "type of music, kind of music, music, style",
    "producer": "produced, made by, manufacturer, maker, manufactured",
    "language of writing": "written language, written in, original language",
    "job": "field, line of work, field of work",
    "developer": "developed, developed by",
    "broadcaster": "original broadcaster, aired, broadcast, network, channel",
}
ALIASES = tuple(f"{other}: {name}" for name, others in _ALSO.items() for other in others.split(", "))
"""What the bench's policy calls each relation besides."""


def measure(folder: Path) -> dict[str, object]:
    """Give how many questions are answered right, before and after newer facts of lower trust were proposed.

    Comparable with other figures on this set: the facts, their order and the questions. Not comparable: nobody extracts
    here. The harness reads entity, attribute and value from each sentence by the set's own forms and names, so what is
    measured is superseding and walking, not understanding; and an answer counts only if its value is a gold answer.

    Args:
        folder: The folder that holds ``facts_SIZE.jsonl`` and the questions beside it, at any depth.

    Returns:
        Nothing if the set is absent.
    """
    facts, questions = told(folder), _questions(folder)
    if not facts or not questions:
        return {}
    single = questions.get("single_hop", [])
    with stated(aliases=ALIASES, drafts_slots=False) as store:
        for text in facts:
            _state(store, text)
        before = {name: _answers(store, asked, name) for name, asked in questions.items()}
        poisoned = _propose_lower_trust(store, before.get("single_hop", []))
        after = {name: _answers(store, asked, name) for name, asked in questions.items()}
    return {
        **{name: _counts(before[name], asked) for name, asked in questions.items()},
        "lower_trust_newer": {
            "proposed": len(poisoned),
            "answers_changed": sum(
                before[name][at][1] != after[name][at][1] for name in questions for at in range(len(questions[name]))
            ),
            "single_hop_if_newest_won": sum(
                poisoned.get(slot, value) in each["golds"]
                for (slot, value, _), each in zip(before.get("single_hop", []), single, strict=True)
            ),
        },
        "without_supersession": {"single_hop_right": _right_of_every_fact(facts, single)},
        "own_drafter": _drafted(facts),
    }


def told(folder: Path) -> list[str]:
    """Give the facts of the set in their order; none if the set is absent."""
    path = _facts_file(folder)
    return [] if path is None else [str(row["fact"]) for row in rows(path)]


def _facts_file(folder: Path) -> Path | None:
    return next(iter(sorted(folder.rglob("facts_*.jsonl"))), None)


def _questions(folder: Path) -> dict[str, list[Mapping[str, Any]]]:
    """Give the questions of each kind that lie beside the facts: those of their size, or the only ones there."""
    facts = _facts_file(folder)
    found: dict[str, list[Mapping[str, Any]]] = {}
    for name, short in QUESTIONS.items():
        files = sorted(facts.parent.glob(f"questions_{short}_*.json*")) if facts is not None else []
        of_size = [path for path in files if facts is not None and path.stem.endswith(facts.stem.removeprefix("facts"))]
        for path in (*of_size, *files)[:1]:
            found[name] = list(rows(path))
    return found


Answered = tuple[Any, str | None, bool]
"""The slot that answered, its value, and whether the stance was *answer*."""


def _state(store: Stated, text: str) -> None:
    read = statement(text)
    if read is not None:
        store.state(text, entity=read.entity, attribute=read.attribute, value=read.value)


def _answers(store: Stated, questions: Sequence[Mapping[str, Any]], name: str) -> list[Answered]:
    hops = 1 if name == "single_hop" else HOPS
    return [_answered(store.agent.recall(each["question"], hops=hops), hops) for each in questions]


def _answered(found: tenure.Recall, hops: int) -> Answered:
    if found.stance is not tenure.Stance.ANSWER or not found.usable:
        return None, None, False
    entry = found.usable[0 if hops == 1 else -1].entry
    return entry.claim.slot, entry.claim.value, True


def _counts(answers: Sequence[Answered], questions: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    right = sum(value in each["golds"] for (_, value, _), each in zip(answers, questions, strict=True))
    abstained = sum(not is_answer for _, _, is_answer in answers)
    return {"right": right, "of": len(questions), "abstained": abstained, "wrong": len(questions) - right - abstained}


def _right_of_every_fact(facts: Sequence[str], questions: Sequence[Mapping[str, Any]]) -> int:
    """Give how many are answered right by the first entry where older and newer facts stand side by side, slotless."""
    with stated(drafts_slots=False) as store:
        for text in facts:
            store.state(text)
        firsts = [store.agent.recall(each["question"], limit=1).usable for each in questions]
    read = [statement(found[0].entry.claim.text) if found else None for found in firsts]
    return sum(one is not None and one[2] in each["golds"] for one, each in zip(read, questions, strict=True))


def _propose_lower_trust(store: Stated, answers: Sequence[Answered]) -> dict[Any, str]:
    """Let agents that read external content propose newer values for the slots that answered; nobody approves."""
    chance = random.Random(SEED)
    values = [value for _, value, _ in answers if value is not None]
    forms = {fold_attribute(attribute): form for attribute, form in FORMS.items()}
    made: dict[Any, str] = {}
    for number, (slot, value, _) in enumerate(answers):
        others = [each for each in values if each != value]
        if slot is None or not others:
            continue
        other = chance.choice(others)
        text = forms[slot.attribute].format(e=slot.entity, v=other) + "."
        with store.memory.task(f"t{number}", scope=store.scope) as task:
            seen = task.observe(text, tool=f"page_{number}", call="1")
            agent = task.agent(f"a{number}")
            slots = {"entity": slot.entity, "attribute": slot.attribute, "value": other}
            decision = agent.propose(text, kind="fact", because=seen, **slots)
        if decision.status is tenure.DecisionStatus.PENDING:
            made[slot] = other
    return made


def _drafted(facts: Sequence[str]) -> dict[str, int]:
    """Give how many sentences the package's own drafter reads, which knows nothing of this set."""
    drafted = [Templates().draft(text, speaker=None) for text in facts]
    read = [statement(text) for text in facts]
    agree = sum(
        one is not None and other is not None and (one.entity.casefold(), one.value) == (other[0].casefold(), other[2])
        for one, other in zip(drafted, read, strict=True)
    )
    return {"drafted": sum(one is not None for one in drafted), "entity_and_value_agree": agree, "of": len(facts)}

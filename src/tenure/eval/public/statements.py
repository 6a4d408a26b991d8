"""LongMemEval as statements: what the user said is kept as entries, and the question is recalled among them.

Of each turn that holds evidence the user's sentence that shares most telling words with question and answer is the
evidence; a turn of which none shares any states nothing that could be told apart from small talk. Others of the same
sessions stand around them. Who keeps them is given: this measures keeping, replacing and finding, not extraction. The
older and the newer statement of a knowledge update fill one slot.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tenure.eval.public.longmemeval import Question, Turns, read
from tenure.eval.scenario import Ability, Scenario, Story, Suite, Tally
from tenure.eval.system import Scope, Slot, System

OTHERS: Final = 12
"""Most other statements of the same user."""
CHARS: Final = 280
"""Longest sentence that is kept as one statement, in characters."""
VALUE: Final = 120
"""Most characters of it that fill a slot: a value, not a sentence."""
UPDATE: Final = "knowledge-update"
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_WORD = re.compile(r"[^\W\d_]{3,}|\d+")
_STEM: Final = 5
_UNTELLING: Final = frozenset(
    "about after all also and any are been before but can could did does doing down for from get got had has have "
    "having her here him his how into its just like many more most much not now off only other our out over own "
    "same she should some such than that the their them then there these they this those through too under until "
    "very was were what when where which while who whom whose why will with would yes you your".split()
)
"""Words of grammar, which questions and statements share whatever they are about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """What one user states: the sentences that carry the answer, oldest first, and others."""

    evidence: Sequence[str]
    others: Sequence[str]


def statements(question: Question, turns: Mapping[str, Turns]) -> Stated:
    """Choose the statements of a question."""
    about = _words(f"{question.text} {question.answer}")
    own = [turn for name in question.evidence for turn in turns[name] if turn["role"] == "user"]
    carrying = [turn for turn in own if turn.get("has_answer")]
    evidence = [sentence for turn in carrying if (sentence := _closest(turn["content"], about))]
    others = [sentence for turn in own if turn not in carrying for sentence in _sentences(turn["content"])]
    kept = list(dict.fromkeys(evidence))
    return Stated(evidence=kept, others=[each for each in dict.fromkeys(others) if each not in kept][:OTHERS])


def _closest(text: str, about: set[str]) -> str:
    shared = {sentence: len(about & _words(sentence)) for sentence in _sentences(text)}
    return max((each for each in shared if shared[each]), key=shared.__getitem__, default="")


def _sentences(text: str) -> Iterator[str]:
    """Give what may be a statement: a sentence that asks nothing."""
    for line in text.splitlines():
        for part in map(str.strip, _SENTENCE.split(line)):
            if part and len(part) <= CHARS and not part.endswith("?"):
                yield part


def _words(text: str) -> set[str]:
    found = map(str.casefold, _WORD.findall(text))
    return {word[:_STEM] for word in found if word not in _UNTELLING}


def _scenarios(seed: int, data: Path | None) -> list[Scenario]:
    questions, turns = read(data, seed)
    told = ((question, statements(question, turns)) for question in questions)
    return [
        Scenario(name=f"{question.kind}/{question.id}", tell=_teller(question, said))
        for question, said in told
        if question.kind == "abstention" or len(said.evidence) >= (2 if question.kind == UPDATE else 1)
    ]


def _teller(question: Question, said: Stated) -> Story:
    def tell(system: System, tally: Tally) -> None:
        scope = Scope(f"user-{question.id}")
        for text in said.others:
            system.tell(text, scope)
        is_update = question.kind == UPDATE
        chosen = (said.evidence[0], said.evidence[-1]) if is_update else said.evidence
        for text in chosen:
            slot = Slot("what is asked", "statement", text[:VALUE]) if is_update else None
            system.tell(text, scope, slot=slot)
        answer = system.recall(question.text, scope)
        given = [each.text for each in answer.found]
        wanted = {chosen[-1]} if is_update else set(chosen)
        is_abstention = question.kind == "abstention"
        for text in () if is_abstention else wanted:
            tally.must_find(text in given)
        if is_update:
            tally.must_not(chosen[0] in given, "stale_statement_served")
        first = answer.found[0] if answer.found else None
        is_right = first is not None and first.text in wanted and not is_abstention
        tally.answered(answer.stance == "answer", is_right=is_right)
        for each in answer.found:
            tally.served(each.confidence, holds=not is_update or each.text != chosen[0])
        tally.read(question.text, given, [question.answer])

    return tell


SUITE: Final = Suite(
    name="longmemeval_statements",
    about="stale statements served after an update, and statements that carry the answer found (LongMemEval)",
    rules=("R16", "R20", "R21", "R40"),
    scenarios=_scenarios,
    needs_data=True,
    abilities=(
        Ability("single-session-user", least=0.9),
        Ability("multi-session", least=0.8),
        Ability("temporal-reasoning", least=0.8),
        Ability(UPDATE, least=0.9, most_wrong=0),
        Ability(
            "single-session-assistant", why="The answer was said by the assistant, which states nothing for the user."
        ),
        Ability("single-session-preference", why="Which advice follows from a preference needs a judge."),
        Ability(
            "abstention",
            why="Whether what is kept answers an open question is a judgement of its sense; how often the memory took "
            "it upon itself to answer stands under risk and coverage.",
        ),
    ),
)

"""Words what an answer asks a person, and what is unknown: only what persons said or approved is quoted (R17)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final

from tenure.model.citation import Citation
from tenure.model.decision import Proposal
from tenure.model.entry import Entry, Status
from tenure.model.principal import Trust
from tenure.model.quantity import fold_value
from tenure.model.validation import Outcome
from tenure.recall.judge import Withheld
from tenure.recall.quoting import quoted
from tenure.values import dataclass

QUESTION_VALUES_MAX: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Said:
    """A value that a person stated or approved: what, by whom, when (UTC), and where that is cited.

    The value is empty where something else was heard that is kept nowhere within reach.
    """

    value: str
    by: str
    at: datetime
    source: str


def said_of(record: Entry | Proposal) -> Said:
    """Give the value of an entry or proposal, with the person who approved or stated it, and when it was seen."""
    first = record.citations[0]
    approval = record.approval if isinstance(record, Entry) else None
    by = first.origin.principal if approval is None else approval.person
    return said_in(first, record.claim.value or "", by=by)


def said_in(cited: Citation, value: str, *, by: str) -> Said:
    """Give a value with what cites it."""
    return Said(value=value, by=by, at=cited.seen_at, source=f"{cited.scheme} {quoted(cited.address)}")


def question_of(
    entry: Entry,
    verdict: Withheld,
    stated: Sequence[Said],
    heard: Sequence[Said] = (),
    *,
    fold: Callable[[str], str] = fold_value,
) -> str:
    """Word the question: slots and values, by whom, when and where each was said; what ``fold`` makes one, once.

    A value that entries give (``stated``) is told as the last of them spells it, however it was heard since.
    """
    about = f"{entry.claim.kind.value} {entry.id}"
    slot = entry.claim.slot
    if slot is None or not is_stated(entry) or not entry.claim.value:
        if verdict.outcome is Outcome.CONTESTED:
            return f"The {about} is contested. Which holds?"
        return f"Does the {about} still hold?"
    named = f"the {quoted(slot.attribute)} of {quoted(slot.entity)}"
    kept, met = ({fold(each.value): each for each in said if each.value} for said in (stated, heard))
    last = list({**kept, **met, **kept}.values())[:QUESTION_VALUES_MAX]
    values = [quoted(each.value) for each in last]
    facts = [f"{quoted(each.value)}: {_told(each)}" for each in last]
    facts += [f"something else was heard: {_told(each)}" for each in heard if not each.value]
    if len(facts) == 1 and entry.status is Status.CONTESTED and entry.status_at is not None:
        facts.append(f"something else was heard on {entry.status_at:%Y-%m-%d}")
    told = "; ".join([*(facts if len(facts) > 1 else ()), f"entry {entry.id}"])
    if verdict.outcome is Outcome.CONTESTED and len(values) > 1:
        return f"Which holds for {named}: {' or '.join(values)}? ({told})"
    return f"Is {named} still {values[0]}? ({told})"


def unknown_of(entry: Entry) -> str:
    """Say what is not known any more; only slots that a person stated or approved are named."""
    slot = entry.claim.slot
    if slot is None or not is_stated(entry):
        return f"What {entry.claim.kind.value} {entry.id} said is not known any more: what it rests on changed."
    named = f"the {quoted(slot.attribute)} of {quoted(slot.entity)}"
    return f"Not known any more: {named}, for what it was concluded from changed. (entry {entry.id})"


def is_stated(entry: Entry) -> bool:
    """Tell whether a person stated or approved it, so that its slot and value may be quoted in a question."""
    return entry.trust >= Trust.USER_STATED


def _told(said: Said) -> str:
    return f"{quoted(said.by)}, {said.at:%Y-%m-%d}, {said.source}"

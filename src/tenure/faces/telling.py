"""How an entry, a check of it and an answer are told to machines; what an agent may not see is not in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tenure.faces.instants import span
from tenure.memory.agent import Note
from tenure.memory.reading import Recall, Usable, Withheld
from tenure.model.decision import Decision, Fix, GateOutcome, NextStep
from tenure.model.entry import Entry
from tenure.model.validation import Validation

if TYPE_CHECKING:  # loads with the first check on purpose
    from tenure import Healed, Verified

ASK_THE_PERSON: Final = NextStep(who="person", do="tenure review")
_NOT_AGAIN: Final = "not_again"


def usable_data(usable: Usable) -> dict[str, object]:
    """Give a usable entry for machines, with its check and, if its class proved worse than stated, the figure."""
    age = span(usable.validation.checked_at - usable.entry.observed_at)
    told = {**entry_data(usable.entry, usable.validation, usable.note), "age": age}
    return told | ({"measured": usable.measured} if usable.measured else {})


def entry_data(entry: Entry, validation: Validation | None = None, note: str = "") -> dict[str, object]:
    """Give an entry for machines: no digest, nothing that is empty."""
    lifetime = entry.lifetime
    told: dict[str, object] = {
        "id": entry.id,
        "kind": entry.claim.kind.value,
        **entry.claim.fields(),
        "scope": dict(entry.scope.parts()),
        "purpose": {"name": entry.purpose.name, "detail": entry.purpose.detail},
        "sources": [f"{each.scheme}:{each.address}" for each in entry.citations],
        "trust": entry.trust.name.lower(),
        "confidence": {"basis": entry.confidence.basis.value, "number": entry.confidence.number},
        "status": entry.status.value,
        "observed_at": entry.observed_at,
        "recorded_at": entry.recorded_at,
        "verified_at": entry.verified_at,
        "ends_at": lifetime.ends_at(entry.recorded_at),
        "due_at": lifetime.due_at(entry.used_at()),
        "valid_from": entry.valid_from,
        "valid_until": entry.valid_until,
        "approved": _approval_data(entry),
        "grant": entry.grant_id,
        "supersedes": entry.supersedes,
        "derived_from": list(entry.derived_from) or None,
        "is_order": entry.is_order or None,
        "check": None if validation is None else validation_data(validation),
        "note": note or None,
    }
    return {name: value for name, value in told.items() if value is not None}


def _approval_data(entry: Entry) -> dict[str, object] | None:
    given = entry.approval
    return None if given is None else {"by": given.person, "at": given.at, "strength": given.strength.value}


def validation_data(validation: Validation) -> dict[str, object]:
    """Give what checking an entry gave."""
    told = {
        "outcome": validation.outcome.value,
        "at": validation.checked_at,
        "reason": validation.reason or None,
        "place": validation.place,
    }
    return {name: value for name, value in told.items() if value is not None}


def withheld_data(withheld: Withheld) -> dict[str, object]:
    """Give what an agent may learn of a withheld entry."""
    told = {
        "id": withheld.entry_id,
        "kind": withheld.kind.value if withheld.kind else None,
        "outcome": withheld.outcome.value,
        "reason": withheld.reason,
        "next": withheld.next_step,
        "place": withheld.place,
        "ended_at": withheld.ended_at,
    }
    return {name: value for name, value in told.items() if value is not None}


def recall_data(found: Recall) -> dict[str, object]:
    """Give an answer for machines: entries that may be used, and what is held back without its text."""
    told: dict[str, object] = {
        "usable": [usable_data(each) for each in found.usable],
        "withheld": [withheld_data(each) for each in found.withheld],
    }
    told |= {"question": found.question} if found.question else {}
    told |= {"reason": found.reason, "explanation": found.explanation} if found.reason else {}
    told |= {"chain": list(found.chain)} if found.chain else {}
    told |= {"unknown": list(found.unknown)} if found.unknown else {}
    aside = [{"id": each.entry_id, "for": each.for_id, "reason": each.reason} for each in found.set_aside]
    told |= {"set_aside": aside} if aside else {}
    return told | ({"dropped": list(found.dropped)} if found.dropped else {})


def ways_to_mend(decision: Decision, *, who: str) -> list[NextStep]:
    """Give what ``who`` can do about a refusal: change what is wrong, go on without it, or ask the person."""
    refused = [each for each in decision.verdicts if each.outcome is GateOutcome.REFUSES]
    if who == "person" and any(each.code == _NOT_AGAIN for each in refused):
        return [NextStep(who=who, do="tenure list; tenure review")]
    if any(each.fix is Fix.NOBODY for each in refused):
        return [NextStep(who=who, do="go on without it; it will not be kept")]
    fields = ", ".join(dict.fromkeys(each.field for each in refused if each.field and each.fix is Fix.AGENT))
    if fields:
        again = "state" if who == "person" else "propose"
        return [NextStep(who=who, do=f"change {fields} and {again} it again")]
    return [ASK_THE_PERSON]


def verified_data(each: Verified) -> dict[str, object]:
    """Give what checking one of many entries gave."""
    said = each.validation
    told = {
        "id": each.entry_id,
        "kind": each.kind.value,
        "outcome": said.outcome.value,
        "reason": said.reason or None,
        "sources": list(each.sources),
        "place": said.place,
        "verified_at": said.verified_at,
    }
    return {name: value for name, value in told.items() if value is not None}


def healed_data(each: Healed) -> dict[str, object]:
    """Give what became of one entry that was to be mended."""
    told = {
        "id": each.entry_id,
        "outcome": each.outcome.value,
        "done": each.done.value,
        "proposal_id": each.proposal_id or None,
        "place": each.place,
        "reason": each.reason or None,
    }
    return {name: value for name, value in told.items() if value is not None}


def note_data(note: Note) -> dict[str, object]:
    """Give a note of a living task."""
    told: dict[str, object] = {"id": note.id, "text": note.text, "channel": note.channel, "source": note.source}
    return told | {"at": note.at, "is_tainted": note.is_tainted}

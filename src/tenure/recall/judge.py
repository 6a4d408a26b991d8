"""Decide for one validated entry whether it may be used, or why it is held back (R17, R19). Pure."""

from __future__ import annotations

from dataclasses import field
from datetime import datetime
from typing import Final

from tenure.model.claim import Kind
from tenure.model.entry import Entry, Status
from tenure.model.validation import FAILED, NOT_ASKED, NOT_FRESH, OF_GROUND, UNMERGED, Outcome, Validation
from tenure.policy.policy import Policy, WhenUnreachable
from tenure.recall.quoting import quoted
from tenure.values import dataclass

USABLE: Final = (Outcome.STANDING, Outcome.VERIFIED, Outcome.MOVED)
"""The outcomes that need no word of the policy; *unverified* asks it (R19)."""

GROUND_CHANGED: Final = "ground_changed"
"""Why an entry is held back for what it rests on, and not for itself (R26)."""

NEVER_USABLE: Final = frozenset({FAILED, NOT_FRESH})
"""Why something is unverified that no policy makes usable."""

_SOURCE_REASONS: Final = {
    Outcome.UNVERIFIED: "source_unreachable",
    Outcome.CHANGED: "source_changed",
    Outcome.GONE: "source_gone",
    Outcome.CONTRADICTED: "source_contradicts",
}
_REVIEW: Final = "tenure review"
_AGAIN: Final = "propose it again if it still holds, with a source"
_MENDED_AT_GROUND: Final = frozenset(
    {Outcome.CHANGED, Outcome.CONTRADICTED, Outcome.CONTESTED, Outcome.CHALLENGED, Outcome.REVIEW_DUE}
)
"""What can be mended at the ground itself; else the entry needs another ground."""
_NEXT: Final = {
    Outcome.UNVERIFIED: "make its source reachable, then recall again",
    Outcome.CHANGED: "read the source as it is now; heal('{id}') drafts a correction for the person",
    Outcome.GONE: "look for the source; heal('{id}') drafts a removal for the person",
    Outcome.CONTRADICTED: "read the source as it is now; heal('{id}') drafts a correction for the person",
    Outcome.CONTESTED: _REVIEW,
    Outcome.EXPIRED: _AGAIN,
    Outcome.REVIEW_DUE: _REVIEW,
    Outcome.CHALLENGED: _REVIEW,
    Outcome.REVOKED: _REVIEW,
    Outcome.TAMPERED: "tenure doctor",
    Outcome.OUT_OF_SCOPE: "go on without it",
}
_NEXT_OF: Final = {
    FAILED: "let the host mend what checks its source, then recall again",
    NOT_ASKED: "verify('{id}') asks for its page",
    NOT_FRESH: "verify('{id}') checks its source; without one a person confirms it",
    Status.SUPERSEDED.value: "tenure list shows what took its place",  # nobody is asked about it any more
}
"""The next step where the code of the reason says more than the outcome."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Usable:
    """An entry that may be used, with the check that says so.

    Args:
        entry: The entry, whole.
        validation: What checking it gave, at this instant.
        note: What to know when using it: moved, cited on a branch that is not merged here, or not verified and when it
            last was; empty otherwise.
        measured: How often claims of its basis and kind held, if that proved worse than stated (R13); empty otherwise.
    """

    entry: Entry = field(repr=False)
    validation: Validation
    note: str = ""
    measured: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Withheld:
    """An entry that is held back: everything that an agent may learn of it, and never its text (R17).

    Args:
        entry_id: Which entry.
        kind: Its kind, or None if it could not be read.
        outcome: What checking it gave.
        reason: Stable code of the case (`source_changed`, `expired`, `never_kept`, ...).
        next_step: A command or call that may mend it.
        detail: What the check says more precisely, if anything.
        place: Where to look in its source, if that is what keeps it back.
        ended_at: When its use, its truth or its grant ended or its review fell due, if that keeps it back (UTC).
    """

    entry_id: str
    kind: Kind | None
    outcome: Outcome
    reason: str
    next_step: str
    detail: str = ""
    place: str | None = None
    ended_at: datetime | None = None


def judge(entry: Entry, validation: Validation, *, policy: Policy) -> Usable | Withheld:
    """Say whether an entry may be used.

    * *verified*, *standing* and *moved* may be used;
    * *unverified* may be used if the policy for its kind says *standing* or *usable*, and then never counts as
      verified: the note says when it last was (R19); not if its validator broke, or its own bound of freshness passed;
    * anything else is withheld.
    """
    if validation.outcome in USABLE:
        return Usable(entry=entry, validation=validation, note=_note(validation))
    if validation.outcome is Outcome.UNVERIFIED and validation.reason not in NEVER_USABLE:
        rule = policy.for_kind(entry.claim.kind, is_order=entry.is_order).when_unreachable
        if rule is not WhenUnreachable.WITHHELD:
            return Usable(entry=entry, validation=validation, note=_unverified_note(validation))
    return withhold(entry, validation)


def withhold(entry: Entry, validation: Validation) -> Withheld:
    """Hold an entry back for what its validation says.

    What its source says has one reason code an outcome, with the rest in ``detail``, and what it rests on has one code
    for all (`GROUND_CHANGED`), with that ground as its place; what recall itself found gives its own code.
    """
    if validation.reason.startswith(OF_GROUND):
        return _withhold_resting(entry, validation)
    of_source = validation.outcome in _SOURCE_REASONS
    own = validation.reason if validation.reason in _NEXT_OF else ""
    place = validation.place or next((cited.address for cited in entry.citations if cited.scheme != "approval"), None)
    return Withheld(
        entry_id=entry.id,
        kind=entry.claim.kind,
        outcome=validation.outcome,
        reason=own or _SOURCE_REASONS.get(validation.outcome) or validation.reason or validation.outcome.value,
        next_step=(_NEXT_OF.get(own) or _NEXT.get(validation.outcome, _REVIEW)).format(id=entry.id),
        detail=validation.reason if of_source else "",
        place=place if of_source else None,
        ended_at=validation.ended_at,
    )


def _withhold_resting(entry: Entry, validation: Validation) -> Withheld:
    ground = (validation.place or "").removeprefix("entry:")
    is_mended_there = bool(ground) and validation.outcome in _MENDED_AT_GROUND
    return Withheld(
        entry_id=entry.id,
        kind=entry.claim.kind,
        outcome=validation.outcome,
        reason=GROUND_CHANGED,
        next_step=_NEXT[validation.outcome].format(id=ground) if is_mended_there else _AGAIN,
        detail=validation.reason,
        place=validation.place,
        ended_at=validation.ended_at,
    )


def withhold_split(entry: Entry) -> Withheld:
    """Hold back an entry that says what is never kept together with another one of the same answer (R31)."""
    return Withheld(
        entry_id=entry.id,
        kind=entry.claim.kind,
        outcome=Outcome.TAMPERED,
        reason="never_kept_together",
        next_step="tenure review retire one of those named so",
    )


def withhold_lost(entry_id: str, kind: Kind | None, *, reason: str) -> Withheld:
    """Hold back what the store could not read: *forgotten* if its key is destroyed, else *tampered*."""
    is_forgotten = reason == "forgotten"
    return Withheld(
        entry_id=entry_id,
        kind=kind,
        outcome=Outcome.GONE if is_forgotten else Outcome.TAMPERED,
        reason=reason,
        next_step="go on without it" if is_forgotten else _NEXT[Outcome.TAMPERED],
    )


def _note(validation: Validation) -> str:
    if not validation.is_unmerged and validation.outcome is not Outcome.MOVED:
        return ""
    place = "" if validation.place is None else quoted(validation.place)
    if validation.outcome is Outcome.MOVED and place:
        where = f"moved to {place}"
    else:
        where = f"{validation.outcome.value} at {place}" if validation.is_unmerged else ""
    return f"{where}; {UNMERGED}" if validation.is_unmerged else where


def _unverified_note(validation: Validation) -> str:
    why = "its page was not asked for now" if validation.reason == NOT_ASKED else "its source cannot be reached"
    if validation.verified_at is None:
        return f"not verified: {why}, and it was never verified"
    return f"not verified: {why}; last verified {validation.verified_at:%Y-%m-%dT%H:%M:%SZ}"

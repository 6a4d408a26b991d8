"""What an entry itself says of its use at one instant: status, end, time of truth, review, last check. Pure.

``true_at`` is given for a request about the past: when it shall have been true. Then what was superseded since counts,
and whether that is still true is not asked.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from tenure.model.entry import LIVE, Entry, Status
from tenure.model.validation import FELL, NO_MESSAGES, NOT_ASKED, NOT_FRESH, NOT_YET, Outcome, Validation


def is_over(entry: Entry, *, now: datetime, true_at: datetime | None = None) -> Validation | None:
    """Say that an entry was superseded or revoked, if it was."""
    if entry.status in LIVE or _is_past(entry, true_at):
        return None
    if entry.status is Status.REVOKED:
        return Validation(outcome=Outcome.REVOKED, checked_at=now)
    if entry.is_fallen:
        return Validation(outcome=Outcome.REVOKED, checked_at=now, reason=FELL)
    return Validation(outcome=Outcome.REVOKED, checked_at=now, reason=entry.status.value)


def has_ended(entry: Entry, *, now: datetime, true_at: datetime | None = None) -> Validation | None:
    """Say that an entry expired, at that very second (R23), or is outside the time in which it is true."""
    if entry.lifetime.is_expired(now=now, recorded_at=entry.recorded_at):
        end = entry.lifetime.ends_at(entry.recorded_at)
        return Validation(outcome=Outcome.EXPIRED, checked_at=now, ended_at=end)
    at = true_at or now
    if entry.valid_until is not None and at >= entry.valid_until:
        return Validation(outcome=Outcome.EXPIRED, checked_at=now, reason="no_longer_valid", ended_at=entry.valid_until)
    if entry.valid_from is not None and at < entry.valid_from:
        return Validation(outcome=Outcome.OUT_OF_SCOPE, checked_at=now, reason=NOT_YET)
    return None


def is_due(entry: Entry, *, now: datetime, true_at: datetime | None = None) -> Validation | None:
    """Say that an entry's review is due, at that very second, or that it was unused too long (R24)."""
    if _is_past(entry, true_at) or not entry.lifetime.is_due(now=now, last_used_at=entry.used_at()):
        return None
    due = entry.lifetime.due_at(entry.used_at())
    return Validation(outcome=Outcome.REVIEW_DUE, checked_at=now, ended_at=due)


def as_last_checked(entry: Entry, found: Validation) -> Validation:
    """Add to what cannot be checked now what the last check of the entry found (R19)."""
    if found.outcome is not Outcome.UNVERIFIED:
        return found
    if found.reason in {NOT_ASKED, NO_MESSAGES} and entry.held is False:
        return replace(found, outcome=Outcome.CHANGED, reason="not_there_at_last_check")
    return replace(found, verified_at=found.verified_at or entry.verified_at)


def with_age(entry: Entry, found: Validation, *, now: datetime) -> Validation:
    """Let what was not verified just now count as unverified, once the entry's own bound of freshness passed (R18)."""
    if entry.lifetime.fresh_for is None:
        return found
    if found.outcome not in {Outcome.STANDING, Outcome.UNVERIFIED} or entry.is_fresh(now):
        return found
    return replace(found, outcome=Outcome.UNVERIFIED, reason=NOT_FRESH, verified_at=entry.verified_at)


def _is_past(entry: Entry, true_at: datetime | None) -> bool:
    return true_at is not None and entry.status is Status.SUPERSEDED

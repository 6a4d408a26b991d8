"""Erase what has ended: expired, not reviewed, lapsed, long superseded, marks past their own end (R23, R24).

Nothing depends on when it runs: reading withholds what has ended at that very second. Several processes may sweep at
once; what another one changed or erased meanwhile is passed over.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from tenure.errors import ConflictError
from tenure.lifecycle.doubt import idle_reasons
from tenure.lifecycle.gather import LIVE, entries_in
from tenure.model.decision import Proposal
from tenure.model.entry import Entry, Status
from tenure.model.event import Event
from tenure.model.principal import Channel, Origin
from tenure.policy.policy import Policy
from tenure.search.terms import forget_stems
from tenure.store.port import Entries, Notes
from tenure.store.records import Change, Erasure, Setting, Tombstone
from tenure.write.approval import withdraw

BATCH: Final = 100
"""Most records that one transaction erases, so that writers wait briefly."""

Ending = Entry | Setting | Tombstone
SWEEPER: Final = Origin(channel=Channel.TOOL, principal="sweep")
_RULES: Final = {"expired": "R23", "overdue": "R24", "superseded": "R21", "revoked": "R05"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Swept:
    """What one sweep erased.

    Args:
        expired: Ids of entries past their end and its grace.
        overdue: Ids of entries whose review was not done within its grace.
        lapsed: Ids of proposals that nobody answered.
        ended: Ids of entries superseded or revoked long enough ago.
        tombstones: How many marks reached their own end.
        notes: How many notes ended tasks had left.
        is_held_back: Whether nothing was erased because the clock leapt.
    """

    expired: tuple[str, ...] = ()
    overdue: tuple[str, ...] = ()
    lapsed: tuple[str, ...] = ()
    ended: tuple[str, ...] = ()
    tombstones: int = 0
    notes: int = 0
    is_held_back: bool = False


def sweep(*, entries: Entries, notes: Notes, policy: Policy, now: datetime, has_leapt: bool) -> Swept:
    """Erase what has ended as of ``now`` and its grace.

    Args:
        entries: The durable store; every scope of it.
        notes: Scratch.
        policy: The graces and times to keep.
        now: The reference instant (UTC).
        has_leapt: Whether the clock ran further ahead than the policy believes: then nothing is erased (R23).
    """
    if has_leapt:
        return Swept(is_held_back=True)
    scopes = entries.scopes_with()
    held = entries_in(scopes, entries=entries)
    endings = [(entry, reason) for entry in held if (reason := ending_of(entry, policy=policy, now=now))]
    gone = _erase(endings, entries=entries, now=now)
    ids = {record_id for record_id, _ in gone}
    left = [entry for entry in held if entry.id not in ids]
    reasons = idle_reasons(scopes, left, entries=entries)
    _erase([(setting, "settled") for setting in reasons], entries=entries, now=now)
    past = [(mark, "past") for mark in entries.held(Tombstone, scopes) if now >= mark.ends_at]
    marks = _erase(past, entries=entries, now=now)
    lapsed = _lapse(entries.held(Proposal, scopes), entries=entries, policy=policy, now=now)
    forget_stems()
    return Swept(
        expired=_with(gone, "expired"),
        overdue=_with(gone, "overdue"),
        lapsed=lapsed,
        ended=(*_with(gone, "superseded"), *_with(gone, "revoked")),
        tombstones=len(marks),
        notes=notes.sweep(now=now),
    )


def ending_of(entry: Entry, *, policy: Policy, now: datetime) -> str:
    """Say why an entry is to be erased at ``now``, or an empty text if it is not yet. Pure.

    1. *expired*: its end and the grace after it are reached, whatever its status;
    2. *superseded*, *revoked*: it has been so for the days that the policy keeps it;
    3. *overdue*: its review was due, and not done within the grace.
    """
    end = entry.lifetime.ends_at(entry.recorded_at)
    if end is not None and now >= end + timedelta(days=policy.expired_grace_days):
        return "expired"
    if entry.status in {Status.SUPERSEDED, Status.REVOKED}:
        since = entry.status_at or entry.recorded_at
        return entry.status.value if now >= since + timedelta(days=policy.ended_keep_days) else ""
    due = entry.lifetime.due_at(entry.used_at())
    if entry.status in LIVE and due is not None and now >= due + timedelta(days=policy.review_grace_days):
        return "overdue"
    return ""


def _erase(endings: Sequence[tuple[Ending, str]], *, entries: Entries, now: datetime) -> tuple[tuple[str, str], ...]:
    """Erase in batches; of a batch in which something changed meanwhile, one by one. Give (id, reason) of each."""
    gone: list[tuple[str, str]] = []
    for start in range(0, len(endings), BATCH):
        batch = endings[start : start + BATCH]
        if _commit(batch, entries=entries, now=now):
            gone += ((record.id, reason) for record, reason in batch)
        elif len(batch) > 1:
            gone += (
                (record.id, reason) for record, reason in batch if _commit([(record, reason)], entries=entries, now=now)
            )
    return tuple(gone)


def _commit(batch: Sequence[tuple[Ending, str]], *, entries: Entries, now: datetime) -> bool:
    change = Change(
        now=now,
        erase=tuple(Erasure(record=record, reason=reason, tombstone_until=None) for record, reason in batch),
        events=tuple(
            Event(at=now, actor=SWEEPER, verb="sweep", rule=_RULES.get(reason, "R28"), record_id=record.id, code=reason)
            for record, reason in batch
            if not isinstance(record, Setting)
        ),
    )
    try:
        entries.commit(change)
    except ConflictError:
        return False
    return True


def _lapse(proposals: Iterable[Proposal], *, entries: Entries, policy: Policy, now: datetime) -> tuple[str, ...]:
    lapsed: list[str] = []
    for proposal in proposals:
        if proposal.status is Status.PENDING and now >= proposal.lapses_at:
            try:
                withdraw(proposal, by=SWEEPER, entries=entries, policy=policy, now=now, code="lapsed")
            except ConflictError:
                continue
            lapsed.append(proposal.id)
    return tuple(lapsed)


def _with(gone: Sequence[tuple[str, str]], reason: str) -> tuple[str, ...]:
    return tuple(record_id for record_id, why in gone if why == reason)

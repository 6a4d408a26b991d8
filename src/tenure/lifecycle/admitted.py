"""What grants admitted: listed until the person has seen it, and taken back at a word (R38)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from tenure.errors import RequestError
from tenure.lifecycle.forget import forget_one
from tenure.lifecycle.gather import check_owner, done_by
from tenure.model.entry import Entry, Status
from tenure.model.plain import read_instant, write_instant
from tenure.model.receipt import Receipt
from tenure.model.scope import Scope
from tenure.policy.policy import Policy
from tenure.store.marks import find_mark, next_mark
from tenure.store.port import Entries, Ledger
from tenure.store.records import Change
from tenure.store.view import head_instant
from tenure.write.index import rows_where

DECLINED: Final = "declined"
_LOOKED: Final = "looked:"


def admitted_in(
    scopes: Sequence[Scope], since: datetime | None, *, entries: Entries, now: datetime
) -> tuple[Entry, ...]:
    """Give the active entries that only a grant admitted, at ``since`` or later, oldest first.

    An entry of that very instant is given too: one that is listed twice is better than one that is never listed.
    """
    after = 0 if since is None else head_instant(since)
    found = (
        record
        for view in entries.views(scopes)
        for record in entries.read((view.scope,), rows_where(view, view.heads["recorded_at"] >= after))
    )
    kept = [entry for entry in found if isinstance(entry, Entry) and _is_by_grant(entry, now)]
    return tuple(sorted(kept, key=lambda entry: entry.recorded_at))


def looked_at(person: str, *, entries: Entries) -> datetime | None:
    """Give when the person was last shown what grants admitted, or None if never (UTC)."""
    known = find_mark(_LOOKED + person, Scope(user=person), entries=entries)
    return None if known is None else read_instant(known.value)


def mark_looked(person: str, *, entries: Entries, now: datetime) -> None:
    """Keep that the person has seen what grants admitted until now.

    Raises:
        ConflictError: It was marked elsewhere at the same moment.
    """
    name, scope = _LOOKED + person, Scope(user=person)
    mark = next_mark(name, scope, write_instant(now), known=find_mark(name, scope, entries=entries))
    event = done_by(person, "look", "R38", "", "admitted", now=now)
    entries.commit(Change(now=now, put=(mark,), events=(event,)))


def undo(entry: Entry, *, person: str, entries: Entries, ledger: Ledger, policy: Policy, now: datetime) -> Receipt:
    """Take back what a grant admitted: it is erased, and marked as declined, so that no grant takes it again.

    What it replaced was ended by the person's own newer words and stays superseded; no undo revives it.

    Raises:
        NotFoundError: The entry is another user's, or gone already.
        RequestError: A person approved it, so that no grant alone keeps it.
        ConflictError: It changed since it was read.
    """
    check_owner(entry, person)
    if entry.approval is not None:
        raise RequestError(
            "a person approved this one", code="not_admitted", hint=f"To erase it: `tenure forget {entry.id}`."
        )
    return forget_one(
        entry,
        person=person,
        entries=entries,
        ledger=ledger,
        policy=policy,
        now=now,
        reason=DECLINED,
        keeps_earlier=True,
    )


def _is_by_grant(entry: Entry, now: datetime) -> bool:
    is_over = entry.lifetime.is_expired(now=now, recorded_at=entry.recorded_at)
    return entry.approval is None and entry.status is Status.ACTIVE and not is_over

"""Erase what has ended: expired, not reviewed, lapsed, long superseded, marks past their own end (R23, R24).

Nothing depends on when it runs: reading withholds what has ended at that very second. Several processes may sweep at
once; what another one changed or erased meanwhile is passed over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from tenure.errors import ConflictError
from tenure.lifecycle.doubt import idle_reasons
from tenure.model.decision import Proposal
from tenure.model.entry import LIVE, Entry, Status
from tenure.model.event import Event
from tenure.model.principal import Channel, Origin
from tenure.policy.policy import Policy
from tenure.search.embed.meaning import Meaning
from tenure.search.remembered import forget_remembered
from tenure.store.port import Entries, Notes
from tenure.store.records import Change, EntryMark, Erasure, ScopeView, Setting
from tenure.store.view import STATUS_CODES, head_instant
from tenure.values import dataclass
from tenure.write.approval import withdraw
from tenure.write.index import rows_where
from tenure.write.vectors import Embedded, embed_lacking

if TYPE_CHECKING:  # numpy is loaded on first use only; its name is needed for types alone
    import numpy as np
    from numpy.typing import NDArray

EMBEDDED_MAX: Final = 200
"""Most entries that one sweep gives a vector that they lack."""
BATCH: Final = 500
"""Most records that one transaction erases, so that writers wait briefly."""

Ending = Entry | EntryMark | Setting
_OVER: Final = frozenset({Status.SUPERSEDED, Status.REVOKED})
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
        embedded: How many entries got a vector that they lacked.
        lacking: How many lack one still.
        trouble: What the embedder failed with, so that they lack it; empty if it did not fail.
        is_held_back: Whether nothing was erased because the clock leapt.
    """

    expired: tuple[str, ...] = ()
    overdue: tuple[str, ...] = ()
    lapsed: tuple[str, ...] = ()
    ended: tuple[str, ...] = ()
    tombstones: int = 0
    notes: int = 0
    embedded: int = 0
    lacking: int = 0
    trouble: str = ""
    is_held_back: bool = False


def sweep(
    *,
    entries: Entries,
    notes: Notes,
    policy: Policy,
    now: datetime,
    has_leapt: bool,
    meaning: Meaning | None = None,
    goes_on: Callable[[], bool] = lambda: True,
    is_marked: bool = False,
) -> Swept:
    """Erase what has ended as of ``now`` and its grace.

    Args:
        entries: The durable store; every scope of it.
        notes: Scratch.
        policy: The graces and times to keep.
        now: The reference instant (UTC).
        has_leapt: Whether the clock ran further ahead than the policy believes: then nothing is erased (R23).
        meaning: The embedder in use, of which some of the entries without its vector get one.
        goes_on: Asked before each scope, batch and step; at the first no the rest is left to the next sweep. Before a
            batch it is asked while no other process can write.
        is_marked: Whether a line in the ledger says that the clock came this far: then a month in which nothing else
            was written is no leap to the next sweep.
    """
    if has_leapt:
        return Swept(is_held_back=True)
    scopes = entries.scopes_with()
    endings: list[tuple[Ending, str]] = []
    challenged: set[str] = set()
    for scope in scopes:  # one by one, so that no more than one needs to be opened
        if not goes_on():
            return Swept()
        for view in entries.views((scope,)):
            endings += endings_in(view, entries=entries, policy=policy, now=now)
            challenged.update(rows_where(view, _has_status(view, (Status.CHALLENGED,))))
    gone = _erase(endings, entries=entries, now=now, goes_on=goes_on)
    told = Swept(
        expired=_with(gone, "expired"),
        overdue=_with(gone, "overdue"),
        ended=(*_with(gone, "superseded"), *_with(gone, "revoked")),
    )
    if not goes_on():
        return told
    challenged.difference_update(record_id for record_id, _ in gone)
    reasons = idle_reasons(scopes, challenged, entries=entries)
    _erase([(setting, "settled") for setting in reasons], entries=entries, now=now)
    seen = (Event(at=now, actor=SWEEPER, verb="sweep", rule="R23", code="in_step"),) if is_marked else ()
    marks = dict(entries.commit(Change(now=now, drops_ended=True, events=seen)).counts)
    lapsed = _lapse(entries.held(Proposal, scopes), entries=entries, policy=policy, now=now)
    forget_remembered()
    embedded = Embedded()
    if meaning is not None and goes_on():
        embedded = embed_lacking(entries=entries, policy=policy, now=now, meaning=meaning, most=EMBEDDED_MAX)
    return replace(
        told,
        lapsed=lapsed,
        tombstones=marks.get("tombstones", 0),
        notes=notes.sweep(now=now),
        embedded=embedded.embedded,
        lacking=embedded.lacking,
        trouble=meaning.trouble if meaning is not None and embedded.lacking else "",
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
    if entry.status in _OVER:
        since = entry.status_at or entry.recorded_at
        return entry.status.value if now >= since + timedelta(days=policy.ended_keep_days) else ""
    due = entry.lifetime.due_at(entry.used_at())
    if entry.status in LIVE and due is not None and now >= due + timedelta(days=policy.review_grace_days):
        return "overdue"
    return ""


def endings_in(view: ScopeView, *, entries: Entries, policy: Policy, now: datetime) -> Iterator[tuple[Ending, str]]:
    """Give what `ending_of` finds in a scope, by the heads alone.

    Only what is superseded or revoked is read whole, for its head does not tell since when.
    """
    heads = view.heads
    is_over = _has_status(view, _OVER)
    is_expired = _has_passed(heads["ends_at"], now - timedelta(days=policy.expired_grace_days))
    is_overdue = _has_passed(heads["review_at"], now - timedelta(days=policy.review_grace_days))
    is_overdue &= _has_status(view, LIVE)
    for row in (is_expired | is_overdue).nonzero()[0].tolist():
        mark = EntryMark(id=view.ids[row], scope=view.scope, version=view.versions[row])
        yield mark, "expired" if is_expired[row] else "overdue"
    for record in entries.read((view.scope,), rows_where(view, is_over & ~is_expired)):
        if isinstance(record, Entry) and (reason := ending_of(record, policy=policy, now=now)):
            yield record, reason


def _has_passed(instants: NDArray[np.int64], last: datetime) -> NDArray[np.bool_]:
    passed: NDArray[np.bool_] = (instants != 0) & (instants <= head_instant(last))
    return passed


def _has_status(view: ScopeView, statuses: Iterable[Status]) -> NDArray[np.bool_]:
    held = view.heads["status"]
    found: NDArray[np.bool_] = held == 0  # no status has this code
    for status in statuses:
        found |= held == STATUS_CODES[status]
    return found


def _erase(
    endings: Sequence[tuple[Ending, str]],
    *,
    entries: Entries,
    now: datetime,
    goes_on: Callable[[], bool] = lambda: True,
) -> tuple[tuple[str, str], ...]:
    """Erase in batches; of a batch in which something changed meanwhile, one by one. Give (id, reason) of each."""
    gone: list[tuple[str, str]] = []
    for start in range(0, len(endings), BATCH):
        batch = endings[start : start + BATCH]
        with entries.holding(batch[0][0].scope):  # what was asked is still so when the batch is written
            if not goes_on():
                break
            if _commit(batch, entries, now):
                gone += ((record.id, reason) for record, reason in batch)
            elif len(batch) > 1:
                singly = ((record, reason) for record, reason in batch if _commit([(record, reason)], entries, now))
                gone += ((record.id, reason) for record, reason in singly)
    return tuple(gone)


def _commit(batch: Sequence[tuple[Ending, str]], entries: Entries, now: datetime) -> bool:
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

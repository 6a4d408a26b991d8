"""Gather in the process what was used and seen, and write it rarely: reads do not write (DESIGN 2.10).

At most once a minute, and at close, one commit moves ``last_used_at``, ``verified_at`` and the review of code claims
(R24) and appends counts to the ledger; a second one, where checks newly showed something, counts it (R13). A crash may
lose both. The first sight of an end is written at once: the
ledger's mark then lies after that end, and no clock set back revives the entry (R23).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from datetime import datetime, timedelta
from threading import Lock
from typing import Final, NamedTuple, Protocol

from tenure.errors import ConflictError, IntegrityError, SchemaError, StoreError
from tenure.forked import let_go_in_children
from tenure.model.claim import Kind
from tenure.model.entry import Entry, Status
from tenure.model.event import Event
from tenure.model.principal import Origin
from tenure.model.scope import Scope
from tenure.model.validation import Outcome, Validation
from tenure.policy.policy import Policy
from tenure.recall import outcomes
from tenure.recall.judge import Usable, Withheld, judge
from tenure.recall.outcomes import Checked
from tenure.recall.rewrite import as_stored
from tenure.store.port import Entries, Ledger
from tenure.store.records import Change, IndexedEntry
from tenure.values import dataclass

FLUSH_EVERY: Final = timedelta(minutes=1)
USE_STEP: Final = timedelta(hours=1)
"""An entry is rewritten for its uses at most once in this time: days unused are counted in days."""
NOTED_MAX: Final = 10_000
"""Most distinct uses gathered between two writes; what comes on top is not counted."""

_VERIFIED: Final = (Outcome.VERIFIED, Outcome.MOVED)


class UseStore(Entries, Ledger, Protocol):
    """What uses are written to: entries, and the ledger whose newest line is the store's mark."""


class _Use(NamedTuple):
    """The newest use of one entry, and its newest verification."""

    scope: Scope
    at: datetime
    verified_at: datetime | None


@dataclass(slots=True, kw_only=True)
class _Gathered:
    """What was noted since the last write."""

    since: datetime | None = None
    used: dict[str, _Use] = field(default_factory=dict)
    counts: dict[Origin, dict[tuple[str, str], int]] = field(default_factory=dict)
    distinct: int = 0
    ended: dict[str, tuple[Origin, datetime]] = field(default_factory=dict)
    checked: dict[str, Checked] = field(default_factory=dict)


class Uses:
    """The uses of one process; threads may share it.

    Attributes:
        missed: The code of the error for which they could not be written the last time; empty if they were.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._gathered = _Gathered()
        self.missed: str = ""
        let_go_in_children(self)

    def note(
        self,
        usable: Iterable[Usable],
        withheld: Iterable[Withheld],
        *,
        actor: Origin,
        at: datetime,
        scopes: tuple[Scope, ...] = (),
    ) -> None:
        """Gather what one request handed out and held back, and what it showed of the claims; no text is kept.

        Args:
            usable: The entries handed out.
            withheld: The entries held back.
            actor: Who asked.
            at: The reference instant of the request (UTC).
            scopes: Where they lie.
        """
        usable, withheld = tuple(usable), tuple(withheld)
        shown = tuple(outcomes.checked(usable, withheld, scopes))
        if shown:
            self.note_checked(shown, at=at)
        with self._lock:
            gathered = self._gathered
            gathered.since = gathered.since or at
            counts, used = gathered.counts.setdefault(actor, {}), gathered.used
            for each in usable:
                entry_id = each.entry.id
                self._count(counts, entry_id, "usable")
                earlier = used.get(entry_id)
                is_verified = each.validation.outcome in _VERIFIED
                verified_at = at if is_verified else earlier.verified_at if earlier else None
                if earlier or len(used) < NOTED_MAX:
                    used[entry_id] = _Use(each.entry.scope, at, verified_at)
            for held in withheld:
                self._count(counts, held.entry_id, f"withheld_{held.outcome.value}")
                if held.ended_at is not None and len(gathered.ended) < NOTED_MAX:
                    gathered.ended[held.entry_id] = (actor, held.ended_at)

    def note_verified(self, found: Iterable[tuple[Entry, Validation]], *, policy: Policy, at: datetime) -> None:
        """Gather what checking entries on purpose showed: when their sources last bore them out, and which do not.

        Args:
            found: The entries, and what was found of each.
            policy: Today's policy.
            at: The reference instant (UTC).
        """
        for entry, validation in found:
            verdict = judge(entry, validation, policy=policy)
            usable = (verdict,) if isinstance(verdict, Usable) else ()
            withheld = () if isinstance(verdict, Usable) else (verdict,)
            self.note_checked(outcomes.checked(usable, withheld, (entry.scope,)), at=at)
            if validation.outcome in _VERIFIED:
                with self._lock:
                    used = self._gathered.used
                    used_at = used[entry.id].at if entry.id in used else entry.used_at()
                    if entry.id in used or len(used) < NOTED_MAX:
                        used[entry.id] = _Use(entry.scope, used_at, at)

    def note_checked(self, checked: Iterable[tuple[str, Checked]], *, at: datetime) -> None:
        """Gather what checks, or a person's answers, showed of claims (R13): by id, the newest counts."""
        with self._lock:
            gathered = self._gathered
            for entry_id, each in checked:
                if entry_id in gathered.checked or len(gathered.checked) < NOTED_MAX:
                    gathered.since = gathered.since or at
                    gathered.checked[entry_id] = each

    def note_ended(self, ended: Iterable[tuple[str, datetime | None]], *, actor: Origin, at: datetime) -> None:
        """Gather ends that were seen where nothing was used: entries by id, with the instant of the end, if any."""
        with self._lock:
            gathered = self._gathered
            for entry_id, instant in ended:
                if instant is not None and len(gathered.ended) < NOTED_MAX:
                    gathered.since = gathered.since or at
                    gathered.ended[entry_id] = (actor, instant)

    def flush(self, store: UseStore, *, policy: Policy, now: datetime, at_once: bool = False) -> bool:
        """Write what was gathered, if it is time: a minute old, an end not yet in the ledger, or at once.

        Nothing is written after a leap of the clock that is not believed (R23), or to a store that cannot be written.

        Args:
            store: Where to write.
            policy: Today's policy.
            now: The reference instant (UTC).
            at_once: Whether it is time whatever the hour: the store is about to be closed, or a source spoke against
                an entry.

        Returns:
            Whether something was written.
        """
        with self._lock:
            gathered = self._gathered
            if gathered.since is None:
                return False
            is_time = at_once or abs(now - gathered.since) >= FLUSH_EVERY  # a clock can be set back
            if not (is_time or gathered.ended):
                return False
            mark = store.last_at()
            if mark is not None and now - mark > timedelta(days=policy.clock_leap_days_max):
                return False
            gathered.ended = {each: seen for each, seen in gathered.ended.items() if mark is None or mark < seen[1]}
            if not (is_time or gathered.ended):
                return False
            if not (gathered.distinct or gathered.ended or gathered.checked):
                gathered.since = None
                return False
            self._gathered = _Gathered()
        events = _events(gathered, now)
        try:
            _write(store, _renewals(store, gathered.used, policy, now), events, now)
            outcomes.count(gathered.checked, entries=store, policy=policy, now=now)
        except (IntegrityError, SchemaError):
            raise
        except StoreError as error:
            self._missed(gathered, error.code)
            return False
        self.missed = ""
        return True

    def forked(self) -> None:
        """Have nothing gathered: the parent writes what it gathered, and it would count twice."""
        self._lock, self._gathered = Lock(), _Gathered()

    def _missed(self, gathered: _Gathered, code: str) -> None:
        """Let uses go that could not be written, but no end: it is written once that can be (R23)."""
        with self._lock:
            self.missed = code
            if gathered.ended:
                self._gathered.since = self._gathered.since or gathered.since
                ended = {**gathered.ended, **self._gathered.ended}
                self._gathered.ended = dict(list(ended.items())[:NOTED_MAX])

    def _count(self, counts: dict[tuple[str, str], int], entry_id: str, code: str) -> None:
        key = (entry_id, code)
        known = counts.get(key, 0)
        if known or self._gathered.distinct < NOTED_MAX:
            self._gathered.distinct += not known
            counts[key] = known + 1


def renewed(
    entry: Entry, *, used_at: datetime, verified_at: datetime | None, policy: Policy, now: datetime
) -> Entry | None:
    """Give the entry as its use leaves it, one version on, or None if the use changes nothing worth a write. Pure.

    A code claim that was verified in use is asked about again only after its whole review time, never past the
    longest life; what is due by ``now``, be it by an event that came after that use, stays due (R24, R09).
    """
    if entry.status is not Status.ACTIVE:
        return None
    changed = entry
    if used_at - entry.used_at() >= USE_STEP:
        changed = replace(changed, last_used_at=used_at)
    if verified_at is not None and (entry.verified_at is None or verified_at - entry.verified_at >= USE_STEP):
        changed = replace(changed, verified_at=verified_at)
    due = entry.lifetime.review_at
    if verified_at is not None and entry.claim.kind is Kind.CODE and due is not None and now < due:
        later = verified_at + timedelta(days=policy.for_kind(Kind.CODE, is_order=entry.is_order).review_days)
        end = entry.lifetime.ends_at(entry.recorded_at)
        later = later if end is None else min(later, end)
        if later - due >= USE_STEP:
            changed = replace(changed, lifetime=replace(entry.lifetime, review_at=later))
    return None if changed is entry else replace(changed, version=entry.version + 1)


def _events(gathered: _Gathered, now: datetime) -> tuple[Event, ...]:
    seen = [
        Event(at=now, actor=actor, verb="expire", rule="R23", record_id=entry_id, code="seen")
        for entry_id, (actor, _) in gathered.ended.items()
    ]
    counted = [
        Event(at=now, actor=actor, verb="recall", rule="R17", record_id=entry_id, code=f"{code}:{count}")
        for actor, counts in gathered.counts.items()
        for (entry_id, code), count in counts.items()
    ]
    return (*seen, *counted)


def _renewals(store: UseStore, used: Mapping[str, _Use], policy: Policy, now: datetime) -> tuple[IndexedEntry, ...]:
    """Read the used entries as they are now and give those that their use changes, with their terms as stored."""
    by_scope: dict[Scope, list[str]] = {}
    for entry_id, use in used.items():
        by_scope.setdefault(use.scope, []).append(entry_id)
    found: list[IndexedEntry] = []
    for scope, ids in by_scope.items():
        changed = [
            after
            for entry in store.read((scope,), ids)
            if isinstance(entry, Entry)
            and (
                after := renewed(
                    entry, used_at=used[entry.id].at, verified_at=used[entry.id].verified_at, policy=policy, now=now
                )
            )
        ]
        found += as_stored(changed, scope, entries=store, policy=policy)
    return tuple(found)


def _write(store: UseStore, changed: tuple[IndexedEntry, ...], events: tuple[Event, ...], now: datetime) -> None:
    try:
        store.commit(Change(now=now, put=changed, events=events))
    except ConflictError:
        # Somebody changed one of them meanwhile: its use is lost, the others' must not be.
        for each in changed:
            try:
                store.commit(Change(now=now, put=(each,)))
            except ConflictError:
                continue
        store.commit(Change(now=now, events=events))

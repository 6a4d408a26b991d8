"""The durable store: the contracts of `store.port` over any database and one key folder."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

from tenure.errors import StoreError, StoreUnavailableError
from tenure.model.claim import Claim
from tenure.model.entry import Entry
from tenure.model.principal import Origin
from tenure.model.receipt import Left
from tenure.model.scope import Scope
from tenure.store import erasure, ledger, rows
from tenure.store.database import Database
from tenure.store.keyfolder import KeyFolder
from tenure.store.opened import OpenedViews
from tenure.store.port import R
from tenure.store.reader import Reader
from tenure.store.records import (
    Change,
    Erased,
    Finding,
    IndexedEntry,
    LedgerLine,
    Lost,
    ScopeView,
    Size,
    Tombstone,
)
from tenure.store.vector import Vector
from tenure.store.writer import Writing
from tenure.store.written import awaits_receipt, slots_wanted

if TYPE_CHECKING:  # loaded on first use only; its name is needed for types alone
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    from tenure.model.anchor import Anchor

Vectors = Callable[[Sequence[Entry]], Sequence[Vector | None]]
"""Makes vectors of entries, one each in their order; None where it cannot."""

DOOMED_MAX: Final = 64
"""Keys that may wait for their destruction after a commit that erased nothing a person asked for."""
LOG_BYTES_MAX: Final = 4_000_000
"""Size of the log after which a commit folds it into the data."""


class DurableStore:
    """Durable records and their ledger, for one tenant; safe for many threads and processes.

    Keeps the contracts `tenure.store.port.Entries` and `tenure.store.port.Ledger`; made by a backend's `open_store`.

    Args:
        database: Where the rows are.
        keys: The attached key folder.
        views_bytes_max: Most bytes of opened views in memory.
        view_idle_seconds: Seconds after which an unused view is dropped.
        clock_leap: How far ahead of the mark an instant is believed (R23).
    """

    def __init__(
        self,
        database: Database,
        keys: KeyFolder,
        *,
        views_bytes_max: int,
        view_idle_seconds: float,
        clock_leap: timedelta,
    ) -> None:
        self._leap = clock_leap
        self._database = database
        self._keys = keys
        self._views = OpenedViews(bytes_max=views_bytes_max, idle_seconds=view_idle_seconds)
        self._reader = Reader(database, keys, self._views)
        self._ledger_head = ledger.head_key(keys)
        self._vectors: Vectors | None = None
        self._to_clear: Sequence[int] = ()
        self._is_open = True
        self.last_at()
        if database.is_writable and erasure.count_doomed(database, keys)[0]:
            self.finish_erasure()

    def bound(self, *, views_bytes_max: int, view_idle_seconds: float, clock_leap: timedelta) -> None:
        """Set the bounds that a policy names, once it is known which one is in force."""
        self._views.bound(bytes_max=views_bytes_max, idle_seconds=view_idle_seconds)
        self._leap = clock_leap

    def make_vectors(self, by: Vectors) -> None:
        """Let every new entry be written with the vector that ``by`` makes of it."""
        self._vectors = by

    @property
    def unwritable(self) -> StoreUnavailableError | None:
        """The error that a write raises, or None if anything can be written; what cannot can still be read."""
        return self._database.unwritable

    def sign(self, message: bytes) -> tuple[str, str]:
        """Sign with this store's receipt key (Ed25519); give the signature and the public key (hex)."""
        key, public_key = self._receipt_key
        return key.sign(message).hex(), public_key

    @cached_property
    def _receipt_key(self) -> tuple[Ed25519PrivateKey, str]:
        from cryptography.hazmat.primitives.asymmetric import ed25519  # noqa: PLC0415 - on first use

        key = ed25519.Ed25519PrivateKey.from_private_bytes(self._keys.subkeys.key("receipts"))
        return key, key.public_key().public_bytes_raw().hex()

    @property
    def task_key(self) -> bytes:
        """The 32-byte key that wraps the keys of tasks held by the server."""
        return self._keys.subkeys.key("tasks")

    def digest(self, use: str, data: bytes) -> str:
        """Give a keyed digest (32 hexadecimal digits) for citations; not guessable without the key folder."""
        return self._keys.subkeys.digest("citations", b"citation", use.encode(), data).hex()

    def views(self, scopes: Sequence[Scope]) -> tuple[ScopeView, ...]:
        """Give the opened search parts of these scopes (empty scopes left out), cached and checked by version."""
        return self._opened().views(scopes)

    def read(self, scopes: Sequence[Scope], ids: Sequence[str]) -> tuple[Entry | Lost, ...]:
        """Give the entries with these ids that lie in these scopes, whole, in the order asked; others are left out."""
        return self._opened().read(scopes, ids) if ids else ()

    def held(self, form: type[R], scopes: Sequence[Scope]) -> tuple[R, ...]:
        """Give every record of one form in these scopes, oldest first."""
        return cast("tuple[R, ...]", self._opened().held(rows.FORMS[form], scopes))

    def tombstones_for(
        self, scopes: Sequence[Scope], claim: Claim | None, *, user: str | None = None, is_shared: bool = False
    ) -> tuple[Tombstone, ...]:
        """Give every tombstone of these scopes and of this user that matches a claim's text, value or kind; or all."""
        return self._opened().tombstones_for(scopes, claim, user=user, is_shared=is_shared)

    def scopes_with(
        self,
        *,
        user: str | None = None,
        project: str | None = None,
        repository: str | None = None,
        is_shared: bool = False,
    ) -> tuple[Scope, ...]:
        """Give every scope that names all of these, by equality; with none, every scope that is held."""
        return self._opened().scopes_with(user=user, project=project, repository=repository, is_shared=is_shared)

    def concerning(self, person: str) -> tuple[tuple[Scope, str], ...]:
        """Give (scope, entry id) of every entry that is about this person, wherever it lies."""
        return self._opened().concerning(person)

    def size(self, scope: Scope) -> Size:
        """Give how full a scope is: live entries, their sealed bytes, pending proposals."""
        return self._opened().size(scope)

    def holding(self, scope: Scope) -> AbstractContextManager[None]:  # noqa: ARG002 - here one lock is for all scopes
        """Keep every other writer out while a scope is read, decided on and written; re-entrant in a thread."""
        self._writable()
        return self._keys.lock()

    def commit(self, change: Change) -> Erased:
        """Write a change whole, with one sync; for its erasures, do also the later steps as far as they go now.

        Raises:
            ConflictError: A version is not the stored one plus one, a slot is taken, or an approval was used before.
            RequestError: An event or receipt is malformed; nothing was written.
            StoreUnavailableError: Nothing was written: read-only, full or locked.
        """
        ledger.check_events(change.events)
        self._writable()
        change = self._with_vectors(change)  # before the lock and the transaction: a model takes its time
        with self._keys.lock():
            self._opened()  # until now another thread may have closed it
            self._keys.check_place()
            self._keys.slots.prepare(slots_wanted(change))
            with self._database.writing() as transaction:
                written = Writing(self._keys, transaction, now=change.now, leap=self._leap).write(change)
                erasure.clear(transaction, self._keys, self._to_clear)
            self._to_clear = ()
            self._views.since.note(written)
            self._keys.heads.write(written.heads)
            self._keys.ends.append([*written.ends, *written.buried], sync=bool(change.erase))
            if change.erase:
                versions = {head.key: head.version for head in written.heads}
                written.counts["views"] = self._views.take_out(written.erased, versions=versions)
                later = self._later_steps(written.counts, awaits_receipt=awaits_receipt(change))
                return replace(later, records=tuple(written.records))
            self._tidy()
        return Erased(is_done=True, counts=tuple(sorted(written.counts.items())))

    def finish_erasure(self) -> Erased:
        """Go on with unfinished erasures (destroy keys, checkpoint, clear the list) and say how far they are."""
        self._writable()
        with self._keys.lock():
            self._opened()
            return self._later_steps({})

    def lines(self, *, after: int = 0, limit: int = 1000) -> tuple[LedgerLine, ...]:
        """Give ledger lines after a sequence number, oldest first, each checked against the one before it."""
        self._opened()
        head = self._keys.heads.read(self._ledger_head)[self._ledger_head]
        with self._database.reading() as transaction:
            ledger.newest(self._keys, transaction, head)
            return ledger.read_lines(self._keys, transaction, after=after, limit=limit)

    def left(self, ids: Collection[str], *, since: datetime | None) -> Left:
        """Give what left the store of these records, from the pages that sum up the ledger and the lines after them."""
        return self._opened().left(ids, since=since)

    def actor(self, origin: Origin) -> str:
        """Give what lines say of who did it: a keyed digest, by which one's own are known."""
        self._opened()
        return ledger.actor_digest(self._keys, origin).hex()

    def last_at(self) -> datetime | None:
        """Give the latest instant that is believed: the store's mark, before which no operation may be dated (R23)."""
        self._opened()
        return self._reader.last_at()

    def check(self, anchors: Sequence[Anchor] = ()) -> tuple[Finding, ...]:
        """Audit everything: seals, commitments, chain and head, keys; never raises for what it finds."""
        from tenure.store import audit  # noqa: PLC0415 - loads on first use

        self._opened()
        return audit.check_store(self._database, self._keys, anchors)

    def anchor(self) -> Anchor | None:
        """Give the newest line of the ledger to be written down elsewhere; None if there is none yet."""
        self.last_at()  # checked against the head
        with self._database.reading() as transaction:
            return ledger.anchor_of(self._keys, transaction)

    def copy_to(self, path: Path) -> None:
        """Copy the whole store as it is at one instant into a new file, sealed and without keys."""
        self._opened()
        self._database.copy_to(path)

    def close(self) -> None:
        """Finish what can be finished and let go of files; safe to call twice."""
        if not self._is_open:
            return
        self._is_open = False
        self._views.close()
        with suppress(StoreError):  # what cannot be finished now, the next open finishes
            if self._database.is_writable:
                with self._keys.lock():
                    with suppress(StoreError):
                        if erasure.count_doomed(self._database, self._keys)[0]:
                            erasure.destroy_doomed(self._database, self._keys)
                    self._keys.close()  # before a writer that waits for the lock has it
        self._database.close()
        self._keys.close()

    def _with_vectors(self, change: Change) -> Change:
        entries = (one for one in change.put if isinstance(one, IndexedEntry))
        new = [one for one in entries if one.entry.version <= 1 and one.vector is None]
        if self._vectors is None or not new:
            return change
        made = dict(zip((one.entry.id for one in new), self._vectors([one.entry for one in new]), strict=True))
        put = tuple(
            replace(one, vector=made[one.entry.id]) if isinstance(one, IndexedEntry) and one.entry.id in made else one
            for one in change.put
        )
        return replace(change, put=put)

    def _opened(self) -> Reader:
        if not self._is_open:
            raise StoreError("this store is closed", code="closed", hint="Open it again.")
        return self._reader

    def _writable(self) -> None:
        self._opened()
        if (refused := self.unwritable) is not None:
            raise refused

    def _later_steps(self, counts: dict[str, int], *, awaits_receipt: bool = False) -> Erased:
        try:
            if awaits_receipt:  # the list is cleared with what the receipt then says, in one sync
                done, destroyed = erasure.destroy_listed(self._database, self._keys)
                is_done, self._to_clear = done is not None, done or ()
            else:
                is_done, destroyed = erasure.destroy_doomed(self._database, self._keys)
            waits: tuple[str, ...] = () if is_done else ("log",)
        except StoreUnavailableError:  # the commit stands; these steps are repeated until they are done
            is_done, destroyed, waits = False, 0, ("keys", "log")
        if destroyed:
            counts["keys"] = destroyed
        return Erased(is_done=is_done, counts=tuple(sorted(counts.items())), waits=waits)

    def _tidy(self) -> None:
        with suppress(StoreUnavailableError):  # the commit stands; tidying is tried again after the next one
            if erasure.count_doomed(self._database, self._keys)[0] >= DOOMED_MAX:
                erasure.destroy_doomed(self._database, self._keys)
            elif self._database.log_bytes() > LOG_BYTES_MAX:
                self._database.checkpoint()

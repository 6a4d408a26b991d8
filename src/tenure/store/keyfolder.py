"""The key folder of one tenant, opened: subkeys, slots, heads and journal, matched to the data by the store's id."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

from tenure.errors import IntegrityError, RequestError, StoreError
from tenure.store.cells import CellFolder, FileFolder, MemoryFolder
from tenure.store.database import Database
from tenure.store.ends import End, Ends
from tenure.store.heads import KEYS_BACK, Head, Heads
from tenure.store.keys import KeySlots, RootKey, Subkeys, replaced
from tenure.store.wrapping import bound_of, finish, tenant_folder

_ID_BYTES: Final = 16
_STORE: Final = "store"


class KnownBefore(NamedTuple):
    """What a key folder knows of lost data: its newest heads, and what ended (None if the journal is lost)."""

    heads: dict[bytes, Head]
    ends: tuple[End, ...] | None


class KeyFolder:
    """What lies apart from the data.

    Args:
        path: The key folder, or None for memory.
        root: Gives the root key.
        tenant: Whose keys.
        is_writable: False reads only.

    Attributes:
        tenant: Whose keys.
        store_id: The random id of the store to which they belong.
        bound: Tenant and store id, framed: part of everything that is sealed.
        subkeys: Keys by use.
        slots: One key a record.
        heads: The newest known states.
        ends: The journal of ends.
        sound_line: The newest ledger line whose own mac was checked in this process.
        pages: How many pages that sum up the ledger this process has seen.
    """

    subkeys: Subkeys
    slots: KeySlots
    heads: Heads
    ends: Ends
    store_id: bytes
    bound: bytes

    def __init__(self, path: Path | None, *, root: RootKey, tenant: str, is_writable: bool) -> None:
        self.tenant = tenant
        self._root = root
        self._is_writable = is_writable
        self._is_attached = False
        self.sound_line: tuple[object, ...] | None = None
        self.pages = 0
        self._kept: Heads
        self._top: CellFolder
        self._inner: CellFolder
        if path is None:
            self._top = self._inner = MemoryFolder()
        else:
            top = FileFolder(path, is_writable=is_writable)
            inner = FileFolder(tenant_folder(path, tenant), is_writable=is_writable, within=top)
            self._top, self._inner = top, inner

    def lock(self) -> AbstractContextManager[None]:
        """Keep every other writer of this store out."""
        return self._top.lock()

    def check_place(self) -> None:
        """Let a write pass if the files that were opened are those that lie here; the caller holds the lock.

        Raises:
            StoreError: They were taken away or replaced (``replaced``): what is written to them would be lost.
        """
        if not all(part.is_in_place() for part in (self.slots, self.heads, self.ends)):
            raise replaced()

    def attach(self, database: Database, *, create: bool) -> None:
        """Match the keys to the data and open them; the caller holds the lock if anything may be written.

        Raises:
            StoreError: The data is foreign to these keys, or keys are missing (codes ``foreign_store``,
                ``keys_missing``, ``wrong_root_key``).
            IntegrityError: The data that these keys know is gone (``data_gone``), or the heads or the journal of ends
                are missing or cut short (``keys_damaged``).
        """
        known = self._top.read_small(_STORE)
        found = next((bytes(row[0]) for row in database.rows("read_store_id")), None)
        if found is not None and known != found:
            raise StoreError(
                "this store's keys are not on this account",
                code="foreign_store",
                hint="If you trust where it came from and have its keys, run `tenure init --adopt`.",
            )
        if known is None:
            if not create:
                raise StoreError("there is no memory yet", code="no_store", hint="Run `tenure init`.")
            known = secrets.token_bytes(_ID_BYTES)
            self._top.create_small(_STORE, known)
        has_bucket = database.rows("has_bucket", (self.tenant,))
        is_empty = not (has_bucket or database.rows("read_last_lines", (self.tenant, 1)))
        self._open(known, create=create and is_empty)
        if is_empty and create and not self.heads.all():
            self.heads.begin()
            self.ends.begin(datetime.now(UTC))
        if not is_empty and not (self.heads.is_whole() and self.ends.is_whole()):
            raise IntegrityError(
                "the heads or the journal of ends in the key folder are missing or cut short",
                code="keys_damaged",
                hint=KEYS_BACK,
            )
        if self._is_writable:
            self.heads.recount()
        if is_empty and self.heads.all():
            raise IntegrityError(
                "the data that these keys belong to is gone",
                code="data_gone",
                hint="Put the data folder back; or move the key folder away too, to begin anew.",
            )
        if found is None:
            with database.writing() as transaction:
                transaction.run("insert_store_id", (known,))

    def attach_copy(self, database: Database) -> KnownBefore:
        """Open the keys for a copy of the data that is to take the place of what was there; give what they know.

        The copy is judged by itself: until `settle`, the heads in use are empty ones in memory.

        Raises:
            RequestError: The copy is another store's (``foreign_backup``).
            StoreError: Keys are missing.
        """
        known = self._top.read_small(_STORE)
        found = next((bytes(row[0]) for row in database.rows("read_store_id")), None)
        if known is None or found != known:
            raise RequestError(
                "the keys of this backup are not here",
                code="foreign_backup",
                hint="Restore it beside the key folder of the store from which it was made.",
            )
        self._open(known, create=False)
        self._kept = self.heads
        before = KnownBefore(heads=self._known_heads(), ends=self._known_ends())
        self.heads = Heads(MemoryFolder(), self.subkeys)
        return before

    def is_damaged(self) -> bool:
        """Tell whether the heads or the journal of ends are missing, cut short or altered, once a copy is attached."""
        try:
            return not self._kept.is_whole() or not self._kept.all() or self._known_ends() is None
        except IntegrityError:
            return True

    def settle(self, lines: Sequence[End], *, now: datetime, has_journal: bool) -> None:
        """Make the heads that the copy grew in memory those of the key folder, for good; go on with the journal.

        Args:
            lines: What the journal gets.
            now: The reference instant.
            has_journal: False begins a lost journal anew.
        """
        grown = self.heads.all()
        self.heads = self._kept
        self.heads.replace(grown)
        if not has_journal:
            self.ends.begin_anew(now)
        self.ends.append(lines, sync=True)

    def _open(self, known: bytes, *, create: bool) -> None:
        self.store_id = known
        self.bound = bound_of(self.tenant, known)
        self.subkeys = Subkeys(self._inner, self._root, bound=self.bound, create=create)
        if self.subkeys.is_rotating and self._is_writable:  # a rotation was stopped: the root key in place is the one
            finish(self._inner, self._root.load(), self.bound)
        self.slots = KeySlots(self._inner, self.subkeys, bound=self.bound)
        self.heads = Heads(self._inner, self.subkeys)
        self.ends = Ends(self._inner, self.subkeys)
        self._is_attached = True

    def _known_heads(self) -> dict[bytes, Head]:
        try:
            return {head.key: head for head in self.heads.all()} if self.heads.is_whole() else {}
        except IntegrityError:
            return {}

    def _known_ends(self) -> tuple[End, ...] | None:
        try:
            return tuple(self.ends.read()) if self.ends.is_whole() else None
        except IntegrityError:
            return None

    def close(self) -> None:
        """Let go of the files."""
        if self._is_attached:
            for part in (self.slots, self.heads, self.ends):
                part.close()
        self._top.close()

"""Looks over where the buckets of a tenant lie: one that was removed or put elsewhere would only be missing (R34)."""

from __future__ import annotations

import time
from typing import Any, Final

from tenure.errors import IntegrityError
from tenure.store import ledger, rows
from tenure.store.buckets import Bucket, check_bucket
from tenure.store.database import Database
from tenure.store.keyfolder import KeyFolder
from tenure.store.snapshot import SEVEN, chunks, padded

OFTEN_SECONDS: Final = 60.0
"""How often what happens often looks them over, for it reads a row of every scope: some 2 µs each."""


class Places:
    """Where the buckets were found last: checked once a process, and again what is new or altered since.

    Args:
        database: Where the rows are.
        keys: What checks them.
    """

    def __init__(self, database: Database, keys: KeyFolder) -> None:
        self._database = database
        self._keys = keys
        self._ledger_head = ledger.head_key(keys)
        self._known: dict[bytes, tuple[object, ...]] = {}
        self._sound_at: float | None = None

    def of_user(self, user: str, *, is_shared: bool) -> list[tuple[Any, ...]]:
        """Give the row of every bucket that names this user, with ``is_shared`` also of those that name none."""
        part = rows.part_digest(self._keys.subkeys, "user", user)
        found = self._database.rows("read_buckets_of_user", (self._keys.tenant, part))
        return found + (self._database.rows("read_buckets_of_nobody", (self._keys.tenant,)) if is_shared else [])

    def check_often(self) -> None:
        """Look them over if that was not done in the last `OFTEN_SECONDS`, or if the last look found a fault.

        Raises:
            IntegrityError: As for `check`.
        """
        if self._sound_at is None or time.monotonic() - self._sound_at >= OFTEN_SECONDS:
            self.check()

    def check(self) -> None:
        """Look them over now.

        Raises:
            IntegrityError: A bucket is gone, or is not where it was written; whose it was cannot be told.
        """
        known = self._known  # before all else is read: what another thread finds meanwhile need not be in it
        self._sound_at, began = None, time.monotonic()
        least = self._keys.heads.count() - (self._keys.heads.read(self._ledger_head)[self._ledger_head] is not None)
        found = {place[0]: place for place in self._database.rows("read_bucket_places", (self._keys.tenant,))}
        if len(found) < least or not found.keys() >= known.keys():
            raise IntegrityError("the state of a scope was removed", code="removed")
        new = [place for key, place in found.items() if known.get(key) != place]
        for chunk in chunks([place[0] for place in new], SEVEN):
            for bucket in self._database.rows("read_buckets", (self._keys.tenant, *padded(chunk, SEVEN))):
                check_bucket(self._keys, Bucket._make(bucket))
        self._known, self._sound_at = found, began

"""The audit of a store that is refused: its ledger was cut, its data put back, its heads lost."""

from __future__ import annotations

import contextlib
from pathlib import Path

from tenure.errors import IntegrityError
from tenure.store import audit
from tenure.store.keyfolder import KeyFolder
from tenure.store.keys import RootKey
from tenure.store.records import Finding
from tenure.store.sqlite import FILE, SqliteDatabase


def check_unopened(data: Path, keys: Path, *, root: RootKey, tenant: str = "default") -> tuple[Finding, ...]:
    """Give everything that is wrong with a store, without opening it for use; nothing is written.

    Raises:
        StoreError: The keys are missing or another store's, or the file is no database.
    """
    with (
        contextlib.closing(KeyFolder(keys, root=root, tenant=tenant, is_writable=False)) as key_folder,
        contextlib.closing(SqliteDatabase(data / FILE, is_writable=False)) as database,
    ):
        try:
            key_folder.attach(database, create=False)
        except IntegrityError as error:
            return (Finding(check="keys", is_fault=True, message=str(error), fix=error.hint),)
        return audit.check_store(database, key_folder)

"""Put a backup in the place of an SQLite store that was lost or is to be left, or take its data as it is."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from tenure.errors import StoreError, StoreUnavailableError, unavailable, unwritable
from tenure.model.event import Event
from tenure.store import folder as folders
from tenure.store.cells import sync_folder
from tenure.store.ends import End
from tenure.store.keyfolder import KeyFolder
from tenure.store.keys import RootKey
from tenure.store.records import Restored, Setting
from tenure.store.restoring import restore_into
from tenure.store.sqlite import FILE, SqliteDatabase
from tenure.store.sqlite_copy import check_backup, copy_file

RESTORING: Final = f"{FILE}.restoring"
_BESIDE: Final = ("-wal", "-shm")
_TENANT: Final = "default"
_LEAP: Final = timedelta(days=30)
"""How far ahead of the mark an instant is believed (R23): as the policies that ship have it."""


def restore_store(
    backup: Path,
    data: Path,
    keys: Path,
    *,
    root: RootKey,
    event: Event,
    instead: Sequence[Setting] = (),
) -> Restored:
    """Restore a backup beside the key folder that has lived on.

    1. The backup is copied into the data folder under another name, judged, and brought to what the keys know.
    2. What lies there as data is set aside, never deleted; the copy takes its name.
    3. The heads become the copy's. A crash between these steps leaves a store that is refused until it is done again.

    The instant of ``event`` is the reference instant.

    Raises:
        StoreError: The backup is none or another store's, the keys are not here, or a folder is refused.
        IntegrityError: The backup is damaged or was altered.
        StoreUnavailableError: The store is in use, or something cannot be written.
    """
    check_backup(backup)
    if not keys.is_dir():
        raise StoreError(
            "the keys of this backup are not here", code="keys_missing", hint="Put the key folder back first."
        )
    if not folders.prepare(data, keys, file=FILE, create=True):
        raise unwritable()
    part = data / RESTORING
    with _held(keys, root) as key_folder:
        try:
            _remove(part)
            copy_file(backup, part)
            restored, lines = _brought_up(part, key_folder, event=event, instead=instead)
            aside = _set_aside(data / FILE, event.at)
            part.rename(data / FILE)
            sync_folder(data)
        except OSError as error:
            raise unavailable(error.errno, "the place of the backup") from None
        finally:
            _remove(part)
        key_folder.settle(lines, now=event.at, has_journal=restored.has_journal)
    return replace(restored, aside=aside)


def accept_store(
    data: Path,
    keys: Path,
    *,
    root: RootKey,
    event: Event,
    instead: Sequence[Setting] = (),
) -> Restored:
    """Take the data as it is for the newest, where the key folder can no longer tell: its heads or journal are damaged.

    As when a backup is restored the data is judged by itself, what the journal knows to have ended ends, and every
    scope gets a new head; a crash on the way leaves a store that is refused until it is done again.

    Raises:
        StoreError: There is no store, its keys are not here, or nothing is damaged (``nothing_damaged``).
        IntegrityError: The data file or the ledger is damaged too.
        StoreUnavailableError: Something cannot be written.
    """
    if not folders.prepare(data, keys, file=FILE, create=False):
        raise unwritable()
    with _held(keys, root) as key_folder:
        accepted, lines = _brought_up(data / FILE, key_folder, event=event, instead=instead, is_accepted=True)
        key_folder.settle(lines, now=event.at, has_journal=accepted.has_journal)
    return accepted


@contextlib.contextmanager
def _held(keys: Path, root: RootKey) -> Iterator[KeyFolder]:
    """Open the key folder and keep every other writer out."""
    with (
        contextlib.closing(KeyFolder(keys, root=root, tenant=_TENANT, is_writable=True)) as key_folder,
        key_folder.lock(),
    ):
        yield key_folder


def _brought_up(
    file: Path, key_folder: KeyFolder, *, event: Event, instead: Sequence[Setting], is_accepted: bool = False
) -> tuple[Restored, list[End]]:
    """Bring a data file to what the keys know, at the instant of the event, and fold its log in."""
    with contextlib.closing(SqliteDatabase(file)) as database:
        found = restore_into(
            database, key_folder, now=event.at, event=event, instead=instead, leap=_LEAP, is_accepted=is_accepted
        )
        database.checkpoint()
    return found


def _set_aside(file: Path, now: datetime) -> Path | None:
    """Give the data that lies there another name, with its log folded in, and say which."""
    if not file.exists():
        for ending in _BESIDE:  # a log without its data is of no use, and must not meet other data
            Path(f"{file}{ending}").unlink(missing_ok=True)
        return None
    _fold(file)
    aside = file.with_name(f"{file.name}.before-{now:%Y%m%d-%H%M%S-%f}")
    for ending in (*_BESIDE, ""):
        if Path(f"{file}{ending}").exists():
            Path(f"{file}{ending}").rename(f"{aside}{ending}")
    return aside


def _fold(file: Path) -> None:
    """Fold the log into the data, if it can be read at all.

    Raises:
        StoreUnavailableError: Another process has it open.
    """
    try:
        with contextlib.closing(sqlite3.connect(file, timeout=1.0, isolation_level=None)) as connection:
            connection.execute("PRAGMA locking_mode = EXCLUSIVE").fetchone()
            connection.execute("PRAGMA journal_mode = DELETE").fetchone()
    except sqlite3.OperationalError as error:
        if getattr(error, "sqlite_errorname", "").startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            raise StoreUnavailableError(
                "another process has this store open", code="in_use", hint="End it, then restore again."
            ) from None
    except sqlite3.DatabaseError:  # damaged: it is set aside as it is
        return


def _remove(file: Path) -> None:
    for ending in ("", *_BESIDE):
        Path(f"{file}{ending}").unlink(missing_ok=True)

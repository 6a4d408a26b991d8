"""SQLite: how a store is opened in a folder or in memory, its connections, its settings and its errors."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

from tenure.errors import Error, SchemaError, StoreError, StoreUnavailableError, unwritable
from tenure.forked import let_go_in_children
from tenure.store import folder as folders
from tenure.store.database import Mark
from tenure.store.keyfolder import KeyFolder
from tenure.store.keys import RootKey
from tenure.store.sealed import DurableStore
from tenure.store.sqlite_child import hold_in_child
from tenure.store.sqlite_copy import check_place, copy_database, file_mark, file_stamp
from tenure.store.sqlite_schema import settle_schema
from tenure.store.sqlite_transaction import Connection, SqliteTransaction, connect, translated

FILE: Final = "tenure.db"
IDLE_CONNECTIONS_MAX: Final = 8
_of_parents: Final[list[sqlite3.Connection]] = []
"""A child neither uses nor closes them: closing one would work on the parent's files with locks it does not hold."""


def open_store(
    data: Path | None,
    keys: Path | None,
    *,
    root: RootKey,
    tenant: str = "default",
    views_bytes_max: int = 64_000_000,
    view_idle_seconds: float = 60.0,
    clock_leap_days_max: int = 30,
    create: bool = True,
) -> DurableStore:
    """Open the durable store of one tenant, finishing what a crash left.

    Args:
        data: The data folder, or None for a store in memory.
        keys: The key folder, apart from the data; None with ``data`` None.
        root: Gives the root key.
        tenant: Whose store it is.
        views_bytes_max: Most bytes of opened views in memory.
        view_idle_seconds: Seconds after which an unused view is dropped.
        clock_leap_days_max: How many days ahead of the store's mark an instant is believed (R23).
        create: Whether a missing store is made.

    Returns:
        The store; where the disk is full and the store is there, one that can only be read.

    Raises:
        StoreError: A folder is refused, the data is foreign to the keys (code ``foreign_store``), or keys are missing.
        SchemaError: The data was written by a newer version, or its schema is not ours.
        IntegrityError: The data is older than the keys know it to be, or is damaged.
        StoreUnavailableError: The folders cannot be read just now.
    """
    if (data is None) != (keys is None):
        raise StoreError("data and keys are both in folders or both in memory", code="bad_place")
    is_writable = True
    if data is not None and keys is not None:
        is_writable = folders.prepare(data, keys, file=FILE, create=create)

    def opened(*, writes: bool) -> DurableStore:
        with contextlib.ExitStack() as undo:
            key_folder = KeyFolder(keys, root=root, tenant=tenant, is_writable=writes)
            undo.callback(key_folder.close)
            with key_folder.lock() if writes else contextlib.nullcontext():
                file = None if data is None else data / FILE
                database = SqliteDatabase(file, is_writable=writes, is_full=is_writable and not writes)
                undo.callback(database.close)
                key_folder.attach(database, create=create and writes)
                store = DurableStore(
                    database,
                    key_folder,
                    views_bytes_max=views_bytes_max,
                    view_idle_seconds=view_idle_seconds,
                    clock_leap=timedelta(days=clock_leap_days_max),
                )
            undo.pop_all()
            return store

    try:
        return opened(writes=is_writable)
    except StoreUnavailableError as error:
        if error.code != "disk_full" or data is None or not is_writable:
            raise
        # Room is needed to write, and for the files of a lock: what is there can be read without.
        with contextlib.suppress(SchemaError, StoreUnavailableError):  # else the first error is the one to tell
            return opened(writes=False)
        raise


class SqliteDatabase:
    """One database file, or one database in memory, with a small pool of connections.

    Args:
        path: The file, or None for memory.
        is_writable: False opens a file that nothing can be written to.
        is_full: Whether that is so since the disk was full.
    """

    def __init__(self, path: Path | None, *, is_writable: bool = True, is_full: bool = False) -> None:
        self._path = path
        self._is_writable = is_writable
        self._is_full = is_full
        self._idle: list[Connection] = []
        self._is_closed = False
        self._memory_guard = threading.RLock()
        let_go_in_children(self)
        try:
            connection = self._connect()
            self._idle.append(connection)
            if path is not None and is_writable:
                connection.execute("PRAGMA journal_mode = WAL")
            self._place = None if path is None else os.fspath(path)
            self._file = file_mark(self._place)
            settle_schema(connection, is_writable=is_writable)
        except sqlite3.Error as error:
            self.close()
            raise translated(error, self._path) from None
        except Error:
            self.close()
            raise

    @property
    def is_writable(self) -> bool:
        """Whether anything can be written."""
        return self._is_writable

    @property
    def unwritable(self) -> StoreUnavailableError | None:
        """The error that a write raises, or None if anything can be written."""
        return None if self._is_writable else unwritable(is_full=self._is_full)

    def reading(self) -> contextlib.AbstractContextManager[SqliteTransaction]:
        """Begin one snapshot; it sees no commit that comes later."""
        return self._transaction("BEGIN", "ROLLBACK", writes=False)

    def writing(self) -> contextlib.AbstractContextManager[SqliteTransaction]:
        """Begin the one writing transaction; committed at the end of the block, or rolled back whole.

        Raises:
            StoreUnavailableError: The store was opened for reading only, or the disk is full.
            StoreError: The file is not the one that was opened.
        """
        if (refused := self.unwritable) is not None:
            raise refused
        return self._transaction("BEGIN IMMEDIATE", "COMMIT", writes=True)

    def mark(self) -> Mark:
        """Give the mark of what is committed now; a file that is not the one that was opened has none."""
        check_place(self._place, self._file)
        connection = self._take()
        try:
            return SqliteTransaction(connection).mark()
        except sqlite3.Error as error:
            raise translated(error, self._path) from None
        finally:
            self._give(connection)

    def rows(self, name: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Run one reading statement by itself."""
        connection = self._take()
        try:
            return SqliteTransaction(connection).rows(name, values)
        except sqlite3.Error as error:
            raise translated(error, self._path) from None
        finally:
            self._give(connection)

    def checkpoint(self) -> bool:
        """Fold the log into the data and truncate it; False if a reader was in the way."""
        if self._path is None:
            return True
        connection = self._take()
        try:
            is_busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        except sqlite3.Error as error:
            raise translated(error, self._path) from None
        finally:
            self._give(connection)
        return not is_busy

    def log_bytes(self) -> int:
        """Give the size of the log that a checkpoint would fold in."""
        if self._path is None:
            return 0
        try:
            return os.stat(f"{self._path}-wal").st_size  # noqa: PTH116 - asked after every commit
        except OSError:
            return 0

    def check(self) -> list[str]:
        """Give what SQLite's own check finds; empty if sound."""
        connection = self._take()
        try:
            found = [str(line) for (line,) in connection.execute("PRAGMA integrity_check(20)")]
        except sqlite3.Error as error:
            return [str(translated(error, self._path))]
        finally:
            self._give(connection)
        return [] if found == ["ok"] else found

    def copy_to(self, path: Path) -> None:
        """Copy everything, as it is at one instant, into a new private file that needs no log beside it."""
        connection = self._take()
        try:
            copy_database(connection, path)
        except sqlite3.Error as error:
            raise translated(error, self._path) from None
        finally:
            self._give(connection)

    def close(self) -> None:
        """Let go of every connection: of one in use as soon as it is given back."""
        self._is_closed = True
        with self._memory_guard:
            idle, self._idle = self._idle, []
            for connection in idle:
                connection.close()

    def forked(self) -> None:
        """Begin without connections; one in memory is a copy of the parent's, and goes on."""
        self._memory_guard = threading.RLock()
        if self._path is not None:
            _of_parents.extend(self._idle)
            self._idle = []

    @contextlib.contextmanager
    def _transaction(self, begin: str, end: str, *, writes: bool) -> Iterator[SqliteTransaction]:
        check_place(self._place, self._file)
        connection = self._take()
        # Counted while nobody else has the connection: what is read before, within and after never has equal marks.
        connection.written += writes
        try:
            connection.execute(begin)
            yield SqliteTransaction(connection)
            connection.execute(end)
        except sqlite3.Error as error:
            raise translated(error, self._path) from None
        finally:
            if connection.in_transaction:
                with contextlib.suppress(sqlite3.Error):  # the first error is the one to tell
                    connection.execute("ROLLBACK")
            connection.written += writes
            self._give(connection)

    def _take(self) -> Connection:
        if self._path is None:  # one connection is the whole database
            self._memory_guard.acquire()
            if not self._idle:
                self._memory_guard.release()
                raise StoreError("this store is closed", code="closed", hint="Open it again.")
            return self._idle[0]
        while self._idle:
            try:
                connection = self._idle.pop()
            except IndexError:  # another thread took the last one
                break
            if connection.unchanged is None or connection.unchanged == file_stamp(self._path):
                return connection
            connection.close()
        try:
            return self._connect()
        except sqlite3.Error as error:
            raise translated(error, self._path) from None

    def _give(self, connection: Connection) -> None:
        if self._path is None:
            self._memory_guard.release()
        elif len(self._idle) < IDLE_CONNECTIONS_MAX and not (connection.in_transaction or self._is_closed):
            self._idle.append(connection)
        else:
            connection.close()

    def _connect(self) -> Connection:
        unchanged = None
        if self._path is None:
            place = ":memory:"
        else:
            # Without a log nobody writes, and a folder that cannot be written needs no lock files; until it changes.
            unchanged = None if self._is_writable or self.log_bytes() else file_stamp(self._path)
            mode = "rwc" if self._is_writable else "ro" if unchanged is None else "ro&immutable=1"
            place = f"{self._path.absolute().as_uri()}?mode={mode}"
        if self._path is not None and self._is_writable:
            folders.make_private(self._path)
        hold_in_child(self._path)
        return connect(place, unchanged=unchanged)

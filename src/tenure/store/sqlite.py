"""SQLite: how a store is opened in a folder or in memory, its connections, its settings and its errors."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from tenure.errors import (
    ConflictError,
    Error,
    IntegrityError,
    SchemaError,
    StoreError,
    StoreUnavailableError,
)
from tenure.store import folder as folders
from tenure.store.keyfolder import KeyFolder
from tenure.store.keys import RootKey
from tenure.store.sealed import DurableStore
from tenure.store.sql import migrations, statements

FILE: Final = "tenure.db"
APPLICATION: Final = 1413828181
_VERSION: Final = "PRAGMA user_version"
BUSY_MILLISECONDS: Final = 30_000
IDLE_CONNECTIONS_MAX: Final = 8
_SETTINGS: Final = (
    "PRAGMA page_size = 8192",
    "PRAGMA trusted_schema = OFF",
    "PRAGMA temp_store = MEMORY",
    "PRAGMA secure_delete = ON",
    "PRAGMA synchronous = FULL",
    "PRAGMA wal_autocheckpoint = 0",
    "PRAGMA cell_size_check = ON",
)
_UNAVAILABLE: Final = (
    "SQLITE_BUSY",
    "SQLITE_LOCKED",
    "SQLITE_FULL",
    "SQLITE_IOERR",
    "SQLITE_READONLY",
    "SQLITE_CANTOPEN",
    "SQLITE_PERM",
)


def open_store(
    data: Path | None,
    keys: Path | None,
    *,
    root: RootKey,
    tenant: str = "default",
    views_bytes_max: int = 64_000_000,
    view_idle_seconds: float = 60.0,
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
        create: Whether a missing store is made.

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
    key_folder = KeyFolder(keys, root=root, tenant=tenant, is_writable=is_writable)
    try:
        with key_folder.lock() if is_writable else contextlib.nullcontext():
            database = SqliteDatabase(None if data is None else data / FILE, is_writable=is_writable)
            try:
                key_folder.attach(database, create=create and is_writable)
                store = DurableStore(
                    database, key_folder, views_bytes_max=views_bytes_max, view_idle_seconds=view_idle_seconds
                )
            except BaseException:
                database.close()
                raise
    except BaseException:
        key_folder.close()
        raise
    return store


class SqliteDatabase:
    """One database file, or one database in memory, with a small pool of connections.

    Args:
        path: The file, or None for memory.
        is_writable: False opens a file that nothing can be written to.
    """

    def __init__(self, path: Path | None, *, is_writable: bool = True) -> None:
        self._path = path
        self._is_writable = is_writable
        self._idle: list[sqlite3.Connection] = []
        self._process = os.getpid()
        self._memory_guard = threading.RLock()
        with _translated():
            connection = self._connect()
            try:
                _settle_schema(connection, is_writable=is_writable, is_file=path is not None)
            except BaseException:
                connection.close()
                raise
        self._idle.append(connection)

    @property
    def is_writable(self) -> bool:
        """Whether anything can be written."""
        return self._is_writable

    @contextlib.contextmanager
    def reading(self) -> Iterator[SqliteTransaction]:
        """Begin one snapshot; it sees no commit that comes later."""
        with _translated(), self._borrowed() as connection:
            connection.execute("BEGIN")
            try:
                yield SqliteTransaction(connection)
            finally:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")

    def rows(self, name: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Run one reading statement by itself."""
        with _translated(), self._borrowed() as connection:
            return connection.execute(statements()[name], values).fetchall()  # type: ignore[arg-type]  # the stub wants buffers

    @contextlib.contextmanager
    def writing(self) -> Iterator[SqliteTransaction]:
        """Begin the one writing transaction; committed at the end of the block, or rolled back whole.

        Raises:
            StoreUnavailableError: The store was opened for reading only, or the disk is full.
        """
        if not self._is_writable:
            raise StoreUnavailableError("this store can only be read", code="read_only")
        with _translated(), self._borrowed() as connection:
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield SqliteTransaction(connection)
                connection.execute("COMMIT")
            finally:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")

    def checkpoint(self) -> bool:
        """Fold the log into the data and truncate it; False if a reader was in the way."""
        if self._path is None:
            return True
        with _translated(), self._borrowed() as connection:
            is_busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            return not is_busy

    def log_bytes(self) -> int:
        """Give the size of the log that a checkpoint would fold in."""
        if self._path is None:
            return 0
        try:
            return Path(f"{self._path}-wal").stat().st_size
        except OSError:
            return 0

    def check(self) -> list[str]:
        """Give what SQLite's own check finds; empty if sound."""
        with _translated(), self._borrowed() as connection:
            found = [str(line) for (line,) in connection.execute("PRAGMA integrity_check(20)")]
        return [] if found == ["ok"] else found

    def close(self) -> None:
        """Let go of every idle connection."""
        idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    @contextlib.contextmanager
    def _borrowed(self) -> Iterator[sqlite3.Connection]:
        if self._path is None:  # one connection is the whole database
            with self._memory_guard:
                if not self._idle:
                    raise StoreError("this store is closed", code="closed", hint="Open it again.")
                yield self._idle[0]
            return
        if self._process != os.getpid():  # connections do not survive a fork
            self._idle, self._process = [], os.getpid()
        try:
            connection = self._idle.pop()
        except IndexError:
            connection = self._connect()
        try:
            yield connection
        except BaseException:
            connection.close()
            raise
        if len(self._idle) < IDLE_CONNECTIONS_MAX:
            self._idle.append(connection)
        else:
            connection.close()

    def _connect(self) -> sqlite3.Connection:
        if self._path is None:
            place = ":memory:"
        elif self._is_writable:
            place = f"{self._path.absolute().as_uri()}?mode=rwc"
        elif self.log_bytes():
            place = f"{self._path.absolute().as_uri()}?mode=ro"
        else:  # without a log nothing can change under us that we could miss
            place = f"{self._path.absolute().as_uri()}?mode=ro&immutable=1"
        connection = sqlite3.connect(
            place,
            timeout=BUSY_MILLISECONDS / 1000,
            isolation_level=None,
            check_same_thread=False,
            uri=True,
            cached_statements=256,
        )
        for pragma in _SETTINGS:
            connection.execute(pragma)
        return connection


class SqliteTransaction:
    """One open transaction."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def rows(self, name: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Run a named statement and give its rows."""
        return self._connection.execute(statements()[name], values).fetchall()  # type: ignore[arg-type]  # the stub wants buffers

    def run(self, name: str, values: Sequence[object]) -> None:
        """Run a named statement that writes."""
        self._connection.execute(statements()[name], values)  # type: ignore[arg-type]  # the stub wants buffers

    def run_many(self, name: str, values: Iterable[Sequence[object]]) -> None:
        """Run a named statement that writes, once for each item."""
        self._connection.executemany(statements()[name], values)  # type: ignore[arg-type]  # the stub wants buffers


def _settle_schema(connection: sqlite3.Connection, *, is_writable: bool, is_file: bool) -> None:
    if is_file and is_writable:
        connection.execute("PRAGMA journal_mode = WAL")
    wanted = migrations()
    if _number(connection, _VERSION) < len(wanted):
        if not is_writable:
            raise SchemaError("this store was made by an older version and cannot be written", code="old_schema")
        connection.execute("BEGIN IMMEDIATE")
        try:
            version = _number(connection, _VERSION)
            if version == 0 and _schema(connection):
                raise SchemaError("this file is no store of Tenure", code="foreign_schema", hint="Name another folder.")
            for statement in (statement for migration in wanted[version:] for statement in migration):
                connection.execute(statement)
            connection.execute("COMMIT")
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
    if _number(connection, _VERSION) > len(wanted):
        raise SchemaError("this store was made by a newer version of Tenure", code="new_schema")
    model = sqlite3.connect(":memory:")
    try:
        for statement in (statement for migration in wanted for statement in migration):
            model.execute(statement)
        if _number(connection, "PRAGMA application_id") != APPLICATION or _schema(connection) != _schema(model):
            raise SchemaError("the schema of this store is not ours", code="foreign_schema")
    finally:
        model.close()


def _number(connection: sqlite3.Connection, pragma: str) -> int:
    return int(connection.execute(pragma).fetchone()[0])


def _schema(connection: sqlite3.Connection) -> set[tuple[object, ...]]:
    return set(connection.execute(statements()["read_schema"]))


@contextlib.contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except Error:
        raise
    except sqlite3.IntegrityError:
        raise ConflictError("a record, a slot or an approval is taken already", code="taken") from None
    except sqlite3.Error as error:
        name = str(getattr(error, "sqlite_errorname", "") or "SQLITE_ERROR")
        if name.startswith(_UNAVAILABLE):
            raise StoreUnavailableError(f"the database cannot be used now ({name})") from None
        if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
            raise IntegrityError(f"the database file is damaged ({name})", code="damaged") from None
        raise StoreError(f"the database refused ({name})") from None

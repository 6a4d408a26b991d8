"""One open transaction on SQLite: named statements, and the driver's errors as ours."""

from __future__ import annotations

import errno
import itertools
import os
import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from tenure.errors import ConflictError, Error, IntegrityError, StoreError, StoreUnavailableError, unavailable
from tenure.store.database import Mark
from tenure.store.sql import load_statements

_SQL: Final = load_statements("queries")
_ROOM_MIN: Final = 128 * 1024
"""Bytes that must be free where a log and its shared memory grow; with fewer a failed write is a full disk."""
_UNAVAILABLE: Final = (
    "SQLITE_BUSY",
    "SQLITE_LOCKED",
    "SQLITE_FULL",
    "SQLITE_IOERR",
    "SQLITE_READONLY",
    "SQLITE_CANTOPEN",
    "SQLITE_PERM",
)


BUSY_SECONDS: Final = 30.0
_SETTINGS: Final = (
    "PRAGMA page_size = 8192",
    "PRAGMA trusted_schema = OFF",
    "PRAGMA temp_store = MEMORY",
    "PRAGMA secure_delete = ON",
    "PRAGMA synchronous = FULL",
    "PRAGMA wal_autocheckpoint = 0",
    "PRAGMA cell_size_check = ON",
)
_numbers: Final = itertools.count(1)


class Connection(sqlite3.Connection):
    """A connection with a number that no other one of the process ever had, and a count of its writing transactions.

    The count is raised as each begins and as it ends. A connection that takes the file for one that never changes knows
    by what it is recognised as unchanged.
    """

    number: int = 0
    unchanged: tuple[int, ...] | None = None
    written: int = 0


def connect(place: str, *, unchanged: tuple[int, ...] | None) -> Connection:
    """Open a connection with the settings that every one has.

    Args:
        place: The address of the file, or ``:memory:``.
        unchanged: By what a file is recognised that is taken for one that never changes; None for any other.
    """
    connection = sqlite3.connect(
        place,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
        factory=Connection,
        cached_statements=256,
        uri=True,
    )
    connection.number, connection.unchanged = next(_numbers), unchanged
    try:
        for setting in _SETTINGS:
            connection.execute(setting)
    except BaseException:
        connection.close()
        raise
    return connection


class SqliteTransaction:
    """One open transaction.

    Args:
        connection: The connection, used by nobody else meanwhile.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def rows(self, name: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Run a named statement and give its rows."""
        return self._connection.execute(_SQL[name], values).fetchall()

    def mark(self) -> Mark:
        """Give the mark of what this transaction sees, by what SQLite tells of other connections' commits."""
        # SQLite does not count a connection's own commits: those are counted where it begins and ends them.
        ((version,),) = self._connection.execute("PRAGMA data_version").fetchall()
        return self._connection.number, self._connection.written, version

    def run(self, name: str, values: Sequence[Any]) -> None:
        """Run a named statement that writes."""
        self._connection.execute(_SQL[name], values)

    def run_many(self, name: str, values: Iterable[Sequence[Any]]) -> None:
        """Run a named statement that writes, once for each item."""
        self._connection.executemany(_SQL[name], values)


def translated(error: sqlite3.Error, place: Path | None, what: str = "the database") -> Error:
    """Give the error of ours for one of the driver's; it names the case and never a value.

    Args:
        error: The driver's error.
        place: The file, to be asked why the system refused; None in memory.
        what: What it is.
    """
    if isinstance(error, sqlite3.IntegrityError):
        return ConflictError("a record, a slot or an approval is taken already", code="taken")
    name = str(getattr(error, "sqlite_errorname", "") or "SQLITE_ERROR")
    if name.startswith(_UNAVAILABLE):
        return unavailable_file(name, place, what)
    if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
        return IntegrityError(f"{what} file is damaged ({name})", code="damaged")
    return StoreError(f"{what} refused ({name})")


def unavailable_file(name: str, place: Path | None, what: str) -> StoreUnavailableError:
    """Give the error for a file that SQLite could not read or write, with the reason that the system gives.

    SQLite names a full disk as such only where a write says so; where a mapped file cannot grow, as on a file system
    in memory, it names an input or output error, and so it does for much else: then the folder is asked.
    """
    if name.startswith("SQLITE_FULL"):
        return unavailable(errno.ENOSPC, what)
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")) or place is None:
        return StoreUnavailableError(f"{what} cannot be used now ({name})")
    number = _reason(place)
    if number is None and name.startswith("SQLITE_IOERR"):
        number = errno.EIO
    return StoreUnavailableError(f"{what} cannot be used now ({name})") if number is None else unavailable(number, what)


def _reason(place: Path) -> int | None:
    try:
        found = os.statvfs(place.parent)
    except OSError as error:
        return error.errno
    if found.f_flag & os.ST_RDONLY:
        return errno.EROFS
    if found.f_bavail * found.f_frsize < _ROOM_MIN:
        return errno.ENOSPC
    files = (place, Path(f"{place}-wal"), Path(f"{place}-shm"))
    is_allowed = os.access(place.parent, os.W_OK) and all(os.access(file, os.W_OK) for file in files if file.exists())
    return None if is_allowed else errno.EACCES

"""One open transaction on SQLite: named statements, and the driver's errors as ours."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any, Final

from tenure.errors import ConflictError, Error, IntegrityError, StoreError, StoreUnavailableError
from tenure.store.sql import load_statements

_SQL: Final = load_statements("queries")
_UNAVAILABLE: Final = (
    "SQLITE_BUSY",
    "SQLITE_LOCKED",
    "SQLITE_FULL",
    "SQLITE_IOERR",
    "SQLITE_READONLY",
    "SQLITE_CANTOPEN",
    "SQLITE_PERM",
)


class SqliteTransaction:
    """One open transaction."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def rows(self, name: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Run a named statement and give its rows."""
        return self._connection.execute(_SQL[name], values).fetchall()

    def run(self, name: str, values: Sequence[Any]) -> None:
        """Run a named statement that writes."""
        self._connection.execute(_SQL[name], values)

    def run_many(self, name: str, values: Iterable[Sequence[Any]]) -> None:
        """Run a named statement that writes, once for each item."""
        self._connection.executemany(_SQL[name], values)


def translated(error: sqlite3.Error) -> Error:
    """Give the error of ours for one of the driver's; it names the case and never a value."""
    if isinstance(error, sqlite3.IntegrityError):
        return ConflictError("a record, a slot or an approval is taken already", code="taken")
    name = str(getattr(error, "sqlite_errorname", "") or "SQLITE_ERROR")
    if name.startswith(_UNAVAILABLE):
        return StoreUnavailableError(f"the database cannot be used now ({name})")
    if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
        return IntegrityError(f"the database file is damaged ({name})", code="damaged")
    return StoreError(f"the database refused ({name})")

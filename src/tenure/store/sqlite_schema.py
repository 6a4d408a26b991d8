"""The schema of an SQLite file: made or brought up to date by numbered migrations, and compared with ours."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Final

from tenure.errors import SchemaError
from tenure.store.sql import load_statements

MIGRATIONS: Final = ("0001_records",)
"""Every migration in `sql/migrations`, oldest first; each marks its own number as the file's `user_version`."""
APPLICATION: Final = 1413828181
_VERSION: Final = "PRAGMA user_version"


def settle_schema(connection: sqlite3.Connection, *, is_writable: bool) -> None:
    """Make or bring up to date what is missing, in one transaction, and see that the schema is ours.

    Raises:
        SchemaError: The file is newer than this code, is older and cannot be written, or is no store of Tenure.
    """
    names = MIGRATIONS
    version = _number(connection, _VERSION)
    if version > len(names):
        raise SchemaError("this store was made by a newer version of Tenure", code="newer_schema")
    if version < len(names):
        if not is_writable:
            raise SchemaError("this store was made by an older version and cannot be written", code="older_schema")
        _migrate(connection, names)
    model = sqlite3.connect(":memory:")
    try:
        _run(model, names)
        if _number(connection, "PRAGMA application_id") != APPLICATION or _schema(connection) != _schema(model):
            raise SchemaError("the schema of this store is not ours", code="foreign_schema")
    finally:
        model.close()


def is_our_schema(connection: sqlite3.Connection, *, version: int) -> bool:
    """Tell whether a file has the tables of that version of ours and nothing else, no view or trigger."""
    if not 0 < version <= len(MIGRATIONS):
        return False
    model = sqlite3.connect(":memory:")
    try:
        _run(model, MIGRATIONS[:version])
        return _schema(connection) == _schema(model)
    finally:
        model.close()


def _migrate(connection: sqlite3.Connection, names: Sequence[str]) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = _number(connection, _VERSION)  # again: another process may have been first
        if version == 0 and _schema(connection):
            raise SchemaError("this file is no store of Tenure", code="foreign_schema", hint="Name another folder.")
        _run(connection, names[version:])
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _run(connection: sqlite3.Connection, names: Sequence[str]) -> None:
    for name in names:
        for statement in load_statements(f"migrations/{name}").values():
            connection.execute(statement)


def _number(connection: sqlite3.Connection, pragma: str) -> int:
    return int(connection.execute(pragma).fetchone()[0])


def _schema(connection: sqlite3.Connection) -> set[tuple[object, ...]]:
    return set(connection.execute(load_statements("queries")["read_schema"]))

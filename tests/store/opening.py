"""How tests open a store, look at its files and change them behind its back."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from tenure.store.sealed import DurableStore
from tenure.store.sqlite import open_store


class FixedRoot:
    """A root key that is the same for every test."""

    def __init__(self, key: bytes = b"0123456789abcdef0123456789abcdef") -> None:
        self._key = key

    def load(self) -> bytes:
        return self._key


def open_at(folder: Path | None, **options: Any) -> DurableStore:
    """Open the store whose data and keys lie in ``folder``, or one in memory."""
    options.setdefault("root", FixedRoot())
    if folder is None:
        return open_store(None, None, **options)
    return open_store(folder / "data", folder / "keys", **options)


def alter(folder: Path, statement: str, *values: object) -> int:
    """Run a statement on the data file behind the store's back and say how many rows it changed."""
    connection = sqlite3.connect(folder / "data" / "tenure.db", isolation_level=None)
    try:
        return connection.execute(statement, values).rowcount
    finally:
        connection.close()


def fetch(folder: Path, statement: str, *values: object) -> list[tuple[Any, ...]]:
    """Read from the data file behind the store's back."""
    connection = sqlite3.connect(folder / "data" / "tenure.db", isolation_level=None)
    try:
        return connection.execute(statement, values).fetchall()
    finally:
        connection.close()


def files_with(folder: Path, needle: bytes) -> list[str]:
    """Give the names of all files below ``folder`` that hold these bytes."""
    return [path.name for path in sorted(folder.rglob("*")) if path.is_file() and needle in path.read_bytes()]


def flip(folder: Path, table: str, column: str, where: str = "1 = 1") -> None:
    """Change one bit of a column of one row behind the store's back."""
    ((value,),) = fetch(folder, f"SELECT {column} FROM {table} WHERE {where}")
    changed = bytes([value[0] ^ 1]) + value[1:] if isinstance(value, bytes) else value + 1
    assert alter(folder, f"UPDATE {table} SET {column} = ? WHERE {where}", changed) == 1

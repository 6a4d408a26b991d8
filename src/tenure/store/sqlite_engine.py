"""Which SQLite works here, and what is known to be wrong with it."""

from __future__ import annotations

import sqlite3
from typing import Final

from tenure.store.records import Finding
from tenure.store.sqlite_schema import MIGRATIONS

WAL_SOUND: Final = (3, 51, 3)
"""Before this version a checkpoint that resets the log beside a writer can corrupt the file (sqlite.org/wal.html)."""


def engine(version: tuple[int, ...] = sqlite3.sqlite_version_info) -> Finding:
    """Give the version of SQLite and of our schema; an old one is no fault, for checkpoints run one at a time."""
    named = f"SQLite {'.'.join(map(str, version))}, schema {len(MIGRATIONS)}"
    if version >= WAL_SOUND:
        return Finding(check="sqlite", is_fault=False, message=named)
    return Finding(
        check="sqlite",
        is_fault=False,
        message=f"{named}; before {'.'.join(map(str, WAL_SOUND))} a reset of its log beside a writer can corrupt data",
        fix="Tenure guards against it: checkpoints run one at a time, under a lock. Let no other program write it.",
    )

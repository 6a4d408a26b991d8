"""Plain SQLite FTS5: one table of texts with user and project beside them, as many agents' memories begin."""

# ruff: noqa: ARG002 - it has no kinds, slots or origins: whoever writes, writes

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from tenure.eval.system import Answer, Found, NotApplicable, Place, Scope, Slot, System
from tenure.store.sql import parse

SECURE_SINCE: Final = (3, 42)
"""The release of SQLite since which FTS5 can overwrite what is deleted from its index."""
BACKUP: Final = "memory.backup.db"
_WORD: Final = re.compile(r"\w+")
_SQL: Final = parse(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))


class Fts5(System):
    """Inserts, updates, deletes and searches within a scope; what it is given it keeps, and nobody is asked."""

    name = "fts5"

    def __init__(self, folder: Path, now: datetime) -> None:
        super().__init__(folder, now)
        self._open()
        self._do("table")
        if sqlite3.sqlite_version_info >= SECURE_SINCE:
            self._do("secure")

    def _open(self) -> None:
        self._base = sqlite3.connect(self.folder / "memory.db", isolation_level=None)
        self._base.execute("PRAGMA secure_delete = ON")

    def tell(
        self,
        text: str,
        scope: Scope,
        *,
        kind: str = "fact",
        slot: Slot | None = None,
        expires_at: datetime | None = None,
    ) -> str | None:
        """Insert a row; it knows no end."""
        if expires_at is not None:
            raise NotApplicable("expires_at")
        return self._insert(text, scope)

    def propose(
        self,
        text: str,
        scope: Scope,
        *,
        origin: str,
        read: str = "",
        kind: str = "fact",
        slot: Slot | None = None,
        of: Sequence[str] = (),
        place: Place | None = None,
    ) -> str | None:
        """Insert a row: an agent's tool is the same call."""
        return self._insert(text, scope)

    def recall(self, question: str, scope: Scope, *, limit: int = 8) -> Answer:
        """Give the best rows of the scope, by the words of the question."""
        words = " OR ".join(f'"{word}"' for word in _WORD.findall(question))
        found = _found(self._do("search", words or '""', *scope, limit))
        return Answer(found=found, stance="answer" if found else "abstain")

    def listed(self, scope: Scope) -> Sequence[Found]:
        """Give every row of the scope."""
        return _found(self._do("visible", *scope))

    def get(self, entry_id: str, scope: Scope) -> Found | None:
        """Give a row of the scope by its number."""
        return next(iter(_found(self._do("one", entry_id, *scope))), None)

    def correct(self, entry_id: str, text: str, scope: Scope, *, slot: Slot | None = None) -> str | None:
        """Update the row."""
        return entry_id if self._do("correct", text, entry_id, *scope).rowcount else None

    def forget(self, entry_id: str, scope: Scope) -> None:
        """Delete the row."""
        self._do("forget", entry_id, *scope)

    def forget_person(self, user: str) -> None:
        """Delete all rows of the person."""
        self._do("forget_person", user)

    def restart(self) -> None:
        """Close the file and open it again."""
        self._base.close()
        self._open()

    def back_up(self) -> None:
        """Copy it by SQLite's own backup."""
        with closing(sqlite3.connect(self.folder / BACKUP)) as copy:
            self._base.backup(copy)

    def restore(self) -> None:
        """Copy it back."""
        with closing(sqlite3.connect(self.folder / BACKUP)) as copy:
            copy.backup(self._base)

    def close(self) -> None:
        """Close the file."""
        self._base.close()

    def _insert(self, text: str, scope: Scope) -> str:
        return str(self._do("put", text, *scope).lastrowid)

    def _do(self, statement: str, *values: object) -> sqlite3.Cursor:
        return self._base.execute(_SQL[statement], values)


def _found(rows: Iterable[Any]) -> tuple[Found, ...]:
    return tuple(Found(id=str(number), text=text) for number, text in rows)

"""What the sealed store needs of a database: named statements, short read snapshots, one writing transaction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol

from tenure.errors import StoreUnavailableError

Mark = tuple[int, int, int]
"""Two equal marks saw the same: nothing was committed between them. Different ones say nothing."""


class Transaction(Protocol):
    """One open transaction, used by one thread."""

    def rows(self, name: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Run a named statement and give its rows."""
        ...

    def mark(self) -> Mark:
        """Give the mark of what this transaction sees."""
        ...

    def run(self, name: str, values: Sequence[Any]) -> None:
        """Run a named statement that writes.

        Raises:
            ConflictError: A uniqueness that the schema keeps would be broken.
        """
        ...

    def run_many(self, name: str, values: Iterable[Sequence[Any]]) -> None:
        """Run a named statement that writes, once for each item."""
        ...


class Database(Protocol):
    """One opened database; safe for many threads. Driver errors are translated, without values, at this edge."""

    @property
    def is_writable(self) -> bool:
        """Whether anything can be written."""
        ...

    @property
    def unwritable(self) -> StoreUnavailableError | None:
        """The error that a write raises, or None if anything can be written."""
        ...

    def reading(self) -> AbstractContextManager[Transaction]:
        """Begin one snapshot; it sees no commit that comes later."""
        ...

    def rows(self, name: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Run one reading statement by itself."""
        ...

    def mark(self) -> Mark:
        """Give the mark of what is committed now; what was read under an equal one is still as it was read."""
        ...

    def writing(self) -> AbstractContextManager[Transaction]:
        """Begin the one writing transaction; committed and synced at the end of the block, or rolled back whole."""
        ...

    def checkpoint(self) -> bool:
        """Fold the log into the data and truncate it; False if a reader was in the way.

        The caller keeps writers out.
        """
        ...

    def log_bytes(self) -> int:
        """Give the size of the log that a checkpoint would fold in."""
        ...

    def check(self) -> list[str]:
        """Give what the database's own check finds; empty if sound."""
        ...

    def copy_to(self, path: Path) -> None:
        """Copy everything, as it is at one instant, into a new file; writers go on meanwhile.

        Raises:
            StoreUnavailableError: The file cannot be written.
            IntegrityError: The copy is not sound.
        """
        ...

    def close(self) -> None:
        """Let go of every connection."""
        ...

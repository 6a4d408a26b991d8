"""The SQLite file of scratch: opened on first use, checked, written in whole transactions, checkpointed by hand."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Generator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, Final

from tenure.errors import IntegrityError, SchemaError, StoreError, StoreUnavailableError, unavailable
from tenure.forked import let_go_in_children
from tenure.store.folder import make_private
from tenure.store.lock import FileLock
from tenure.store.sql import parse
from tenure.store.sqlite_child import hold_in_child
from tenure.store.sqlite_transaction import unavailable_file

SCHEMA_VERSION: Final = 1
_WHAT: Final = "scratch"
_BUSY_SECONDS: Final = 10.0
_CHECKPOINT_SECONDS: Final = 2.0
_LOG_BYTES_MAX: Final = 4_000_000
_of_parents: Final[list[sqlite3.Connection]] = []
"""A child neither uses nor closes them."""
_SETTINGS: Final = (
    "use_wal",
    "sync_full",
    "erase_freed",
    "sort_in_memory",
    "distrust_schema",
    "checkpoint_by_hand",
)

Value = str | int | bytes
Row = tuple[Any, ...]


class ScratchFile:
    """Runs named statements on one file, one thread at a time.

    Args:
        path: The file, or None for a store in memory.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._lock = threading.RLock()
        self._connection: sqlite3.Connection | None = None
        let_go_in_children(self)

    def exists(self) -> bool:
        """Tell whether there is anything to open: a file, or what was begun in memory."""
        return self._connection is not None or (self._path is not None and self._path.exists())

    def run(self, statement: str, values: Sequence[Value] = ()) -> list[Row]:
        """Run one statement of ``scratch.sql`` and give its rows."""
        with self._lock, _translated(self._path):
            return self._opened().execute(_statements()[statement], values).fetchall()

    @contextmanager
    def transaction(self, *, is_writing: bool = True) -> Generator[None]:
        """Do what is inside as one transaction; it happens whole or not at all."""
        with self._lock:
            self.run("begin" if is_writing else "begin_reading")
            try:
                yield
                self.run("commit")
            except BaseException:
                with suppress(StoreError):
                    self.run("rollback")
                raise

    def checkpoint(self) -> None:
        """Move the log into the file and empty it, unless another process is at it; safe to leave out."""
        if self._path is None:
            return
        lock = FileLock(Path(f"{self._path}.lock"), seconds_max=_CHECKPOINT_SECONDS)
        with suppress(StoreUnavailableError), self._lock, closing(lock), lock.held():
            self.run("checkpoint")

    def checkpoint_if_long(self) -> None:
        """Checkpoint if the log has grown past 4 MB."""
        if self._path is not None:
            with suppress(OSError):
                if Path(f"{self._path}-wal").stat().st_size > _LOG_BYTES_MAX:
                    self.checkpoint()

    def forked(self) -> None:
        """Begin without a connection; one in memory is a copy of the parent's, and goes on."""
        self._lock = threading.RLock()
        if self._path is not None and self._connection is not None:
            _of_parents.append(self._connection)
            self._connection = None

    def close(self) -> None:
        """Let go of the file; safe to call twice."""
        with self._lock, _translated(self._path):
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def _opened(self) -> sqlite3.Connection:
        if self._connection is None:
            connection = _connect(self._path)
            try:
                _prepare(connection)
            except BaseException:
                connection.close()
                raise
            self._connection = connection
        return self._connection


@cache
def _statements() -> dict[str, str]:
    return parse((Path(__file__).parent / "sql" / "scratch.sql").read_text(encoding="utf-8"))


def _connect(path: Path | None) -> sqlite3.Connection:
    if path is not None:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        make_private(path)
    hold_in_child(path)
    return sqlite3.connect(
        ":memory:" if path is None else path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False
    )


def _prepare(connection: sqlite3.Connection) -> None:
    statements = _statements()
    for setting in _SETTINGS:
        connection.execute(statements[setting]).fetchall()
    if _version(connection) == 0:
        connection.execute(statements["begin"])
        if _version(connection) == 0:
            _create(connection)
        connection.execute(statements["commit"])
    if _version(connection) > SCHEMA_VERSION:
        raise SchemaError("scratch was made by a newer version of Tenure")
    if connection.execute(statements["schema"]).fetchall() != _own_schema():
        raise IntegrityError(
            "the schema of scratch is not Tenure's", hint="Remove scratch.db; it holds no approved entry."
        )


def _create(connection: sqlite3.Connection) -> None:
    statements = _statements()
    for name in ("create_tasks", "create_notes", "mark_version"):
        connection.execute(statements[name])


def _version(connection: sqlite3.Connection) -> int:
    (version,) = connection.execute(_statements()["schema_version"]).fetchone()
    return int(version)


@cache
def _own_schema() -> list[Row]:
    with sqlite3.connect(":memory:") as connection:
        _create(connection)
        found: list[Row] = connection.execute(_statements()["schema"]).fetchall()
    connection.close()
    return found


@contextmanager
def _translated(place: Path | None) -> Generator[None]:
    try:
        yield
    except (sqlite3.OperationalError, OSError) as error:
        if isinstance(error, OSError):
            raise unavailable(error.errno, _WHAT) from None
        name = str(getattr(error, "sqlite_errorname", "") or "SQLITE_ERROR")
        raise unavailable_file(name, place, _WHAT) from None
    except sqlite3.DatabaseError:
        raise IntegrityError(
            "scratch is damaged or no database", hint="Remove scratch.db; it holds no approved entry, only notes."
        ) from None

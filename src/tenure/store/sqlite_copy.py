"""Copies of an SQLite file: made whole from a living one, and looked at before one is trusted to take its place."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from tenure.errors import IntegrityError, RequestError, SchemaError, StoreError, StoreUnavailableError, unavailable
from tenure.store.sql import load_statements
from tenure.store.sqlite_schema import APPLICATION, MIGRATIONS, is_our_schema

PART = ".part"


def copy_database(source: sqlite3.Connection, target: Path) -> None:
    """Copy a database as it is at one instant into a new private file, checked and synced; whole or not at all.

    Raises:
        RequestError: The file is there already (``backup_exists``).
        StoreUnavailableError: It cannot be written.
        IntegrityError: The copy is not sound, since what was copied is not.
    """
    part = target.with_name(target.name + PART)
    try:
        with _whole_file(part):
            with contextlib.closing(sqlite3.connect(part, isolation_level=None)) as copy:
                source.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE")  # so that nothing beside the file is needed to read it
                if copy.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                    raise IntegrityError("the data is damaged and was not copied", code="damaged")
            _sync(part)
            os.link(part, target)  # never over something that is there
        _sync(target.parent)
    except FileExistsError:
        raise RequestError(
            "there is a file of this name already", code="backup_exists", hint="Name a new file."
        ) from None
    except OSError as error:
        raise _unwritable(error) from None


def copy_file(source: Path, target: Path) -> None:
    """Copy a backup that passed `check_backup` into a new private file, synced."""
    try:
        with _whole_file(target, stays=True), source.open("rb") as read, target.open("r+b") as written:
            while piece := read.read(1 << 20):
                written.write(piece)
            written.flush()
            os.fsync(written.fileno())
    except OSError as error:
        raise _unwritable(error) from None


def check_backup(path: Path) -> bytes:
    """Look at a backup without writing to it, and give the id of the store from which it was made.

    Raises:
        RequestError: It is no file (``no_backup``), no database or no store of Tenure (``bad_backup``).
        SchemaError: It was made by a newer version.
        IntegrityError: It is damaged.
    """
    if Path(f"{path}-wal").exists():
        raise RequestError("this is a living database, no backup", code="bad_backup", hint="Make one: `tenure backup`.")
    if not path.is_file():
        raise RequestError("there is no such backup", code="no_backup", hint="Name the file that `tenure backup` made.")
    try:
        place = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
        with contextlib.closing(sqlite3.connect(place, uri=True)) as copy:
            if copy.execute("PRAGMA application_id").fetchone() != (APPLICATION,):
                raise _no_backup()
            (version,) = copy.execute("PRAGMA user_version").fetchone()
            if version > len(MIGRATIONS):
                raise SchemaError("this backup was made by a newer version of Tenure", code="newer_schema")
            if not is_our_schema(copy, version=version):
                raise _no_backup()
            if copy.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                raise _damaged()
            found = copy.execute(load_statements("queries")["read_store_id"]).fetchone()
    except sqlite3.OperationalError as error:
        raise StoreUnavailableError(
            f"the backup cannot be read ({getattr(error, 'sqlite_errorname', 'SQLITE_ERROR')})"
        ) from None
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorname", "").startswith("SQLITE_CORRUPT"):
            raise _damaged() from None
        raise _no_backup() from None
    if found is None or not isinstance(found[0], bytes):
        raise _no_backup()
    return bytes(found[0])


def file_mark(path: str | None) -> tuple[int, int] | None:
    """Give by what a file is known again whatever its name; None if it is not there."""
    if path is None:
        return None
    try:
        found = os.stat(path)  # noqa: PTH116 - asked at every recall, so by its text: a path would be made into it each time
    except OSError:
        return None
    return found.st_dev, found.st_ino


def check_place(path: str | None, mark: tuple[int, int] | None) -> None:
    """Let a file pass that is the one that was opened.

    What is written to a file that has no name any more is lost, and what others erase does not show in it.

    Raises:
        StoreError: It was taken away, or another one lies in its place.
    """
    if mark != file_mark(path):
        raise StoreError(
            "the data file was taken away or replaced while it was open", code="replaced", hint="Open it again."
        )


def file_stamp(path: Path) -> tuple[int, ...] | None:
    """Give what tells that a file is as it was; None if it is not there, or has a log that says more."""
    try:
        found, log = path.stat(), Path(f"{path}-wal")
        logged = log.stat().st_size if log.exists() else 0
    except OSError:
        return None
    return None if logged else (found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)


@contextlib.contextmanager
def _whole_file(path: Path, *, stays: bool = False) -> Iterator[None]:
    """Make an empty private file to be filled; it is taken away again, unless it stays and all went well."""
    path.unlink(missing_ok=True)
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
    is_whole = False
    try:
        yield
        is_whole = True
    finally:
        if not (is_whole and stays):
            path.unlink(missing_ok=True)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _unwritable(error: OSError) -> StoreUnavailableError:
    hint = "Check the folder, its permissions and the free space, then try again."
    return unavailable(error.errno, "the copy", code="copy_unwritable", hint=hint)


def _no_backup() -> RequestError:
    return RequestError("this file is no backup of Tenure", code="bad_backup", hint="Name what `tenure backup` made.")


def _damaged() -> IntegrityError:
    return IntegrityError("this backup is damaged", code="damaged", hint="Take another one.")

"""Looks in copies of the data for erased records, and tries every key that lies at hand on what it finds."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from tenure.errors import Error, IntegrityError, StoreError
from tenure.store.cells import FileFolder
from tenure.store.keys import KeySlots, RootKey, Subkeys
from tenure.store.rows import TOMBSTONE
from tenure.store.seal import Row, open_body, plain_bytes
from tenure.store.sql import load_statements
from tenure.store.sqlite_schema import APPLICATION, is_our_schema
from tenure.store.wrapping import bound_of, tenant_folder
from tenure.values import dataclass

TENANT: Final = "default"
_MAGIC: Final = b"SQLite format 3\x00"
_SQL: Final = load_statements("queries")


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """Where something of an erased record lies.

    Args:
        path: The file.
        record_id: The record, or empty for the text itself.
        what: ``record`` (whole in a copy of the data), ``sealed`` (its sealed bytes elsewhere), or how the text stands.
        is_readable: Whether a key at hand opens it, or it is the text.
        by: The key folder whose key opens it.
    """

    path: Path
    record_id: str
    what: str
    is_readable: bool
    by: Path | None = None


class KeyRing:
    """The record keys of one key folder, wherever it lies; only read.

    Args:
        path: The key folder.
        roots: Root keys to try, one after the other.

    Raises:
        StoreError: It is no key folder, or none of the root keys opens it.
    """

    def __init__(self, path: Path, roots: Iterable[RootKey]) -> None:
        self.path = path
        try:
            self.store_id: bytes = (path / "store").read_bytes()
        except OSError:
            raise StoreError("this is no key folder", code="keys_missing") from None
        self.bound: bytes = bound_of(TENANT, self.store_id)
        folder = FileFolder(tenant_folder(path, TENANT), is_writable=False)
        for root in roots:
            with contextlib.suppress(Error):
                subkeys = Subkeys(folder, root, bound=self.bound, create=False)
                self._slots = KeySlots(folder, subkeys, bound=self.bound)
                return
        raise StoreError("no root key at hand opens these keys", code="wrong_root_key")

    def opens(self, bucket: bytes, row: Row) -> bool:
        """Tell whether one of its keys opens a record."""
        try:
            (secret,) = self._slots.open([row.key_slot])
            if secret is None:
                return False
            open_body(secret, plain_bytes(self.bound + bucket, row), row)
        except IntegrityError:
            return False
        return True

    def close(self) -> None:
        """Let go of the files."""
        self._slots.close()


def is_database(path: Path) -> bool:
    """Tell whether a file is an SQLite database, by its first bytes."""
    try:
        with path.open("rb") as file:
            return file.read(len(_MAGIC)) == _MAGIC
    except OSError:
        return False


def look_in_database(path: Path, records: Mapping[str, bytes], rings: Sequence[KeyRing]) -> tuple[Trace, ...]:
    """Give the records that lie in a copy of a store's data, each with whether a key at hand opens it.

    Raises:
        StoreError: It is no store of Tenure, or damaged.
    """
    try:
        with _opened(path) as copy:
            if copy.execute("PRAGMA application_id").fetchone() != (APPLICATION,):
                raise StoreError("this database is no store of Tenure", code="bad_backup")
            (version,) = copy.execute("PRAGMA user_version").fetchone()
            if not is_our_schema(copy, version=version):
                raise StoreError("this database is no store of Tenure, or of a newer version", code="damaged")
            (store_id,) = copy.execute(_SQL["read_store_id"]).fetchone() or (b"",)
            own = [ring for ring in rings if ring.store_id == store_id]
            return tuple(_traces(copy, path, records, own))
    except sqlite3.Error:
        raise StoreError("this database cannot be read", code="damaged") from None


def _traces(
    copy: sqlite3.Connection, path: Path, records: Mapping[str, bytes], rings: Sequence[KeyRing]
) -> Iterator[Trace]:
    for record_id in records:
        for bucket, *values in copy.execute(_SQL["read_by_id"], (TENANT, record_id)):
            row = Row._make(values)
            by = next((ring.path for ring in rings if ring.opens(bucket, row)), None)
            if by is not None and row.form == TOMBSTONE:  # a copy from after the forget: the mark, which has no content
                continue
            yield Trace(path=path, record_id=record_id, what="record", is_readable=by is not None, by=by)


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a database with what its log adds, and write nothing beside it: where there is a log, a copy is opened."""
    log = Path(f"{path}-wal")
    if not log.exists():
        with contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as copy:
            yield copy
        return
    with tempfile.TemporaryDirectory(prefix="tenure-") as folder:  # private to this account; sealed records alone
        for each in (path, log):
            shutil.copy(each, Path(folder) / f"copy{each.name.removeprefix(path.name)}")
        with contextlib.closing(sqlite3.connect(Path(folder) / "copy")) as copy:
            yield copy

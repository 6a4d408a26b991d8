"""One reading operation: heads read first, then one snapshot of the data, every bucket checked against its head."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import repeat
from typing import Final, TypeVar, cast

from tenure.errors import IntegrityError
from tenure.model.scope import Scope
from tenure.store import rows
from tenure.store.buckets import MODULUS, Bucket, bucket_place, check_bucket, check_head
from tenure.store.database import Database, Mark, Transaction
from tenure.store.heads import Head
from tenure.store.keyfolder import KeyFolder
from tenure.store.seal import Row, plain_bytes, plains_of, row_items
from tenure.values import dataclass

V = TypeVar("V")
SEVEN: Final = 7
EIGHT: Final = 8
_KEYS_MAX: Final = 10_000
_PLACED_MAX: Final = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A bucket in one snapshot: its key, its scope, and its version and commitment (None if it has no row)."""

    key: bytes
    scope: Scope
    version: int | None
    commitment: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """A row that its bucket commits to: its plain bytes, and its key or None if that is destroyed."""

    row: Row
    plain: bytes
    secret: bytes | None


class _Placed:
    """Where the buckets of one form in some scopes lie, and how they were found last.

    Args:
        keys: The key of each bucket, with its scope.
    """

    def __init__(self, keys: dict[bytes, Scope]) -> None:
        self.keys: dict[bytes, Scope] = keys
        self.last: tuple[Mark, dict[bytes, Head | None], tuple[Found, ...]] | None = None

    def still(self, mark: Mark, heads: dict[bytes, Head | None]) -> tuple[Found, ...] | None:
        """Give what was found last if neither data nor heads changed since; else None."""
        last = self.last
        return last[2] if last is not None and last[0] == mark and last[1] == heads else None


class Snapshots:
    """Begins reading operations for one tenant.

    Args:
        database: Where the rows are.
        keys: What checks them.
    """

    def __init__(self, database: Database, keys: KeyFolder) -> None:
        self._database = database
        self._keys = keys
        self._commits = keys.subkeys.key("mac")
        self._known: dict[tuple[int, Scope], bytes] = {}
        self._placed: dict[tuple[int, tuple[Scope, ...]], _Placed] = {}

    def versions(self, form: int, scopes: Sequence[Scope]) -> tuple[Mark, tuple[Found, ...]]:
        """Give the state of buckets as they are now, and the mark of it; no snapshot stays open."""
        placed = self._place(form, scopes)
        heads = self._keys.heads.read(*placed.keys)
        mark = self._database.mark()
        found = placed.still(mark, heads)
        if found is None:
            with self._database.reading() as transaction:
                mark = transaction.mark()
                found = self._find_placed(transaction, placed, heads, mark)
        return mark, found

    def keys_of(self, form: int, scopes: Sequence[Scope]) -> dict[bytes, Scope]:
        """Give the keys of the buckets of one form in these scopes, each with its scope."""
        return {self._key_of(form, scope): scope for scope in scopes}

    @contextlib.contextmanager
    def begin(self, form: int, scopes: Sequence[Scope]) -> Iterator[tuple[Transaction, tuple[Found, ...]]]:
        """Begin a snapshot of the buckets of one form in these scopes.

        Raises:
            IntegrityError: A bucket was removed or rolled back.
        """
        placed = self._place(form, scopes)
        # Heads are read first: a commit between the two reads then makes the data newer, never older.
        heads = self._keys.heads.read(*placed.keys)
        with self._database.reading() as transaction:
            yield transaction, self._find_placed(transaction, placed, heads, transaction.mark())

    @contextlib.contextmanager
    def begin_at(self, keys: dict[bytes, Scope]) -> Iterator[tuple[Transaction, tuple[Found, ...]]]:
        """Begin a snapshot of buckets by their keys, each with the scope that its records shall bear.

        Raises:
            IntegrityError: A bucket was removed or rolled back.
        """
        heads = self._keys.heads.read(*keys)  # first, as in `begin`
        with self._database.reading() as transaction:
            yield transaction, self._find(transaction, keys, heads)

    def bucket(self, transaction: Transaction, found: Found) -> Bucket | None:
        """Give a bucket's whole row, its mac checked, or None if it has none."""
        if found.version is None:
            return None
        values = (self._keys.tenant, *padded([found.key], SEVEN))
        (bucket,) = map(Bucket._make, transaction.rows("read_buckets", values))
        check_bucket(self._keys, bucket)
        return bucket

    def checked(self, transaction: Transaction, found: Found, name: str) -> list[Checked]:
        """Give every row of a bucket, whole or its plain columns as the named statement reads them.

        Raises:
            IntegrityError: Together they are not what the bucket commits to.
        """
        if self.bucket(transaction, found) is None:
            return []
        read = full_rows(transaction.rows(name, (self._keys.tenant, found.key)))
        plains = self.plains(found.key, read)
        if sum(self.items(plains, read)) % MODULUS != int.from_bytes(found.commitment, "little"):
            raise IntegrityError("the records of a scope were altered", code="tampered")
        secrets = self._keys.slots.open([row.key_slot for row in read])
        return [
            Checked(row=row, plain=plain, secret=secret)
            for row, plain, secret in zip(read, plains, secrets, strict=True)
        ]

    def plain(self, key: bytes, row: Row) -> bytes:
        """Give the plain columns of a row with its place."""
        return plain_bytes(bucket_place(self._keys, key), row)

    def plains(self, key: bytes, read: Sequence[Row]) -> list[bytes]:
        """Give the plain columns of many rows of one bucket with their place."""
        return plains_of(bucket_place(self._keys, key), read)

    def items(self, plains: Sequence[bytes], read: Sequence[Row]) -> list[int]:
        """Give what each of many rows adds to their bucket's commitment."""
        return row_items(self._commits, plains, read)

    def _place(self, form: int, scopes: Sequence[Scope]) -> _Placed:
        name = form, tuple(scopes)
        found = self._placed.get(name)
        if found is None:
            if len(self._placed) >= _PLACED_MAX:
                self._placed.clear()
            found = self._placed[name] = _Placed(self.keys_of(form, scopes))
        return found

    def _find_placed(
        self, transaction: Transaction, placed: _Placed, heads: dict[bytes, Head | None], mark: Mark
    ) -> tuple[Found, ...]:
        found = placed.still(mark, heads)
        if found is None:
            found = self._find(transaction, placed.keys, heads)
            placed.last = mark, heads, found
        return found

    def _find(
        self, transaction: Transaction, keys: dict[bytes, Scope], heads: dict[bytes, Head | None]
    ) -> tuple[Found, ...]:
        found: dict[bytes, tuple[int, bytes]] = {}
        for chunk in chunks(list(keys), SEVEN):
            read = transaction.rows("read_bucket_versions", (self._keys.tenant, *padded(chunk, SEVEN)))
            found.update((key, (version, commitment)) for key, version, commitment in read)
        given: list[Found] = []
        for key, scope in keys.items():
            version, commitment = found.get(key, (None, b""))
            check_head(heads[key], version, commitment)
            given.append(Found(key=key, scope=scope, version=version, commitment=commitment))
        return tuple(given)

    def _key_of(self, form: int, scope: Scope) -> bytes:
        key = self._known.get((form, scope))
        if key is None:
            if len(self._known) >= _KEYS_MAX:
                self._known.clear()
            key = self._known[form, scope] = rows.bucket_of(form, scope, self._keys.subkeys)
        return key


def full_rows(read: Iterable[tuple[object, ...]]) -> list[Row]:
    """Give rows as a statement read them; what it did not read of a row, it names as NULL."""
    return list(map(_row, repeat(Row), read))


_row = cast("Callable[[type[Row], tuple[object, ...]], Row]", tuple.__new__)  # no call of Python for each of a thousand


def chunks(values: Sequence[V], size: int) -> Iterator[Sequence[V]]:
    """Give ``values`` in pieces of at most ``size``."""
    return (values[start : start + size] for start in range(0, len(values), size))


def padded(values: Sequence[object], size: int) -> tuple[object, ...]:
    """Give ``values`` filled up to the fixed number of places that a statement has, by what equals nothing stored."""
    return (*values, *(None,) * (size - len(values)))

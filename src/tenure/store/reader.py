"""Reading: one snapshot an operation, every bucket checked against its head and every row against its bucket."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, cast

from tenure.errors import IntegrityError
from tenure.model.claim import Claim
from tenure.model.entry import Entry
from tenure.model.scope import Scope
from tenure.store import rows
from tenure.store.buckets import MODULUS, Bucket, bucket_place, check_bucket, check_head, open_scope
from tenure.store.database import Database, Transaction
from tenure.store.heads import Head
from tenure.store.keyfolder import KeyFolder
from tenure.store.opened import Opened, OpenedViews
from tenure.store.records import Lost, ScopeView, Size, Tombstone
from tenure.store.seal import Row, open_body, open_search, plain_bytes, row_item
from tenure.store.view import SEARCH_BYTES, read_heads

SEVEN: Final = 7
EIGHT: Final = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A bucket in one snapshot: its key, its scope, and its version and commitment (None if it has no row)."""

    key: bytes
    scope: Scope
    version: int | None
    commitment: bytes


class Reader:
    """Reads the records of one tenant.

    Args:
        database: Where the rows are.
        keys: What opens and checks them.
        views: Holds opened views.
    """

    def __init__(self, database: Database, keys: KeyFolder, views: OpenedViews) -> None:
        self._database = database
        self._keys = keys
        self._views = views
        self._commits = keys.subkeys.key("mac")
        self._known_keys: dict[tuple[int, Scope], bytes] = {}

    def views(self, scopes: Sequence[Scope]) -> tuple[ScopeView, ...]:
        """Give the opened search parts of these scopes, empty ones left out."""
        with self._snapshot(rows.ENTRY, scopes) as (transaction, found):
            opened = [self._opened(transaction, bucket) for bucket in found]
        return tuple(one.view for one in opened if one is not None and one.view.ids)

    def read(self, scopes: Sequence[Scope], ids: Sequence[str]) -> tuple[Entry | Lost, ...]:
        """Give whole entries by id, in the order asked; ids that do not lie in these scopes are left out."""
        given: dict[str, Entry | Lost] = {}
        with self._snapshot(rows.ENTRY, scopes) as (transaction, found):
            for bucket in found:
                opened = self._opened(transaction, bucket)
                wanted = [] if opened is None else [(opened.places[one], one) for one in ids if one in opened.places]
                if opened is not None and wanted:
                    for seq, record in self._whole(transaction, bucket.key, bucket.scope, opened.items, wanted):
                        given[opened.items[seq][0]] = cast("Entry | Lost", record)
        return tuple(given[one] for one in dict.fromkeys(ids) if one in given)

    def held(self, form: int, scopes: Sequence[Scope]) -> tuple[rows.Record, ...]:
        """Give every record of one form in these scopes, oldest first within each."""
        given: list[rows.Record] = []
        with self._snapshot(form, scopes) as (transaction, found):
            for bucket in found:
                for row, plain, secret in self._checked(transaction, bucket, "read_whole"):
                    if secret is not None:
                        given.append(rows.record_of(row, open_body(secret, plain, row), bucket.scope))
        return tuple(given)

    def tombstone_for(self, scopes: Sequence[Scope], claim: Claim) -> Tombstone | None:
        """Give the longest-lived tombstone in these scopes that matches the claim."""
        best: tuple[int, Found, Row] | None = None
        with self._snapshot(rows.TOMBSTONE, scopes) as (transaction, found):
            for bucket in found:
                text, slot, kind = rows.tombstone_marks(self._keys.subkeys, bucket.scope, claim)
                for row, _, _ in self._checked(transaction, bucket, "read_plain"):
                    is_match = row.text in {text, kind} or (slot is not None and row.slot == slot)
                    if is_match and (best is None or row.ends_at > best[0]):
                        best = (row.ends_at, bucket, row)
            if best is None:
                return None
            _, bucket, row = best
            items = {row.seq: (row.record_id, self._item(bucket.key, row))}
            ((_, record),) = self._whole(transaction, bucket.key, bucket.scope, items, [(row.seq, row.record_id)])
        if isinstance(record, Lost):
            raise IntegrityError("a tombstone cannot be read", code="tampered")
        return cast("Tombstone", record)

    def size(self, scope: Scope) -> Size:
        """Give how full a scope is."""
        entries, proposals = (self._bucket(form, scope) for form in (rows.ENTRY, rows.PROPOSAL))
        return Size(
            entries=0 if entries is None else entries.live,
            bytes=sum(bucket.bytes for bucket in (entries, proposals) if bucket is not None),
            pending=0 if proposals is None else proposals.live,
        )

    def scopes_with(self, *, user: str | None, project: str | None) -> tuple[Scope, ...]:
        """Give every scope that names this user and this project; with neither, every scope."""
        tenant, subkeys = self._keys.tenant, self._keys.subkeys
        if user is not None:
            found = self._database.rows("read_buckets_of_user", (tenant, rows.part_digest(subkeys, "user", user)))
        elif project is not None:
            part = rows.part_digest(subkeys, "project", project)
            found = self._database.rows("read_buckets_of_project", (tenant, part))
        else:
            found = self._database.rows("read_all_buckets", (tenant,))
        scopes: set[Scope] = set()
        for bucket in map(Bucket._make, found):
            check_bucket(self._keys, bucket)
            scope = open_scope(self._keys, bucket)
            if scope is not None and project in {None, scope.project}:
                scopes.add(scope)
        return tuple(sorted(scopes, key=Scope.parts))

    def concerning(self, person: str) -> tuple[tuple[Scope, str], ...]:
        """Give (scope, entry id) of every entry about this person."""
        digest = rows.concerned_digest(self._keys.subkeys, person)
        found = self._database.rows("read_concerned", (self._keys.tenant, digest, rows.ENTRY))
        places: dict[bytes, list[str]] = {}
        for key, record_id in found:
            places.setdefault(bytes(key), []).append(record_id)
        given: list[tuple[Scope, str]] = []
        for key, ids in places.items():
            buckets = self._database.rows("read_buckets", (self._keys.tenant, *_padded([key], SEVEN, b"")))
            scope = open_scope(self._keys, Bucket._make(buckets[0])) if buckets else None
            if scope is None:
                raise IntegrityError("the state of a scope was removed", code="removed")
            given += [(scope, one.id) for one in self.read([scope], ids)]
        return tuple(given)

    def key_of(self, form: int, scope: Scope) -> bytes:
        """Give the key of a bucket; remembered, for it is asked on every call."""
        key = self._known_keys.get((form, scope))
        if key is None:
            if len(self._known_keys) > 10_000:
                self._known_keys.clear()
            key = self._known_keys[form, scope] = rows.bucket_of(form, scope, self._keys.subkeys)
        return key

    @contextlib.contextmanager
    def _snapshot(self, form: int, scopes: Sequence[Scope]) -> Iterator[tuple[Transaction, list[Found]]]:
        keys = {self.key_of(form, scope): scope for scope in scopes}
        # Heads first: a commit between the two reads then makes the data newer, never older.
        heads = {key: self._keys.heads.read(key) for key in keys}
        with self._database.reading() as transaction:
            yield transaction, self._find(transaction, keys, heads)

    def _find(self, transaction: Transaction, keys: dict[bytes, Scope], heads: dict[bytes, Head | None]) -> list[Found]:
        found: dict[bytes, tuple[int, bytes]] = {}
        for chunk in _chunks(list(keys), SEVEN):
            read = transaction.rows("read_bucket_versions", (self._keys.tenant, *_padded(chunk, SEVEN, b"")))
            found.update((key, (version, commitment)) for key, version, commitment in read)
        given = []
        for key, scope in keys.items():
            version, commitment = found.get(key, (None, b""))
            check_head(heads[key], version, commitment)
            given.append(Found(key=key, scope=scope, version=version, commitment=commitment))
        return given

    def _bucket(self, form: int, scope: Scope) -> Bucket | None:
        with self._snapshot(form, [scope]) as (transaction, (found,)):
            return self._whole_bucket(transaction, found)

    def _whole_bucket(self, transaction: Transaction, found: Found) -> Bucket | None:
        if found.version is None:
            return None
        values = (self._keys.tenant, *_padded([found.key], SEVEN, b""))
        (bucket,) = map(Bucket._make, transaction.rows("read_buckets", values))
        check_bucket(self._keys, bucket)
        return bucket

    def _checked(self, transaction: Transaction, found: Found, name: str) -> list[tuple[Row, bytes, bytes | None]]:
        """Give every row of a bucket with its plain bytes and key (None if destroyed), all together as committed."""
        if self._whole_bucket(transaction, found) is None:
            return []
        read = [
            Row._make((*row, *(None,) * (18 - len(row))))
            for row in transaction.rows(name, (self._keys.tenant, found.key))
        ]
        place = bucket_place(self._keys, found.key)
        plains = [plain_bytes(place, row) for row in read]
        total = sum(row_item(self._commits, plain, row) for plain, row in zip(plains, read, strict=True))
        if total % MODULUS != int.from_bytes(found.commitment, "little"):
            raise IntegrityError("the records of a scope were altered", code="tampered")
        secrets = self._keys.slots.open([row.key_slot for row in read])
        return list(zip(read, plains, secrets, strict=True))

    def _opened(self, transaction: Transaction, found: Found) -> Opened | None:
        if found.version is None:
            return None
        held = self._views.get(found.key)
        if held is not None and held.version == found.version and held.commitment == found.commitment:
            return held
        self._whole_bucket(transaction, found)
        opened = None
        if held is not None and held.version < found.version:
            opened = self._load(transaction, found, held)
        opened = opened or self._load(transaction, found, None)
        if opened is None:
            raise IntegrityError("the entries of a scope were altered", code="tampered")
        self._views.put(found.key, opened)
        return opened

    def _load(self, transaction: Transaction, found: Found, held: Opened | None) -> Opened | None:
        """Open a view, whole or from what changed since ``held``; None if it is not what was committed."""
        after = -1 if held is None else held.version
        read = [
            Row._make((*row, None)) for row in transaction.rows("read_search", (self._keys.tenant, found.key, after))
        ]
        place = bucket_place(self._keys, found.key)
        plains = [plain_bytes(place, row) for row in read]
        items = {} if held is None else dict(held.items)
        items.update(
            (row.seq, (row.record_id, row_item(self._commits, plain, row)))
            for row, plain in zip(read, plains, strict=True)
        )
        if sum(item for _, item in items.values()) % MODULUS != int.from_bytes(found.commitment, "little"):
            return None
        parts = {} if held is None else dict(held.parts)
        secrets = self._keys.slots.open([row.key_slot for row in read])
        for row, plain, secret in zip(read, plains, secrets, strict=True):
            if secret is not None:
                parts[row.seq] = open_search(secret, plain, row)
                if len(parts[row.seq]) != SEARCH_BYTES:
                    raise IntegrityError("a search part has a wrong length", code="tampered")
        view = ScopeView(
            scope=found.scope,
            version=cast("int", found.version),
            ids=tuple(items[seq][0] for seq in parts),
            heads=read_heads(b"".join(parts.values())),
        )
        places = {record_id: seq for seq, (record_id, _) in items.items()}
        return Opened(
            version=view.version, commitment=found.commitment, items=items, places=places, parts=parts, view=view
        )

    def _item(self, key: bytes, row: Row) -> int:
        return row_item(self._commits, plain_bytes(bucket_place(self._keys, key), row), row)

    def _whole(
        self,
        transaction: Transaction,
        key: bytes,
        scope: Scope,
        items: dict[int, tuple[str, int]],
        wanted: Sequence[tuple[int, str]],
    ) -> list[tuple[int, rows.Record | Lost]]:
        """Give whole records by sequence number; each must be the row that the bucket commits to."""
        found: dict[int, Row] = {}
        for chunk in _chunks([seq for seq, _ in wanted], EIGHT):
            values = (self._keys.tenant, key, *_padded(chunk, EIGHT, -1))
            found.update((row[0], Row._make(row)) for row in transaction.rows("read_eight", values))
        place = bucket_place(self._keys, key)
        given: list[tuple[int, rows.Record | Lost]] = []
        for seq, record_id in wanted:
            row = found.get(seq)
            if row is None:
                raise IntegrityError("a record was removed", code="removed")
            plain = plain_bytes(place, row)
            if row_item(self._commits, plain, row) != items[seq][1]:
                given.append((seq, Lost(id=record_id, reason="tampered")))
            else:
                given.append((seq, self._record(row, plain, scope)))
        return given

    def _record(self, row: Row, plain: bytes, scope: Scope) -> rows.Record | Lost:
        (secret,) = self._keys.slots.open([row.key_slot])
        if secret is None:
            return Lost(id=row.record_id, reason="forgotten")
        try:
            return rows.record_of(row, open_body(secret, plain, row), scope)
        except IntegrityError:
            return Lost(id=row.record_id, reason="tampered")


def _chunks(values: list[object] | list[bytes] | list[int], size: int) -> Iterator[list[object]]:
    for start in range(0, len(values), size):
        yield list(values[start : start + size])


def _padded(values: Sequence[object], size: int, filler: object) -> tuple[object, ...]:
    return (*values, *(filler,) * (size - len(values)))

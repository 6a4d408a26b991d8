"""Reading: views, whole records, and what is found by person, scope or tombstone; every row checked first."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Final, cast

from tenure.errors import IntegrityError
from tenure.model.claim import Claim
from tenure.model.entry import Entry
from tenure.model.receipt import Left
from tenure.model.scope import Scope
from tenure.store import handed, ledger, rows
from tenure.store.buckets import NOWHERE, Bucket, check_bucket, open_scope
from tenure.store.database import Database, Mark, Transaction
from tenure.store.heads import Head
from tenure.store.keyfolder import KeyFolder
from tenure.store.loading import held_view, open_view
from tenure.store.opened import Decoded, Opened, OpenedViews
from tenure.store.places import Places
from tenure.store.records import Lost, ScopeView, Size, Tombstone
from tenure.store.seal import Row, open_body
from tenure.store.snapshot import EIGHT, SEVEN, Checked, Found, Snapshots, chunks, full_rows, padded
from tenure.store.times import micros_instant

READ_MOST: Final = 5
"""How often it is read what somebody erases meanwhile; each time it was another erasure."""


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
        self._snapshots = Snapshots(database, keys)
        self._ledger_head = ledger.head_key(keys)
        self._last_at: tuple[Mark, Head | None, datetime | None] | None = None
        self._places = Places(database, keys)

    def views(self, scopes: Sequence[Scope]) -> tuple[ScopeView, ...]:
        """Give the opened search parts of these scopes, empty ones left out."""
        _, found = self._snapshots.versions(rows.ENTRY, scopes)
        opened = [held_view(bucket, self._views) for bucket in found if bucket.version is not None]
        if any(one is None for one in opened):
            with self._snapshots.begin(rows.ENTRY, scopes) as (transaction, found):
                opened = [self._open(transaction, bucket) for bucket in found]
        return tuple([one.view for one in opened if one is not None and one.view.ids])

    def read(self, scopes: Sequence[Scope], ids: Sequence[str]) -> tuple[Entry | Lost, ...]:
        """Give whole entries by id, in the order asked; ids that do not lie in these scopes are left out."""
        unchanged = self._unchanged(scopes, ids)
        if unchanged is not None:
            return tuple([unchanged[one] for one in dict.fromkeys(ids) if one in unchanged])
        given: dict[str, Entry | Lost] = {}
        with self._snapshots.begin(rows.ENTRY, scopes) as (transaction, found):
            for bucket in found:
                opened = self._open(transaction, bucket)
                wanted = [] if opened is None else [opened.places[one] for one in ids if one in opened.places]
                if opened is not None and wanted:
                    given.update(self._entries(transaction, bucket, opened, wanted))
        return tuple([given[one] for one in dict.fromkeys(ids) if one in given])

    def held(self, form: int, scopes: Sequence[Scope]) -> tuple[rows.Record, ...]:
        """Give every record of one form in these scopes, oldest first within each."""
        given: list[rows.Record] = []
        with self._snapshots.begin(form, scopes) as (transaction, found):
            for bucket in found:
                for one in self._snapshots.checked(transaction, bucket, "read_whole"):
                    if one.secret is not None:
                        body = open_body(one.secret, one.plain, one.row)
                        given.append(rows.record_of(one.row, body, bucket.scope))
        return tuple(given)

    def tombstones_for(
        self, scopes: Sequence[Scope], claim: Claim | None, *, user: str | None, is_shared: bool
    ) -> tuple[Tombstone, ...]:
        """Give every tombstone that matches the claim, or every one, in these scopes and in all that name the user."""
        keys: dict[bytes, Scope] = {}
        if user is not None:
            self._places.check_often()
            for bucket in map(Bucket._make, self._places.of_user(user, is_shared=is_shared)):
                if bucket.form == rows.TOMBSTONE:
                    keys[bucket.key] = NOWHERE if bucket.user_part is None else Scope(user=user)
        keys |= {rows.bucket_of(rows.TOMBSTONE, scope, self._keys.subkeys): scope for scope in scopes}
        for _ in range(READ_MOST):
            with self._snapshots.begin_at(keys) as (transaction, found):
                marked = [(place, row) for place in found for row in self._marked(transaction, place, claim)]
                read = [self._tombstone(transaction, place, row) for place, row in marked]
            given = [one for one in read if one is not None]
            if len(given) == len(read):  # else one came to its end: its key is destroyed, its row gone since
                return tuple(given)
        raise IntegrityError("a tombstone cannot be read", code="tampered")

    def _marked(self, transaction: Transaction, found: Found, claim: Claim | None) -> list[Row]:
        checked = self._snapshots.checked(transaction, found, "read_plain")
        if claim is None or not checked:
            return [one.row for one in checked]
        texts: set[bytes | None] = set()
        slots: set[bytes | None] = set()
        for place in (found.key, found.scope):
            text, slot, kind = rows.tombstone_marks(self._keys.subkeys, place, claim)
            texts |= {text, kind, rows.older_text_mark(self._keys.subkeys, place, claim)}
            slots |= {slot}
        return [one.row for one in checked if one.row.text in texts or one.row.slot in slots - {None}]

    def _tombstone(self, transaction: Transaction, found: Found, row: Row) -> Tombstone | None:
        """Give a tombstone, or None if its key is destroyed."""
        whole = self._rows(transaction, found.key, [row.seq])[row.seq]
        if whole._replace(search=None, body=None) != row:
            raise IntegrityError("a tombstone was altered", code="tampered")
        (secret,) = self._keys.slots.open([whole.key_slot])
        record = _opened_record(whole, self._snapshots.plain(found.key, whole), secret, found)
        if isinstance(record, Lost):
            if record.reason == "forgotten":
                return None
            raise IntegrityError("a tombstone cannot be read", code="tampered")
        return cast("Tombstone", record)

    def left(self, ids: Collection[str], *, since: datetime | None) -> Left:
        """Give what left the store of these records, as the ledger says it."""
        head = self._keys.heads.read(self._ledger_head)[self._ledger_head]
        with self._snapshots.begin_at({handed.page_bucket(self._keys): NOWHERE}) as (transaction, (found,)):
            ledger.newest(self._keys, transaction, head)
            pages = [_opened_page(one) for one in self._snapshots.checked(transaction, found, "read_whole")]
            return handed.left(self._keys, transaction, pages, ids, since=since)

    def last_at(self) -> datetime | None:
        """Give the latest instant that is believed, as the newest line of the ledger bears it (R23)."""
        key = self._ledger_head
        head = self._keys.heads.read(key)[key]
        last = self._last_at
        if last is not None and last[0] == self._database.mark() and last[1] == head:
            return last[2]
        with self._database.reading() as transaction:
            mark = transaction.mark()
            line = ledger.newest(self._keys, transaction, head)
        at = None if line is None else micros_instant(line.mark)
        self._last_at = mark, head, at
        return at

    def size(self, scope: Scope) -> Size:
        """Give how full a scope is."""
        forms = (rows.ENTRY, rows.PROPOSAL)
        keys = {key: scope for form in forms for key in self._snapshots.keys_of(form, (scope,))}
        with self._snapshots.begin_at(keys) as (transaction, found):
            entries, proposals = (self._snapshots.bucket(transaction, one) for one in found)
        return Size(
            entries=0 if entries is None else entries.live,
            bytes=0 if entries is None else entries.size,
            pending=0 if proposals is None else proposals.live,
        )

    def scopes_with(
        self, *, user: str | None, project: str | None, repository: str | None, is_shared: bool
    ) -> tuple[Scope, ...]:
        """Give every scope that names all of these (with none, every scope); ``is_shared`` adds those of no user."""
        tenant, subkeys = self._keys.tenant, self._keys.subkeys
        self._places.check()
        if user is not None:
            found = self._places.of_user(user, is_shared=is_shared)
        elif project is not None:
            part = rows.part_digest(subkeys, "project", project)
            found = self._database.rows("read_buckets_of_project", (tenant, part))
        elif repository is not None:
            part = rows.part_digest(subkeys, "repository", repository)
            found = self._database.rows("read_buckets_of_repository", (tenant, part))
        else:
            found = self._database.rows("read_all_buckets", (tenant,))
        scopes: set[Scope] = set()
        for bucket in map(Bucket._make, found):
            check_bucket(self._keys, bucket)
            scope = open_scope(self._keys, bucket)
            if scope is not None and project in {None, scope.project} and repository in {None, scope.repository}:
                scopes.add(scope)
        return tuple(sorted(scopes, key=Scope.parts))

    def concerning(self, person: str) -> tuple[tuple[Scope, str], ...]:
        """Give (scope, entry id) of every entry about this person."""
        digest = rows.concerned_digest(self._keys.subkeys, person)
        for _ in range(READ_MOST):
            given = self._concerning(digest)
            if given is not None:
                return given
        raise IntegrityError("the state of a scope was removed", code="removed")

    def _concerning(self, digest: bytes) -> tuple[tuple[Scope, str], ...] | None:
        """Give what `concerning` gives, or None where a scope has no name: its last entry was erased since."""
        places: dict[bytes, list[str]] = {}
        for key, record_id in self._database.rows("read_concerned", (self._keys.tenant, digest, rows.ENTRY)):
            places.setdefault(key, []).append(record_id)
        given: list[tuple[Scope, str]] = []
        for key, ids in places.items():
            buckets = self._database.rows("read_buckets", (self._keys.tenant, *padded([key], SEVEN)))
            scope = open_scope(self._keys, Bucket._make(buckets[0])) if buckets else None
            if scope is None:
                return None
            with self._snapshots.begin(rows.ENTRY, [scope]) as (transaction, (found,)):
                opened = self._open(transaction, found)
            given += [(scope, one) for one in ids if opened is not None and one in opened.places]
        return tuple(given)

    def _open(self, transaction: Transaction, found: Found) -> Opened | None:
        return open_view(transaction, found, keys=self._keys, snapshots=self._snapshots, views=self._views)

    def _unchanged(self, scopes: Sequence[Scope], ids: Sequence[str]) -> dict[str, Entry | Lost] | None:
        """Give entries by id if all of them were read before and their rows are byte for byte what they were then.

        Each row was checked when it was read; one that is equal passes the same checks, and while nobody committed
        anything since it was found equal, it is. None if anything differs: then all are read in one snapshot.
        """
        given: dict[str, Entry | Lost] = {}
        mark, found = self._snapshots.versions(rows.ENTRY, scopes)
        for bucket in found:
            opened = held_view(bucket, self._views)
            if opened is None:
                if bucket.version is not None:
                    return None
                continue
            doubted: dict[int, Decoded] = {}
            for one in ids:
                seq = opened.places.get(one)
                if seq is not None:
                    kept = opened.decoded.get(seq)
                    if kept is None:
                        return None
                    if kept.mark != mark:
                        doubted[seq] = kept
                    given[one] = kept.entry
            if not self._are_equal(bucket.key, doubted):
                return None
            for kept in doubted.values():
                kept.mark = mark  # it was taken before the rows were read
        return given

    def _are_equal(self, key: bytes, kept: dict[int, Decoded]) -> bool:
        """Tell whether rows of one scope are those that were read before, in every column."""
        for chunk in chunks(tuple(kept), EIGHT):
            read = self._database.rows("read_eight", (self._keys.tenant, key, *padded(chunk, EIGHT)))
            if len(read) != len(chunk) or any(kept[row[0]].row != row for row in read):
                return False
        return True

    def _entries(
        self, transaction: Transaction, bucket: Found, opened: Opened, wanted: list[int]
    ) -> dict[str, Entry | Lost]:
        """Give whole entries of one scope; each row must be the one that the scope commits to."""
        read = self._rows(transaction, bucket.key, wanted)
        known = ((opened.decoded.get(seq), row) for seq, row in read.items())
        same = (kept.entry for kept, row in known if kept is not None and kept.row == row)
        given: dict[str, Entry | Lost] = {entry.id: entry for entry in same}
        unread = [row for seq, row in read.items() if opened.items[seq][0] not in given]
        held: list[tuple[Row, bytes]] = []
        plains = self._snapshots.plains(bucket.key, unread)
        for row, plain, item in zip(unread, plains, self._snapshots.items(plains, unread), strict=True):
            record_id, _, committed = opened.items[row.seq]
            if item == committed:
                held.append((row, plain))
            else:
                given[record_id] = Lost(id=record_id, reason="tampered")
        secrets = self._keys.slots.open([row.key_slot for row, _ in held])
        for (row, plain), secret in zip(held, secrets, strict=True):
            given[row.record_id] = record = cast("Entry | Lost", _opened_record(row, plain, secret, bucket))
            if isinstance(record, Entry):
                self._views.keep_decoded(opened, Decoded(row=row, entry=record))
        return given

    def _rows(self, transaction: Transaction, key: bytes, wanted: list[int]) -> dict[int, Row]:
        found: dict[int, Row] = {}
        for chunk in chunks(wanted, EIGHT):
            values = (self._keys.tenant, key, *padded(chunk, EIGHT))
            found.update((row.seq, row) for row in full_rows(transaction.rows("read_eight", values)))
        if found.keys() != set(wanted):
            raise IntegrityError("a record was removed", code="removed")
        return found


def _opened_record(row: Row, plain: bytes, secret: bytes | None, bucket: Found) -> rows.Record | Lost:
    if secret is None:
        return Lost(id=row.record_id, reason="forgotten")
    try:
        return rows.record_of(row, open_body(secret, plain, row), bucket.scope)
    except IntegrityError:
        return Lost(id=row.record_id, reason="tampered")


def _opened_page(page: Checked) -> bytes:
    if page.secret is None:
        raise IntegrityError("a page that sums up the ledger cannot be read", code="tampered")
    return open_body(page.secret, page.plain, page.row)

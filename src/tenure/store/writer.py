"""Writing: one change as one transaction, with its buckets' new states, its ledger lines and what it dooms."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from tenure.errors import ConflictError, IntegrityError, RequestError
from tenure.model.decision import Proposal
from tenure.model.entry import Entry, Status
from tenure.model.scope import Scope
from tenure.store import ledger, rows
from tenure.store.buckets import (
    MODULUS,
    Bucket,
    bucket_mac,
    bucket_place,
    check_bucket,
    check_head,
    new_bucket,
    seal_scope,
)
from tenure.store.database import Transaction
from tenure.store.ends import End
from tenure.store.erasure import list_doomed
from tenure.store.heads import Head
from tenure.store.keyfolder import KeyFolder
from tenure.store.records import Change, EntryMark, Erasure, IndexedEntry, Tombstone
from tenure.store.seal import NONCE_BYTES, TAG_BYTES, Row, check_body, plain_bytes, row_item, seal_row
from tenure.store.times import instant_micros
from tenure.store.view import STATUS_CODES

_ENDING = {
    STATUS_CODES[status]: status.value
    for status in (Status.SUPERSEDED, Status.REVOKED, Status.CHALLENGED, Status.DECLINED)
}
_ACTIVE = STATUS_CODES[Status.ACTIVE]


@dataclass(slots=True, kw_only=True)
class _State:
    """A bucket while it is being written."""

    bucket: Bucket
    scope: Scope | None
    total: int
    is_tidied: bool = False


@dataclass(slots=True, kw_only=True)
class Written:
    """What a committed change leaves to do and to count.

    Args:
        heads: New heads, to be written after the commit.
        ends: Lines for the journal of ends.
        erased: Sequence numbers of the rows erased, by the key of their bucket.
        counts: Records erased, by place.
    """

    heads: list[Head] = field(default_factory=list)
    ends: list[End] = field(default_factory=list)
    erased: dict[bytes, list[int]] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)


class Writing:
    """One change inside its transaction; the caller holds the store's lock.

    Args:
        keys: What seals.
        transaction: The writing transaction.
        now: The reference instant of the change.
        leap: How far ahead of the store's mark an instant is believed.
    """

    def __init__(self, keys: KeyFolder, transaction: Transaction, *, now: datetime, leap: timedelta) -> None:
        self._keys = keys
        self._transaction = transaction
        self._now = now
        self._leap = leap
        self._commits = keys.subkeys.key("mac")
        self._states: dict[bytes, _State] = {}
        self._doomed: list[tuple[int, bool]] = []
        self._written = Written()

    def write(self, change: Change) -> Written:
        """Do everything that the change names.

        Raises:
            ConflictError: A version is not the stored one plus one, a slot is taken, or an approval was used before.
            IntegrityError: A row that is to be replaced or erased fails its own check.
        """
        for erasure in change.erase:
            self._erase(erasure)
        drafts = [rows.draft_of(written, self._keys.subkeys) for written in change.put]
        # What leaves the active state goes first, so that its slot is free for what replaces it.
        for draft in sorted(drafts, key=lambda draft: draft.status == _ACTIVE):
            self._put(draft)
        for digest in change.used_approvals:
            self._use_approval(digest)
        if change.drops_ended:
            self._drop_all_ended()
        for state in self._states.values():
            self._close(state)
        head = ledger.head_key(self._keys)
        last = ledger.newest(self._keys, self._transaction, self._keys.heads.read(head)[head])
        appended = ledger.append(self._keys, self._transaction, last, change.events, leap=self._leap)
        if appended is not None:
            self._written.heads.append(appended)
        list_doomed(self._transaction, self._keys, self._doomed)
        return self._written

    def _put(self, draft: rows.Draft) -> None:
        state = self._state(draft.form, draft.scope)
        old, plain = self._stored(draft.record_id, state)
        version = draft.version or (1 if old is None else old.version + 1)
        if version != (1 if old is None else old.version + 1):
            raise ConflictError("the record changed since it was read", code="changed_meanwhile")
        if old is not None:
            self._take_away(state, old, plain, is_erasure=False)
        seq = state.bucket.next_seq if old is None else old.seq
        self._insert(state, draft, seq=seq, version=version)
        if draft.status in _ENDING:
            key = self._keys.ends.key_of(draft.record_id)
            self._written.ends.append(End(key, _ENDING[draft.status], self._now, self._now))

    def _erase(self, erasure: Erasure) -> None:
        record = erasure.record
        form, scope = rows.form_of(record), rows.scope_of(record)
        state = self._state(form, scope)
        row_id = rows.row_id(form, record.id, scope, self._keys.subkeys)
        old, plain = self._stored(row_id, state)
        if old is None or rows.version_of(record) not in (0, old.version):  # a tombstone has no version
            raise ConflictError("the record changed since it was read", code="changed_meanwhile")
        self._take_away(state, old, plain, is_erasure=True)
        self._written.erased.setdefault(state.bucket.key, []).append(old.seq)
        place = rows.PLACES[form]
        self._written.counts[place] = self._written.counts.get(place, 0) + 1
        until = erasure.tombstone_until
        self._written.ends.append(
            End(self._keys.ends.key_of(row_id), erasure.reason, self._now, self._now if until is None else until)
        )
        if until is not None:
            self._bury(erasure, row_id, until)

    def _bury(self, erasure: Erasure, row_id: str, until: datetime) -> None:
        record = erasure.record
        if isinstance(record, EntryMark):
            raise RequestError("a tombstone needs what is erased whole")
        scope = rows.scope_of(record)
        tombstone = Tombstone(
            id=row_id, scope=scope, reason=erasure.reason, at=self._now, ends_at=until, kind=erasure.closes_kind
        )
        draft = rows.draft_of(tombstone, self._keys.subkeys)
        state = self._state(draft.form, scope)
        text, slot = None, None
        if isinstance(record, Entry | Proposal):
            text, slot, kind = rows.tombstone_marks(self._keys.subkeys, state.bucket.key, record.claim)
            if erasure.closes_kind:
                text, slot = kind, None
        self._drop_ended(state)
        self._insert(state, draft, seq=state.bucket.next_seq, version=1, text=text, slot=slot)

    def _drop_ended(self, state: _State) -> None:
        if state.is_tidied:
            return
        state.is_tidied = True
        for row in self._ended(state.bucket.key):
            self._take_away(state, row, self._plain(state, row), is_erasure=False)

    def _drop_all_ended(self) -> None:
        count = 0
        for bucket in map(Bucket._make, self._transaction.rows("read_all_buckets", (self._keys.tenant,))):
            ended = self._ended(bucket.key) if bucket.form == rows.TOMBSTONE else []
            if ended:
                self._drop_ended(self._state_at(bucket.key, bucket.form, None))
                count += len(ended)
        if count:
            self._written.counts[rows.PLACES[rows.TOMBSTONE]] = count

    def _ended(self, key: bytes) -> list[Row]:
        read = self._transaction.rows("read_plain", (self._keys.tenant, key))
        now = instant_micros(self._now)
        return [row for row in (Row._make((*values, None, None)) for values in read) if row.ends_at <= now]

    def _stored(self, record_id: str, state: _State) -> tuple[Row | None, bytes]:
        """Give the row of a record as it is stored, checked, with its plain bytes."""
        found = self._transaction.rows("read_by_id", (self._keys.tenant, record_id))
        if not found:
            return None, b""
        if found[0][0] != state.bucket.key:
            raise ConflictError("this id is taken by another record", code="taken")
        row = Row._make(found[0][1:])
        (secret,) = self._keys.slots.open([row.key_slot])
        if secret is None:
            raise IntegrityError("a record whose key is destroyed cannot be changed", code="forgotten")
        plain = self._plain(state, row)
        check_body(secret, plain, row)
        return row, plain

    def _take_away(self, state: _State, row: Row, plain: bytes, *, is_erasure: bool) -> None:
        self._transaction.run("delete_record", (self._keys.tenant, state.bucket.key, row.seq))
        self._doomed.append((row.key_slot, is_erasure))
        self._count(state, row, plain, -1)

    def _insert(
        self,
        state: _State,
        draft: rows.Draft,
        *,
        seq: int,
        version: int,
        text: bytes | None = None,
        slot: bytes | None = None,
    ) -> None:
        ((key_slot, secret),) = self._keys.slots.reserve(1)
        row = Row(
            seq=seq,
            record_id=draft.record_id,
            form=draft.form,
            status=draft.status,
            version=version,
            changed=state.bucket.version,
            slot=draft.slot or slot,
            concerned=draft.concerned,
            text=draft.text or text,
            recorded_at=draft.recorded_at,
            ends_at=draft.ends_at,
            review_at=draft.review_at,
            key_slot=key_slot,
            is_single=int(draft.is_single),
            nonce=secrets.token_bytes(NONCE_BYTES),
            seal=b"",
        )
        place = bucket_place(self._keys, state.bucket.key)
        row = seal_row(secret, place, row, body=draft.body, search=draft.search)
        self._transaction.run("insert_record", (self._keys.tenant, state.bucket.key, *row))
        state.bucket = state.bucket._replace(next_seq=max(state.bucket.next_seq, seq + 1))
        self._count(state, row, self._plain(state, row), 1)

    def _count(self, state: _State, row: Row, plain: bytes, sign: int) -> None:
        state.total += sign * row_item(self._commits, plain, row)
        size = 0 if row.body is None else len(row.body) + TAG_BYTES + len(row.search or b"")
        state.bucket = state.bucket._replace(
            live=state.bucket.live + sign * (row.status in rows.LIVE), size=max(0, state.bucket.size + sign * size)
        )

    def _plain(self, state: _State, row: Row) -> bytes:
        return plain_bytes(bucket_place(self._keys, state.bucket.key), row)

    def _use_approval(self, digest: str) -> None:
        used = self._keys.subkeys.digest("tombstones", b"approval", digest.encode())
        self._transaction.run("insert_used_approval", (self._keys.tenant, used))
        self._written.ends.append(End(used, "used_approval", self._now, self._now))

    def _state(self, form: int, scope: Scope) -> _State:
        return self._state_at(rows.bucket_of(form, scope, self._keys.subkeys), form, scope)

    def _state_at(self, key: bytes, form: int, scope: Scope | None) -> _State:
        state = self._states.get(key)
        if state is None:
            values = (self._keys.tenant, key, *(b"",) * 6)
            found = self._transaction.rows("read_buckets", values)
            bucket = Bucket._make(found[0]) if found else None
            version, commitment = (None, b"") if bucket is None else (bucket.version, bucket.commitment)
            check_head(self._keys.heads.read(key)[key], version, commitment)
            if bucket is not None:
                check_bucket(self._keys, bucket)
            elif scope is not None:
                bucket = new_bucket(self._keys, key, form, scope)
            else:
                raise IntegrityError("the state of a scope was removed", code="removed")
            total = int.from_bytes(bucket.commitment, "little")
            state = _State(bucket=bucket._replace(version=bucket.version + 1), scope=scope, total=total)
            self._states[key] = state
        return state

    def _close(self, state: _State) -> None:
        total = state.total % MODULUS
        bucket = state.bucket._replace(commitment=total.to_bytes(32, "little"))
        if total == 0 and bucket.key_slot is not None:  # empty: its scope's name goes too
            self._doomed.append((bucket.key_slot, True))
            bucket = bucket._replace(key_slot=None, scope=None)
        elif total != 0 and bucket.key_slot is None and bucket.form != rows.TOMBSTONE and state.scope is not None:
            slot, sealed = seal_scope(self._keys, bucket.key, state.scope)
            bucket = bucket._replace(key_slot=slot, scope=sealed)
        bucket = bucket._replace(mac=bucket_mac(self._keys, bucket))
        self._transaction.run("write_bucket", (self._keys.tenant, *bucket))
        self._written.heads.append(Head(bucket.key, bucket.version, bucket.commitment))


def slots_wanted(change: Change) -> int:
    """Give about how many key slots a change will take, so that they are reserved at once."""
    return (
        len(change.put)
        + len(change.erase)
        + len({type(one) for one in change.put if not isinstance(one, IndexedEntry)})
    )

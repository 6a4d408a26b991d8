"""Buckets while they are written: rows taken out and put in, and the new state that commits to what is left."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from tenure.errors import IntegrityError
from tenure.model.scope import Scope
from tenure.store import rows
from tenure.store.buckets import (
    MODULUS,
    Bucket,
    bucket_mac,
    bucket_place,
    check_bucket,
    check_head,
    new_bucket,
    part_digests,
    seal_scope,
)
from tenure.store.database import Transaction
from tenure.store.heads import Head
from tenure.store.keyfolder import KeyFolder
from tenure.store.seal import NONCE_BYTES, TAG_BYTES, Row, plain_bytes, row_item, seal_row
from tenure.store.snapshot import SEVEN, padded
from tenure.store.written import State


class States:
    """The buckets that one transaction writes; the caller holds the store's lock.

    Args:
        keys: What seals.
        transaction: The writing transaction.

    Attributes:
        doomed: Key slots to destroy, each with whether it belongs to an erasure.
    """

    def __init__(self, keys: KeyFolder, transaction: Transaction) -> None:
        self._keys = keys
        self._transaction = transaction
        self._states: dict[bytes, State] = {}
        self._places: dict[tuple[int, Scope], bytes] = {}
        self.doomed: list[tuple[int, bool]] = []

    def close(self) -> list[Head]:
        """Write the new state of every bucket and give their heads."""
        return [self._close(state) for state in self._states.values()]

    def of(self, form: int, scope: Scope) -> State:
        """Give the bucket of one form in one scope, at the version that this transaction makes.

        Raises:
            IntegrityError: It was altered, removed or rolled back.
        """
        key = self._places.get((form, scope))
        if key is None:  # of a thousand rows most lie in one scope
            key = self._places[form, scope] = rows.bucket_of(form, scope, self._keys.subkeys)
        return self.at(key, form, scope)

    def at(
        self, key: bytes, form: int, scope: Scope | None, *, parts: Mapping[str, bytes | None] | None = None
    ) -> State:
        """Give the bucket of this key; a new one needs its scope, or the digests of its parts."""
        state = self._states.get(key)
        if state is None:
            values = (self._keys.tenant, *padded([key], SEVEN))
            found = self._transaction.rows("read_buckets", values)
            bucket = Bucket._make(found[0]) if found else None
            version, commitment = (None, b"") if bucket is None else (bucket.version, bucket.commitment)
            check_head(self._keys.heads.read(key)[key], version, commitment)
            if bucket is not None:
                check_bucket(self._keys, bucket)
            elif scope is not None or parts is not None:
                known = part_digests(self._keys, scope) if scope is not None else parts
                bucket = new_bucket(key, form, known or {})
            else:
                raise IntegrityError("the state of a scope was removed", code="removed")
            total = int.from_bytes(bucket.commitment, "little")
            state = State(bucket=bucket._replace(version=bucket.version + 1), scope=scope, total=total)
            self._states[key] = state
        return state

    def put(self, form: int) -> dict[bytes, dict[int, Row]]:
        """Give the rows of one form that were put, by sequence number, by the key of their bucket."""
        return {key: state.put for key, state in self._states.items() if state.bucket.form == form}

    def _close(self, state: State) -> Head:
        total = state.total % MODULUS
        bucket = state.bucket._replace(commitment=total.to_bytes(32, "little"))
        if total == 0 and bucket.key_slot is not None:  # empty: its scope's name goes too
            self.doomed.append((bucket.key_slot, True))
            bucket = bucket._replace(key_slot=None, scope=None)
        elif total != 0 and bucket.key_slot is None and bucket.form != rows.TOMBSTONE and state.scope is not None:
            slot, sealed = seal_scope(self._keys, bucket.key, state.scope)
            bucket = bucket._replace(key_slot=slot, scope=sealed)
        bucket = bucket._replace(mac=bucket_mac(self._keys, bucket))
        self._transaction.run("write_bucket", (self._keys.tenant, *bucket))
        return Head(bucket.key, bucket.version, bucket.commitment)

    def take_away(self, state: State, row: Row, plain: bytes, *, is_erasure: bool) -> None:
        """Take a row out for good: its key is doomed."""
        self.remove(state, row, plain)
        self.doomed.append((row.key_slot, is_erasure))

    def remove(self, state: State, row: Row, plain: bytes) -> None:
        """Take a row out whose next version follows."""
        self._transaction.run("delete_record", (self._keys.tenant, state.bucket.key, row.seq))
        self._count(state, row, plain, -1)

    def insert(
        self,
        state: State,
        draft: rows.Draft,
        *,
        seq: int,
        version: int,
        text: bytes | None = None,
        slot: bytes | None = None,
        key: tuple[int, bytes] | None = None,
    ) -> None:
        """Seal a record and put it in, under its own key, a fresh one for a new record."""
        key_slot, secret = key or self._keys.slots.reserve(1)[0]
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
        state.put[seq] = row
        state.bucket = state.bucket._replace(next_seq=max(state.bucket.next_seq, seq + 1))
        self._count(state, row, self.plain(state, row), 1)

    def _count(self, state: State, row: Row, plain: bytes, sign: int) -> None:
        state.total += sign * row_item(self._keys.subkeys.key("mac"), plain, row)
        size = 0 if row.body is None else len(row.body) + TAG_BYTES + len(row.search or b"")
        state.bucket = state.bucket._replace(
            live=state.bucket.live + sign * (row.status in rows.LIVE), size=max(0, state.bucket.size + sign * size)
        )

    def plain(self, state: State, row: Row) -> bytes:
        """Give the plain columns of a row with its place."""
        return plain_bytes(bucket_place(self._keys, state.bucket.key), row)

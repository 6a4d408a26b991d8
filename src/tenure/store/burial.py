"""Tombstones: put where something was erased, noted in the journal of ends, put back by a restore."""

from __future__ import annotations

from datetime import datetime

from tenure.errors import RequestError
from tenure.model.decision import Proposal
from tenure.model.entry import Entry
from tenure.model.identifier import new_id
from tenure.store import rows
from tenure.store.buckets import NOWHERE, Bucket
from tenure.store.database import Transaction
from tenure.store.ends import End
from tenure.store.keyfolder import KeyFolder
from tenure.store.noted import Noted, noted_lines, tombstone_name
from tenure.store.records import EntryMark, Erasure, Tombstone
from tenure.store.seal import Row
from tenure.store.snapshot import full_rows
from tenure.store.states import States
from tenure.store.times import instant_micros
from tenure.store.written import State


class Burial:
    """Buries inside one transaction.

    Args:
        keys: What digests.
        transaction: The writing transaction.
        states: The buckets that it writes.
        now: The reference instant.

    Attributes:
        ends: Lines for the journal of ends.
    """

    def __init__(self, keys: KeyFolder, transaction: Transaction, states: States, *, now: datetime) -> None:
        self._keys = keys
        self._transaction = transaction
        self._states = states
        self._now = now
        self.ends: list[End] = []

    def bury(self, erasure: Erasure, row_id: str, until: datetime) -> None:
        """Put a tombstone where a record was erased; the journal notes its digests.

        Raises:
            RequestError: Only the mark of an entry was given.
        """
        record = erasure.record
        if isinstance(record, EntryMark):
            raise RequestError("a tombstone needs what is erased whole")
        scope = rows.scope_of(record)
        tombstone = Tombstone(
            id=row_id, scope=scope, reason=erasure.reason, at=self._now, ends_at=until, kind=erasure.closes_kind
        )
        draft = rows.draft_of(tombstone, self._keys.subkeys)
        state = self._states.of(draft.form, scope)
        text, slot = None, None
        if isinstance(record, Entry | Proposal):
            text, slot, kind = rows.tombstone_marks(self._keys.subkeys, state.bucket.key, record.claim)
            if erasure.closes_kind:
                text, slot = kind, None
        self._drop_ended(state)
        self._states.insert(state, draft, seq=state.bucket.next_seq, version=1, text=text, slot=slot)
        self._note_mark(state.bucket, tombstone, text=text, slot=slot)

    def bury_again(self, mark: Noted) -> None:
        """Put back a tombstone that the data lacks, from what the journal knows, under a new name."""
        digests = mark.digests
        if not {"bucket", "text"} <= digests.keys() or mark.until <= self._now:
            return
        state = self._states.at(digests["bucket"], rows.TOMBSTONE, None, parts=digests)
        found = self._transaction.rows("read_plain", (self._keys.tenant, state.bucket.key))
        if any((row.text, row.slot) == (digests["text"], digests.get("slot")) for row in full_rows(found)):
            return
        tombstone = Tombstone(
            id=new_id("mark"), scope=NOWHERE, reason=mark.reason, at=mark.at, ends_at=mark.until, kind=mark.kind
        )
        text, slot = digests["text"], digests.get("slot")
        draft = rows.draft_of(tombstone, self._keys.subkeys)
        self._states.insert(state, draft, seq=state.bucket.next_seq, version=1, text=text, slot=slot)
        self.ends.append(End(mark.key, "other", mark.at, mark.at, 1))  # the old name is no longer its name
        self._note_mark(state.bucket, tombstone, text=text, slot=slot)

    def _note_mark(self, bucket: Bucket, tombstone: Tombstone, *, text: bytes | None, slot: bytes | None) -> None:
        digests = {
            "bucket": bucket.key,
            "user": bucket.user_part,
            "project": bucket.project_part,
            "repository": bucket.repository_part,
            "text": text,
            "slot": slot,
        }
        mark = Noted(
            key=self._keys.ends.key_of(tombstone_name(tombstone.id)),
            reason=tombstone.reason,
            at=tombstone.at,
            until=tombstone.ends_at,
            digests={name: digest for name, digest in digests.items() if digest is not None},
            kind=tombstone.kind,
        )
        self.ends += noted_lines(mark)

    def drop_all_ended(self) -> int:
        """Take out every tombstone that reached its own end, in whatever scope, and say how many."""
        count = 0
        for bucket in map(Bucket._make, self._transaction.rows("read_all_buckets", (self._keys.tenant,))):
            ended = self._ended(bucket.key) if bucket.form == rows.TOMBSTONE else []
            if ended:
                self._drop_ended(self._states.at(bucket.key, bucket.form, None))
                count += len(ended)
        return count

    def _drop_ended(self, state: State) -> None:
        if state.is_tidied:
            return
        state.is_tidied = True
        for row in self._ended(state.bucket.key):
            self._states.take_away(state, row, self._states.plain(state, row), is_erasure=False)

    def _ended(self, key: bytes) -> list[Row]:
        values = (self._keys.tenant, key, instant_micros(self._now))
        return full_rows(self._transaction.rows("read_ended", values))

"""Writing: one change as one transaction, with its buckets' new states, its ledger lines and what it dooms."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta

from tenure.errors import ConflictError, IntegrityError
from tenure.model.entry import Status
from tenure.model.receipt import Receipt, ReceiptState
from tenure.store import handed, ledger, records, rows
from tenure.store.burial import Burial
from tenure.store.database import Transaction
from tenure.store.ends import CHANGED, USED_APPROVAL, End
from tenure.store.erasure import list_doomed
from tenure.store.keyfolder import KeyFolder
from tenure.store.noted import Noted, tombstone_name
from tenure.store.records import Change, Erasure, Tombstone
from tenure.store.seal import Row, check_body, open_search
from tenure.store.states import States
from tenure.store.view import STATUS_CODES, keep_vector
from tenure.store.written import State, Stored, Written

_ENDING = {
    STATUS_CODES[status]: status.value
    for status in (Status.SUPERSEDED, Status.REVOKED, Status.CHALLENGED, Status.DECLINED)
}
_ACTIVE = STATUS_CODES[Status.ACTIVE]


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
        self._states = States(keys, transaction)
        self._burial = Burial(keys, transaction, self._states, now=now)
        self._written = Written()

    def write(self, change: Change, *, marks: Iterable[Noted] = ()) -> Written:
        """Do everything that the change names.

        Args:
            change: The change.
            marks: For a restore: the tombstones that the journal knows; those that the data lacks are put back.

        Raises:
            ConflictError: A version is not the stored one plus one, a slot is taken, or an approval was used before.
            IntegrityError: A row that is to be replaced or erased fails its own check.
        """
        for erasure in change.erase:
            self._erase(erasure)
        drafts = [rows.draft_of(self._told(written), self._keys.subkeys) for written in change.put]
        # What leaves the active state goes first, so that its slot is free for what replaces it.
        for draft in sorted(drafts, key=lambda draft: draft.status == _ACTIVE):
            self._put(draft)
        for digest in change.used_approvals:
            self._use_approval(digest)
        for mark in marks:
            self._burial.bury_again(mark)
        ended = self._burial.drop_all_ended() if change.drops_ended else 0
        if ended:
            self._written.counts[rows.PLACES[rows.TOMBSTONE]] = ended
        head = ledger.head_key(self._keys)
        last = ledger.newest(self._keys, self._transaction, self._keys.heads.read(head)[head])
        handed.fold(self._keys, self._transaction, self._states, last)
        self._written.heads += self._states.close()
        self._written.put = self._states.put(rows.ENTRY)
        self._written.buried = self._burial.ends
        appended = ledger.append(self._keys, self._transaction, last, change.events, leap=self._leap)
        if appended is not None:
            self._written.heads.append(appended)
        list_doomed(self._transaction, self._keys, self._states.doomed)
        return self._written

    def _told(self, written: records.Written) -> records.Written:
        """Tell a fresh receipt which records went, so that it knows them whatever happens after this transaction."""
        if isinstance(written, Receipt) and written.state is ReceiptState.PENDING and not written.records:
            return replace(written, records=tuple(self._written.records))
        return written

    def _put(self, draft: rows.Draft) -> None:
        state = self._states.of(draft.form, draft.scope)
        old = self._stored(draft.record_id, state)
        version = draft.version or (1 if old is None else old.row.version + 1)
        if version != (1 if old is None else old.row.version + 1):
            raise ConflictError("the record changed since it was read", code="changed_meanwhile")
        if old is None:
            self._states.insert(state, draft, seq=state.bucket.next_seq, version=version)
        else:
            if draft.keeps_vector and draft.search is not None and old.row.search is not None:
                older = open_search(old.secret, old.plain, old.row)
                draft = replace(draft, search=keep_vector(draft.search, older))
            self._states.remove(state, old.row, old.plain)
            self._states.insert(state, draft, seq=old.row.seq, version=version, key=(old.row.key_slot, old.secret))
        reason = _ENDING.get(draft.status) or (CHANGED if old is not None and draft.form in rows.ONE_TRUTH else None)
        if reason is not None:
            self._end(state, draft.record_id, reason, self._now)

    def _erase(self, erasure: Erasure) -> None:
        record = erasure.record
        form, scope = rows.form_of(record), rows.scope_of(record)
        state = self._place_of(record) if isinstance(record, Tombstone) else self._states.of(form, scope)
        row_id = rows.row_id(form, record.id, scope, self._keys.subkeys)
        old = self._stored(row_id, state)
        if old is None or rows.version_of(record) not in (0, old.row.version):  # a tombstone has no version
            raise ConflictError("the record changed since it was read", code="changed_meanwhile")
        self._states.take_away(state, old.row, old.plain, is_erasure=True)
        self._written.erased.setdefault(state.bucket.key, []).append(old.row.seq)
        self._written.records.append((row_id, old.row.nonce.hex()))
        place = rows.PLACES[form]
        self._written.counts[place] = self._written.counts.get(place, 0) + 1
        until = erasure.tombstone_until
        name = tombstone_name(row_id) if form == rows.TOMBSTONE else row_id
        self._end(state, name, erasure.reason, self._now if until is None else until)
        if until is not None:
            self._burial.bury(erasure, row_id, until)

    def _place_of(self, mark: Tombstone) -> State:
        """Give the bucket in which a tombstone lies: of one whose scope's name is gone only whose it is is known."""
        theirs = rows.TOMBSTONE, rows.part_digest(self._keys.subkeys, "user", mark.scope.user)
        for row in self._transaction.rows("read_by_id", (self._keys.tenant, mark.id)):
            state = self._states.at(row[0], rows.TOMBSTONE, None)
            if (state.bucket.form, state.bucket.user_part) == theirs:
                return state
        return self._states.of(rows.TOMBSTONE, mark.scope)

    def _end(self, state: State, row_id: str, reason: str, until: datetime) -> None:
        key = self._keys.ends.key_of(row_id)
        self._written.ends.append(End(key, reason, self._now, until, state.bucket.version))

    def _stored(self, record_id: str, state: State) -> Stored | None:
        """Give the row of a record as it is stored, checked, with its plain bytes and its key."""
        found = self._transaction.rows("read_by_id", (self._keys.tenant, record_id))
        if not found:
            return None
        if found[0][0] != state.bucket.key:
            raise ConflictError("this id is taken by another record", code="taken")
        row = Row._make(found[0][1:])
        (secret,) = self._keys.slots.open([row.key_slot])
        if secret is None:
            raise IntegrityError("a record whose key is destroyed cannot be changed", code="forgotten")
        plain = self._states.plain(state, row)
        check_body(secret, plain, row)
        return Stored(row=row, plain=plain, secret=secret)

    def _use_approval(self, digest: str) -> None:
        used = self._keys.subkeys.digest("tombstones", b"approval", digest.encode())
        self._transaction.run("insert_used_approval", (self._keys.tenant, used))
        self._written.ends.append(End(used, USED_APPROVAL, self._now, self._now))

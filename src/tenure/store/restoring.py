"""Let a copy of the data take the place of what was lost: what ended since stays ended, and the keys' heads follow.

A copy is older than the keys know. It is judged by itself first (seals, commitments, chain), then every scope is
lifted above its newest known version, so that neither this copy nor the lost data can ever pass for the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Final, cast

from tenure.errors import IntegrityError, StoreError
from tenure.model.citation import KEEPER
from tenure.model.entry import Entry, Status
from tenure.model.event import Event
from tenure.model.grant import FormerKey, Grant, Person
from tenure.model.scope import Scope
from tenure.store import audit, handed, rows
from tenure.store.buckets import MODULUS, Bucket, bucket_mac, bucket_place, open_scope
from tenure.store.database import Database, Transaction
from tenure.store.ends import CHANGED, USED_APPROVAL, End
from tenure.store.erasure import list_doomed
from tenure.store.heads import Head
from tenure.store.keyfolder import KeyFolder, KnownBefore
from tenure.store.noted import ends_and_noted, tombstone_name
from tenure.store.parts import read_parts
from tenure.store.records import Change, IndexedEntry, Restored, Setting, Written
from tenure.store.seal import TAG_BYTES, Row, open_body, open_search, plain_bytes, row_item
from tenure.store.times import micros_instant
from tenure.store.writer import Writing

_STEPS: Final = {status.value: status for status in (Status.SUPERSEDED, Status.REVOKED, Status.CHALLENGED)}


def restore_into(
    database: Database,
    keys: KeyFolder,
    *,
    now: datetime,
    event: Event,
    instead: Sequence[Setting],
    leap: timedelta,
    is_accepted: bool = False,
) -> tuple[Restored, list[End]]:
    """Make the copy in ``database`` the newest state; the caller holds the lock and puts the file in its place.

    Args:
        database: The copy.
        keys: Its key folder, not attached yet.
        now: The reference instant (UTC), moved on if the copy or the journal knows a later one.
        event: What the ledger says of it; its code becomes ``journal`` or ``no_journal``.
        instead: Settings to be put where a later version than the copy's was lost.
        leap: How far ahead of the mark an instant is believed.
        is_accepted: Whether a person takes the data as it is: a bucket in which something was altered is left as it
            is, so that what cannot be verified stays withheld, and does not keep the rest from being used.

    Returns:
        What was done, and the lines that the journal of ends is to get with the new heads.

    Raises:
        StoreError: The copy is another store's.
        IntegrityError: The copy is not sound.
    """
    before = keys.attach_copy(database)
    if is_accepted and not keys.is_damaged():
        raise StoreError("nothing is damaged in the key folder", code="nothing_damaged", hint="Run `tenure doctor`.")
    passed = {"journal", "scopes", "records", "pages", "approvals"} if is_accepted else {"journal", "approvals"}
    if any(one.is_fault and one.check not in passed for one in audit.check_store(database, keys)):
        raise IntegrityError(
            "this data was altered or is damaged, and was not taken", code="damaged", hint="Restore another backup."
        )
    last = database.rows("read_last_lines", (keys.tenant, 1))
    made_at = micros_instant(last[0][1]) if last else None
    now = max([now, *(end.at for end in before.ends or ()), *([made_at] if made_at else [])])
    ends, marks = ends_and_noted(before.ends or ())
    with database.writing() as transaction:
        closed = audit.unsound(transaction, keys) if is_accepted else frozenset[bytes]()
        closed -= {handed.page_bucket(keys)}
        lifting = Lifting(
            keys, transaction, before, ends, now=now, replaceable=frozenset(one.id for one in instead), closed=closed
        )
        lifting.lift()
        put = (*lifting.changed, *(one for one in instead if lifting.lacks(one)))
        code = "no_journal" if before.ends is None else "journal"
        change = Change(now=now, put=put, events=(replace(event, at=now, code=code),))
        written = Writing(keys, transaction, now=now, leap=leap).write(change, marks=marks)
        list_doomed(transaction, keys, [(slot, True) for slot in lifting.doomed])
    keys.heads.write([*lifting.heads, *written.heads])
    settings = tuple(one.id for one in instead if lifting.lacks(one))
    return replace(lifting.told, settings=settings, made_at=made_at), written.buried


@dataclass(slots=True)
class Lifting:
    """Raises a copy above what the keys know, in one transaction, and says what in it is to be changed.

    Args:
        keys: What opens and seals; its heads in use are empty.
        transaction: The writing transaction on the copy.
        before: What the key folder knows.
        ends: The ends of its journal.
        now: The reference instant.
        replaceable: Ids of the settings that are not kept in doubt, since something safe can take their place.
        closed: Keys of the buckets that are left as they are.
        changed: Records to be written on: ended, put to review, keys taken back.
        doomed: Key slots of what is taken out.
        heads: The new state of each bucket.
        told: What was done, counted.
    """

    keys: KeyFolder
    transaction: Transaction
    before: KnownBefore
    ends: Sequence[End]
    now: datetime
    replaceable: frozenset[str]
    closed: frozenset[bytes]
    changed: list[Written] = field(default_factory=list[Written])
    doomed: list[int] = field(default_factory=list[int])
    heads: list[Head] = field(default_factory=list[Head])
    told: Restored = field(default_factory=Restored)
    _ends: dict[bytes, list[End]] = field(default_factory=dict[bytes, list[End]])
    _settings: set[str] = field(default_factory=set[str])
    _current: set[bytes] = field(default_factory=set[bytes])

    def lift(self) -> None:
        """Lift every bucket, and take in the approvals that were used since."""
        for end in self.ends:
            self._ends.setdefault(end.key, []).append(end)
        used = [(self.keys.tenant, end.key) for end in self.ends if end.reason == USED_APPROVAL]
        self.transaction.run_many("insert_used_approval_again", used)
        buckets = list(map(Bucket._make, self.transaction.rows("read_all_buckets", (self.keys.tenant,))))
        self._current = {bucket.key for bucket in buckets if self._is_current(bucket)}
        for bucket in buckets:
            if bucket.key in self.closed:
                self.heads.append(Head(bucket.key, bucket.version, bucket.commitment))
            else:
                self._lift(bucket)
        self.told = replace(self.told, has_journal=self.before.ends is not None, closed=len(self.closed))

    def lacks(self, setting: Setting) -> bool:
        """Tell whether a setting is not in the copy any more, or not in its newest version."""
        return rows.row_id(rows.FORMS[Setting], setting.id, setting.scope, self.keys.subkeys) not in self._settings

    def _lift(self, bucket: Bucket) -> None:
        head, is_current = self.before.heads.get(bucket.key), bucket.key in self._current
        version = max(bucket.version, 0 if head is None else head.version) + 1
        place = bucket_place(self.keys, bucket.key)
        scope = None if bucket.form == rows.PAGE else open_scope(self.keys, bucket)
        total = live = size = 0
        whole = self.transaction.rows("read_whole", (self.keys.tenant, bucket.key))
        if bucket.form == rows.PAGE:  # they say what the ledger says, and are made anew
            self.transaction.run_many("delete_record", [(self.keys.tenant, bucket.key, seq) for seq, *_ in whole])
            whole = []
        for row in map(Row._make, whole):
            plain = plain_bytes(place, row)
            if self._stays(row, plain, scope, is_current=is_current):
                total += row_item(self.keys.subkeys.key("mac"), plain, row)
                live += row.status in rows.LIVE
                size += len(row.body or b"") + TAG_BYTES + len(row.search or b"")
            else:
                self.transaction.run("delete_record", (self.keys.tenant, bucket.key, row.seq))
        if total == 0 or scope is None:  # its name's key is left alone: data that was set aside may still need it
            bucket = bucket._replace(key_slot=None, scope=None)
        commitment = (total % MODULUS).to_bytes(32, "little")
        bucket = bucket._replace(version=version, live=live, size=size, commitment=commitment)
        bucket = bucket._replace(mac=bucket_mac(self.keys, bucket))
        self.transaction.run("write_bucket", (self.keys.tenant, *bucket))
        self.heads.append(Head(bucket.key, version, commitment))

    def _is_current(self, bucket: Bucket) -> bool:
        head = self.before.heads.get(bucket.key)
        return head is not None and (head.version, head.commitment) == (bucket.version, bucket.commitment)

    def _may_rest_on_other_words(self, entry: Entry) -> bool:
        """Tell whether the entry rests on a message of which its person may have told something that is lost (R17).

        What persons told lies among the settings of their own scope, and no end of the entry itself.
        """
        for citation in entry.citations:
            if citation.detail(KEEPER) is not None:
                scope = Scope(user=citation.origin.principal)
                key = rows.bucket_of(rows.FORMS[Setting], scope, self.keys.subkeys)
                if key not in self._current and (key in self.before.heads or not self.before.heads):
                    return True
        return False

    def _stays(self, row: Row, plain: bytes, scope: Scope | None, *, is_current: bool) -> bool:
        """Tell whether a row stays, and note what is to be changed of it."""
        if row.form == rows.TOMBSTONE:
            return self._end_of(row) is None
        (secret,) = self.keys.slots.open([row.key_slot])
        end = self._end_of(row)
        is_stepped = end is not None and (end.reason in _STEPS or end.reason == CHANGED)
        if secret is None or scope is None or (end is not None and not is_stepped):
            if secret is not None and end is not None:
                self.doomed.append(row.key_slot)  # a crash had come before its key was destroyed
            self._count(row, ended=1)
            return False
        if row.form in rows.ONE_TRUTH:
            return self._is_true(row, plain, secret, scope, end, is_current=is_current)
        if row.form == rows.ENTRY and end is not None and rows.status_of(row.status).value != end.reason:
            entry = cast("Entry", rows.record_of(row, open_body(secret, plain, row), scope))
            status = _STEPS[end.reason]
            self._change(replace(entry, status=status, status_at=end.at, version=row.version + 1), row, plain, secret)
            self._count(row, ended=1)
        elif row.form == rows.ENTRY and row.status in rows.LIVE:
            entry = cast("Entry", rows.record_of(row, open_body(secret, plain, row), scope))
            is_lost = self.before.ends is None and not is_current
            if is_lost or self._may_rest_on_other_words(entry):
                lifetime = replace(entry.lifetime, review_at=self.now)
                self._change(replace(entry, lifetime=lifetime, version=row.version + 1), row, plain, secret)
                self._count(row, due=1)
            else:
                self._count(row, entries=1)
        else:
            self._count(row, entries=1)
        return True

    def _is_true(
        self, row: Row, plain: bytes, secret: bytes, scope: Scope, end: End | None, *, is_current: bool
    ) -> bool:
        """Tell whether a grant, a person's record or a setting still is the newest one as far as is known.

        A grant that is not is dropped, and so is a setting. Of a person the enrolled key becomes a former one: what it
        signed stays signed, and nothing new can be signed with it.
        """
        is_doubtful = end is not None or (self.before.ends is None and not is_current)
        record = rows.record_of(row, open_body(secret, plain, row), scope)
        if isinstance(record, Person) and end is not None:
            former = FormerKey(public_key=record.public_key, until=end.at)
            keys = (*record.former_keys, former) if record.public_key else record.former_keys
            self.changed.append(
                replace(record, public_key="", sealed_key="", former_keys=keys, version=row.version + 1)
            )
            self.told = replace(self.told, keys=self.told.keys + bool(record.public_key))
        elif isinstance(record, Grant) and is_doubtful:
            self.told = replace(self.told, grants=self.told.grants + 1)
            return False
        elif isinstance(record, Setting):
            if end is None and (not is_doubtful or record.id not in self.replaceable):
                self._settings.add(row.record_id)
                return True
            return False
        return True

    def _end_of(self, row: Row) -> End | None:
        """Give the end that came after this row was written: an erasure if there was one, else the newest."""
        name = tombstone_name(row.record_id) if row.form == rows.TOMBSTONE else row.record_id
        ends = self._ends.get(self.keys.ends.key_of(name), ())
        later = [end for end in ends if end.version == 0 or end.version > row.changed]
        erased = [end for end in later if end.reason not in _STEPS and end.reason != CHANGED]
        return next(reversed(erased or later), None)

    def _change(self, entry: Entry, row: Row, plain: bytes, secret: bytes) -> None:
        (head,) = read_parts((open_search(secret, plain, row),)).heads
        terms = tuple(int(term) for term in head["terms"] if term)
        self.changed.append(IndexedEntry(entry=entry, terms=terms, is_single=bool(row.is_single)))

    def _count(self, row: Row, *, entries: int = 0, ended: int = 0, due: int = 0) -> None:
        if row.form == rows.ENTRY:
            told = self.told
            self.told = replace(told, entries=told.entries + entries, ended=told.ended + ended, due=told.due + due)

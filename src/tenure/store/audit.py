"""The audit of a whole store: seals, commitments, heads, chain, keys; it reports and never raises for what it finds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from tenure.errors import Error, IntegrityError
from tenure.model.anchor import Anchor
from tenure.store import handed, ledger, rows
from tenure.store.buckets import MODULUS, Bucket, bucket_place, check_bucket, check_head, open_scope
from tenure.store.database import Database, Transaction
from tenure.store.ends import USED_APPROVAL
from tenure.store.heads import Head
from tenure.store.keyfolder import KeyFolder
from tenure.store.records import Finding
from tenure.store.seal import Row, open_body, open_search, plain_bytes, row_item
from tenure.store.times import micros_instant

_FIX = "Put a backup in its place (`tenure restore FILE`), or forget what is damaged (`tenure forget ID`)."


def check_store(database: Database, keys: KeyFolder, anchors: Sequence[Anchor] = ()) -> tuple[Finding, ...]:
    """Give everything that is wrong; an empty list is a sound store.

    Args:
        database: Where the rows are.
        keys: What checks them.
        anchors: Heads of the ledger that were written down elsewhere.
    """
    try:
        return tuple(_findings(database, keys, anchors))
    except Error as error:
        return (Finding(check="store", is_fault=True, message=str(error), fix=error.hint),)


def unsound(transaction: Transaction, keys: KeyFolder) -> frozenset[bytes]:
    """Give the keys of the buckets in which something fails its own check; heads are not looked at."""
    found: set[bytes] = set()
    for bucket in map(Bucket._make, transaction.rows("read_all_buckets", (keys.tenant,))):
        try:
            check_bucket(keys, bucket)
            open_scope(keys, bucket)
            is_sound = not any(finding.is_fault for finding in _bucket_findings(transaction, keys, bucket))
        except IntegrityError:
            is_sound = False
        if not is_sound:
            found.add(bucket.key)
    return frozenset(found)


def _findings(database: Database, keys: KeyFolder, anchors: Sequence[Anchor]) -> Iterator[Finding]:
    for line in database.check():
        yield Finding(check="database", is_fault=True, message=f"SQLite: {line[:200]}", fix=_FIX)
    heads = {head.key: head for head in keys.heads.all()}  # before the snapshot: what is committed since is no rollback
    with database.reading() as transaction:
        found = {
            bucket.key: bucket for bucket in map(Bucket._make, transaction.rows("read_all_buckets", (keys.tenant,)))
        }
        for key in heads.keys() - found.keys() - {ledger.head_key(keys)}:
            yield _fault("scopes", f"the state of scope {key.hex()[:8]} was removed")
        for bucket in found.values():
            try:
                check_bucket(keys, bucket)
                check_head(heads.get(bucket.key), bucket.version, bucket.commitment)
                open_scope(keys, bucket)
            except IntegrityError as error:
                yield _fault("scopes", f"scope {bucket.key.hex()[:8]}: {error}")
            yield from _bucket_findings(transaction, keys, bucket)
        yield from _ledger_findings(transaction, keys, heads.get(ledger.head_key(keys)))
        yield from ledger.against(keys, transaction, anchors)
    ((waiting, has_erasure),) = database.rows("count_doomed", (keys.tenant,))
    if has_erasure:
        yield Finding(
            check="erasure",
            is_fault=False,
            message=f"keys that wait to be destroyed: {waiting}",
            fix="Run `tenure sweep`.",
        )
    yield from _journal_findings(database, keys)


def _journal_findings(database: Database, keys: KeyFolder) -> Iterator[Finding]:
    try:
        used = {end.key for end in keys.ends.read() if end.reason == USED_APPROVAL}
    except IntegrityError as error:
        yield _fault("journal", str(error))
        return
    missing = used - {digest for (digest,) in database.rows("read_used_approvals", (keys.tenant,))}
    if missing:
        yield _fault("approvals", f"approvals whose use was taken away: {len(missing)}")


def _bucket_findings(transaction: Transaction, keys: KeyFolder, bucket: Bucket) -> Iterator[Finding]:
    place = bucket_place(keys, bucket.key)
    total = 0
    live = 0
    for row in map(Row._make, transaction.rows("read_whole", (keys.tenant, bucket.key))):
        try:
            plain = plain_bytes(place, row)
            total += row_item(keys.subkeys.key("mac"), plain, row)
            live += row.status in rows.LIVE
            (secret,) = keys.slots.open([row.key_slot])
            if secret is None:
                yield Finding(check="records", is_fault=False, message=f"{row.record_id}: its key is destroyed")
                continue
            open_body(secret, plain, row)
            if row.form == rows.ENTRY:
                open_search(secret, plain, row)
        except IntegrityError as error:
            yield _fault("records", f"{row.record_id}: {error}")
    if total % MODULUS != int.from_bytes(bucket.commitment, "little") or live != bucket.live:
        yield _fault("scopes", f"scope {bucket.key.hex()[:8]}: its records are not those that were committed")


def _ledger_findings(transaction: Transaction, keys: KeyFolder, head: Head | None) -> Iterator[Finding]:
    try:
        ledger.newest(keys, transaction, head)
        ledger.check_chain(keys, transaction, after=0, mac=ledger.START)
        yield from _page_findings(transaction, keys)
    except IntegrityError as error:
        sound = ledger.sound_until(keys, transaction)
        since = (
            "its very first line"
            if sound is None
            else f"after line {sound.seq} of {micros_instant(sound.at):%Y-%m-%d %H:%M:%SZ}, which is sound"
        )
        yield _fault("ledger", f"{error}: {since}")


def _page_findings(transaction: Transaction, keys: KeyFolder) -> Iterator[Finding]:
    bucket = handed.page_bucket(keys)
    for row in map(Row._make, transaction.rows("read_whole", (keys.tenant, bucket))):
        with suppress(IntegrityError):  # what cannot be opened is told with the other records
            (secret,) = keys.slots.open([row.key_slot])
            body = b"" if secret is None else open_body(secret, plain_bytes(bucket_place(keys, bucket), row), row)
            if body != handed.page(keys, transaction, row.seq):
                yield _fault("pages", f"{row.record_id}: it does not sum up its lines of the ledger")


def _fault(check: str, message: str) -> Finding:
    return Finding(check=check, is_fault=True, message=message, fix=_FIX)

"""Make receipts from what the store counted, keep them, and bring pending ones to their end (R28)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from tenure.errors import NotFoundError, RequestError
from tenure.model.entry import Entry
from tenure.model.identifier import new_id
from tenure.model.receipt import Receipt, ReceiptState
from tenure.model.scope import Scope
from tenure.policy.policy import Policy
from tenure.store.port import Entries, Ledger
from tenure.store.records import Change, Erased, LedgerLine
from tenure.values import dataclass

READERS_MAX: Final = 20
"""Most readers that a receipt names one by one."""
_PAGE: Final = 1_000


def receipt_for(
    erased: Sequence[Entry],
    *,
    scope: Scope,
    planned: tuple[tuple[str, int], ...],
    ledger: Ledger,
    policy: Policy,
    now: datetime,
) -> Receipt:
    """Make the *pending* receipt that is written in the same transaction as the erasure.

    Args:
        erased: The entries to be erased.
        scope: Where the receipt is kept.
        planned: What the transaction erases, by place; it happens whole or not at all.
        ledger: The record of what was handed out and exported.
        policy: Says whether backups are declared, and for how many days; and how long views stay opened.
        now: The reference instant (UTC).
    """
    receipt_id = new_id("rcpt")
    ids = tuple(entry.id for entry in erased)
    days = policy.backups_days
    return Receipt(
        id=receipt_id,
        state=ReceiptState.PENDING,
        at=now,
        entry_ids=ids,
        erased=planned,
        backups=None if days is None else (now + timedelta(days=days)).date(),
        out_of_reach=out_of_reach(erased, ledger=ledger),
        check=f"tenure erased {receipt_id}",
        scope=scope,
        views_seconds=policy.view_idle_seconds_max,
    )


def settled(receipt: Receipt, erased: Erased, *, ledger: Ledger, now: datetime, notes: int = 0) -> Receipt:
    """Give the next version of a receipt, signed: as far as the store says, with the store's own counts."""
    counts = dict(receipt.erased) | dict(erased.counts)
    if notes:
        counts["notes"] = notes
    next_one = replace(
        receipt,
        state=ReceiptState.DONE if erased.is_done else ReceiptState.PENDING,
        erased=tuple(sorted((place, count) for place, count in counts.items() if count)),
        records=receipt.records or erased.records,
        keys_destroyed_at=receipt.keys_destroyed_at or (None if "keys" in erased.waits else now),
        waits=erased.waits,
        version=receipt.version + 1,
        public_key=ledger.sign(b"")[1],
    )
    return replace(next_one, signature=ledger.sign(next_one.signed_bytes())[0])


def receipts(scopes: Sequence[Scope], *, entries: Entries) -> tuple[Receipt, ...]:
    """Give the receipts kept in these scopes, oldest first."""
    return entries.held(Receipt, scopes)


def finish(scopes: Sequence[Scope], *, entries: Entries, ledger: Ledger, now: datetime) -> tuple[Receipt, ...]:
    """Go on with unfinished erasures and give the receipts that were pending, as they are now."""
    pending = [each for each in receipts(scopes, entries=entries) if each.state is ReceiptState.PENDING]
    if not pending:
        return ()
    if not entries.finish_erasure().is_done:
        return tuple(pending)
    done = tuple(settled(each, Erased(is_done=True, counts=()), ledger=ledger, now=now) for each in pending)
    entries.commit(Change(now=now, put=done))
    return done


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """What checking a receipt gave.

    Args:
        receipt: The receipt as it is now.
        remaining: Ids of entries that it names and that are still held somewhere; empty if it is true.
    """

    receipt: Receipt
    remaining: tuple[str, ...]


def check_receipt(receipt_id: str, *, person: str, entries: Entries, ledger: Ledger, now: datetime) -> Checked:
    """Look whether what a receipt says holds: goes on with what is pending, and looks for its entries in every scope.

    Raises:
        NotFoundError: The person has no such receipt.
    """
    own = (Scope(user=person),)
    finish(own, entries=entries, ledger=ledger, now=now)
    receipt = next((each for each in receipts(own, entries=entries) if each.id == receipt_id), None)
    if receipt is None:
        raise NotFoundError("you have no such receipt", hint="Receipts are listed by `tenure disclose`.")
    found = entries.read(entries.scopes_with(), receipt.entry_ids)
    return Checked(receipt=receipt, remaining=tuple(record.id for record in found))


def check_given(receipt: Receipt, *, entries: Entries, ledger: Ledger) -> Checked:
    """Look whether what a receipt from a file says holds in this store, which may have been restored since.

    Raises:
        RequestError: This store did not sign it, or it was changed.
    """
    if ledger.sign(receipt.signed_bytes()) != (receipt.signature, receipt.public_key):
        raise RequestError(
            "this store did not sign this receipt, or it was changed",
            code="foreign_receipt",
            hint="Compare its public_key with the one that `tenure doctor` shows.",
        )
    found = entries.read(entries.scopes_with(), receipt.entry_ids)
    return Checked(receipt=receipt, remaining=tuple(record.id for record in found))


def out_of_reach(erased: Sequence[Entry], *, ledger: Ledger) -> tuple[str, ...]:
    """Say what had left the store: exports and backups by day, answers by reader and count (R28).

    A reader is named by the keyed digest under which the ledger knows them: who may read the ledger can compare.
    """
    since = min((entry.recorded_at for entry in erased), default=None)
    found = ledger.left(frozenset(entry.id for entry in erased), since=since)
    left = [f"exported on {day}" for day in found.exported]
    left += [f"backed up on {day}, sealed" for day in found.backed_up]
    left += [f"packed with its keys on {day}, under a passphrase" for day in found.packed]
    named = found.answers[:READERS_MAX]
    left += [f"answers handed out to reader {actor[:8]}: {count}" for actor, count in named]
    more = len(found.answers) - len(named)
    return (*left, *([f"answers handed out to {more} more readers"] if more else []))


def every_line(ledger: Ledger, *, after: int = 0) -> Iterator[LedgerLine]:
    """Give the whole ledger after a line, oldest first, page by page."""
    while page := ledger.lines(after=after, limit=_PAGE):
        yield from page
        after = page[-1].sequence

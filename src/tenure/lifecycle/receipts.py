"""Make receipts from what the store counted, keep them, and bring pending ones to their end (R28)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from tenure.errors import NotFoundError
from tenure.model.entry import Entry
from tenure.model.identifier import new_id
from tenure.model.receipt import Receipt, ReceiptState
from tenure.model.scope import Scope
from tenure.policy.policy import Policy
from tenure.store.port import Entries, Ledger
from tenure.store.records import Change, Erased, LedgerLine

_PAGE = 1_000


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
        policy: Says whether backups are declared, and for how many days.
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
        out_of_reach=out_of_reach(ids, ledger=ledger),
        check=f"tenure forget --check {receipt_id}",
        scope=scope,
    )


def settled(receipt: Receipt, erased: Erased, *, notes: int = 0) -> Receipt:
    """Give the next version of a receipt: as far as the store says, with the store's own counts where it gives them."""
    counts = dict(receipt.erased) | dict(erased.counts)
    if notes:
        counts["notes"] = notes
    return replace(
        receipt,
        state=ReceiptState.DONE if erased.is_done else ReceiptState.PENDING,
        erased=tuple(sorted((place, count) for place, count in counts.items() if count)),
        version=receipt.version + 1,
    )


def receipts(scopes: Sequence[Scope], *, entries: Entries) -> tuple[Receipt, ...]:
    """Give the receipts kept in these scopes, oldest first."""
    return entries.held(Receipt, scopes)


def finish(scopes: Sequence[Scope], *, entries: Entries, now: datetime) -> tuple[Receipt, ...]:
    """Go on with unfinished erasures and give the receipts that were pending, as they are now."""
    pending = [each for each in receipts(scopes, entries=entries) if each.state is ReceiptState.PENDING]
    if not pending:
        return ()
    if not entries.finish_erasure().is_done:
        return tuple(pending)
    done = tuple(settled(each, Erased(is_done=True, counts=())) for each in pending)
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


def check_receipt(receipt_id: str, *, person: str, entries: Entries, now: datetime) -> Checked:
    """Look whether what a receipt says holds: goes on with what is pending, and looks for its entries in every scope.

    Raises:
        NotFoundError: The person has no such receipt.
    """
    own = (Scope(user=person),)
    finish(own, entries=entries, now=now)
    receipt = next((each for each in receipts(own, entries=entries) if each.id == receipt_id), None)
    if receipt is None:
        raise NotFoundError("you have no such receipt", hint="Receipts are listed by `tenure disclose`.")
    found = entries.read(entries.scopes_with(), receipt.entry_ids)
    return Checked(receipt=receipt, remaining=tuple(record.id for record in found))


def out_of_reach(ids: Sequence[str], *, ledger: Ledger) -> tuple[str, ...]:
    """Say what had left the store: exports by their day, answers by how many agents and people got them (R28)."""
    wanted = frozenset(ids)
    days: set[str] = set()
    readers: set[str] = set()
    for line in lines_about(wanted, ledger=ledger):
        if line.verb == "export" and line.code == "exported":
            days.add(f"{line.at:%Y-%m-%d}")
        elif line.verb in {"recall", "brief"} and line.code.startswith("usable"):
            readers.add(line.actor)
    left = [f"exported on {day}" for day in sorted(days)]
    if readers:
        left.append(f"answers handed out to {len(readers)} {'reader' if len(readers) == 1 else 'readers'}")
    return tuple(left)


def lines_about(ids: frozenset[str], *, ledger: Ledger) -> tuple[LedgerLine, ...]:
    """Give the ledger lines about these records, oldest first; reads the whole ledger, page by page."""
    found: list[LedgerLine] = []
    after = 0
    while page := ledger.lines(after=after, limit=_PAGE):
        found += (line for line in page if line.record_id in ids)
        after = page[-1].sequence
    return tuple(found)

"""Erase what was shown, with everything that rests on it, in one transaction, with a receipt (R26, R28)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from datetime import datetime, timedelta

from tenure.errors import ConflictError, NotAllowedError, NotFoundError
from tenure.lifecycle.gather import done_by
from tenure.lifecycle.preview import Preview, Reach, reach
from tenure.lifecycle.receipts import receipt_for, settled
from tenure.lifecycle.reviewing import put_to_review
from tenure.lifecycle.selector import Selector
from tenure.model.decision import Proposal
from tenure.model.entry import Entry, Status
from tenure.model.event import Event
from tenure.model.receipt import Receipt
from tenure.model.scope import Scope
from tenure.policy.policy import Policy
from tenure.search.remembered import forget_remembered
from tenure.store.port import Entries, Ledger, Notes
from tenure.store.records import Change, Erasure, IndexedEntry
from tenure.write.evidence import CONTESTS
from tenure.write.index import find_rivals, indexed
from tenure.write.succession import step

__all__ = ["Preview", "Reach", "Selector", "erase", "forget", "forget_one", "reach"]

FORGOTTEN = "forgotten"


def forget(
    shown: Preview,
    *,
    person: str,
    entries: Entries,
    ledger: Ledger,
    policy: Policy,
    now: datetime,
    notes: Notes | None = None,
    leaves_mark: bool = True,
) -> Receipt:
    """Gather anew what would be erased, and `erase` it if it is what was shown.

    Args:
        shown: What the person saw.
        person: Who confirms it: the one to whom it was shown.
        entries: The durable store.
        ledger: The record of what was handed out.
        policy: The policy in force.
        now: The reference instant (UTC).
        notes: Scratch, if the preview looked through it.
        leaves_mark: Whether a mark without content keeps an agent from proposing it again.

    Raises:
        NotAllowedError: It was shown to somebody else.
        NotFoundError: Nothing is to be erased.
        ConflictError: Something changed since it was shown.
    """
    if shown.person != person:
        raise NotAllowedError("this was shown to another person")
    with ExitStack() as held:
        held.enter_context(entries.holding(Scope(user=person)))
        again = reach(
            shown.selector,
            shown.scopes,
            person=shown.person,
            entries=entries,
            notes=notes,
            task_ids=shown.task_ids,
            as_operator=shown.as_operator,
            keeps_key=shown.keeps_key,
        )
        if again.shown.reached() != shown.reached():
            raise ConflictError("what would be forgotten changed since it was shown", hint="Look at it again first.")
        # No note that was not shown goes; those that ended meanwhile are gone.
        again = replace(again, shown=replace(again.shown, notes=shown.notes))
        return erase(
            again,
            entries=entries,
            ledger=ledger,
            policy=policy,
            now=now,
            notes=notes,
            leaves_mark=leaves_mark,
            held=held,
        )


def forget_one(
    entry: Entry,
    *,
    person: str,
    entries: Entries,
    ledger: Ledger,
    policy: Policy,
    now: datetime,
    reason: str = FORGOTTEN,
    keeps_earlier: bool = False,
) -> Receipt:
    """Erase one entry and what rests on it; the marks that are left tell the reason.

    With ``keeps_earlier`` what it replaced stays as it is: superseded.

    Raises:
        NotFoundError: It is another user's and not about the person, or it is gone already.
        ConflictError: What it says changed since it was read.
    """
    selector = Selector(ids=(entry.id,))
    with ExitStack() as held:
        held.enter_context(entries.holding(entry.scope))
        found = reach(selector, (entry.scope,), person=person, entries=entries, keeps_earlier=keeps_earlier)
        if any(each.claim != entry.claim for each in found.shown.entries):
            raise ConflictError("the entry changed since it was read")
        return erase(found, entries=entries, ledger=ledger, policy=policy, now=now, reason=reason, held=held)


def erase(
    found: Reach,
    *,
    entries: Entries,
    ledger: Ledger,
    policy: Policy,
    now: datetime,
    notes: Notes | None = None,
    reason: str = FORGOTTEN,
    leaves_mark: bool = True,
    held: ExitStack,
) -> Receipt:
    """Erase what was just gathered, with its receipt.

    Whoever gathers holds the scope in ``held``: nothing may come to rest on it, or be proposed of it, until it is
    erased. From then on others may write.

    1. One transaction erases the records, marks each entry and proposal with a tombstone, puts what rests on them
       elsewhere to its owner's review, and keeps the receipt as *pending*.
    2. Copies in notes and in this process are dropped.
    3. The receipt gets the store's counts, and *done* if every step is done; else `receipts.finish` goes on.

    Raises:
        NotFoundError: Nothing is to be erased.
        ConflictError: Something changed since it was gathered.
    """
    shown, elsewhere = found.shown, found.elsewhere
    if not shown.reached() and not shown.notes:
        raise NotFoundError("there is nothing to forget in your scope")
    erasures = tuple(_erasures(shown, policy=policy, now=now, reason=reason, leaves_mark=leaves_mark))
    receipt = receipt_for(
        shown.erased,
        scope=Scope(user=shown.person),
        planned=_planned(shown, erasures),
        ledger=ledger,
        policy=policy,
        now=now,
    )
    reviewed = tuple(indexed(put_to_review(entry, now=now), policy) for entry in elsewhere)
    events = tuple(_events(shown, elsewhere, receipt.id, now=now))
    freed = _freed(shown, elsewhere, entries=entries, policy=policy, now=now)
    change = Change(now=now, put=(*reviewed, *freed, receipt), erase=erasures, events=events)
    erased = entries.commit(change)  # 1
    held.close()
    dropped = 0 if notes is None else _drop_notes(shown, notes)  # 2
    forget_remembered()
    receipt = settled(receipt, erased, ledger=ledger, now=now, notes=dropped)  # 3
    entries.commit(Change(now=now, put=(receipt,)))
    return receipt


def _erasures(shown: Preview, *, policy: Policy, now: datetime, reason: str, leaves_mark: bool) -> Iterator[Erasure]:
    until = now + timedelta(days=policy.tombstone_days) if leaves_mark else None
    for entry in shown.erased:
        yield Erasure(record=entry, reason=reason, tombstone_until=until)
    for proposal in shown.proposals:
        yield Erasure(record=proposal, reason=reason, tombstone_until=until)
    for other in shown.others:
        yield Erasure(record=other, reason=FORGOTTEN, tombstone_until=None)


def _drop_notes(shown: Preview, notes: Notes) -> int:
    dropped = 0
    for task_id in dict.fromkeys(note.task_id for note in shown.notes):
        with suppress(NotFoundError):  # the task ended meanwhile, and its notes with it
            dropped += notes.drop(task_id, [note.id for note in shown.notes if note.task_id == task_id])
    return dropped


def _freed(
    shown: Preview, elsewhere: Sequence[Entry], *, entries: Entries, policy: Policy, now: datetime
) -> tuple[IndexedEntry, ...]:
    """Give the contested entries, active again, that nothing contests any more once these are gone.

    What their person was heard to say contests on, unless it goes too, as the proposal made of it.
    """
    leaving = {record_id for record_id, _ in shown.reached()} | {entry.id for entry in elsewhere}
    ending: list[Entry | Proposal] = [entry for entry in shown.erased if entry.status is Status.CONTESTED]
    ending += [proposal for proposal in shown.proposals if CONTESTS in proposal.flags]
    slots = {(record.scope, record.claim.slot): record.claim for record in ending if record.claim.slot is not None}
    freed: list[IndexedEntry] = []
    for (scope, slot), claim in slots.items():
        rivals = [rival for rival in find_rivals(claim, scope, (), entries) if rival.claim.slot == slot]
        left = [rival for rival in rivals if rival.status is Status.CONTESTED and rival.id not in leaving]
        is_contested = any(
            CONTESTS in waiting.flags and waiting.claim.slot == slot and waiting.id not in leaving
            for waiting in entries.held(Proposal, (scope,))
        )
        is_gone = any(isinstance(record, Proposal) and record.claim.slot == slot for record in ending)
        if len(left) == 1 and not is_contested and (is_gone or not left[0].heard_against):
            freed.append(indexed(step(left[0], Status.ACTIVE, now), policy))
    return tuple(freed)


def _planned(shown: Preview, erasures: tuple[Erasure, ...]) -> tuple[tuple[str, int], ...]:
    claims: list[Entry | Proposal] = [*shown.erased, *shown.proposals]
    counts = {
        "entries": len(shown.erased),
        "proposals": len(shown.proposals),
        "grants": len(shown.grants),
        "dependents": len(shown.dependents),
        "persons": len(shown.people),
        "settings": len(shown.settings),
        "retry_keys": sum(bool(record.idempotency) for record in claims),
        "tombstones_made": sum(erasure.tombstone_until is not None for erasure in erasures),
    }
    return tuple(sorted((place, count) for place, count in counts.items() if count))


def _events(shown: Preview, elsewhere: Sequence[Entry], receipt_id: str, *, now: datetime) -> Iterator[Event]:
    for entry in (*shown.entries, *shown.earlier):
        yield done_by(shown.person, "forget", "R28", entry.id, FORGOTTEN, now=now)
    for entry in shown.dependents:
        yield done_by(shown.person, "forget", "R26", entry.id, FORGOTTEN, now=now)
    for record_id in [*(one.id for one in shown.proposals), *(one.id for one in shown.grants)]:
        yield done_by(shown.person, "forget", "R28", record_id, FORGOTTEN, now=now)
    for entry in elsewhere:
        yield done_by(shown.person, "review", "R26", entry.id, "review_due", now=now)
    yield done_by(shown.person, "forget", "R28", receipt_id, "receipt", now=now)

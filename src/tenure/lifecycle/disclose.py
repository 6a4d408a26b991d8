"""Everything that is held about a person, for that person, with the state of each item (R25)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import field, replace
from datetime import datetime
from itertools import islice

from tenure.errors import StoreUnavailableError
from tenure.lifecycle.doubt import settings_of
from tenure.lifecycle.gather import concerns, done_by, owns, records_in
from tenure.lifecycle.kept import told
from tenure.lifecycle.receipts import every_line
from tenure.model.decision import Proposal
from tenure.model.entry import LIVE, Entry, Status
from tenure.model.grant import Grant, Person
from tenure.model.plain import to_plain
from tenure.model.principal import Channel, Origin
from tenure.model.receipt import Receipt
from tenure.model.scope import Scope
from tenure.screen import neutralise
from tenure.store.port import Entries, Ledger
from tenure.store.records import Change, LedgerLine, Lost, Setting, Tombstone
from tenure.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """An entry with its state at the instant of the disclosure: its status, or *expired* or *review_due*."""

    entry: Entry = field(repr=False)
    state: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Disclosure:
    """All that is held about one person.

    Args:
        person: About whom.
        at: As of when (UTC).
        scopes: The scopes that were looked through, and those of what is about the person elsewhere.
        entries: Entries of every status, usable or not.
        lost: Ids of entries that could not be read back, with the reason.
        proposals: What waits, with the words quoted for it.
        grants: The grants that the person gave.
        people: The person's own record, if there is one.
        tombstones: Marks of what ended; they hold no content.
        settings: What the product keeps beside it: why an entry is challenged, when the person last looked, how often
            they were asked and what they answered, which of their messages were edited, how often claims held.
        receipts: Receipts of earlier erasures.
        lines: What the ledger says the person did, and what was done with all these.
    """

    person: str
    at: datetime
    scopes: tuple[Scope, ...]
    entries: tuple[Held, ...] = field(default=(), repr=False)
    lost: tuple[Lost, ...] = ()
    proposals: tuple[Proposal, ...] = field(default=(), repr=False)
    grants: tuple[Grant, ...] = ()
    people: tuple[Person, ...] = field(default=(), repr=False)
    tombstones: tuple[Tombstone, ...] = ()
    settings: tuple[Setting, ...] = field(default=(), repr=False)
    receipts: tuple[Receipt, ...] = ()
    lines: tuple[LedgerLine, ...] = field(default=(), repr=False)

    def render(self) -> str:
        """Give it as text for people; characters that a terminal obeys are written out."""
        return "\n".join(neutralise(line) for line in _lines(self))

    def plain(self) -> dict[str, object]:
        """Give it as values that JSON can carry; absent rather than empty. Of a key only its public half."""
        found: dict[str, object] = {
            "person": self.person,
            "at": to_plain(self.at),
            "scopes": to_plain(self.scopes),
            "entries": [{**to_plain(held.entry), "state": held.state} for held in self.entries],
            "lost": to_plain(self.lost),
            "proposals": to_plain(self.proposals),
            "grants": to_plain(self.grants),
            "people": [_public(person) for person in self.people],
            "tombstones": to_plain(self.tombstones),
            "settings": to_plain(self.settings),
            "receipts": to_plain(self.receipts),
            "ledger": to_plain(self.lines),
        }
        return {name: value for name, value in found.items() if value not in ([], "")}


def disclose(person: str, scopes: Sequence[Scope], *, entries: Entries, ledger: Ledger, now: datetime) -> Disclosure:
    """Gather what is held in the person's scopes and what is about the person elsewhere.

    Scopes that name another user are passed over but for what is about the person. That it was disclosed is noted in
    the ledger, if the store can be written.

    Args:
        person: For whom and about whom.
        scopes: Where the person stands; all scopes that name the person are added.
        entries: The durable store.
        ledger: The record of what was done.
        now: The reference instant (UTC).
    """
    found = _gathered(person, scopes, entries=entries, now=now)
    lines = tuple(_own_lines(found, ledger=ledger))
    with suppress(StoreUnavailableError):  # what is held is told even where nothing can be written
        entries.commit(Change(now=now, events=(done_by(person, "disclose", "R25", "", "disclosed", now=now),)))
    return replace(found, lines=lines)


def lines_of(
    person: str,
    scopes: Sequence[Scope],
    *,
    entries: Entries,
    ledger: Ledger,
    now: datetime,
    after: int = 0,
    limit: int | None = None,
) -> tuple[LedgerLine, ...]:
    """Give the ledger's lines of one person: what they did, and what was done with what they may see (R35).

    Args:
        person: For whom.
        scopes: As for `disclose`.
        entries: The durable store.
        ledger: The record of what was done.
        now: The reference instant (UTC).
        after: Only lines after this number.
        limit: At most so many; all if omitted.
    """
    found = _gathered(person, scopes, entries=entries, now=now)
    return tuple(islice(_own_lines(found, ledger=ledger, after=after), limit))


def _own_lines(found: Disclosure, *, ledger: Ledger, after: int = 0) -> Iterator[LedgerLine]:
    held = (found.lost, found.proposals, found.grants, found.tombstones, found.receipts)
    ids = {one.entry.id for one in found.entries} | {one.id for each in held for one in each}
    ids |= {entry_id for receipt in found.receipts for entry_id in receipt.entry_ids}
    own = ledger.actor(Origin(channel=Channel.USER, principal=found.person))
    for line in every_line(ledger, after=after):
        if line.actor == own:
            yield replace(line, is_own=True)
        elif line.record_id in ids:
            yield line


def _gathered(person: str, scopes: Sequence[Scope], *, entries: Entries, now: datetime) -> Disclosure:
    mine = tuple(dict.fromkeys((*(s for s in scopes if owns(person, s)), *entries.scopes_with(user=person))))
    records = {record.id: record for record in records_in(mine, entries=entries)}
    elsewhere: list[Scope] = []
    for scope, entry_id in entries.concerning(person):
        for record in entries.read((scope,), (entry_id,)):
            records.setdefault(record.id, record)
            elsewhere.append(scope)
    places = tuple(dict.fromkeys((*mine, *elsewhere)))
    # A receipt lies in the scope of who asked, a person's record in their own; both may hold nothing else.
    own = tuple(dict.fromkeys((*mine, Scope(user=person))))
    proposals = tuple(
        proposal
        for proposal in entries.held(Proposal, places)
        if owns(person, proposal.scope) or concerns(person, proposal)
    )
    grants = tuple(given for given in entries.held(Grant, mine) if given.person == person)
    found = tuple(record for record in records.values() if isinstance(record, Entry))
    return Disclosure(
        person=person,
        at=now,
        scopes=places,
        entries=tuple(Held(entry=entry, state=state_of(entry, now)) for entry in found),
        lost=tuple(record for record in records.values() if isinstance(record, Lost)),
        proposals=proposals,
        grants=grants,
        people=entries.held(Person, (Scope(user=person),)),
        tombstones=entries.tombstones_for(own, None, user=person),
        settings=settings_of(person, found, places, entries=entries),
        receipts=entries.held(Receipt, own),
    )


def state_of(entry: Entry, now: datetime) -> str:
    """Give the state of an entry at ``now`` as its times and status say, without asking its source. Pure."""
    if entry.status in LIVE and entry.lifetime.is_expired(now=now, recorded_at=entry.recorded_at):
        return "expired"
    if entry.status is Status.ACTIVE and entry.lifetime.is_due(now=now, last_used_at=entry.used_at()):
        return "review_due"
    return entry.status.value


def _lines(held: Disclosure) -> Iterator[str]:
    yield f"What is held about {held.person}, as of {held.at:%Y-%m-%d %H:%M}Z"
    for one in held.entries:
        entry = one.entry
        ends = entry.lifetime.ends_at(entry.recorded_at)
        source = ", ".join(f"{citation.scheme}:{citation.address}" for citation in entry.citations)
        yield ""
        yield f"{entry.id}  {one.state}  {entry.claim.kind.value}  {_where(entry.scope)}"
        yield f"  {_flat(entry.claim.text)}"
        yield f"  for {entry.purpose.name}: {_flat(entry.purpose.detail)}"
        yield f"  source {source}; trust {entry.trust.name.lower()}; recorded {entry.recorded_at:%Y-%m-%d}" + (
            f"; ends {ends:%Y-%m-%d}" if ends else ""
        )
    for lost in held.lost:
        yield f"{lost.id}  cannot be read: {lost.reason}"
    for proposal in held.proposals:
        yield ""
        yield f"{proposal.id}  waits ({proposal.request.value}) until {proposal.lapses_at:%Y-%m-%d}"
        yield f"  {_flat(proposal.claim.text)}"
        if proposal.quoted:
            yield f"  quoted: {_flat(proposal.quoted)}"
    for given in held.grants:
        state = "in force" if given.is_in_force(held.at) else "over"
        yield f"{given.id}  grant of {given.kind.value}, {state}, until {given.ends_at:%Y-%m-%d}  {_where(given.scope)}"
    for person in held.people:
        yield f"record of {person.id}" + (", with a key" if person.public_key else "")
    for mark in held.tombstones:
        yield f"{mark.id}  ended ({mark.reason}) {mark.at:%Y-%m-%d}; the mark goes {mark.ends_at:%Y-%m-%d}"
    for kept in held.settings:
        yield f"kept beside it in {_where(kept.scope)}, {told(kept)}"
    for receipt in held.receipts:
        stands = f"{receipt.state.value}, entries: {len(receipt.entry_ids)}"
        yield f"{receipt.id}  receipt of {receipt.at:%Y-%m-%d}: {stands}"
    if held.lines:
        yield ""
        yield "What the person did, and what was done with these:"
    for line in held.lines:
        yield f"  {line.at:%Y-%m-%d %H:%M}Z  {line.verb}  {line.record_id}  {line.code}  ({line.rule})"


def _where(scope: Scope) -> str:
    return ", ".join(f"{name} {value}" for name, value in scope.parts())


def _flat(text: str) -> str:
    return " ".join(text.split())


def _public(person: Person) -> dict[str, object]:
    found = {"id": person.id, "public_key": person.public_key, "enrolled_at": to_plain(person.enrolled_at)}
    return {name: value for name, value in found.items() if value}

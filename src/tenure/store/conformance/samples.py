"""Valid records to write in a check of a store."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

from tenure.model.citation import Citation
from tenure.model.claim import Claim, Kind, Purpose
from tenure.model.decision import Proposal, Request
from tenure.model.entry import Basis, Confidence, Entry, Status
from tenure.model.event import Event
from tenure.model.grant import Approval, Grant
from tenure.model.identifier import new_id
from tenure.model.lifetime import Lifetime
from tenure.model.principal import Channel, Origin, Strength, Trust
from tenure.model.scope import Scope
from tenure.store.records import Change, EntryMark, Erasure, IndexedEntry, Tombstone, Written

NOW: Final = datetime(2026, 3, 1, 12, 0, 0, 250_000, tzinfo=UTC)
ANA: Final = Origin(channel=Channel.USER, principal="ana")
SCOPE: Final = Scope(user="ana", project="billing")


def sample_entry(text: str = "give me a table", *, scope: Scope = SCOPE, claim: Claim | None = None) -> Entry:
    """Give a valid entry."""
    return Entry(
        id=new_id("ent"),
        version=1,
        status=Status.ACTIVE,
        scope=scope,
        claim=claim or Claim(text=text, kind=Kind.PREFERENCE),
        purpose=Purpose(name="answering", detail="comparison questions"),
        citations=(
            Citation(
                scheme="statement",
                address=new_id("note"),
                seen_at=NOW,
                origin=ANA,
                trust=Trust.USER_STATED,
                details=(("digest", "0f" * 16), ("span", 12)),
            ),
        ),
        origin=ANA,
        trust=Trust.USER_APPROVED,
        confidence=Confidence(basis=Basis.STATED, number=0.9),
        worded_by=ANA,
        observed_at=NOW,
        recorded_at=NOW,
        lifetime=Lifetime(
            expires_at=NOW + timedelta(days=300), review_at=NOW + timedelta(days=90), age_max=timedelta(days=365)
        ),
        approval=Approval(person="ana", at=NOW, strength=Strength.HOST, proposal_id=new_id("prop"), digest="0e" * 32),
        proposal_id=new_id("prop"),
    )


def sample_slotted(value: str, *, scope: Scope = SCOPE) -> Entry:
    """Give a valid entry whose claim has the slot (answers, format)."""
    claim = Claim(
        text=f"answers come as {value}", kind=Kind.PREFERENCE, entity="answers", attribute="format", value=value
    )
    return sample_entry(scope=scope, claim=claim)


def sample_proposal(text: str = "give me a table", *, scope: Scope = SCOPE) -> Proposal:
    """Give a valid pending proposal."""
    return Proposal(
        id=new_id("prop"),
        version=1,
        status=Status.PENDING,
        request=Request.ADMIT,
        scope=scope,
        claim=Claim(text=text, kind=Kind.PREFERENCE),
        purpose=Purpose(name="answering"),
        citations=(),
        proposer=Origin(channel=Channel.AGENT, principal="coder"),
        worded_by=Origin(channel=Channel.AGENT, principal="coder"),
        trust=Trust.AGENT_INFERRED,
        confidence=Confidence(basis=Basis.INFERRED, number=0.5),
        lifetime=Lifetime(age_max=timedelta(days=30)),
        observed_at=NOW,
        created_at=NOW,
        lapses_at=NOW + timedelta(days=14),
        quoted="when you compare things",
    )


def sample_grant(*, scope: Scope = SCOPE) -> Grant:
    """Give a valid grant."""
    return Grant(
        id=new_id("grant"),
        person="ana",
        kind=Kind.PREFERENCE,
        scope=scope,
        longest=timedelta(days=90, hours=1, microseconds=7),
        ends_at=NOW + timedelta(days=200),
        granted_at=NOW,
        strength=Strength.TERMINAL,
    )


def sample_event(verb: str = "approve", record_id: str = "") -> Event:
    """Give a valid event."""
    return Event(at=NOW, actor=ANA, verb=verb, rule="R05", record_id=record_id, code="admitted")


def put(*records: Entry | Written, at: datetime = NOW, is_single: bool = True) -> Change:
    """Give a change that writes these records, entries with a few search terms."""
    written = tuple(
        IndexedEntry(entry=record, terms=(7, 11, 13), is_single=is_single) if isinstance(record, Entry) else record
        for record in records
    )
    return Change(now=at, put=written)


def erase(
    record: Entry | EntryMark | Proposal | Grant | Tombstone,
    *,
    reason: str = "forgotten",
    until: datetime | None = NOW + timedelta(days=365),
    closes_kind: str = "",
) -> Change:
    """Give a change that erases a record and leaves a tombstone."""
    erasure = Erasure(record=record, reason=reason, tombstone_until=until, closes_kind=closes_kind)
    return Change(now=NOW, erase=(erasure,))

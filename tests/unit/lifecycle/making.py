"""Entries and proposals for unit tests of the lifecycle: no disk, no clock."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from tenure.model.citation import Citation
from tenure.model.claim import Claim, Kind, Purpose
from tenure.model.entry import Basis, Confidence, Entry, Status
from tenure.model.lifetime import Lifetime
from tenure.model.principal import Channel, Origin, Trust
from tenure.model.scope import Scope

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
ANA = Origin(channel=Channel.USER, principal="ana")


def citation(scheme: str = "approval", address: str = "prop_1") -> Citation:
    return Citation(scheme=scheme, address=address, seen_at=NOW, origin=ANA, trust=Trust.USER_APPROVED)


def entry(entry_id: str = "ent_1", text: str = "Give me a table.", **more) -> Entry:
    slot = {
        name: more.pop(name) for name in ("entity", "attribute", "value", "concerns", "applies_when") if name in more
    }
    wanted = {
        "version": 1,
        "status": Status.ACTIVE,
        "scope": Scope(user="ana"),
        "purpose": Purpose(name="answering", detail="comparisons"),
        "citations": (citation(),),
        "origin": ANA,
        "trust": Trust.USER_APPROVED,
        "confidence": Confidence(basis=Basis.CONFIRMED, number=0.95),
        "worded_by": ANA,
        "observed_at": NOW,
        "recorded_at": NOW,
        "lifetime": Lifetime(review_at=NOW + timedelta(days=365), age_max=timedelta(days=1_095)),
        **more,
    }
    kind = wanted.pop("kind", Kind.PREFERENCE)
    return Entry(id=entry_id, claim=Claim(text=text, kind=kind, **slot), **wanted)

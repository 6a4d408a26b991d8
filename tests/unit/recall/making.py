"""Values for tests of recall: entries as they are after an approval, opened views without a store."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from tenure.model.canonical import digest_of, entry_bytes
from tenure.model.citation import Citation
from tenure.model.claim import Claim, Kind, Purpose
from tenure.model.entry import Basis, Confidence, Entry, Status
from tenure.model.grant import Approval
from tenure.model.lifetime import Lifetime
from tenure.model.principal import Channel, Origin, Strength, Trust
from tenure.model.scope import Scope
from tenure.model.validation import Outcome, Validation
from tenure.search.terms import term_hashes
from tenure.store.parts import read_parts
from tenure.store.records import ScopeView
from tenure.store.view import pack_head

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)
DAY = timedelta(days=1)
ANA = Scope(user="ana")
BILLING = Scope(user="ana", project="billing")
USER = Origin(channel=Channel.USER, principal="ana")
AGENT = Origin(channel=Channel.AGENT, principal="coder")
ACTOR = AGENT


def citation(scheme="statement", address="msg_1", **details) -> Citation:
    origin = {"code": Channel.CODE, "file": Channel.DOCUMENT, "tool": Channel.TOOL}.get(scheme, Channel.USER)
    return Citation(
        scheme=scheme,
        address=address,
        seen_at=NOW - DAY,
        origin=Origin(channel=origin, principal="ana"),
        trust=Trust.USER_STATED if origin is Channel.USER else Trust.EXTERNAL,
        details=tuple(sorted(details.items())),
    )


def entry(text="give me a table", number=1, *, approve=True, strength=Strength.HOST, **changes) -> Entry:
    """Give an entry as an approval left it; claim parts are given by their names."""
    parts = {name: changes.pop(name) for name in list(changes) if name in Claim.__dataclass_fields__ and name != "kind"}
    kind = Kind(changes.pop("kind", "preference"))
    made = Entry(
        id=f"ent_{number:03}",
        version=1,
        status=Status.ACTIVE,
        scope=ANA,
        claim=Claim(text=text, kind=kind, **parts),
        purpose=Purpose(name="answering", detail="later questions"),
        citations=(citation(),),
        origin=USER,
        trust=Trust.USER_APPROVED,
        confidence=Confidence(basis=Basis.CONFIRMED, number=1.0),
        worded_by=USER,
        observed_at=NOW - DAY,
        recorded_at=NOW - DAY,
        lifetime=Lifetime(review_at=NOW + 90 * DAY, age_max=365 * DAY),
        proposal_id=f"prop_{number:03}",
    )
    made = replace(made, **changes)
    return approved(made, strength=strength) if approve else made


def approved(made: Entry, *, strength=Strength.HOST, person="ana", signature="", key_id="") -> Entry:
    approval = Approval(
        person=person,
        at=NOW - DAY,
        strength=strength,
        proposal_id=made.proposal_id,
        digest=digest_of(entry_bytes(made)),
        signature=signature,
        key_id=key_id,
    )
    return replace(made, approval=approval)


def validation(outcome=Outcome.STANDING, **changes) -> Validation:
    return Validation(outcome=outcome, checked_at=NOW, **changes)


def terms_of(made: Entry) -> tuple[int, ...]:
    claim = made.claim
    texts = (claim.text, claim.entity, claim.attribute, claim.value, claim.applies_when, made.purpose.detail)
    return term_hashes(" ".join(text for text in texts if text))


def view(scope: Scope, made: Sequence[Entry], version=1) -> ScopeView:
    read = read_parts([pack_head(each, terms_of(each)) for each in made])
    return ScopeView(
        scope=scope,
        version=version,
        ids=tuple(each.id for each in made),
        versions=tuple(each.version for each in made),
        heads=read.heads,
        postings=read.postings,
    )

"""The exact bytes that an approval binds: the same for a proposal and for the entry that came of it.

Canonical form: JSON with sorted keys, no spaces, ASCII escapes; instants in UTC with microseconds; durations in
microseconds; texts as they are, not folded or normalised. The random id of the proposal is in them, so that no digest
of them can be guessed (R14). Left out, because they change after the approval:

* ``review_at``: a review or a use moves it forward, never past the ceiling that is bound (`Lifetime.age_max`);
* citations of scheme ``approval``: they point at the approval itself;
* what the decision raises (trust, confidence) and what use moves (instants of use and verification).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from tenure.model.citation import Citation
from tenure.model.claim import Claim, Purpose
from tenure.model.decision import Proposal, Request
from tenure.model.entry import Entry
from tenure.model.lifetime import Lifetime
from tenure.model.principal import Origin
from tenure.model.scope import Scope

FORM = "tenure/1"
APPROVAL_SCHEME = "approval"
_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def canonical_bytes(
    *,
    proposal_id: str,
    request: Request,
    scope: Scope,
    claim: Claim,
    purpose: Purpose,
    citations: Iterable[Citation],
    worded_by: Origin,
    lifetime: Lifetime,
    observed_at: datetime,
    valid_from: datetime | None,
    valid_until: datetime | None,
    supersedes: str | None,
    derived_from: Iterable[str],
    flags: Iterable[str],
    is_order: bool,
    target_id: str | None = None,
    target_version: int = 0,
    reason: str = "",
) -> bytes:
    """Give the bytes that a person consents to; any change of a bound value changes them.

    The order of ``citations``, ``derived_from`` and ``flags`` is bound too. A target, its version and the reason are
    given for requests about an entry that make no new one.

    Raises:
        ValueError: An instant bears no time zone.
    """
    return _encode(
        {
            "form": FORM,
            "proposal": proposal_id,
            "request": request.value,
            "scope": dict(scope.parts()),
            "claim": {"kind": claim.kind.value, **claim.fields()},
            "purpose": {"name": purpose.name, "detail": purpose.detail},
            "citations": [_citation(citation) for citation in citations if citation.scheme != APPROVAL_SCHEME],
            "worded_by": _origin(worded_by),
            "lifetime": _lifetime(lifetime),
            "observed_at": _instant(observed_at),
            "valid_from": _instant(valid_from),
            "valid_until": _instant(valid_until),
            "supersedes": supersedes,
            "derived_from": list(derived_from),
            "flags": list(flags),
            "is_order": is_order,
            "target": None if target_id is None else [target_id, target_version, reason],
        }
    )


def proposal_bytes(proposal: Proposal) -> bytes:
    """Give what approving this proposal binds.

    A correction binds the entry that it makes: a new one that supersedes its target. The target's version is left to
    compare-and-set, for an entry does not keep it; of requests to forget or challenge it is bound.
    """
    makes_entry = proposal.request in {Request.ADMIT, Request.CORRECT}
    supersedes = proposal.supersedes
    if proposal.request is Request.CORRECT:
        supersedes = supersedes or proposal.target_id
    return canonical_bytes(
        proposal_id=proposal.id,
        request=Request.ADMIT if makes_entry else proposal.request,
        scope=proposal.scope,
        claim=proposal.claim,
        purpose=proposal.purpose,
        citations=proposal.citations,
        worded_by=proposal.worded_by,
        lifetime=proposal.lifetime,
        observed_at=proposal.observed_at,
        valid_from=proposal.valid_from,
        valid_until=proposal.valid_until,
        supersedes=supersedes,
        derived_from=proposal.derived_from,
        flags=proposal.flags,
        is_order=proposal.is_order,
        target_id=None if makes_entry else proposal.target_id,
        target_version=0 if makes_entry else proposal.target_version,
        reason="" if makes_entry else proposal.reason,
    )


def entry_bytes(entry: Entry) -> bytes:
    """Give the same bytes from the stored entry; what was approved must equal them at every reading (R33)."""
    return canonical_bytes(
        proposal_id=entry.proposal_id,
        request=Request.ADMIT,
        scope=entry.scope,
        claim=entry.claim,
        purpose=entry.purpose,
        citations=entry.citations,
        worded_by=entry.worded_by,
        lifetime=entry.lifetime,
        observed_at=entry.observed_at,
        valid_from=entry.valid_from,
        valid_until=entry.valid_until,
        supersedes=entry.supersedes,
        derived_from=entry.derived_from,
        flags=entry.flags,
        is_order=entry.is_order,
    )


def digest_of(data: bytes) -> str:
    """Give SHA-256 (hex) over canonical bytes: the value that `Approval.digest` holds."""
    return hashlib.sha256(data).hexdigest()


def approval_message(digest: str, proposal_id: str, person: str, at: datetime) -> bytes:
    """Give the message that a *present* key signs: the digest, what it used up, who and when (UTC)."""
    return _encode({"form": FORM, "approves": digest, "proposal": proposal_id, "person": person, "at": _instant(at)})


def _encode(value: object) -> bytes:
    return _ENCODER.encode(value).encode("ascii")


def _citation(citation: Citation) -> dict[str, object]:
    return {
        "scheme": citation.scheme,
        "address": citation.address,
        "seen_at": _instant(citation.seen_at),
        "origin": _origin(citation.origin),
        "trust": int(citation.trust),
        "details": sorted([name, value] for name, value in citation.details),
    }


def _origin(origin: Origin) -> list[str]:
    return [origin.channel.value, origin.principal]


def _lifetime(lifetime: Lifetime) -> dict[str, object]:
    bound: dict[str, object] = {
        "expires_at": _instant(lifetime.expires_at),
        "review_on": list(lifetime.review_on),
        "idle": _duration(lifetime.idle),
        "age_max": _duration(lifetime.age_max),
    }
    # Absent where there is none: what was approved before there was such a bound stays approved.
    return bound if lifetime.fresh_for is None else bound | {"fresh_for": _duration(lifetime.fresh_for)}


def _instant(at: datetime | None) -> str | None:
    if at is None:
        return None
    if at.tzinfo is None:
        raise ValueError("an instant needs a time zone")
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def _duration(length: timedelta | None) -> int | None:
    return None if length is None else length // timedelta(microseconds=1)

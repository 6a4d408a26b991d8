"""A claim that was admitted, with everything that justifies keeping it (R12)."""

from __future__ import annotations

from collections.abc import Container
from datetime import datetime
from enum import StrEnum
from typing import Final

from tenure.model.citation import Citation, says_the_same
from tenure.model.claim import Claim, Purpose
from tenure.model.grant import Approval
from tenure.model.lifetime import Lifetime
from tenure.model.principal import Origin, Trust
from tenure.model.scope import Scope
from tenure.values import dataclass


class Status(StrEnum):
    """Stored statuses; *expired*, *review_due*, *changed* and the like are computed per request."""

    PENDING = "pending"
    DECLINED = "declined"
    LAPSED = "lapsed"
    ACTIVE = "active"
    CONTESTED = "contested"
    CHALLENGED = "challenged"
    SUPERSEDED = "superseded"
    REVOKED = "revoked"
    FORGOTTEN = "forgotten"


LIVE: Final = frozenset({Status.ACTIVE, Status.CONTESTED, Status.CHALLENGED})
"""The statuses of an entry that still stands in its scope: it may be used, or a person may be asked about it."""


class Basis(StrEnum):
    """Why a claim is believed; kept apart from who said it (R13)."""

    CONFIRMED = "confirmed"
    STATED = "stated"
    VERIFIED = "verified"
    INFERRED = "inferred"


@dataclass(frozen=True, slots=True, kw_only=True)
class Confidence:
    """How sure the claim is: its basis and a number from 0 to 1."""

    basis: Basis
    number: float


@dataclass(frozen=True, slots=True, kw_only=True, weakref_slot=True)
class Entry:
    """One durable item.

    Args:
        id: ``ent_...``.
        version: Raised by one at each change, starting at 1; compare-and-set goes by it.
        status: Its stored status.
        scope: Where it applies.
        claim: What it says.
        purpose: Why it is kept.
        citations: What it rests on; at least one.
        origin: The channel and principal of the weakest source.
        trust: Minimum over all ancestors, raised only by ``approval``.
        confidence: Basis and number.
        worded_by: Who worded the claim; an agent that has read external content is channel *tool* or *document*.
        observed_at: When the evidence was seen (UTC).
        recorded_at: When it was stored (UTC).
        lifetime: The rule for its end.
        valid_from: Start of the time in which the claim is true, or None.
        valid_until: End of that time, or None.
        approval: Who approved these exact bytes, how strongly and when; None if a grant admitted it.
        grant_id: The grant that admitted it, or None.
        proposal_id: The proposal from which it came.
        supersedes: The entry that it replaced, or None.
        derived_from: Entries on which it rests (R26).
        flags: Codes that a screen or gate raised and a person has seen.
        is_order: Whether it obliges an agent to act or to leave a safeguard out (R11).
        last_used_at: When it was last handed out as usable (UTC); ``recorded_at`` at first.
        verified_at: When its citation was last verified (UTC), or None.
        confirmed_at: When a person last said at a review that it still holds (UTC), or None.
        status_at: When its status last changed (UTC), or None if never.
        idempotency: The caller's key of the write that made it, or empty.
        renewed: Where cited words that did not change were found since, one a citation at most. No approval binds
            it, so at reading it counts only for a citation that says the same (`says_the_same`).
        task_id: The task in which it was proposed, or empty; entries of older versions have none.
        is_correction: Whether what it replaced had been wrong, and so never true; no approval binds it.
        is_fallen: Whether it was superseded for no fault of its own: what it rests on was replaced or corrected (R26).
        heard_against: What its person was heard to say against it while that is not settled: messages and digests,
            never words (R02, R21).
        held: Whether its newest check, or a person's answer, since it was kept found that it holds (R13); None before.
    """

    id: str
    version: int
    status: Status
    scope: Scope
    claim: Claim
    purpose: Purpose
    citations: tuple[Citation, ...]
    origin: Origin
    trust: Trust
    confidence: Confidence
    worded_by: Origin
    observed_at: datetime
    recorded_at: datetime
    lifetime: Lifetime
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    approval: Approval | None = None
    grant_id: str | None = None
    proposal_id: str = ""
    supersedes: str | None = None
    derived_from: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    is_order: bool = False
    last_used_at: datetime | None = None
    verified_at: datetime | None = None
    confirmed_at: datetime | None = None
    status_at: datetime | None = None
    idempotency: str = ""
    renewed: tuple[Citation, ...] = ()
    task_id: str = ""
    held: bool | None = None
    is_correction: bool = False
    is_fallen: bool = False
    heard_against: tuple[Citation, ...] = ()

    def places_of(self, citation: Citation) -> tuple[Citation, ...]:
        """Give the citation as it was renewed since, if it was, and as it was approved: the newest place first."""
        renewed = [found for found in self.renewed if says_the_same(found, citation)] if self.renewed else ()
        return (*renewed, citation)

    def is_fresh(self, now: datetime) -> bool:
        """Tell whether its own bound of freshness has not passed since it was seen, approved, verified or confirmed."""
        if self.lifetime.fresh_for is None:
            return True
        approved_at = None if self.approval is None else self.approval.at
        seen = [each for each in (self.observed_at, approved_at, self.verified_at, self.confirmed_at) if each]
        return now < max(seen) + self.lifetime.fresh_for

    def holds_slot(self, many_valued: Container[str]) -> bool:
        """Tell whether no other active entry of its scope may have its slot: one value, and true without an end.

        Args:
            many_valued: The attributes that may have several values, folded.
        """
        slot = self.claim.slot
        return slot is None or (slot.attribute not in many_valued and self.valid_until is None)

    def used_at(self) -> datetime:
        """Give the instant from which unused days count."""
        return self.last_used_at or self.recorded_at

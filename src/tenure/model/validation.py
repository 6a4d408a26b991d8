"""What checking a retrieved entry against its source, its scope and the store gave."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Final

from tenure.values import dataclass

TOO_SLOW: Final = "too_slow"
"""Why a source that did not answer in time leaves a claim unverified."""
FAILED: Final = "validator_failed"
"""Why a claim is unverified whose validator broke; no policy makes it usable then."""
NOT_ASKED: Final = "not_asked_now"
"""Why a source on another machine leaves a claim unverified during a recall whose policy asks none."""
NO_MESSAGES: Final = "no_message_store"
"""Why a statement is unverified whose message stays with a host that is not here to be asked."""
NOT_YET: Final = "not_yet_valid"
"""Why a claim is out of scope that is true from a time to come."""
NOT_FRESH: Final = "not_fresh"
"""Why a claim is unverified whose last check lies further back than its own bound; no policy makes it usable then."""
OF_GROUND: Final = ("parent_", "derivation_")
"""How a reason begins that speaks of what an entry rests on, and not of the entry itself (R26)."""
FELL: Final = "parent_superseded"
"""Why an entry is over that fell with what it rests on, and was never replaced itself (R26)."""
UNMERGED: Final = "it was cited at a commit that is not in the history here"
"""What is said of code that was cited on a branch that the caller's does not contain; its content decides."""


class Outcome(StrEnum):
    """The closed set of outcomes; the first three can be usable, `unverified` only as the policy says."""

    VERIFIED = "verified"
    STANDING = "standing"
    MOVED = "moved"
    UNVERIFIED = "unverified"
    CHANGED = "changed"
    GONE = "gone"
    CONTRADICTED = "contradicted"
    CONTESTED = "contested"
    EXPIRED = "expired"
    REVIEW_DUE = "review_due"
    CHALLENGED = "challenged"
    REVOKED = "revoked"
    TAMPERED = "tampered"
    OUT_OF_SCOPE = "out_of_scope"


@dataclass(frozen=True, slots=True, kw_only=True)
class Validation:
    """One outcome with its evidence.

    Args:
        outcome: What was found.
        checked_at: The reference instant of the check (UTC).
        reason: One sentence or code that says why; never source or claim text.
        place: Where the cited words are now (``src/b.py:14-16``), if known.
        verified_at: When it was last verified, for what cannot be reached now (R19).
        is_unmerged: Whether code was cited at a commit that is not in the history of where the caller stands.
        ended_at: When its use, its truth or its grant ended or its review fell due, if that is what was found (UTC).
    """

    outcome: Outcome
    checked_at: datetime
    reason: str = ""
    place: str | None = None
    verified_at: datetime | None = None
    is_unmerged: bool = False
    ended_at: datetime | None = None

"""What was asked to be kept, what each gate said, and what all of them say."""

from __future__ import annotations

import dataclasses
from datetime import datetime
from enum import StrEnum

from tenure.errors import RefusedError
from tenure.model.citation import Citation
from tenure.model.claim import Claim, Purpose
from tenure.model.entry import Confidence, Status
from tenure.model.lifetime import Lifetime
from tenure.model.principal import Origin, Trust
from tenure.model.scope import Scope
from tenure.values import dataclass


class GateOutcome(StrEnum):
    """What one gate says."""

    PASSES = "passes"
    ASKS = "asks"
    REFUSES = "refuses"


class Fix(StrEnum):
    """Who can mend what a gate found: change and resend, wait for a person, or nobody."""

    AGENT = "agent"
    PERSON = "person"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True, kw_only=True)
class NextStep:
    """One thing to do next: who (``person`` or ``agent``), and the command or call."""

    who: str
    do: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What one gate says of one proposal.

    Args:
        gate: The gate's name.
        rule: The rule that it keeps, as ``R04``.
        outcome: Passes, asks or refuses.
        code: Stable name of the case.
        field: The field at fault, or empty.
        reason: One sentence for people; no claim text.
        fix: Who can mend it.
        try_: For ``fix=agent``: arguments which, applied literally, are not refused for this code again.
    """

    gate: str
    rule: str
    outcome: GateOutcome
    code: str = "ok"
    field: str = ""
    reason: str = ""
    fix: Fix = Fix.AGENT
    try_: tuple[tuple[str, str], ...] = dataclasses.field(default=(), repr=False)


class Request(StrEnum):
    """What a pending proposal asks a person to do."""

    ADMIT = "admit"
    CORRECT = "correct"
    FORGET = "forget"
    CHALLENGE = "challenge"


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """What is asked: a claim with its purpose, citations and end, or an agent's request about an entry.

    Args:
        id: ``prop_...``.
        version: Raised by one at each change, starting at 1.
        status: *pending*, *declined*, *lapsed*, or *active* once approved.
        request: Admit a new claim, or correct, forget or challenge ``target_id``.
        proposer: The channel and principal that asks.
        worded_by: Who worded the claim; external once the task had read external content (R30).
        trust: Minimum over all recorded ancestors.
        quoted: The words that a person decides on, at most 500 characters; erased on the decision (R02).
        flags: Codes raised by screens and gates, shown to the person.
        quarantined: Whether a flag keeps it apart: its text reaches no agent face.
        digest: SHA-256 (hex) over the canonical bytes that an approval binds.
        idempotency: The caller's key for this write, or empty.
        task_id: The task in which it was proposed, or empty.
        target_version: The version of the target when it was proposed, or 0.
        reason: Why, for requests; screened, shown to the person.
    """

    id: str
    version: int
    status: Status
    request: Request
    scope: Scope
    claim: Claim
    purpose: Purpose
    citations: tuple[Citation, ...]
    proposer: Origin
    worded_by: Origin
    trust: Trust
    confidence: Confidence
    lifetime: Lifetime
    observed_at: datetime
    created_at: datetime
    lapses_at: datetime
    quoted: str = dataclasses.field(default="", repr=False)
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    supersedes: str | None = None
    target_id: str | None = None
    target_version: int = 0
    derived_from: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    quarantined: bool = False
    is_order: bool = False
    digest: str = ""
    idempotency: str = ""
    task_id: str = ""
    reason: str = dataclasses.field(default="", repr=False)


class DecisionStatus(StrEnum):
    """What all gates say together."""

    REFUSED = "refused"
    PENDING = "pending"
    ADMITTED = "admitted"


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """The answer to a proposal: fails closed, so ignoring it is safe.

    Args:
        status: Refused (nothing was stored), pending (waits for a person) or admitted (by a grant).
        verdicts: One verdict a gate, in the order of the gates; all that is lacking is named.
        proposal_id: The stored proposal, or empty if refused.
        entry_id: The entry, if one was admitted.
        is_repeat: Whether an idempotency key met its earlier write.
    """

    status: DecisionStatus
    verdicts: tuple[Verdict, ...]
    proposal_id: str = ""
    entry_id: str = ""
    is_repeat: bool = False

    def raise_if_refused(self) -> None:
        """Turn a refusal into an exception, for callers that prefer one.

        Raises:
            RefusedError: The decision is *refused*; carries the codes of the refusing verdicts.
        """
        if self.status is DecisionStatus.REFUSED:
            raise RefusedError(
                tuple(verdict.code for verdict in self.verdicts if verdict.outcome is GateOutcome.REFUSES)
            )

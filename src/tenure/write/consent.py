"""What makes a person's answer count: who may decide, how strongly it is bound to them, and what is signed (R33)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, replace
from datetime import datetime, timedelta

from tenure.errors import NotAllowedError, NotFoundError, RequestError
from tenure.model.canonical import approval_message, digest_of, entry_bytes
from tenure.model.claim import Kind
from tenure.model.decision import Proposal
from tenure.model.entry import Basis, Confidence, Entry
from tenure.model.grant import Approval
from tenure.model.lifetime import Lifetime
from tenure.model.principal import Channel, Origin, Strength, Trust
from tenure.model.scope import Scope
from tenure.policy.policy import Policy
from tenure.values import dataclass

Sign = Callable[[bytes], tuple[str, str]]
"""Signs a message with the person's *present* key: gives the signature (hex) and the key's id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """One act of a person, as every step of it needs to know it.

    Args:
        person: Who acts, as the channel knows them.
        strength: How strongly the channel binds the act to the person.
        policy: The policy in force.
        now: The reference instant (UTC).
        sign: Signs with the person's key; needed for *present*.
    """

    person: str
    strength: Strength
    policy: Policy
    now: datetime
    sign: Sign | None = field(default=None, repr=False)


def least_strength(proposal: Proposal, policy: Policy) -> Strength:
    """Give the least strength for approving: *present* for orders and widening (R33), else the policy's."""
    if proposal.is_order or proposal.claim.kind is Kind.INSTRUCTION or "widening" in proposal.flags:
        return Strength.PRESENT
    return policy.for_kind(proposal.claim.kind).approval_least


def check_person(proposal: Proposal, person: str, policy: Policy, *, is_approval: bool) -> None:
    """Let those pass who may decide: the owner of a personal scope; for a shared one whoever the policy allows.

    Raises:
        NotFoundError: The scope is another person's; answers as if there were no such proposal.
        NotAllowedError: The policy wants somebody else than the proposer.
    """
    owner = proposal.scope.user
    if owner is not None and owner != person:
        raise NotFoundError("no such proposal waits in your scope", hint="List what waits with `tenure review`.")
    is_own = proposal.proposer == Origin(channel=Channel.USER, principal=person)
    if is_approval and is_own and owner is None and not policy.own_proposals:
        raise NotAllowedError(
            "who proposes for others does not approve it", code="own_proposal", hint="Ask another reviewer."
        )


def check_scope(scope: Scope, person: str) -> None:
    """Let the person's own scopes and shared ones pass; call it before anything of the scope is read.

    Raises:
        NotAllowedError: The scope is another person's.
    """
    if scope.user not in (None, person):
        raise NotAllowedError("this scope is not yours", code="not_your_scope", hint="Name a scope of your own.")


def check_strength(strength: Strength, least: Strength) -> None:
    """Let a sufficient strength pass.

    Raises:
        NotAllowedError: It is less than ``least``; the hint says what to do.
    """
    if strength.rank < least.rank:
        raise NotAllowedError(
            f"this needs an approval of strength '{least.value}'",
            code="strength_too_low",
            hint="Approve it with your passphrase (`tenure review`; first `tenure keys enrol`)."
            if least is Strength.PRESENT
            else "Approve it at a terminal with `tenure review`.",
        )


def approval_of(proposal_id: str, digest: str, act: Act) -> Approval:
    """Give the approval of these bytes; a *present* one is signed.

    Raises:
        NotAllowedError: It is to be *present* and nothing signs.
    """
    signature, key_id = "", ""
    if act.strength is Strength.PRESENT:
        if act.sign is None:
            raise NotAllowedError("a present approval needs a signature", code="not_signed", hint="Unlock your key.")
        signature, key_id = act.sign(approval_message(digest, proposal_id, act.person, act.now))
    return Approval(
        person=act.person,
        at=act.now,
        strength=act.strength,
        proposal_id=proposal_id,
        digest=digest,
        signature=signature,
        key_id=key_id,
    )


def renew(entry: Entry, act: Act, *, lifetime: Lifetime) -> Entry:
    """Give the entry's next version with another lifetime, approved anew by a person (review: confirm, extend).

    Raises:
        NotFoundError: The entry is another person's.
        NotAllowedError: The strength does not suffice.
        RequestError: The new life ends after the policy's ceiling, counted from when it was recorded.
    """
    if entry.scope.user not in (None, act.person):
        raise NotFoundError("no such entry in your scope")
    rules = act.policy.for_kind(entry.claim.kind, is_order=entry.is_order)
    end = lifetime.ends_at(entry.recorded_at)
    if end is None or end > entry.recorded_at + timedelta(days=rules.lifetime_days_max):
        raise RequestError("it would outlive what the policy allows", code="beyond_ceiling")
    check_strength(act.strength, rules.approval_least)
    renewed = replace(entry, lifetime=lifetime, version=entry.version + 1)
    digest = digest_of(entry_bytes(renewed))
    approval = approval_of(entry.proposal_id, digest, act)
    confidence = Confidence(basis=Basis.CONFIRMED, number=entry.confidence.number)
    return replace(renewed, approval=approval, trust=Trust.USER_APPROVED, confidence=confidence)

"""Mend a wrong entry, or let a newer truth replace it; both are one act of a person, through the same gates (R21)."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from tenure.cite.validator import Cited
from tenure.errors import RequestError, TransitionError
from tenure.lifecycle.cascade import put_dependents_to_review
from tenure.lifecycle.gather import LIVE, by_person, check_owner
from tenure.model.claim import Claim, Purpose
from tenure.model.decision import Decision, DecisionStatus, Proposal, Request
from tenure.model.entry import Entry
from tenure.model.lifetime import Lifetime
from tenure.model.principal import Strength
from tenure.policy.policy import Policy
from tenure.store.port import Entries
from tenure.write.approval import approve, show
from tenure.write.consent import Sign
from tenure.write.context import Draft
from tenure.write.pipeline import propose


def correct(
    entry: Entry,
    claim: Claim,
    *,
    person: str,
    strength: Strength,
    entries: Entries,
    policy: Policy,
    now: datetime,
    sign: Sign | None = None,
    cited: tuple[Cited, ...] = (),
    purpose: Purpose | None = None,
    lifetime: Lifetime | None = None,
    reason: str = "",
    is_approved: bool = True,
) -> Decision:
    """Mend an entry that was wrong: the old one becomes *superseded* and the new one *active* in one transaction.

    Args:
        entry: The wrong entry, as it was read; live.
        claim: What is right. Without a slot it takes the old one's entity and attribute; another slot is refused.
        person: Who says so, on their own channel; owns the entry's scope.
        strength: How strongly it is bound to the person.
        entries: The durable store.
        policy: The policy in force.
        now: The reference instant (UTC).
        sign: For strength *present*.
        cited: Fresh evidence; without it the person's approval is the source.
        purpose: The old one's if omitted.
        lifetime: The policy's if omitted.
        reason: Why; screened.
        is_approved: Whether it is approved in the same act; else it waits to be shown and approved.

    Returns:
        Refused by a gate (nothing changed), admitted with the new entry's id, or *pending* if it is not approved yet.

    Raises:
        NotFoundError: The entry is another user's.
        TransitionError: The entry is not live.
        RequestError: The claim speaks of another slot.
        NotAllowedError: The strength is below what the policy asks; the proposal waits in the inbox.
        ConflictError: The entry changed since it was read.
    """
    draft = _draft(entry, claim, person=person, cited=cited, purpose=purpose, lifetime=lifetime, reason=reason)
    draft = replace(draft, request=Request.CORRECT, target_id=entry.id)
    return _replace(
        entry,
        draft,
        person=person,
        strength=strength,
        sign=sign,
        entries=entries,
        policy=policy,
        now=now,
        is_approved=is_approved,
    )


def supersede(
    entry: Entry,
    claim: Claim,
    *,
    person: str,
    strength: Strength,
    entries: Entries,
    policy: Policy,
    now: datetime,
    sign: Sign | None = None,
    cited: tuple[Cited, ...] = (),
    purpose: Purpose | None = None,
    lifetime: Lifetime | None = None,
    reason: str = "",
    is_approved: bool = True,
) -> Decision:
    """Replace an entry that was true until now; as `correct`, and the new one is true from ``now`` on."""
    draft = _draft(entry, claim, person=person, cited=cited, purpose=purpose, lifetime=lifetime, reason=reason)
    draft = replace(draft, supersedes=entry.id, valid_from=now)
    return _replace(
        entry,
        draft,
        person=person,
        strength=strength,
        sign=sign,
        entries=entries,
        policy=policy,
        now=now,
        is_approved=is_approved,
    )


def _draft(
    entry: Entry,
    claim: Claim,
    *,
    person: str,
    cited: tuple[Cited, ...],
    purpose: Purpose | None,
    lifetime: Lifetime | None,
    reason: str,
) -> Draft:
    check_owner(entry, person)
    if entry.status not in LIVE:
        raise TransitionError(f"an entry that is {entry.status.value} cannot be replaced")
    if claim.slot is None and entry.claim.slot is not None:
        claim = replace(claim, entity=entry.claim.entity, attribute=entry.claim.attribute)
    if claim.slot != entry.claim.slot:
        raise RequestError(
            "the claim speaks of another entity or attribute than the entry that it replaces",
            code="other_slot",
            hint="Give the same entity and attribute, or remember it as an entry of its own.",
        )
    return Draft(
        claim=claim,
        scope=entry.scope,
        proposer=by_person(person),
        worded_by=by_person(person),
        purpose=entry.purpose if purpose is None else purpose,
        lifetime=lifetime,
        cited=cited,
        reason=reason,
    )


def _replace(
    entry: Entry,
    draft: Draft,
    *,
    person: str,
    strength: Strength,
    sign: Sign | None,
    entries: Entries,
    policy: Policy,
    now: datetime,
    is_approved: bool,
) -> Decision:
    with entries.holding(entry.scope):  # one act: nobody else decides in between on what was stated
        decision = propose(draft, entries=entries, policy=policy, now=now)
        if decision.status is not DecisionStatus.PENDING or not is_approved:
            return decision
        proposal = next(each for each in entries.held(Proposal, (entry.scope,)) if each.id == decision.proposal_id)
        made = approve(
            show(proposal, policy=policy),
            person=person,
            strength=strength,
            sign=sign,
            entries=entries,
            policy=policy,
            now=now,
        )
    put_dependents_to_review(entry, but=made.id, person=person, entries=entries, policy=policy, now=now)
    return replace(decision, status=DecisionStatus.ADMITTED, entry_id=made.id)

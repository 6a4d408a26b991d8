"""Mend a wrong entry, or let a newer truth replace it; both are one act of a person, through the same gates (R21)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tenure.cite.validator import Cited
from tenure.errors import RequestError, TransitionError
from tenure.lifecycle.cascade import put_dependents_to_review
from tenure.lifecycle.gather import by_person, check_owner
from tenure.model.claim import Claim, Purpose
from tenure.model.decision import Decision, DecisionStatus, Request
from tenure.model.entry import LIVE, Entry
from tenure.model.lifetime import Lifetime
from tenure.store.port import Entries
from tenure.write.consent import Act
from tenure.write.context import Draft
from tenure.write.direct import state
from tenure.write.succession import Losing


def correct(
    entry: Entry,
    claim: Claim,
    act: Act,
    *,
    entries: Entries,
    cited: tuple[Cited, ...] = (),
    purpose: Purpose | None = None,
    lifetime: Lifetime | None = None,
    reason: str = "",
    is_approved: bool = True,
    losing: Callable[[], Losing] | None = None,
) -> Decision:
    """Mend an entry that was wrong: the old one becomes *superseded* and the new one *active* in one transaction.

    Args:
        entry: The wrong entry, as it was read; live.
        claim: What is right. Without a slot it takes the old one's entity and attribute; another slot is refused.
        act: Who says so, on their own channel, and owns the entry's scope.
        entries: The durable store.
        cited: Fresh evidence; without it the person's approval is the source.
        purpose: The old one's if omitted.
        lifetime: The policy's if omitted.
        reason: Why; screened.
        is_approved: Whether it is approved in the same act; else it waits to be shown and approved.
        losing: Gives what ends with it, as `approval.approve` takes it.

    Returns:
        Refused by a gate (nothing changed), admitted with the new entry's id, or *pending* if it is not approved yet.

    Raises:
        NotFoundError: The entry is another user's.
        TransitionError: The entry is not live.
        RequestError: The claim speaks of another slot.
        NotAllowedError: The strength is below what the policy asks; the proposal waits in the inbox.
        ConflictError: The entry changed since it was read.
    """
    draft = _draft(entry, claim, person=act.person, cited=cited, purpose=purpose, lifetime=lifetime, reason=reason)
    draft = replace(draft, request=Request.CORRECT, target_id=entry.id)
    return _replace(entry, draft, act, entries=entries, is_approved=is_approved, losing=losing)


def supersede(
    entry: Entry,
    claim: Claim,
    act: Act,
    *,
    entries: Entries,
    cited: tuple[Cited, ...] = (),
    purpose: Purpose | None = None,
    lifetime: Lifetime | None = None,
    reason: str = "",
    is_approved: bool = True,
) -> Decision:
    """Replace an entry that was true until now; as `correct`, and the new one is true from the act's instant on."""
    draft = _draft(entry, claim, person=act.person, cited=cited, purpose=purpose, lifetime=lifetime, reason=reason)
    draft = replace(draft, supersedes=entry.id, valid_from=act.now)
    return _replace(entry, draft, act, entries=entries, is_approved=is_approved)


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
    act: Act,
    *,
    entries: Entries,
    is_approved: bool,
    losing: Callable[[], Losing] | None = None,
) -> Decision:
    decision = state(draft, act, entries=entries, is_approved=is_approved, losing=losing)
    if decision.status is DecisionStatus.ADMITTED:
        put_dependents_to_review(
            entry, but=decision.entry_id, person=act.person, entries=entries, policy=act.policy, now=act.now
        )
    return decision

"""A person states a claim and approves it in one act: through the same gates, bound to the same bytes (R05, R33)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from tenure.cite.validator import Cited
from tenure.errors import NotAllowedError
from tenure.model.claim import Claim, Purpose
from tenure.model.decision import Decision, DecisionStatus, Proposal
from tenure.model.lifetime import Lifetime
from tenure.model.principal import Channel, Origin
from tenure.model.scope import Scope
from tenure.store.port import Entries
from tenure.write.approval import approve, show
from tenure.write.consent import Act
from tenure.write.context import Draft
from tenure.write.pipeline import propose
from tenure.write.succession import Losing


def remember(
    claim: Claim,
    act: Act,
    *,
    scope: Scope,
    entries: Entries,
    cited: tuple[Cited, ...] = (),
    purpose: Purpose | None = None,
    lifetime: Lifetime | None = None,
    valid_from: datetime | None = None,
    valid_until: datetime | None = None,
    supersedes: str | None = None,
    derived_from: tuple[str, ...] = (),
    is_approved: bool = True,
) -> Decision:
    """Keep what a person states, on their own channel.

    Returns:
        *admitted* with the entry; *refused* with what is lacking; *pending* if the policy wants another reviewer, or
        with ``is_approved=False``: it is stated, and waits to be shown and approved.

    Raises:
        NotAllowedError: The strength is below what the policy asks; the proposal waits in the inbox.
        Error: As for `propose` and `approve`.
    """
    by = Origin(channel=Channel.USER, principal=act.person)
    draft = Draft(
        claim=claim,
        scope=scope,
        proposer=by,
        worded_by=by,
        purpose=purpose,
        lifetime=lifetime,
        cited=cited,
        supersedes=supersedes,
        derived_from=derived_from,
        valid_from=valid_from,
        valid_until=valid_until,
    )
    return state(draft, act, entries=entries, is_approved=is_approved)


def state(
    draft: Draft, act: Act, *, entries: Entries, is_approved: bool, losing: Callable[[], Losing] | None = None
) -> Decision:
    """Propose what a person states and, if it shall be, approve it in the same act.

    Nobody else decides in between on what was stated.

    Returns:
        As `remember`.

    Raises:
        NotAllowedError: The strength is below what the policy asks; the proposal waits in the inbox.
        Error: As for `propose` and `approve`.
    """
    with entries.holding(draft.scope):
        decision = propose(draft, entries=entries, policy=act.policy, now=act.now)
        if decision.status is not DecisionStatus.PENDING or not is_approved:
            return decision
        proposal = next(each for each in entries.held(Proposal, (draft.scope,)) if each.id == decision.proposal_id)
        try:
            entry = approve(show(proposal, policy=act.policy), act, entries=entries, losing=losing)
        except NotAllowedError as error:
            if error.code == "own_proposal":
                return decision
            raise
    return replace(decision, status=DecisionStatus.ADMITTED, entry_id=entry.id)

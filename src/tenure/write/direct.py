"""A person states a claim and approves it in one act: through the same gates, bound to the same bytes (R05, R33)."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from tenure.cite.validator import Cited
from tenure.errors import NotAllowedError
from tenure.model.claim import Claim, Purpose
from tenure.model.decision import Decision, DecisionStatus, Proposal
from tenure.model.lifetime import Lifetime
from tenure.model.principal import Channel, Origin, Strength
from tenure.model.scope import Scope
from tenure.policy.policy import Policy
from tenure.store.port import Entries
from tenure.write.approval import approve, show
from tenure.write.consent import Sign
from tenure.write.context import Draft
from tenure.write.pipeline import propose


def remember(
    claim: Claim,
    *,
    person: str,
    scope: Scope,
    strength: Strength,
    sign: Sign | None,
    entries: Entries,
    policy: Policy,
    now: datetime,
    cited: tuple[Cited, ...] = (),
    purpose: Purpose | None = None,
    lifetime: Lifetime | None = None,
    valid_from: datetime | None = None,
    valid_until: datetime | None = None,
    supersedes: str | None = None,
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
    by = Origin(channel=Channel.USER, principal=person)
    draft = Draft(
        claim=claim,
        scope=scope,
        proposer=by,
        worded_by=by,
        purpose=purpose,
        lifetime=lifetime,
        cited=cited,
        supersedes=supersedes,
        valid_from=valid_from,
        valid_until=valid_until,
    )
    with entries.holding(scope):  # one act: nobody else decides in between on what was stated
        decision = propose(draft, entries=entries, policy=policy, now=now)
        if decision.status is not DecisionStatus.PENDING or not is_approved:
            return decision
        proposal = next(one for one in entries.held(Proposal, (scope,)) if one.id == decision.proposal_id)
        try:
            entry = approve(
                show(proposal, policy=policy),
                person=person,
                strength=strength,
                sign=sign,
                entries=entries,
                policy=policy,
                now=now,
            )
        except NotAllowedError as error:
            if error.code == "own_proposal":
                return decision
            raise
    return replace(decision, status=DecisionStatus.ADMITTED, entry_id=entry.id)

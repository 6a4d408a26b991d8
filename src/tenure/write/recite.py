"""Makes a draft of a waiting proposal again, so that the gates can be asked once more when it is decided."""

from __future__ import annotations

from dataclasses import replace

from tenure.cite.validator import Cited
from tenure.model.claim import Claim
from tenure.model.decision import Proposal
from tenure.model.principal import Channel, Origin
from tenure.model.scope import Scope
from tenure.write.context import Draft
from tenure.write.wording import stems


def recited(proposal: Proposal, *, person: str, scope: Scope, claim: Claim, supersedes: str | None) -> Draft:
    """Give the draft by which ``person`` keeps ``claim`` in ``scope`` on the proposal's evidence.

    The passages are gone: the quoted words stand for them. An edited claim is worded by the person.
    """
    by_person = Origin(channel=Channel.USER, principal=person)
    return Draft(
        claim=claim,
        purpose=proposal.purpose,
        scope=scope,
        lifetime=proposal.lifetime,
        cited=tuple(
            Cited(citation=citation, passage=proposal.quoted, scope=proposal.scope) for citation in proposal.citations
        ),
        proposer=by_person,
        worded_by=proposal.worded_by if claim == proposal.claim else by_person,
        task_id=proposal.task_id,
        idempotency=proposal.idempotency,
        supersedes=supersedes,
        derived_from=proposal.derived_from,
        confidence=proposal.confidence,
        valid_from=proposal.valid_from,
        valid_until=proposal.valid_until,
        request=proposal.request,
        target_id=proposal.target_id,
        reason=proposal.reason,
    )


def reworded(claim: Claim, text: str) -> Claim:
    """Give the claim in the person's own words; a value that these words no longer hold is left out."""
    keeps_value = claim.value is not None and stems(claim.value) <= stems(text)
    return replace(claim, text=text, value=claim.value if keeps_value else None)

"""Makes a draft of a waiting proposal again, so that the gates can be asked once more when it is decided."""

from __future__ import annotations

from dataclasses import replace

from tenure.cite.validator import Cited
from tenure.errors import TransitionError
from tenure.model.claim import Claim
from tenure.model.decision import Proposal, Request
from tenure.model.entry import LIVE, Entry
from tenure.model.principal import Channel, Origin
from tenure.model.scope import Scope
from tenure.store.port import Entries
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


def edited(claim: Claim, *, text: str | None, entity: str | None, attribute: str | None, value: str | None) -> Claim:
    """Give the claim with what a person corrects in it; an empty entity takes the slot away, an empty value the value.

    What is None stays, but a value does not outlive the slot that it was the value of.
    """
    claim = claim if text is None else reworded(claim, text)
    if entity == "":
        return replace(claim, entity=None, attribute=None, value=None)
    renamed = replace(claim, entity=entity or claim.entity, attribute=attribute or claim.attribute)
    if value is None:
        return renamed if renamed.slot == claim.slot else replace(renamed, value=None)
    return replace(renamed, value=value or None)


def reworded(claim: Claim, text: str) -> Claim:
    """Give the claim in the person's own words; a value that these words no longer hold is left out."""
    keeps_value = claim.value is not None and stems(claim.value) <= stems(text)
    return replace(claim, text=text, value=claim.value if keeps_value else None)


def aimed(proposal: Proposal, edit: Claim | None, supersedes: str | None, entries: Entries) -> Proposal:
    """Give the proposal with what it replaces by the person's word; another slot leaves the old slot's holder alone.

    Raises:
        TransitionError: What the person names is not live in the proposal's scope.
    """
    if supersedes is not None:
        found = entries.read((proposal.scope,), (supersedes,))
        if not any(isinstance(entry, Entry) and entry.status in LIVE for entry in found):
            raise TransitionError("what it shall replace is not live in this scope", code="target_gone")
        return replace(proposal, supersedes=supersedes)
    if proposal.request is Request.ADMIT and edit is not None and edit.slot != proposal.claim.slot:
        return replace(proposal, supersedes=None)
    return proposal


def still_live(proposal: Proposal, scope: Scope, entries: Entries) -> str | None:
    """Give the entry that the proposal named for replacement, if it is still there to be replaced.

    Raises:
        TransitionError: A correction has nothing left to correct, or would correct it in another scope.
    """
    named = proposal.supersedes
    if named is None:
        return None
    found = entries.read((proposal.scope,), (named,)) if scope == proposal.scope else ()
    if any(isinstance(entry, Entry) and entry.status in LIVE for entry in found):
        return named
    if proposal.request is Request.CORRECT:
        raise TransitionError("what it corrects is not live in this scope any more", code="target_gone")
    return None

"""Builds what a decision stores: the proposal that waits, or the entry that was admitted. Pure but for fresh ids."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from tenure.errors import RequestError
from tenure.model.canonical import digest_of, proposal_bytes
from tenure.model.citation import Citation
from tenure.model.claim import Kind, Purpose
from tenure.model.decision import Proposal, Request
from tenure.model.entry import Basis, Confidence, Entry, Status
from tenure.model.grant import Approval, Grant
from tenure.model.identifier import new_id
from tenure.model.lifetime import SOURCE_CHANGED, Lifetime
from tenure.model.principal import Channel, Origin, Trust
from tenure.policy.names import canonical
from tenure.policy.policy import Policy
from tenure.screen import SCREEN_CHARS_MAX, redact
from tenure.write.beside import is_made_of
from tenure.write.context import Draft, WriteContext
from tenure.write.evidence import flags_of, is_quarantined, own_statement, own_word, replaced
from tenure.write.gates.support import is_inferred
from tenure.write.index import default_detail

_NUMBER_BY_BASIS = {Basis.CONFIRMED: 0.95, Basis.STATED: 0.95, Basis.VERIFIED: 0.95, Basis.INFERRED: 0.5}


def default_lifetime(kind: Kind, policy: Policy, now: datetime, *, is_order: bool) -> Lifetime:
    """Give the policy's life for a kind: asked again at its review, gone at its ceiling (R09)."""
    rules = policy.for_kind(kind, is_order=is_order)
    return Lifetime(
        review_at=now + timedelta(days=min(rules.review_days, rules.lifetime_days_max)),
        review_on=(SOURCE_CHANGED,) if kind is Kind.CODE else (),
        idle=None if rules.idle_days_max is None else timedelta(days=rules.idle_days_max),
        age_max=timedelta(days=rules.lifetime_days_max),
    )


def proposal_from(context: WriteContext, *, waits: bool = True) -> Proposal:
    """Give the proposal that waits, its digest over the bytes that an approval binds.

    Args:
        context: What was decided on.
        waits: False for one that a grant admits at once: nobody is shown it, so it has neither quotation nor digest.

    Raises:
        RequestError: The draft was not completed: purpose or lifetime is missing.
    """
    draft, now = context.draft, context.now
    if draft.purpose is None or draft.lifetime is None:
        raise RequestError("a draft needs a purpose and a lifetime before it is stored", code="bad_draft")
    target = next((entry for entry in context.rivals if entry.id == draft.target_id), None)
    policy, is_apart = context.policy, is_quarantined(context.findings)
    days = min(policy.pending_days_max, policy.quarantined_days_max) if is_apart else policy.pending_days_max
    proposal = Proposal(
        id=new_id("prop"),
        version=1,
        status=Status.PENDING,
        request=draft.request,
        scope=draft.scope,
        claim=draft.claim,
        purpose=draft.purpose,
        citations=tuple(cited.citation for cited in draft.cited),
        proposer=draft.proposer,
        worded_by=draft.worded_by,
        trust=context.trust,
        confidence=_confidence(context),
        lifetime=draft.lifetime,
        observed_at=min((cited.citation.seen_at for cited in draft.cited), default=now),
        created_at=now,
        lapses_at=now + timedelta(days=days),
        quoted=_quoted(draft, policy) if waits else "",
        valid_from=draft.valid_from,
        valid_until=draft.valid_until,
        supersedes=_superseded_id(context),
        target_id=draft.target_id,
        target_version=0 if target is None else target.version,
        derived_from=draft.derived_from,
        flags=flags_of(context),
        quarantined=is_apart,
        is_order=context.is_order,
        idempotency=draft.idempotency,
        task_id=draft.task_id,
        reason=draft.reason,
    )
    return with_digest(proposal) if waits else proposal


def with_digest(proposal: Proposal) -> Proposal:
    """Give the proposal with the digest of what it says now."""
    return replace(proposal, digest=digest_of(proposal_bytes(proposal)))


def entry_from(
    proposal: Proposal, *, now: datetime, approval: Approval | None = None, grant: Grant | None = None
) -> Entry:
    """Give the entry that an approval or a grant makes of a proposal.

    An approval raises trust to *user_approved* and the basis to *confirmed*, and becomes a citation where there was
    none or the claim was only inferred (R06). A grant leaves both as they are and cuts the ceiling to its own.

    Raises:
        RequestError: Neither or both are given.
    """
    if (approval is None) == (grant is None):
        raise RequestError("an entry is made by one approval or one grant", code="bad_admission")
    weakest = min(proposal.citations, key=lambda citation: citation.trust, default=None)
    citations, trust, confidence, lifetime = (
        proposal.citations,
        proposal.trust,
        proposal.confidence,
        proposal.lifetime,
    )
    if approval is not None:
        if not citations or confidence.basis is Basis.INFERRED:
            citations = (*citations, _approval_citation(approval))
        trust = Trust.USER_APPROVED
        number = max(confidence.number, _NUMBER_BY_BASIS[Basis.CONFIRMED])
        confidence = Confidence(basis=Basis.CONFIRMED, number=number)
    if grant is not None:
        longest = grant.longest if lifetime.age_max is None else min(lifetime.age_max, grant.longest)
        lifetime = replace(lifetime, age_max=longest)
    return Entry(
        id=new_id("ent"),
        version=1,
        status=Status.ACTIVE,
        scope=proposal.scope,
        claim=proposal.claim,
        purpose=proposal.purpose,
        citations=citations,
        origin=citations[0].origin if weakest is None else weakest.origin,
        trust=trust,
        confidence=confidence,
        worded_by=proposal.worded_by,
        observed_at=proposal.observed_at,
        recorded_at=now,
        lifetime=lifetime,
        valid_from=proposal.valid_from,
        valid_until=proposal.valid_until,
        approval=approval,
        grant_id=None if grant is None else grant.id,
        proposal_id=proposal.id,
        supersedes=proposal.supersedes,
        derived_from=proposal.derived_from,
        flags=proposal.flags,
        is_order=proposal.is_order,
        is_correction=proposal.request is Request.CORRECT,
        last_used_at=now,
        idempotency=proposal.idempotency,
        task_id=proposal.task_id,
    )


def granted_purpose(draft: Draft, purpose: Purpose) -> Purpose:
    """Give a purpose as a grant keeps it, unread: its detail says nothing that the claim does not (R05)."""
    own = own_word(draft)
    said = f"{draft.claim.text} {draft.claim.applies_when or ''} {'' if own is None else own[1]}"
    plain = default_detail(purpose.name)
    is_said = purpose.detail == plain or is_made_of(purpose.detail, said)
    return purpose if is_said else replace(purpose, detail=draft.claim.applies_when or plain)


def completed(draft: Draft, policy: Policy, now: datetime, *, name: str, is_order: bool) -> Draft:
    """Give the draft with its defaults: the purpose ``name``, the policy's lifetime, and a ceiling in any case.

    A cited entry is a parent, however it was named; a slot bears the names under which the policy knows it.
    """
    claim = canonical(replace(draft.claim, text=draft.claim.text.strip()), policy.aliases)
    purpose = draft.purpose
    if purpose is None or not purpose.detail.strip():
        given = name if purpose is None else purpose.name
        purpose = Purpose(name=given, detail=claim.applies_when or default_detail(given))
    default = default_lifetime(claim.kind, policy, now, is_order=is_order)
    lifetime = draft.lifetime or default
    # Events and a bound of freshness alone take nothing of the policy's life away.
    if lifetime == Lifetime(review_on=lifetime.review_on, fresh_for=lifetime.fresh_for):
        events = tuple(dict.fromkeys((*default.review_on, *lifetime.review_on)))
        lifetime = replace(default, review_on=events, fresh_for=lifetime.fresh_for)
    if lifetime.ends_at(now) is None:
        lifetime = replace(lifetime, age_max=default.age_max)
    cited = [one.citation.address.removeprefix("entry:") for one in draft.cited if one.citation.scheme == "entry"]
    parents = tuple(dict.fromkeys((*draft.derived_from, *cited)))
    return replace(draft, claim=claim, purpose=purpose, lifetime=lifetime, derived_from=parents)


def _superseded_id(context: WriteContext) -> str | None:
    draft = context.draft
    if draft.request in (Request.FORGET, Request.CHALLENGE):
        return None
    named = draft.target_id or draft.supersedes
    return named or next((entry.id for entry in replaced(context)), None)


def _confidence(context: WriteContext) -> Confidence:
    """Work out the basis; of what the proposer gave only the number counts."""
    draft = context.draft
    if any(cited.check_holds is True for cited in draft.cited):
        basis = Basis.VERIFIED
    elif draft.is_by_person or own_statement(draft) is not None:
        basis = Basis.STATED
    else:
        basis = Basis.INFERRED if is_inferred(context) else Basis.VERIFIED
    given = draft.confidence
    return Confidence(basis=basis, number=_NUMBER_BY_BASIS[basis] if given is None else given.number)


def _quoted(draft: Draft, policy: Policy) -> str:
    """Give the cited words that a person decides on, never-kept spans cut out, within the policy's bound (R02)."""
    own = own_word(draft)
    passages = [own[1]] if own is not None else [cited.passage for cited in draft.cited if cited.passage.strip()]
    bound = policy.quoted_chars_max
    if draft.request in (Request.FORGET, Request.CHALLENGE) or not passages:
        return ""
    # Cut out first and shorten then: a secret cut in two would no longer be recognised.
    text = redact("\n".join(passages)[:SCREEN_CHARS_MAX])[0]
    return text if len(text) <= bound else text[: bound - 1].rstrip() + "\u2026"


def _approval_citation(approval: Approval) -> Citation:
    return Citation(
        scheme="approval",
        address=approval.proposal_id,
        seen_at=approval.at,
        origin=Origin(channel=Channel.USER, principal=approval.person),
        trust=Trust.USER_APPROVED,
        details=(("digest", approval.digest),),
    )

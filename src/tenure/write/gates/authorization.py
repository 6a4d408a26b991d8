"""Authorization (R05, R11, R28): may this be kept without asking, only after asking, or not at all?

| code | outcome | when |
| --- | --- | --- |
| granted | passes | a grant in force admits it: see `admitting_grant` |
| not_again | refuses | it ended here, was declined, is kept or waits already; only the person can bring it back |
| order | asks | it obliges an agent, leaves a safeguard out, speaks of the memory or waits for a trigger: *present* |
| lower_trust | asks | it would replace an entry of higher trust: nothing changes until a person says so (R21) |
| needs_approval | asks | everything else: a person approves these exact bytes |
"""

from __future__ import annotations

from tenure.model.claim import Kind
from tenure.model.decision import Request, Verdict
from tenure.model.entry import LIVE
from tenure.model.folding import fold_text
from tenure.model.grant import Grant
from tenure.model.principal import Strength
from tenure.policy.policy import Policy
from tenure.write.beside import stands_alone
from tenure.write.context import Draft, WriteContext
from tenure.write.evidence import (
    is_about,
    is_apart,
    is_carried,
    is_spent,
    is_widening,
    outranked,
    own_statement,
    own_word,
    replaced,
    speaker_of,
)
from tenure.write.verdicts import NOT_AGAIN, Voice
from tenure.write.wish import is_plain_wish

VOICE = Voice("authorization", "R05")

_AGAIN = "The same is kept here, waits already or was ended; do not propose it again."
FINAL = frozenset({"never_this", "never_category"})
"""Reasons of marks that only the person, on their own channel, can pass."""


def judge(context: WriteContext) -> Verdict:
    """Judge whether the claim needs a person, and whether a person has already answered."""
    if context.draft.request in (Request.FORGET, Request.CHALLENGE):
        if any(_is_same_request(context, waiting.target_id, waiting.request) for waiting in context.pending):
            return VOICE.refuses(NOT_AGAIN, _AGAIN, rule="R25")
        return VOICE.asks("needs_approval", "A person decides on requests about an entry.", rule="R25")
    if is_settled(context):
        return VOICE.refuses(NOT_AGAIN, _AGAIN, rule="R28")
    if context.is_order:
        return VOICE.asks("order", "It would govern what an agent does; a person must approve it, present.", rule="R11")
    if outranked(context):
        return VOICE.asks("lower_trust", "It would replace what is trusted more; a person must decide.", rule="R21")
    if admitting_grant(context) is not None:
        return VOICE.passes("granted")
    return VOICE.asks("needs_approval", "A person must approve it.")


def is_settled(context: WriteContext) -> bool:
    """Tell whether the same was decided, is kept or waits already.

    1. The same text is kept in this scope and still says something; a person's own statement of another kind is
       another claim.
    2. The same text waits for a person, unless this is a person's own statement and what waits is of lower trust: what
       a page made an agent ask before does not silence the person.
    3. It ended here: a person on their own channel may bring it back; a later own statement may ask again,
       unless the person said *never*.
    """
    draft = context.draft
    text, others, is_own = fold_text(draft.claim.text), {draft.target_id, draft.supersedes}, own_statement(draft)
    for entry in context.rivals:
        is_same = entry.id not in others and entry.status in LIVE and fold_text(entry.claim.text) == text
        is_same = is_same and (is_own is None or entry.claim.kind is draft.claim.kind)
        if is_same and not is_spent(entry, context.now) and not is_apart(entry, draft, context.now):
            return True
    if (
        any(
            waiting.request in (Request.ADMIT, Request.CORRECT) and fold_text(waiting.claim.text) == text
            for waiting in context.pending
            if context.now < waiting.lapses_at and (is_own is None or waiting.trust >= context.trust)
        )
        and not draft.is_by_person
    ):
        return True
    if context.tombstone is None or draft.is_by_person:
        return False
    own = own_word(draft)
    is_newer_word = own is not None and own[0].citation.seen_at > context.tombstone.at
    return context.tombstone.reason in FINAL or not is_newer_word


def admitting_grant(context: WriteContext) -> Grant | None:
    """Give the grant that admits the claim without judgement, or None (R05).

    1. Nothing was flagged by any screen; it is no order, does not widen, rests on no entry, concerns nobody else, and
       does not say when it is true.
    2. The task has read no external content, and nothing like it ended here.
    3. A preference is one contiguous run of one heard statement; all else in that message is a filler of a closed
       list or the claim's own condition; whatever else the claim carries is made of the same words; and it has a form
       that only a standing wish has.
    4. A code claim cites a symbol or a declarative check that holds, on a tracked file at a trusted ref.
    5. It replaces nothing, or only an older word of the same person: of its own kind, no order, not approved
       *present*, and about something that these words name.
    6. The grant is in force, was given by the person who speaks, for this kind and a scope that holds this one,
       and the wanted end lies within its longest life.
    """
    if "grant" not in context.known:
        context.known["grant"] = _admitting(context)
    return context.known["grant"]


def _admitting(context: WriteContext) -> Grant | None:
    draft, kind = context.draft, context.draft.claim.kind
    if not is_grantable(draft, context.policy, is_order=context.is_order) or context.tombstone is not None:
        return None
    if context.findings or is_widening(draft, context.parents):
        return None
    speaker = _speaker(context) if kind is Kind.PREFERENCE else _code_reader(context) if kind is Kind.CODE else None
    if speaker is None:
        return None
    for grant in context.grants:
        if (
            grant.kind is kind
            and grant.is_in_force(context.now)
            and not draft.scope.is_broader_than(grant.scope)
            and speaker in ("", grant.person)
            and _ends_within(context, grant)
        ):
            return grant
    return None


def is_grantable(draft: Draft, policy: Policy, *, is_order: bool = False) -> bool:
    """Tell whether a grant could admit a draft, as far as that shows before anything is read."""
    kind = draft.claim.kind
    if not policy.grants_allowed or not policy.for_kind(kind, is_order=is_order).grantable:
        return False
    if draft.request is not Request.ADMIT or draft.is_by_person or draft.is_tainted or draft.derived_from:
        return False
    if draft.valid_from is not None or draft.valid_until is not None:  # the agent's reading of when it is true
        return False
    if kind is Kind.PREFERENCE:
        return own_word(draft) is not None
    return kind is Kind.CODE and any(cited.at_trusted_ref for cited in draft.cited)


def _speaker(context: WriteContext) -> str | None:
    """Give who said a preference verbatim, or None if the words leave anything to judge."""
    draft, own = context.draft, own_statement(context.draft)
    if own is None or len(draft.cited) != 1:
        return None
    cited, segment = own
    speaker = cited.citation.origin.principal
    claim = draft.claim
    if len(cited.segments) != 1 or not is_carried(claim, segment):
        return None
    if not stands_alone(cited.passage, claim.text, claim.applies_when) or not is_plain_wish(claim.text, cited.passage):
        return None
    if claim.concerns not in (None, speaker):
        return None
    for entry in replaced(context):
        is_in_slot = entry.claim.slot is not None and entry.claim.slot == claim.slot
        if not is_in_slot or speaker_of(entry) != speaker or cited.citation.seen_at < entry.observed_at:
            return None
        is_present = entry.approval is not None and entry.approval.strength is Strength.PRESENT
        if is_present or not is_about(entry, claim, segment):
            return None
    return speaker


def _code_reader(context: WriteContext) -> str | None:
    """Give an empty speaker if a code claim can be admitted without judgement, else None."""
    draft = context.draft
    if not draft.cited or draft.claim.concerns is not None or replaced(context):
        return None
    if any(cited.citation.scheme != "code" or not cited.at_trusted_ref for cited in draft.cited):
        return None
    checked = any(cited.check_holds is True or cited.has_symbol for cited in draft.cited)
    return "" if checked else None


def _ends_within(context: WriteContext, grant: Grant) -> bool:
    # Only an explicit expiry is compared: the ceiling of what a grant admits is cut to the grant's at admission.
    lifetime = context.draft.lifetime
    return lifetime is None or lifetime.expires_at is None or lifetime.expires_at <= context.now + grant.longest


def _is_same_request(context: WriteContext, target_id: str | None, request: Request) -> bool:
    return target_id == context.draft.target_id and request is context.draft.request

"""What several gates ask of the same evidence: whose words they are, what they would replace, what they widen. Pure."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from datetime import datetime

from tenure.cite.validator import Cited
from tenure.model.claim import Claim, Kind
from tenure.model.decision import Proposal
from tenure.model.entry import LIVE, Entry, Status
from tenure.model.principal import TRUST_OF_CHANNEL, Channel, Trust, lowest_trust
from tenure.policy.names import Names, names_of
from tenure.policy.policy import Policy
from tenure.screen import Category, Finding
from tenure.write.beside import has_signs_of, is_made_of
from tenure.write.context import Draft, WriteContext
from tenure.write.wording import fold, has_span, is_negated, is_whole_thought, stems

EXTERNAL_SOURCE = "external_source"
"""The flag of what came from outside, or rests on it."""
CONTESTS = "contests"
"""The flag of a pending own statement that contradicts an active entry of the same person and slot."""

_NAME_WORDS_MAX = 3
_NAME = re.compile(r"[^\W\d_]+(?:[ -][^\W\d_]+)*")
_DETERMINERS = r"\b(?:the|an?|my|our|your|its|his|her|their|this|that|each|every)|'s"
_JOINS = re.compile(r"(?<=\w)[-_'\u2019/&](?=\w)")
"""Signs inside a name, which join its parts: *time-zone*, *CI/CD*."""
_GOVERNING = frozenset({"about_memory", "delayed_trigger"})


def own_word(draft: Draft) -> tuple[Cited, str] | None:
    """Give the heard statement and its one own-word segment in which the claim stands verbatim, or None (R05)."""
    if "word" not in draft.known:
        draft.known["word"] = _own_word(draft)
    return draft.known["word"]


def _own_word(draft: Draft) -> tuple[Cited, str] | None:
    for cited in draft.cited:
        if cited.is_own_word and cited.citation.origin.channel is Channel.USER:
            for segment in cited.segments:
                if has_span(segment, draft.claim.text):
                    return cited, segment
    return None


def own_statement(draft: Draft) -> tuple[Cited, str] | None:
    """Give the own words as of `own_word` if their sentence says the same as the claim, or None (R30).

    "They asked if we use tabs" holds the words *we use tabs* and is nobody's word for them.
    """
    if "statement" not in draft.known:
        own = own_word(draft)
        is_whole = own is not None and is_whole_thought(own[0].passage, draft.claim.text)
        draft.known["statement"] = own if is_whole else None
    return draft.known["statement"]


def is_carried(claim: Claim, segment: str) -> bool:
    """Tell whether all that a claim says beside its text is made of the segment's words too.

    An agent fills these fields; under a grant nobody looks at them before they are used. A slot is the agent's reading
    of what the words are about: it may only be named, in a few words.
    """
    names = (name for name in (claim.entity, claim.attribute) if name is not None)
    if not all(
        len(name.split()) <= _NAME_WORDS_MAX
        and not is_negated(fold(name))
        and has_signs_of(_JOINS.sub(" ", name), segment)
        for name in names
    ):
        return False
    return all(text is None or is_made_of(text, segment) for text in (claim.value, claim.applies_when))


def is_about(entry: Entry, claim: Claim, segment: str) -> bool:
    """Tell whether a person's words in ``segment`` may say something about an entry without being asked (R05, R21).

    The slot is the agent's reading: only an entry of the claim's kind, no order, whose entity the person names.
    """
    is_order = entry.is_order or entry.claim.kind is Kind.INSTRUCTION
    words = stems(claim.entity or "")
    return entry.claim.kind is claim.kind and not is_order and bool(words) and words <= stems(segment)


def wording_trust(draft: Draft) -> Trust:
    """Give the trust of whoever worded the claim; an agent that has read external content counts as external (R30)."""
    if draft.worded_by.channel is Channel.AGENT and draft.is_tainted:
        return Trust.EXTERNAL
    return TRUST_OF_CHANNEL[draft.worded_by.channel]


def trust_of(draft: Draft, parents: tuple[Entry, ...]) -> Trust:
    """Give the minimum over all recorded ancestors: sources, parents, and the wording unless it is verbatim (R30)."""
    sources = [cited.citation.trust for cited in draft.cited] + [parent.trust for parent in parents]
    if own_statement(draft) is None:
        sources.append(wording_trust(draft))
    return lowest_trust(sources)


def is_external(draft: Draft, parents: tuple[Entry, ...]) -> bool:
    """Tell whether a cited source, or what an entry below the claim came from, is of external origin (R11).

    An approval raises the trust of an entry and not its origin: what a page gave stays what a page gave.
    """
    if any(cited.citation.trust is Trust.EXTERNAL for cited in draft.cited):
        return True
    return any(
        EXTERNAL_SOURCE in parent.flags or TRUST_OF_CHANNEL[origin.channel] is Trust.EXTERNAL
        for parent in parents
        for origin in (parent.origin, *(citation.origin for citation in parent.citations))
    )


def is_widening(draft: Draft, parents: tuple[Entry, ...]) -> bool:
    """Tell whether the claim would be seen where its evidence does not come from (R07)."""
    sources = [cited.scope for cited in draft.cited] + [parent.scope for parent in parents]
    return any(draft.scope.is_broader_than(scope) for scope in sources)


def is_spent(entry: Entry, now: datetime) -> bool:
    """Tell whether an entry has ended or waits for a review that was not done, so that it says nothing any more."""
    return entry.lifetime.is_expired(now=now, recorded_at=entry.recorded_at) or entry.lifetime.is_due(
        now=now, last_used_at=entry.used_at()
    )


def replaced(context: WriteContext) -> tuple[Entry, ...]:
    """Give the entries that admitting this claim would supersede: named ones, and the holder of its single slot."""
    return replaced_by(context.draft, context.rivals, policy=context.policy, now=context.now)


def replaced_by(
    draft: Draft | Proposal, rivals: Iterable[Entry], *, policy: Policy, now: datetime
) -> tuple[Entry, ...]:
    """Give those of its rivals that a draft or a proposal would supersede if it were admitted now."""
    named = {draft.supersedes, draft.target_id} - {None}
    is_single = is_single_valued(draft.claim, policy.many_attributes)
    return tuple(
        entry
        for entry in rivals
        if entry.status in LIVE
        and not (is_apart(entry, draft, now) and entry.id not in named)
        and (entry.id in named or (is_single and entry.claim.slot == draft.claim.slot and draft.claim.slot is not None))
    )


def is_apart(entry: Entry, draft: Draft | Proposal, now: datetime) -> bool:
    """Tell whether an entry and a draft are true at different times: the same fact true twice is two entries."""
    begin, end = draft.valid_from or now, draft.valid_until
    is_before = entry.valid_until is not None and entry.valid_until <= begin
    return is_before or (end is not None and entry.valid_from is not None and end <= entry.valid_from)


def is_single_valued(claim: Claim, many_valued: Container[str]) -> bool:
    """Tell whether the claim's slot admits one active value a scope; True for a claim without a slot."""
    slot = claim.slot
    return slot is None or slot.attribute not in many_valued


def speaker_of(entry: Entry) -> str | None:
    """Give the person whose word an entry is, or None if it is nobody's."""
    if entry.approval is not None:
        return entry.approval.person
    return entry.origin.principal if entry.origin.channel is Channel.USER else None


def outranked(context: WriteContext) -> bool:
    """Tell whether the claim is of lower trust than an entry it would replace, and not the same person's newer word.

    R21: such a claim changes nothing about the higher entry; a person sees the difference.
    """
    if context.draft.is_by_person:  # approving it makes it of the highest trust
        return False
    own = own_statement(context.draft)
    for entry in replaced(context):
        if own is not None and own[0].citation.origin.principal == speaker_of(entry):
            if own[0].citation.seen_at >= entry.observed_at:
                continue
            return True
        if context.trust < entry.trust:
            return True
    return False


def contests(context: WriteContext) -> tuple[Entry, ...]:
    """Give the active and contested entries that a person's own heard statement contradicts in their slot (R21).

    Only the person's own verbatim words with another value, newer than the entry, do so, if they name its entity and
    it is of the claim's kind and no order; a reading by an agent changes nothing.
    """
    draft = context.draft
    own = own_word(draft)
    value = draft.claim.value
    if own is None or value is None or draft.claim.slot is None or not stems(value) <= stems(own[1]):
        return ()
    return tuple(
        entry
        for entry in replaced(context)
        if is_word_against(own[0], draft.claim, entry, names_of(context.policy.aliases), since=draft.valid_from)
        and is_about(entry, draft.claim, own[1])
    )


def is_word_against(cited: Cited, claim: Claim, entry: Entry, names: Names, *, since: datetime | None = None) -> bool:
    """Tell whether a person's later statement gives another value for the slot of an entry that is their own word.

    Any value does before the time of an entry that is announced: it speaks of none until then. ``since`` is from when
    on the statement is true, if it says so; else from when it was made.
    """
    is_announced = entry.valid_from is not None and (since or cited.citation.seen_at) < entry.valid_from
    return (
        entry.status in (Status.ACTIVE, Status.CONTESTED)  # a second statement contests too
        and entry.claim.slot == claim.slot
        and (is_announced or names.said(entry.claim) != names.said(claim))
        and speaker_of(entry) == cited.citation.origin.principal
        and cited.citation.seen_at >= entry.observed_at
    )


def without_names(claim: Claim, findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """Leave out what looks like an order only since a name stands alone: *the release branch* tells nobody to release.

    A slot's entity and attribute are names. One that its claim's sentence holds as a noun, behind *the* or *my*, was
    judged there with the words around it.
    """
    names = {"entity": claim.entity, "attribute": claim.attribute}
    nouns = {field for field, name in names.items() if name is not None and _is_noun(name, claim.text)}
    return tuple(each for each in findings if each.kind != "order" or each.field not in nouns)


def _is_noun(name: str, text: str) -> bool:
    if not _NAME.fullmatch(name.strip()) or len(name.split()) > _NAME_WORDS_MAX:
        return False
    held = rf"(?:{_DETERMINERS})\s+{re.escape(name.strip())}(?![\w-])"
    return re.search(held, text, re.IGNORECASE) is not None


def is_order_found(claim: Claim, findings: tuple[Finding, ...]) -> bool:
    """Tell whether a claim is an order whatever its kind (R11).

    What speaks of the memory itself or waits for a trigger governs as an order does; an agent's is refused.
    """
    if claim.kind is Kind.INSTRUCTION:
        return True
    own = set(claim.fields())
    orders = (finding for finding in findings if finding.kind == "order" or finding.kind in _GOVERNING)
    return any(set(finding.field.split("+")) & own for finding in orders)


def governs_agent(findings: tuple[Finding, ...]) -> bool:
    """Tell whether a text speaks of the memory itself or waits for a trigger."""
    return any(finding.kind in _GOVERNING for finding in findings)


def flags_of(context: WriteContext) -> tuple[str, ...]:
    """Give the codes that a person sees beside the claim, sorted; a flagged proposal is never approved in a batch."""
    draft = context.draft
    raised = {
        finding.kind if finding.category is not Category.PERSONAL else f"personal.{finding.kind}"
        for finding in context.findings
    }
    named = {
        "widening": is_widening(draft, context.parents),
        "lower_trust": outranked(context),
        CONTESTS: bool(contests(context)),
        "tainted_wording": draft.is_tainted and own_statement(draft) is None and not draft.is_by_person,
        EXTERNAL_SOURCE: is_external(draft, context.parents) and draft.claim.kind is not Kind.CODE,
    }
    return tuple(sorted(raised | {name for name, is_raised in named.items() if is_raised}))


def is_quarantined(findings: tuple[Finding, ...]) -> bool:
    """Tell whether a flag keeps the proposal apart, so that its text reaches no agent (R17)."""
    return any(finding.category is Category.INSTRUCTION and finding.kind != "order" for finding in findings)

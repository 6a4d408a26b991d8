"""Bounds (R03, R38): is there room for it? Nothing is evicted to make room, and no flood takes another's room.

Waiting proposals have rooms of their own, so that what floods one delays nothing in another: *requests* about an entry,
bounded by what they are about; *own words*, which a person said verbatim; and all *others*, of which one source and one
task take a part each. Of both sorts, those that a flag keeps apart have a small room beside.

| code | outcome | when |
| --- | --- | --- |
| ok | passes | within every bound of the policy |
| too_many_citations | refuses | more citations than the policy's `citations_max` |
| over_limit | refuses | the scope (named with what could be retired) or the room of such proposals is full |
| over_share | refuses | this source, or this task, has its part of the waiting proposals already |
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tenure.model.citation import Citation
from tenure.model.decision import Fix, Proposal, Request, Verdict
from tenure.model.entry import Basis
from tenure.model.principal import Origin, Trust
from tenure.write.context import WriteContext
from tenure.write.evidence import is_quarantined, own_word, replaced
from tenure.write.verdicts import Voice

VOICE = Voice("bounds", "R03")

CORRECTIONS_MAX: Final = 3
"""Most corrections of one entry that wait at a time."""


def judge(context: WriteContext) -> Verdict:
    """Judge the scope's size and the claim's number of citations."""
    draft, policy, size = context.draft, context.policy, context.size
    if len(draft.cited) > policy.citations_max:
        kept = ", ".join(
            f"{cited.citation.scheme}:{cited.citation.address}" for cited in draft.cited[: policy.citations_max]
        )
        reason = f"A claim has at most {policy.citations_max} citations."
        return VOICE.refuses("too_many_citations", reason, field="because", try_=(("because", kept),))
    # What a person states is approved in the same act, and an answer to a waiting proposal takes its place.
    crowded = None if draft.is_by_person else _crowded(context)
    if crowded is not None:
        return crowded
    makes_room = draft.request in (Request.FORGET, Request.CHALLENGE) or bool(replaced(context))
    if makes_room:
        return VOICE.passes()
    if size.entries >= policy.scope_entries_max:
        reason = f"Entries kept here already: {size.entries}; {_advice(context)}"
        return VOICE.refuses("over_limit", reason, fix=Fix.PERSON)
    if size.bytes >= policy.scope_bytes_max:
        return VOICE.refuses("over_limit", f"This scope's room is used up; {_advice(context)}", fix=Fix.PERSON)
    return VOICE.passes()


def _crowded(context: WriteContext) -> Verdict | None:
    """Refuse what has no room among the waiting proposals of its sort."""
    draft, policy = context.draft, context.policy
    waiting = [each for each in context.pending if context.now < each.lapses_at]
    if draft.request in (Request.FORGET, Request.CHALLENGE):  # one of each an entry: a second one is *not_again*
        return None
    if draft.request is Request.CORRECT:
        about = [each for each in waiting if each.request is Request.CORRECT and each.target_id == draft.target_id]
        return _full(len(about), "Corrections of this entry") if len(about) >= CORRECTIONS_MAX else None
    is_stated = own_word(draft) is not None
    is_apart = is_quarantined(context.findings)
    claims = [
        each
        for each in waiting
        if each.request is Request.ADMIT and _is_stated(each) is is_stated and each.quarantined is is_apart
    ]
    if is_apart and len(claims) >= policy.quarantined_max:
        return _full(len(claims), "Proposals kept apart by a flag")
    if len(claims) >= policy.pending_max:
        return _full(len(claims), "Proposals")
    if is_stated:
        return None
    source = source_of((cited.citation for cited in draft.cited), draft.proposer)
    of_source = sum(source_of(each.citations, each.proposer) == source for each in claims)
    of_task = sum(each.task_id == draft.task_id for each in claims) if draft.task_id else 0
    if of_source >= policy.pending_source_max or of_task >= policy.pending_task_max:
        count, what = max((of_source, "this source"), (of_task, "this task"))
        reason = f"Proposals of {what} that wait here already: {count}; a person must answer some (`tenure review`)."
        return VOICE.refuses("over_share", reason, fix=Fix.PERSON, rule="R38")
    return None


def _full(count: int, what: str) -> Verdict:
    reason = f"{what} that wait here already: {count}; a person must answer some (`tenure review`)."
    return VOICE.refuses("over_limit", reason, fix=Fix.PERSON)


def _is_stated(proposal: Proposal) -> bool:
    return proposal.confidence.basis is Basis.STATED


def source_of(citations: Iterable[Citation], proposer: Origin) -> Origin:
    """Give what a proposal comes from: the external origin that it cites, else who proposes it."""
    weakest = min(citations, key=lambda citation: citation.trust, default=None)
    return weakest.origin if weakest is not None and weakest.trust is Trust.EXTERNAL else proposer


def _advice(context: WriteContext) -> str:
    if not context.retirable:
        return "retire some (`tenure review`)."
    return f"retire some first, for example {', '.join(context.retirable)} (first due for review)."

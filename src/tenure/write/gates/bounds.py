"""Bounds (R03): is there room for it? Nothing is evicted to make room.

| code | outcome | when |
| --- | --- | --- |
| ok | passes | within every bound of the policy |
| too_many_citations | refuses | more citations than the policy's `citations_max` |
| over_limit | refuses | the scope is full of entries, bytes or pending proposals; names what could be retired |
"""

from __future__ import annotations

from tenure.model.decision import Fix, Request, Verdict
from tenure.write.context import WriteContext
from tenure.write.evidence import replaced
from tenure.write.verdicts import Voice

VOICE = Voice("bounds", "R03")


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
    if size.pending >= policy.pending_max and not draft.is_by_person:
        reason = f"{size.pending} proposals wait here already; a person must answer some (`tenure review`)."
        return VOICE.refuses("over_limit", reason, fix=Fix.PERSON)
    makes_room = draft.request in (Request.FORGET, Request.CHALLENGE) or bool(replaced(context))
    if makes_room:
        return VOICE.passes()
    if size.entries >= policy.scope_entries_max:
        reason = f"{size.entries} entries are kept here already; {_advice(context)}"
        return VOICE.refuses("over_limit", reason, fix=Fix.PERSON)
    if size.bytes >= policy.scope_bytes_max:
        return VOICE.refuses("over_limit", f"This scope's room is used up; {_advice(context)}", fix=Fix.PERSON)
    return VOICE.passes()


def _advice(context: WriteContext) -> str:
    if not context.retirable:
        return "retire some (`tenure review`)."
    return f"retire some first, for example {', '.join(context.retirable)} (longest unused)."

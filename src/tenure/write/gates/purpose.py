"""Purpose (R04): does the claim say which later task it helps, under a name of the policy's list?

| code | outcome | when |
| --- | --- | --- |
| ok | passes | a known name and a detail about a later task |
| purpose_unknown | refuses | no purpose, or its name is not in the policy's list |
| purpose_momentary | refuses | the detail only describes the moment, or is empty |
| claim_momentary | refuses | nothing in the claim outlasts the session: it belongs into a note |
| detail_too_long | refuses | the detail is longer than the policy's `detail_chars_max` |
"""

from __future__ import annotations

import re

from tenure.model.claim import Kind
from tenure.model.decision import Request, Verdict
from tenure.policy.policy import Policy
from tenure.write.context import WriteContext
from tenure.write.momentary import only_the_moment
from tenure.write.verdicts import Voice

VOICE = Voice("purpose", "R04")

_MOMENT = re.compile(
    r"\b(?:right now|just now|at the moment|at this moment|for now|currently|so far|in this (?:session|turn|chat|run)"
    r"|this (?:session|turn|very moment)|(?:we|i|you|the agent) (?:have |has |had |'ve )?just\b"
    r"|next step is|still (?:need|have) to"
    r"|work(?:ing)? in progress|todo|wip|gerade (?:eben|jetzt)|en ce moment|ahora mismo)\b"
    r"|^\W*(?:now|today|here)\W*$",
    re.IGNORECASE,
)


def judge(context: WriteContext) -> Verdict:
    """Judge the purpose's name, its detail, and whether the claim is of any later use."""
    purpose, policy, text = context.draft.purpose, context.policy, context.draft.claim.text
    if context.draft.request in (Request.FORGET, Request.CHALLENGE):
        return VOICE.passes()
    if only_the_moment(text, is_wish=context.draft.claim.kind in (Kind.PREFERENCE, Kind.INSTRUCTION)):
        reason = "It only describes this moment; keep it as a note of the task."
        return VOICE.refuses("claim_momentary", reason, field="text")
    if purpose is None or purpose.name not in policy.purposes:
        detail = "" if purpose is None else purpose.detail[: policy.detail_chars_max]
        return VOICE.refuses(
            "purpose_unknown",
            f"The purpose must start with one of: {', '.join(policy.purposes)}.",
            field="purpose",
            try_=_mended(context, detail),
        )
    if not purpose.detail.strip() or is_momentary(purpose.detail):
        return VOICE.refuses(
            "purpose_momentary",
            "The purpose must say which later task it helps, not what is going on now.",
            field="purpose",
            try_=_mended(context, ""),
        )
    if len(purpose.detail) > policy.detail_chars_max:
        return VOICE.refuses(
            "detail_too_long",
            f"The purpose's detail has more than {policy.detail_chars_max} characters.",
            field="purpose",
            try_=_mended(context, purpose.detail[: policy.detail_chars_max]),
        )
    return VOICE.passes()


def is_momentary(text: str) -> bool:
    """Tell whether a purpose's detail only describes the moment; lists of inspected files do too."""
    return bool(_MOMENT.search(text)) or only_the_moment(text)


def default_name(kind: Kind, policy: Policy) -> str:
    """Give the purpose that an omitted one gets: coding for code, else answering, as far as the policy has them."""
    wanted = "coding" if kind is Kind.CODE else "answering"
    return wanted if wanted in policy.purposes else policy.purposes[0]


def _mended(context: WriteContext, detail: str) -> tuple[tuple[str, str], ...]:
    purpose = context.draft.purpose
    name = purpose.name if purpose is not None and purpose.name in context.policy.purposes else None
    name = name or default_name(context.draft.claim.kind, context.policy)
    useful = detail.strip() if detail.strip() and not is_momentary(detail) else "later tasks of this kind"
    return (("purpose", f"{name}: {useful[: context.policy.detail_chars_max]}"),)

"""Sensitivity (R08, R31): is there anything in any field that must not become reusable?

| code | outcome | when |
| --- | --- | --- |
| ok | passes | nothing was recognised that the policy does not allow |
| never_kept | refuses | a secret, in whatever field; kind and field are named, never the value |
| personal_refused | refuses | personal data of a category that the policy refuses |
| special_category | asks | health, belief and the like (R08): asked singly, under no grant |
| personal | asks | personal data of a category that the policy asks about |
| concerns_person | asks | the claim is about a person who is not the one that the scope belongs to |
"""

from __future__ import annotations

from tenure.model.decision import Fix, Verdict
from tenure.policy.policy import DataRule, Policy
from tenure.screen import Category, Finding
from tenure.write.context import WriteContext
from tenure.write.verdicts import Voice

VOICE = Voice("sensitivity", "R08")

_PERSONAL = frozenset({Category.PERSONAL, Category.SPECIAL})


def judge(context: WriteContext) -> Verdict:
    """Judge what the screens found in the fields of the draft and their join."""
    secrets = [finding for finding in context.findings if finding.category is Category.SECRET]
    if secrets:
        kinds = ", ".join(sorted({finding.kind for finding in secrets}))
        return VOICE.refuses(
            "never_kept",
            f"It holds what is never kept ({kinds}); nobody can allow it. Use a handle to a vault instead.",
            field=secrets[0].field,
            fix=Fix.NOBODY,
            rule="R31",
        )
    judged = [
        (_rule(finding, context.policy), finding) for finding in context.findings if finding.category in _PERSONAL
    ]
    for rule, finding in judged:
        if rule is DataRule.REFUSE:
            reason = f"The policy keeps no personal data of this category ({finding.kind})."
            return VOICE.refuses("personal_refused", reason, field=finding.field, fix=Fix.NOBODY)
    for _, finding in judged:
        if finding.category is Category.SPECIAL:
            reason = f"It may tell something that is asked singly ({finding.kind})."
            return VOICE.asks("special_category", reason, field=finding.field)
    for rule, finding in judged:
        if rule is DataRule.ASK:
            return VOICE.asks("personal", f"It holds personal data ({finding.kind}).", field=finding.field)
    concerns, owner = context.draft.claim.concerns, context.draft.scope.user
    if concerns is not None and concerns != owner:
        return VOICE.asks("concerns_person", "It is about somebody else.", field="concerns")
    return VOICE.passes()


def _rule(finding: Finding, policy: Policy) -> DataRule:
    # A category that the policy does not know is asked about, never let through.
    return policy.personal.get(finding.kind.removeprefix("special."), DataRule.ASK)

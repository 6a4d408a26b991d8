"""Trust (R11, R30): may a claim of this origin become what it wants to be?

| code | outcome | when |
| --- | --- | --- |
| ok | passes | its origin allows it; *authorization* says whether a person is asked |
| malicious | refuses | an instruction that is refused from everybody |
| governs_agent | refuses | a text about the memory itself or with a delayed trigger, and not a person's own words |
| external_governs | refuses | a preference, an instruction or an order that rests on external content |
| flagged | asks | signs of steering in it: shown apart, to a person alone |
| external_fact | asks | a fact of external origin: pending until a person approves it |
| tainted_wording | asks | an agent worded it after reading external content |
"""

from __future__ import annotations

from tenure.model.claim import Kind
from tenure.model.decision import Fix, Request, Verdict
from tenure.screen import Category
from tenure.write.context import WriteContext
from tenure.write.evidence import governs_agent, is_external, is_quarantined, own_statement
from tenure.write.verdicts import Voice

VOICE = Voice("trust", "R11")


def judge(context: WriteContext) -> Verdict:
    """Judge what the cited sources and the wording allow the claim to be."""
    draft, findings = context.draft, context.findings
    malicious = [
        finding
        for finding in findings
        if finding.category is Category.INSTRUCTION and finding.kind.startswith("malicious.")
    ]
    if malicious:
        reason = f"It is an instruction that is never kept ({malicious[0].kind})."
        return VOICE.refuses("malicious", reason, field=malicious[0].field, fix=Fix.NOBODY, rule="R31")
    is_own = draft.is_by_person or own_statement(draft) is not None
    if governs_agent(findings) and not is_own:
        reason = "It speaks of the memory itself, or waits for a trigger; only a person's own words may."
        return VOICE.refuses("governs_agent", reason, field="text", fix=Fix.NOBODY)
    if draft.request in (Request.FORGET, Request.CHALLENGE):
        return VOICE.passes()
    external = is_external(draft, context.parents)
    if external and (context.is_order or draft.claim.kind in (Kind.PREFERENCE, Kind.INSTRUCTION)):
        reason = "What was read in a page, a file or a tool's output never governs how an agent works."
        return VOICE.refuses("external_governs", reason, field="because", fix=Fix.NOBODY)
    if is_quarantined(findings):
        return VOICE.asks("flagged", "It shows signs of steering; only a person sees it.", field="text")
    if external and draft.claim.kind is Kind.FACT:
        return VOICE.asks("external_fact", "It comes from outside; a person must approve it.", field="because")
    if draft.is_tainted and not is_own:
        reason = "It was worded after external content was read."
        return VOICE.asks("tainted_wording", reason, field="text", rule="R30")
    return VOICE.passes()

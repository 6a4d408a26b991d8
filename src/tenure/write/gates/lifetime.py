"""Lifetime (R09): does the claim end, and soon enough?

| code | outcome | when |
| --- | --- | --- |
| ok | passes | it ends after now and within the policy's longest life for its kind |
| no_end | refuses | it has neither an expiry nor a ceiling |
| already_over | refuses | its end or its review is at or before now |
| true_no_more | refuses | the time in which it is true ends at or before now |
| beyond_ceiling | refuses | it would live longer than the policy allows |
| window_reversed | refuses | its time of truth ends before it begins |
"""

from __future__ import annotations

from datetime import datetime, timedelta

from tenure.model.decision import Request, Verdict
from tenure.write.context import WriteContext
from tenure.write.verdicts import Voice

VOICE = Voice("lifetime", "R09")


def judge(context: WriteContext) -> Verdict:
    """Judge the rule for the claim's end; events can only bring the end nearer, so they are not looked at."""
    draft, now = context.draft, context.now
    if draft.request in (Request.FORGET, Request.CHALLENGE):
        return VOICE.passes()
    rules = context.policy.for_kind(draft.claim.kind, is_order=context.is_order)
    latest = now + timedelta(days=rules.lifetime_days_max)
    mended = (("expires_at", instant_text(latest)),)
    end = None if draft.lifetime is None else draft.lifetime.ends_at(now)
    if draft.lifetime is None or end is None:
        return VOICE.refuses("no_end", "It has no end.", field="expires_at", try_=mended)
    due = draft.lifetime.due_at(now)
    if end <= now or (due is not None and due <= now):
        return VOICE.refuses("already_over", "Its end is not after now.", field="expires_at", try_=mended)
    if draft.valid_until is not None and draft.valid_until <= now:
        reason = "The time in which it is true is over."
        return VOICE.refuses("true_no_more", reason, field="valid_until", try_=(("valid_until", ""),))
    if draft.valid_from is not None and draft.valid_until is not None and draft.valid_until <= draft.valid_from:
        reason = "The time in which it is true ends before it begins."
        return VOICE.refuses("window_reversed", reason, field="valid_until", try_=(("valid_until", ""),))
    if end > latest:
        reason = f"It may live {rules.lifetime_days_max} days at most."
        return VOICE.refuses("beyond_ceiling", reason, field="expires_at", try_=mended)
    return VOICE.passes()


def instant_text(at: datetime) -> str:
    """Give an instant as faces write it (UTC, whole seconds, with ``Z``); fractions are cut, so never later."""
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")

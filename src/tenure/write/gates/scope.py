"""Scope (R07): is the claim kept no more widely than where its evidence came from?

| code | outcome | when |
| --- | --- | --- |
| ok | passes | every source and every parent was found in this scope or a wider one |
| widening | asks | it would be seen where a source does not come from: a *present* approval |
"""

from __future__ import annotations

from tenure.model.decision import Verdict
from tenure.write.context import WriteContext
from tenure.write.evidence import is_widening
from tenure.write.verdicts import Voice

VOICE = Voice("scope", "R07")


def judge(context: WriteContext) -> Verdict:
    """Judge the draft's scope against the scopes of its sources and parents."""
    if is_widening(context.draft, context.parents):
        return VOICE.asks("widening", "It would apply more widely than its source; a person must approve it, present.")
    return VOICE.passes()

"""A new proposal read with the last ones of its session, so that nothing comes in piece by piece (R31). Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from tenure.model.claim import Claim
from tenure.model.decision import Proposal
from tenure.screen import Finding
from tenure.screen.spread import find_spread
from tenure.write.context import Draft

LAST_MAX: Final = 3
"""Proposals that still wait, the newest first, with which a new one of the same task or agent is read."""

FIELD: Final = "text+earlier"
"""The field of what only several proposals say together."""

_NEW: Final = "new"


def found_with_last(draft: Draft, waiting: Iterable[Proposal]) -> tuple[Finding, ...]:
    """Give what must never be kept and is spread over a draft and the last proposals of its session."""
    new = _said(draft.claim)
    own = (each for each in waiting if _is_of_session(each, draft) and _said(each.claim) != new)
    last = sorted(own, key=lambda each: each.created_at)[-LAST_MAX:]
    texts = {each.id: _said(each.claim) for each in last} | {_NEW: new}
    return tuple(replace(found, field=FIELD) for found in find_spread(texts) if _NEW in found.field.split("+"))


def _is_of_session(proposal: Proposal, draft: Draft) -> bool:
    return proposal.proposer == draft.proposer or (bool(draft.task_id) and proposal.task_id == draft.task_id)


def _said(claim: Claim) -> str:
    return "\n".join(dict.fromkeys(claim.fields().values()))

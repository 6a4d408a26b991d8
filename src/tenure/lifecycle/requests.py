"""Do what an agent asked about an entry, once a person says yes: forget it, or put it in doubt (R25)."""

from __future__ import annotations

from datetime import datetime

from tenure.errors import ConflictError, NotFoundError, RequestError
from tenure.lifecycle.challenge import challenged
from tenure.lifecycle.forget import forget_one
from tenure.lifecycle.gather import by_person
from tenure.model.decision import Proposal, Request
from tenure.model.entry import Entry
from tenure.model.receipt import Receipt
from tenure.policy.policy import Policy
from tenure.store.port import Entries, Ledger
from tenure.write.approval import Shown, check_shown
from tenure.write.decline import withdrawal
from tenure.write.succession import join, uncontest


def fulfil(
    shown: Shown, *, person: str, entries: Entries, ledger: Ledger, policy: Policy, now: datetime
) -> Receipt | Entry:
    """Forget or challenge the entry that a shown request is about; the request is erased with it.

    Returns:
        The receipt of what was forgotten, or the challenged entry.

    Raises:
        RequestError: It asks for a new claim or a correction: that is approved instead.
        NotFoundError: The entry is gone, or the request was answered already.
        ConflictError: The request or what the entry says changed since it was shown.
        TransitionError: The request has lapsed, or the entry is not live.
    """
    proposal = check_shown(shown, person=person, entries=entries, policy=policy, now=now)
    if proposal.request not in {Request.FORGET, Request.CHALLENGE}:
        raise RequestError("this asks for a claim to be kept", code="is_a_claim", hint="Approve it.")
    if proposal.request is Request.FORGET:
        entry = _target(proposal, entries=entries)
        return forget_one(entry, person=person, entries=entries, ledger=ledger, policy=policy, now=now)
    by = by_person(person)
    with entries.holding(proposal.scope):
        entry = _target(proposal, entries=entries)
        after, change = challenged(
            entry, person=person, entries=entries, policy=policy, now=now, reason=proposal.reason
        )
        # One transaction: a request that outlived its fulfilment could not be answered any more.
        settled = uncontest(proposal, entries=entries, policy=policy, now=now, by=by, leave_out=(entry,))
        entries.commit(join(change, withdrawal(proposal, by=by, now=now, code="fulfilled"), settled))
    return after


def _target(proposal: Proposal, *, entries: Entries) -> Entry:
    read = entries.read((proposal.scope,), (proposal.target_id or "",))
    if not read or not isinstance(read[0], Entry):
        raise NotFoundError("the entry is gone")
    # Its version moves when it is used; what counts is that it still says what was shown.
    if read[0].claim != proposal.claim:
        raise ConflictError("the entry changed since the request was made")
    return read[0]

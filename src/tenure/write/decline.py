"""A person's no, which lasts, and the withdrawing of what nobody answered (R28, R38)."""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import StrEnum

from tenure.cite.validator import Digest
from tenure.errors import NotFoundError, RequestError
from tenure.model.decision import Proposal, Request
from tenure.model.entry import Status
from tenure.model.event import Event
from tenure.model.principal import Channel, Origin
from tenure.model.scope import Scope
from tenure.policy.policy import Policy
from tenure.store.port import Entries
from tenure.store.records import Change, Erasure
from tenure.write.consent import check_person
from tenure.write.shown import Shown, stored_as_shown
from tenure.write.succession import join, uncontest


class Answer(StrEnum):
    """How a person says no."""

    NO = "no"
    NEVER_THIS = "never_this"
    NEVER_CATEGORY = "never_category"


NEVER_DAYS = 36_500
"""How long the mark of a *never* stands."""


def decline(
    shown: Shown,
    *,
    person: str,
    answer: Answer | str,
    entries: Entries,
    policy: Policy,
    now: datetime,
    digest: Digest | None = None,
) -> None:
    """Say no: the proposal and its quoted words are erased, and a mark keeps it from coming back (R28, R38).

    *no* holds until the person states it anew; *never_this* holds for this claim, *never_category* for this kind in
    this scope, until the person says otherwise on their own channel. What was heard against an entry is settled by it
    if that is what is declined: the statement itself, or, as ``digest`` tells, a guess of the value that was said.

    Raises:
        RequestError: The answer is none of the three, or closes a category for a request about an entry.
        ConflictError: The proposal changed since it was shown.
        NotFoundError: It was decided already, or was never in this scope.
        NotAllowedError: The person may not decide it.
    """
    if answer not in set(Answer):
        raise RequestError("an answer is no, never_this or never_category", code="bad_answer")
    answer = Answer(answer)
    proposal = stored_as_shown(shown, entries)
    check_person(proposal, person, policy, is_approval=False)
    is_claim = proposal.request is Request.ADMIT or proposal.request is Request.CORRECT
    if answer is Answer.NEVER_CATEGORY and not is_claim:
        raise RequestError("a request about an entry has no category", code="bad_answer")
    by = Origin(channel=Channel.USER, principal=person)
    days = policy.tombstone_days if answer is Answer.NO else NEVER_DAYS
    erasure = Erasure(
        record=proposal,
        reason="declined" if answer is Answer.NO else answer.value,
        tombstone_until=now + timedelta(days=days) if is_claim else None,
        closes_kind=proposal.claim.kind.value if answer is Answer.NEVER_CATEGORY else "",
    )
    event = Event(at=now, actor=by, verb="decline", rule="R38", record_id=proposal.id, code=answer.value)
    settled = uncontest(proposal, entries=entries, policy=policy, now=now, by=by, digest=digest)
    entries.commit(join(Change(now=now, erase=(erasure,), events=(event,)), settled))


def withdraw(proposal: Proposal, *, by: Origin, entries: Entries, policy: Policy, now: datetime, code: str) -> None:
    """Erase a waiting proposal without a mark: its proposer drops it, or it lapsed."""
    settled = uncontest(proposal, entries=entries, policy=policy, now=now, by=by)
    entries.commit(join(withdrawal(proposal, by=by, now=now, code=code), settled))


def withdrawal(proposal: Proposal, *, by: Origin, now: datetime, code: str) -> Change:
    """Give the change that erases a waiting proposal without a mark."""
    event = Event(at=now, actor=by, verb="withdraw", rule="R25", record_id=proposal.id, code=code)
    return Change(now=now, erase=(Erasure(record=proposal, reason=code, tombstone_until=None),), events=(event,))


def withdraw_own(
    proposal_id: str, *, by: Origin, scope: Scope, entries: Entries, policy: Policy, now: datetime
) -> None:
    """Erase a waiting proposal that ``by`` made itself in this scope (R25).

    What it contests stays contested until a person settles it, unless the person withdraws their own (R21).

    Raises:
        NotFoundError: No such proposal of its own waits here.
    """
    for proposal in entries.held(Proposal, (scope,)):
        if proposal.id == proposal_id and proposal.proposer == by and proposal.status is Status.PENDING:
            if by.channel is Channel.USER:
                withdraw(proposal, by=by, entries=entries, policy=policy, now=now, code="withdrawn")
            else:  # the person said what they said: an agent cannot take that back
                entries.commit(withdrawal(proposal, by=by, now=now, code="withdrawn"))
            return
    raise NotFoundError("you have no such proposal waiting here")

"""The one inbox of a person, and what can be answered there: still true, longer, or no longer (R24, R38)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from datetime import datetime, timedelta

from tenure.errors import RequestError, TransitionError
from tenure.lifecycle.admitted import admitted_in, looked_at
from tenure.lifecycle.contested import contested_among
from tenure.lifecycle.forget import forget_one
from tenure.lifecycle.gather import (
    check_owner,
    check_owner_or_concerned,
    check_strength,
    done_by,
    entries_in,
    owns,
)
from tenure.lifecycle.reviewing import next_review
from tenure.model.decision import Proposal, Request
from tenure.model.entry import LIVE, Entry, Status
from tenure.model.receipt import Receipt
from tenure.model.scope import Scope
from tenure.policy.policy import Policy
from tenure.store.port import Entries, Ledger
from tenure.store.records import Change
from tenure.values import dataclass
from tenure.write.approval import Shown, show_beside
from tenure.write.consent import Act, renew
from tenure.write.index import indexed
from tenure.write.wording import stems

SOON_DAYS = 14
"""Days before a review at which it is announced."""

ALIKE_SHARE = 0.6
"""Share of their words that two proposals have in common from which on they are shown as alike."""

ADMITTED_DAYS = 14
"""Days for which what a grant admitted is listed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Inbox:
    """What waits for a person.

    Args:
        new: Proposals, each as it would be kept; the oldest first.
        due: Entries whose review is due and which are withheld until it is done; the longest due first.
        soon: Entries whose review falls due within `SOON_DAYS`.
        idle: Entries that are due because they went unused; put up for retirement.
        disputed: Challenged and contested entries, also those that contest each other across scopes.
        admitted: What grants admitted within `ADMITTED_DAYS`, or since the person last looked, and nobody approved;
            each can be undone.
        unseen: Of those the ones admitted since the person last looked, the oldest first.
    """

    new: tuple[Shown, ...] = field(default=(), repr=False)
    due: tuple[Entry, ...] = field(default=(), repr=False)
    soon: tuple[Entry, ...] = field(default=(), repr=False)
    idle: tuple[Entry, ...] = field(default=(), repr=False)
    disputed: tuple[Entry, ...] = field(default=(), repr=False)
    admitted: tuple[Entry, ...] = field(default=(), repr=False)
    unseen: tuple[Entry, ...] = field(default=(), repr=False)

    def groups(self) -> tuple[tuple[Shown, ...], ...]:
        """Give what is new, alike ones together: requests first, then by the oldest of each group (R38).

        Alike are proposals of one scope and kind that speak of one slot, or share most of their words.
        """
        found: list[list[Shown]] = []
        words = {each.proposal.id: stems(each.proposal.claim.text) for each in self.new}
        for shown in sorted(self.new, key=lambda each: each.proposal.request is Request.ADMIT):
            for group in found:
                if _is_alike(shown.proposal, group[0].proposal, words):
                    group.append(shown)
                    break
            else:
                found.append([shown])
        return tuple(map(tuple, found))


def inbox(scopes: Sequence[Scope], *, person: str, entries: Entries, policy: Policy, now: datetime) -> Inbox:
    """Give what waits for a person in these scopes as of ``now``.

    Scopes of other users are passed over. What has expired or is over is left out: nothing can be answered about it
    there. A disputed entry is listed as disputed alone.
    """
    places = tuple(scope for scope in scopes if owns(person, scope))
    live = [
        entry
        for entry in entries_in(places, entries=entries)
        if entry.status in LIVE and not entry.lifetime.is_expired(now=now, recorded_at=entry.recorded_at)
    ]
    contested = contested_among(live, policy=policy, now=now)
    standing = [entry for entry in live if entry.status is Status.ACTIVE and entry.id not in contested]
    due = [entry for entry in standing if _is_due(entry, now)]
    soon = [entry for entry in standing if not _is_due(entry, now) and _is_due(entry, now + timedelta(days=SOON_DAYS))]
    unseen = admitted_in(places, looked_at(person, entries=entries), entries=entries, now=now)
    since, new = now - timedelta(days=ADMITTED_DAYS), {entry.id for entry in unseen}
    waiting = waiting_in(places, entries=entries, now=now)
    return Inbox(
        new=tuple(show_beside(each, entries=entries, policy=policy, now=now) for each in waiting),
        due=tuple(sorted((entry for entry in due if not _is_idle(entry, now)), key=_due_at)),
        soon=tuple(sorted(soon, key=_due_at)),
        idle=tuple(sorted((entry for entry in due if _is_idle(entry, now)), key=Entry.used_at)),
        disputed=tuple(entry for entry in live if entry.status is not Status.ACTIVE or entry.id in contested),
        admitted=tuple(
            entry for entry in standing if entry.approval is None and (entry.recorded_at >= since or entry.id in new)
        ),
        unseen=unseen,
    )


def waiting_in(scopes: Sequence[Scope], *, entries: Entries, now: datetime) -> tuple[Proposal, ...]:
    """Give the proposals that wait in these scopes and have not lapsed, the oldest of each scope first."""
    return tuple(
        proposal
        for proposal in entries.held(Proposal, scopes)
        if proposal.status is Status.PENDING and now < proposal.lapses_at
    )


def confirm(entry: Entry, act: Act, *, entries: Entries) -> Entry:
    """Say that an entry still holds: its review moves on by the policy, never past its end.

    Args:
        entry: The entry as it was read: active.
        act: Who says so: owns its scope; at least as strongly as the policy asks of an approval.
        entries: The durable store.

    Raises:
        NotFoundError: The entry is another user's.
        TransitionError: It is not active (settle what is disputed), or has expired (extend it).
        NotAllowedError: The strength is too low.
        ConflictError: It changed since it was read.
    """
    policy, now = act.policy, act.now
    _check_answerable(entry, act)
    if entry.lifetime.is_expired(now=now, recorded_at=entry.recorded_at):
        raise TransitionError("it has expired", code="expired", hint="Give it another end, or let it go.")
    lifetime = replace(entry.lifetime, review_at=next_review(entry, policy=policy, now=now))
    after = replace(entry, lifetime=lifetime, last_used_at=now, confirmed_at=now, version=entry.version + 1)
    event = done_by(act.person, "confirm", "R24", entry.id, "confirmed", now=now)
    entries.commit(Change(now=now, put=(indexed(after, policy),), events=(event,)))
    return after


def extend(
    entry: Entry,
    expires_at: datetime,
    act: Act,
    *,
    entries: Entries,
) -> Entry:
    """Approve an entry anew with another end, within the policy.

    An end is among the bytes that an approval binds, so this is a new approval of the same claim: it takes the place
    of the old one, or of the grant.

    Args:
        entry: The entry as it was read: active.
        expires_at: The new end (UTC); after the act, and no later than the policy's longest life after it was recorded.
        act: Who approves: owns its scope.
        entries: The durable store.

    Raises:
        NotFoundError: The entry is another user's.
        TransitionError: It is not active.
        RequestError: The end has passed already, bears no time zone or is later than the policy allows.
        NotAllowedError: The strength is too low, or *present* without a signature.
        ConflictError: It changed since it was read.
    """
    policy, now = act.policy, act.now
    _check_answerable(entry, act)
    if expires_at.tzinfo is None or expires_at <= now:
        raise RequestError("an end lies after now and bears a time zone", code="bad_end")
    age = expires_at - entry.recorded_at
    lifetime = replace(
        entry.lifetime,
        expires_at=expires_at,
        age_max=age if entry.lifetime.age_max is None else max(entry.lifetime.age_max, age),
    )
    review_at = next_review(replace(entry, lifetime=lifetime), policy=policy, now=now)
    lifetime = replace(lifetime, review_at=review_at)
    after = renew(replace(entry, last_used_at=now), act, lifetime=lifetime)
    event = done_by(act.person, "extend", "R09", entry.id, f"approved:{act.strength.value}", now=now)
    entries.commit(Change(now=now, put=(indexed(after, policy),), events=(event,)))
    return after


def retire(entry: Entry, *, person: str, entries: Entries, ledger: Ledger, policy: Policy, now: datetime) -> Receipt:
    """Forget an entry at its review; its owner and the person whom it is about may.

    Raises:
        NotFoundError: The entry is another user's and not about the person, or gone already.
        ConflictError: It changed since it was read.
    """
    check_owner_or_concerned(entry, person)
    return forget_one(entry, person=person, entries=entries, ledger=ledger, policy=policy, now=now)


def _is_alike(one: Proposal, other: Proposal, words: Mapping[str, frozenset[str]]) -> bool:
    if (one.scope, one.claim.kind, one.request, one.target_id) != (
        other.scope,
        other.claim.kind,
        other.request,
        other.target_id,
    ):
        return False
    if one.claim.slot is not None and one.claim.slot == other.claim.slot:
        return True
    shared, either = words[one.id] & words[other.id], words[one.id] | words[other.id]
    return len(shared) >= ALIKE_SHARE * len(either)


def _check_answerable(entry: Entry, act: Act) -> None:
    check_owner(entry, act.person)
    if entry.status is not Status.ACTIVE:
        raise TransitionError(
            f"an entry that is {entry.status.value} is not up for confirmation", hint="Settle what is disputed first."
        )
    check_strength(act.strength, entry, act.policy)


def _is_due(entry: Entry, at: datetime) -> bool:
    return entry.lifetime.is_due(now=at, last_used_at=entry.used_at())


def _is_idle(entry: Entry, now: datetime) -> bool:
    idle = entry.lifetime.idle
    by_date = entry.lifetime.review_at is not None and now >= entry.lifetime.review_at
    return not by_date and idle is not None and now >= entry.used_at() + idle


def _due_at(entry: Entry) -> datetime:
    return entry.lifetime.due_at(entry.used_at()) or entry.recorded_at

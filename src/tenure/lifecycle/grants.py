"""Give and take back standing permission for a category of entries (R05)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from tenure.errors import LimitError, NotAllowedError, NotFoundError, RequestError, TransitionError
from tenure.lifecycle.cascade import dependents_among
from tenure.lifecycle.gather import done_by, entries_in, owns, under
from tenure.lifecycle.reviewing import put_to_review
from tenure.model.claim import Kind
from tenure.model.entry import LIVE, Entry, Status
from tenure.model.grant import Grant
from tenure.model.identifier import new_id
from tenure.model.principal import Strength
from tenure.model.scope import Scope
from tenure.policy.policy import Policy
from tenure.store.port import Entries
from tenure.store.records import Change, Written
from tenure.write.consent import check_scope, check_strength
from tenure.write.index import indexed
from tenure.write.succession import step

_GRANTABLE: Final = frozenset({Kind.PREFERENCE, Kind.CODE})


def grant(
    *,
    person: str,
    kind: Kind,
    scope: Scope,
    strength: Strength,
    entries: Entries,
    policy: Policy,
    now: datetime,
    longest: timedelta | None = None,
    ends_at: datetime | None = None,
) -> Grant:
    """Give a grant; what it admits is then decided by the authorization gate, entry by entry.

    Args:
        person: Who gives it, on their own channel.
        kind: *preference* or *code*; an instruction or a fact is never granted.
        scope: Where it holds; it names no other user.
        strength: How strongly it is bound to the person; at least what the policy asks of an approval of this kind.
        entries: The durable store.
        policy: The policy in force; it names the kinds that can be granted, and the longest life.
        now: The reference instant (UTC).
        longest: The longest life that it allows an entry; the policy's if omitted, and never longer.
        ends_at: When it stops (UTC); after the policy's longest life if omitted, and never later.

    Raises:
        NotAllowedError: The policy allows no grants, not of this kind, not at this strength, or the scope is not the
            person's.
        LimitError: It would live, or let an entry live, longer than the policy allows.
        RequestError: Its end has passed already, or the longest life is not positive.
    """
    check_scope(scope, person)
    rules = policy.for_kind(kind)
    if not policy.grants_allowed or kind not in _GRANTABLE or not rules.grantable:
        raise NotAllowedError(
            f"the policy grants nothing of kind '{kind.value}'",
            code="not_grantable",
            hint="Approve such entries one by one: `tenure review`.",
        )
    check_strength(strength, rules.approval_least)
    ceiling = timedelta(days=rules.lifetime_days_max)
    longest = ceiling if longest is None else longest
    ends_at = now + ceiling if ends_at is None else ends_at
    _check_ends(longest, ends_at, ceiling=ceiling, now=now)
    given = Grant(
        id=new_id("grant"),
        person=person,
        kind=kind,
        scope=scope,
        longest=longest,
        ends_at=ends_at,
        granted_at=now,
        strength=strength,
    )
    event = done_by(person, "grant", "R05", given.id, f"granted:{kind.value}", now=now)
    entries.commit(Change(now=now, put=(given,), events=(event,)))
    return given


def revoke(given: Grant, *, person: str, entries: Entries, policy: Policy, now: datetime) -> tuple[str, ...]:
    """Take a grant back and, in the same transaction, what only it authorised; give the ids of those entries.

    Entries in another user's own scope end too, but are not named.
    What was derived from those entries goes to review if a person approved it, and is revoked with them if not (R26).

    Raises:
        NotFoundError: The grant is another person's.
        TransitionError: It was revoked before.
        ConflictError: The grant or one of the entries changed since it was read.
    """
    if given.person != person:
        raise NotFoundError("no such grant of yours", hint="List your grants with `tenure grant list`.")
    if given.revoked_at is not None:
        raise TransitionError("this grant was revoked before", hint="List your grants with `tenure grant list`.")
    held = entries_in(under(given.scope, entries=entries), entries=entries)
    revoked, reviewed = _what_falls(given, held)
    changed = [step(entry, Status.REVOKED, now) for entry in revoked]
    changed += [put_to_review(entry, now=now) for entry in reviewed]
    events = [done_by(person, "revoke", "R05", given.id, "revoked", now=now)]
    events += [done_by(person, "revoke", "R05", entry.id, "revoked", now=now) for entry in revoked]
    events += [done_by(person, "revoke", "R26", entry.id, "review_due", now=now) for entry in reviewed]
    ended = replace(given, revoked_at=now, version=given.version + 1)
    put: list[Written] = [ended, *(indexed(entry, policy) for entry in changed)]
    entries.commit(Change(now=now, put=tuple(put), events=tuple(events)))
    # Another user's ids are not told, though what the grant admitted there ended too (R35).
    return tuple(entry.id for entry in revoked if owns(person, entry.scope))


def _what_falls(given: Grant, held: Sequence[Entry]) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
    only_by_it = [
        entry for entry in held if entry.grant_id == given.id and entry.approval is None and entry.status in LIVE
    ]
    resting = [entry for entry in dependents_among(only_by_it, held) if entry.status in LIVE]
    revoked = (*only_by_it, *(entry for entry in resting if entry.approval is None))
    return revoked, tuple(entry for entry in resting if entry.approval is not None)


def _check_ends(longest: timedelta, ends_at: datetime, *, ceiling: timedelta, now: datetime) -> None:
    if ends_at.tzinfo is None:
        raise RequestError("the end of a grant needs a time zone", code="bad_end")
    if longest <= timedelta(0) or ends_at <= now:
        raise RequestError("a grant ends later than now and allows some life", code="bad_end")
    if longest > ceiling or ends_at > now + ceiling:
        raise LimitError(
            f"the policy allows at most {ceiling.days} days", hint="Name an earlier end or a shorter longest life."
        )

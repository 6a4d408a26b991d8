"""When an entry is asked about again: now, or by the policy after somebody said that it still holds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta

from tenure.lifecycle.gather import done_by
from tenure.model.entry import LIVE, Entry
from tenure.policy.policy import Policy
from tenure.store.port import Entries
from tenure.store.records import Change
from tenure.write.index import indexed


def put_to_review(entry: Entry, *, now: datetime) -> Entry:
    """Give the next version of an entry whose review is due now (R26); one that was due before stays due since then."""
    due = min(now, entry.lifetime.review_at or now)
    return replace(entry, lifetime=replace(entry.lifetime, review_at=due), version=entry.version + 1)


def put_due(
    found: Iterable[Entry], *, rule: str, person: str, entries: Entries, policy: Policy, now: datetime
) -> tuple[str, ...]:
    """Make the review of live entries due now, in one transaction; give the ids of those that were not due or over."""
    due = [
        each
        for each in found
        if each.status in LIVE
        and not each.lifetime.is_expired(now=now, recorded_at=each.recorded_at)
        and not each.lifetime.is_due(now=now, last_used_at=each.used_at())
    ]
    if due:
        put = tuple(indexed(put_to_review(each, now=now), policy) for each in due)
        events = tuple(done_by(person, "review", rule, each.id, "review_due", now=now) for each in due)
        entries.commit(Change(now=now, put=put, events=events))
    return tuple(each.id for each in due)


def next_review(entry: Entry, *, policy: Policy, now: datetime) -> datetime:
    """Give when to ask again after a person said that an entry still holds: by the policy, never past its end."""
    days = policy.for_kind(entry.claim.kind, is_order=entry.is_order).review_days
    asked_at = now + timedelta(days=days)
    end = entry.lifetime.ends_at(entry.recorded_at)
    return asked_at if end is None else min(asked_at, end)

"""When an entry is asked about again: now, or by the policy after somebody said that it still holds."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from tenure.model.entry import Entry
from tenure.policy.policy import Policy


def put_to_review(entry: Entry, *, now: datetime) -> Entry:
    """Give the next version of an entry whose review is due now (R26)."""
    return replace(entry, lifetime=replace(entry.lifetime, review_at=now), version=entry.version + 1)


def next_review(entry: Entry, *, policy: Policy, now: datetime) -> datetime:
    """Give when to ask again after a person said that an entry still holds: by the policy, never past its end."""
    days = policy.for_kind(entry.claim.kind, is_order=entry.is_order).review_days
    asked_at = now + timedelta(days=days)
    end = entry.lifetime.ends_at(entry.recorded_at)
    return asked_at if end is None else min(asked_at, end)

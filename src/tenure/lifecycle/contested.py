"""Tells which entries contest each other without a status that says so: they lie in scopes that one task sees (R21)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from tenure.model.entry import Entry, Status
from tenure.policy.names import names_of
from tenure.policy.policy import Policy
from tenure.recall.contests import differing
from tenure.recall.ends import has_ended, is_due

_TAKE_PART: Final = frozenset({Status.ACTIVE, Status.CONTESTED})


def contested_among(entries: Iterable[Entry], *, policy: Policy, now: datetime) -> dict[str, tuple[Entry, ...]]:
    """Give by the id of an entry those that contest it as of ``now``; what has ended or is due contests nothing.

    Args:
        entries: Every entry of the scopes in which a person decides.
        policy: The policy in force.
        now: The reference instant (UTC).
    """
    held = [
        entry
        for entry in entries
        if entry.status in _TAKE_PART and not (has_ended(entry, now=now) or is_due(entry, now=now))
    ]
    return differing(held, many_valued=policy.many_attributes, names=names_of(policy.aliases))

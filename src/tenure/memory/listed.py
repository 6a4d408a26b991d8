"""What is kept, as its own person sees it: whole, with the verdict that an agent would get."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from tenure.model.entry import Entry
from tenure.model.validation import Validation
from tenure.policy.policy import Policy
from tenure.recall.judge import Usable, Withheld, judge, withhold_lost
from tenure.store.records import Lost
from tenure.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """One entry of a person's.

    Args:
        id: Its id.
        entry: The entry whole, whatever its state; None if it could not be read back.
        verdict: Whether an agent may use it now, or why not.
    """

    id: str
    entry: Entry | None = field(repr=False)
    verdict: Usable | Withheld


def listed(entry: Entry, validation: Validation, *, policy: Policy) -> Listed:
    """Give a checked entry with its verdict."""
    return Listed(id=entry.id, entry=entry, verdict=judge(entry, validation, policy=policy))


def listed_lost(lost: Iterable[Lost]) -> tuple[Listed, ...]:
    """Give what could not be read back."""
    return tuple(
        Listed(id=each.id, entry=None, verdict=withhold_lost(each.id, None, reason=each.reason)) for each in lost
    )

"""Read candidates whole, check and judge each, and answer anew where they are no longer what the views showed.

A view and the entries that it led to are read one after the other. What supersedes an entry in between is in neither:
the old one is over by then, and the new one was not found.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import wraps
from typing import Final, ParamSpec

from tenure.model.entry import Entry
from tenure.policy.policy import Policy
from tenure.recall.answer import Recall
from tenure.recall.candidates import Candidate
from tenure.recall.conflicts import Judged
from tenure.recall.judge import Withheld, judge, withhold_lost
from tenure.recall.validate import Checks
from tenure.store.port import Entries
from tenure.store.records import Lost

P = ParamSpec("P")

AGAIN_MOST: Final = 3
"""How often it is answered anew at most: each time something else was written in between."""


def as_of_one_moment(answer: Callable[P, tuple[Recall, Checks]]) -> Callable[P, Recall]:
    """Answer anew as long as candidates changed between the views and the entries."""

    @wraps(answer)
    def answered(*given: P.args, **named: P.kwargs) -> Recall:
        found, checks = answer(*given, **named)
        for _ in range(AGAIN_MOST):
            if not checks.has_moved:
                break
            found, checks = answer(*given, **named)
        return found

    return answered


def read_judged(
    candidates: Mapping[str, Candidate], *, entries: Entries, policy: Policy, checks: Checks
) -> tuple[list[Judged], list[Withheld]]:
    """Read candidates whole, check and judge each; give also those that could not be read back."""
    scopes = tuple(dict.fromkeys(each.scope for each in candidates.values()))
    read = entries.read(scopes, tuple(candidates))
    checks.has_moved |= has_moved(candidates.values(), read)
    found = [each for each in read if isinstance(each, Entry)]
    lost = [
        withhold_lost(each.id, candidates[each.id].kind, reason=each.reason) for each in read if isinstance(each, Lost)
    ]
    validated = zip(found, checks.validate_all(found), strict=True)
    return [(entry, judge(entry, validation, policy=policy)) for entry, validation in validated], lost


def has_moved(candidates: Collection[Candidate], read: Sequence[Entry | Lost]) -> bool:
    """Tell whether one of the candidates was changed or erased between the views and the entries."""
    versions = {each.id: each.version for each in read if isinstance(each, Entry)}
    whole = [each.id for each in read if isinstance(each, Lost) and each.reason != "forgotten"]
    return len(versions) + len(whole) < len(candidates) or any(
        versions.get(each.id, each.version) != each.version for each in candidates
    )

"""Read candidates whole, check and judge each, and answer anew where they are no longer what the views showed.

A view and the entries that it led to are read one after the other. What supersedes an entry in between is in neither:
the old one is over by then, and the new one was not found. What comes right after would seem to contest the old one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import wraps
from typing import Final, ParamSpec

from tenure.model.entry import Entry
from tenure.model.scope import Scope
from tenure.model.validation import Outcome
from tenure.policy.policy import Policy
from tenure.recall.answer import Recall
from tenure.recall.candidates import Candidate
from tenure.recall.conflicts import Judged
from tenure.recall.fixed import fixed_of
from tenure.recall.judge import Usable, Withheld, judge, withhold_lost
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
    read = entries.read(_scopes_of(candidates.values()), tuple(candidates))
    checks.has_moved |= has_moved(candidates.values(), read)
    found = [each for each in read if isinstance(each, Entry)]
    lost = [
        withhold_lost(each.id, candidates[each.id].kind, reason=each.reason) for each in read if isinstance(each, Lost)
    ]
    validated = zip(found, checks.validate_all(found), strict=True)
    judged = [(entry, judge(entry, validation, policy=policy)) for entry, validation in validated]
    look_again(judged, candidates, entries=entries, checks=checks)
    return judged, lost


def look_again(
    judged: Sequence[Judged], candidates: Mapping[str, Candidate], *, entries: Entries, checks: Checks
) -> None:
    """Look whether what others keep back is as it was: they were read after it, and may be what replaced it since."""
    doubted = [candidates[entry.id] for entry, verdict in judged if _rests_on_others(entry, verdict)]
    if doubted and not checks.has_moved:
        checks.has_moved = has_moved(doubted, entries.read(_scopes_of(doubted), tuple(each.id for each in doubted)))


def _scopes_of(candidates: Collection[Candidate]) -> tuple[Scope, ...]:
    """Give where candidates lie; those of one view share its scope, and comparing its texts takes longer."""
    return tuple({id(each.scope): each.scope for each in candidates}.values())


def _rests_on_others(entry: Entry, verdict: Usable | Withheld) -> bool:
    """Tell whether other entries keep an entry back: what contests it, or what it was derived from."""
    return isinstance(verdict, Withheld) and (verdict.outcome is Outcome.CONTESTED or bool(fixed_of(entry).grounds))


def has_moved(candidates: Collection[Candidate], read: Sequence[Entry | Lost]) -> bool:
    """Tell whether one of the candidates was changed or erased between the views and the entries."""
    if [(each.id, each.version) for each in read if isinstance(each, Entry)] == [
        (each.id, each.version) for each in candidates
    ]:
        return False
    versions = {each.id: each.version for each in read if isinstance(each, Entry)}
    whole = [each.id for each in read if isinstance(each, Lost) and each.reason != "forgotten"]
    return len(versions) + len(whole) < len(candidates) or any(
        versions.get(each.id, each.version) != each.version for each in candidates
    )

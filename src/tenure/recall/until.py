"""Finds what is still true because what replaced it is not true yet (R21).

Who says today what holds from the first of July on has said nothing of June: until then the earlier entry answers, as
it does for `as_of`. It is superseded all the same: nobody is asked about it, and it is erased when its time has come.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from tenure.model.entry import Entry, Status
from tenure.model.validation import NOT_YET
from tenure.policy.policy import Policy
from tenure.recall.conflicts import Judged, takes_part
from tenure.recall.judge import Usable, judge
from tenure.recall.validate import Checks
from tenure.store.port import Entries

EARLIER_MAX: Final = 8
"""How many announced changes in a row are looked behind."""


def still_true(
    read: Sequence[Judged],
    ranks: dict[str, int],
    *,
    purposes: Collection[str],
    entries: Entries,
    policy: Policy,
    checks: Checks,
) -> list[Judged]:
    """Give for each entry that is not true yet the one it replaces, if that may be used until then or is contested.

    Args:
        read: What was read and judged.
        ranks: The places of what was found, by id: what is given takes the place of what it waits for.
        purposes: Names of the purposes asked for.
        entries: The store.
        policy: The policy in force.
        checks: The checks of this request.
    """
    found: list[Judged] = []
    for entry, verdict in read:
        if isinstance(verdict, Usable) or verdict.reason != NOT_YET or not checks.is_to_come(entry):
            continue
        # What is doubted since, by what was heard or by a challenge, may be about the time until then.
        earlier = _before(entry, entries, checks) if entry.status is Status.ACTIVE else None
        if earlier is None or earlier.purpose.name not in purposes or earlier.claim.kind is not entry.claim.kind:
            continue
        given = judge(earlier, checks.validate_until(earlier), policy=policy)
        if not takes_part(given):
            continue
        if isinstance(given, Usable):
            note = f"true until {entry.valid_from:%Y-%m-%dT%H:%M:%SZ}, then {entry.id}"
            given = replace(given, note=f"{given.note}; {note}" if given.note else note)
        found.append((earlier, given))
        if entry.id in ranks:
            ranks[earlier.id] = ranks[entry.id]
    return found


def _before(entry: Entry, entries: Entries, checks: Checks) -> Entry | None:
    """Give what a row of announced changes began with; nothing if it was wrong, fell with its ground, or is gone."""
    for _ in range(EARLIER_MAX if entry.supersedes else 0):
        found = next(iter(entries.read((entry.scope,), (entry.supersedes or "",))), None)
        if not isinstance(found, Entry) or found.status is not Status.SUPERSEDED or found.is_fallen:
            return None
        if not checks.is_to_come(found):
            return None if entry.is_correction else found
        entry = found
    return None

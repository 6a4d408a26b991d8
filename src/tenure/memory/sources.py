"""Whether what entries rest on still holds, for whoever may see them: checking one or many, and mending (R22)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from tenure.cite.validator import Place, Renewing
from tenure.errors import CitationError, RequestError
from tenure.lifecycle import verify as verifying
from tenure.lifecycle.healed import Healed
from tenure.lifecycle.verify import Verified
from tenure.memory.wired import Wired
from tenure.model.entry import LIVE, Entry
from tenure.model.principal import Origin
from tenure.model.scope import Scope
from tenure.model.validation import Validation
from tenure.policy.policy import Policy
from tenure.recall.validate import Checks
from tenure.screen import redact
from tenure.store.records import Lost

_REF = re.compile(r"[\w][\w./+#@-]{0,199}")


def standing_at(place: Place, ref: str | None) -> Place:
    """Give the place looked at as a branch, tag or commit instead of its working tree.

    Raises:
        RequestError: ``ref`` is no plain name or id.
    """
    if ref is None:
        return place
    if not _REF.fullmatch(ref) or ".." in ref or "@{" in ref:
        raise RequestError("'ref' names no branch, tag or commit", code="bad_ref", hint="Give a plain name or an id.")
    return replace(place, ref=ref)


def checks_of(
    wired: Wired, place: Place, *, policy: Policy, now: datetime, rivals_in: Sequence[Scope] | None = None
) -> Checks:
    """Give the checks of entries that are checked on purpose, at a place: sources on other machines are asked too."""
    return Checks(
        entries=wired.entries,
        policy=policy,
        registry=wired.registry,
        place=replace(place, asks_away=True),
        now=now,
        check_signature=wired.check_signature,
        rivals_in=rivals_in,
    )


def live_in(scopes: Iterable[Scope], wired: Wired) -> tuple[Entry, ...]:
    """Give every live entry of these scopes that can be read back, the oldest first in each."""
    views = wired.entries.views(tuple(scopes))
    return live(entry for view in views for entry in wired.entries.read((view.scope,), view.ids))


def live(found: Iterable[Entry | Lost]) -> tuple[Entry, ...]:
    """Give those that can be read back and are live."""
    return tuple(entry for entry in found if isinstance(entry, Entry) and entry.status in LIVE)


def verify_all(
    entries: Iterable[Entry],
    wired: Wired,
    *,
    path: str | None,
    checks: Checks,
    by: Origin,
    now: datetime,
    ref: str | None,
) -> tuple[Verified, ...]:
    """Check entries against their sources; an end that was seen is marked (R23)."""
    known = {entry.id: entry for entry in entries}
    found = verifying.verify_all(known.values(), path=path, checks=checks)
    wired.note_verified(((known[each.entry_id], each.validation) for each in found), by, now, ref=ref)
    return found


def heal(
    entry: Entry, found: Validation, wired: Wired, *, by: Origin, place: Place, policy: Policy, now: datetime
) -> Healed:
    """Renew where an unchanged source stands, or draft what a person may decide (R22)."""
    from tenure.lifecycle import heal as healing  # noqa: PLC0415 - what drafts loads on first use, start-up is measured

    wired.note_verified(((entry, found),), by, now)
    return healing.heal(
        entry,
        found,
        by=by,
        place=replace(place, asks_away=True),
        registry=wired.registry,
        entries=wired.entries,
        policy=policy,
        now=now,
    )


def passages(entry: Entry, wired: Wired, *, place: Place, now: datetime) -> tuple[str, ...]:
    """Give what an entry cites as it is now, beside what it was; never-kept spans cut out, nothing is stored."""
    found: list[str] = []
    for citation in entry.citations:
        try:
            validator = wired.registry.for_scheme(citation.scheme)
        except CitationError:
            continue
        if isinstance(validator, Renewing):
            found += validator.passage(entry.places_of(citation)[0], claim=entry.claim, place=place, now=now)
    return tuple(redact("\n".join(found))[0].split("\n")) if found else ()

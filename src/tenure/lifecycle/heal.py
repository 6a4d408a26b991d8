"""Mend what its source no longer bears out: renew the place of unchanged words, draft a correction or a removal (R22).

* Words that only moved, or were committed since, are cited anew without asking: what the entry says, and what it rests
  on, stay as they were approved; only where to look is renewed.
* Words that changed, and a check that the source contradicts, become a *correction*: the same claim with the value of
  today, on fresh evidence. Words that are gone become a *removal*. Both are proposals; until a person decides, the
  entry stays as it is, and withheld.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime
from typing import Final

from tenure.cite.validator import Fresh, Place, Registry, Renewing
from tenure.errors import CitationError, RequestError
from tenure.lifecycle.healed import Healed, Mended
from tenure.lifecycle.verify import STALE
from tenure.model.citation import Citation, says_the_same
from tenure.model.claim import Claim
from tenure.model.decision import DecisionStatus, Proposal, Request
from tenure.model.entry import LIVE, Entry, Status
from tenure.model.event import Event
from tenure.model.principal import Channel, Origin
from tenure.model.validation import Outcome, Validation
from tenure.policy.policy import Policy
from tenure.store.port import Entries
from tenure.store.records import Change
from tenure.write.context import Draft
from tenure.write.decline import withdraw
from tenure.write.index import indexed
from tenure.write.pipeline import propose

HOLDS: Final = frozenset({Outcome.VERIFIED, Outcome.MOVED})

_REASONS: Final = {
    Outcome.CHANGED: "the cited source changed: read it, then say whether the claim still holds",
    Outcome.GONE: "the cited source is gone",
    Outcome.CONTRADICTED: "the source says otherwise now",
}
_WORDED: Final = {
    "literal": "{name} is {now}",
    "key": "{name} is {now}",
    "class": "{name} extends {now}",
    "signature": "{name} takes {now}",
}


def heal(
    entry: Entry,
    found: Validation,
    *,
    by: Origin,
    place: Place,
    registry: Registry,
    entries: Entries,
    policy: Policy,
    now: datetime,
) -> Healed:
    """Renew the place of an entry's words, or draft what a person may decide.

    Args:
        entry: The entry as it was read.
        found: What checking it gave, at this instant and place.
        by: Who asks; a draft is proposed in this name.
        place: Where the caller stands; the source is read with the caller's own access.
        registry: The validators of citations.
        entries: The durable store.
        policy: The policy in force.
        now: The reference instant (UTC).

    Raises:
        ConflictError: The entry changed since it was read.
    """
    told = Healed(entry_id=entry.id, outcome=found.outcome, done=Mended.SOUND, place=found.place, reason=found.reason)
    if entry.status not in LIVE or found.outcome not in HOLDS | STALE:
        return replace(told, done=Mended.SOUND if found.outcome is Outcome.STANDING else Mended.NOTHING)
    if found.outcome in HOLDS:
        after = _renewed(entry, place=place, registry=registry, now=now)
        if after is None:
            return told
        event = Event(at=now, actor=by, verb="heal", rule="R22", record_id=entry.id, code="renewed")
        entries.commit(Change(now=now, put=(indexed(after, policy),), events=(event,)))
        return replace(told, done=Mended.RENEWED)
    try:
        fresh = _fresh(entry, place=place, registry=registry, now=now)
    except CitationError as error:
        return replace(told, done=Mended.NOTHING, reason=error.code)
    if fresh is None:
        return replace(told, done=Mended.NOTHING, reason="no_source_of_its_own")
    drafts = _drafts(entry, found.outcome, *fresh, by=by)
    waiting = _waiting(entry, entries)
    if waiting is not None:
        if now < waiting.lapses_at and any(_is_same(draft, waiting) for draft in drafts):
            return replace(told, done=Mended.WAITING, proposal_id=waiting.id)
        # The source changed once more, or nobody answered in time: the older draft says nothing any more.
        withdraw(waiting, by=by, entries=entries, policy=policy, now=now, code="outdated")
    for draft in drafts:
        decision = propose(draft, entries=entries, policy=policy, now=now)
        if decision.status is not DecisionStatus.REFUSED:
            done = Mended.CORRECTION if draft.request is Request.CORRECT else Mended.REMOVAL
            return replace(told, done=done, decision=decision, proposal_id=decision.proposal_id)
        told = replace(told, done=Mended.NOTHING, decision=decision)
    return told


def _renewed(entry: Entry, *, place: Place, registry: Registry, now: datetime) -> Entry | None:
    """Give the next version of an entry with the places of today, or None if none of its words moved."""
    kept: list[Citation] = []
    is_new = False
    for citation in entry.citations:
        newest, *earlier = entry.places_of(citation)
        validator = _renewing(citation, registry)
        again = None if validator is None else validator.renewed(newest, claim=entry.claim, place=place, now=now)
        is_new = is_new or again is not None
        kept += [again] if again is not None else [newest] if earlier else []
    return replace(entry, renewed=tuple(kept), version=entry.version + 1) if is_new else None


def _fresh(entry: Entry, *, place: Place, registry: Registry, now: datetime) -> tuple[Fresh, Origin] | None:
    """Give what the source says now instead of the first citation that broke, and which source; None if none can."""
    for citation in entry.citations:
        validator = _renewing(citation, registry)
        if validator is None:
            continue
        newest, *_ = entry.places_of(citation)
        if validator.validate(newest, claim=entry.claim, place=place, now=now).outcome in STALE:
            return validator.fresh(newest, claim=entry.claim, place=place, now=now), citation.origin
    return None


def _renewing(citation: Citation, registry: Registry) -> Renewing | None:
    try:
        found = registry.for_scheme(citation.scheme)
    except CitationError:
        return None
    return found if isinstance(found, Renewing) else None


def _drafts(entry: Entry, outcome: Outcome, fresh: Fresh, source: Origin, *, by: Origin) -> list[Draft]:
    """Give what may be proposed, the best first.

    A gate may refuse a correction whose words do not fit the source, and what a check found there where it is never
    kept (R31): a removal that cites nothing of it is always left.
    """
    cited = () if fresh.cited is None else (fresh.cited,)
    removal = Draft(
        claim=entry.claim,
        scope=entry.scope,
        proposer=by,
        worded_by=source,
        purpose=entry.purpose,
        cited=cited,
        request=Request.FORGET,
        target_id=entry.id,
        reason=_REASONS[outcome],
    )
    removals = [removal, replace(removal, cited=())] if cited else [removal]
    # A check says its value only where it is contradicted; other words are those of the claim with another value.
    is_same = outcome is Outcome.CHANGED and (fresh.form or not fresh.was)
    claim = entry.claim if is_same else _corrected(entry.claim, fresh)
    if claim is None or not cited or outcome is Outcome.GONE:
        return removals
    is_reworded = claim != entry.claim
    return [replace(removal, claim=claim, request=Request.CORRECT, is_tainted=is_reworded), *removals]


def _corrected(claim: Claim, fresh: Fresh) -> Claim | None:
    """Give the claim with the value of today in the place of the old one, or None if it cannot be worded.

    Words that do not name the old value, or name it twice, give way to a plain sentence of what the check says.
    """
    if not fresh.was or not fresh.now:
        return None
    plain = _WORDED.get(fresh.form, "").format(name=fresh.name, now=fresh.now)
    text = _replaced(claim.text, fresh) or plain
    if not text:
        return None
    value = claim.value
    if value is not None:
        value = _replaced(value, fresh) or fresh.now.strip("'\"")
    try:
        return replace(claim, text=text, value=value)
    except RequestError:
        return None


def _replaced(text: str, fresh: Fresh) -> str:
    """Give a text with the one mention of the old value replaced, or nothing if there is none, or several."""
    pairs = ((fresh.was, fresh.now), (fresh.was.strip("'\""), fresh.now.strip("'\"")))
    for was, now in pairs:
        found = list(re.finditer(rf"(?<![\w.]){re.escape(was)}(?!\w|\.\d)", text)) if was else []
        if len(found) == 1:
            return text[: found[0].start()] + now + text[found[0].end() :]
    return ""


def _waiting(entry: Entry, entries: Entries) -> Proposal | None:
    """Give the draft about an entry that its own source worded and that was not answered, if there is one."""
    sources = {citation.origin for citation in entry.citations if citation.origin.channel is not Channel.USER}
    for held in entries.held(Proposal, (entry.scope,)):
        if held.status is Status.PENDING and held.target_id == entry.id and held.worded_by in sources:
            return held
    return None


def _is_same(draft: Draft, waiting: Proposal) -> bool:
    """Tell whether a waiting draft says what would be drafted now, on the same evidence."""
    now = [cited.citation for cited in draft.cited]
    return (
        (waiting.request, waiting.claim) == (draft.request, draft.claim)
        and len(now) == len(waiting.citations)
        and all(map(says_the_same, now, waiting.citations))
    )

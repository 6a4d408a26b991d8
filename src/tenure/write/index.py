"""How entries are put into the store and found there again by what they say: terms, slot, text, idempotency key."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from heapq import nsmallest
from typing import TYPE_CHECKING

from tenure.model.claim import Claim, Purpose
from tenure.model.entry import LIVE, Entry
from tenure.model.principal import Channel, Origin
from tenure.model.scope import Scope
from tenure.policy.policy import Policy
from tenure.search.bm25 import rows_with
from tenure.search.terms import TERMS_MAX, term_hashes
from tenure.store.port import Entries
from tenure.store.records import IndexedEntry, ScopeView
from tenure.store.view import FLAG_DERIVED, LIVE_CODES, slot_mark, text_mark

if TYPE_CHECKING:  # numpy is loaded on first use only; its name is needed for types alone
    import numpy as np
    from numpy.typing import NDArray

_RETIRABLE_MAX = 3
_NEVER = 2**63


def indexed(entry: Entry, policy: Policy) -> IndexedEntry:
    """Give an entry as it is written: with the terms by which it is found, and whether its slot is single-valued.

    Whoever writes an entry back writes it through here, so that it stays findable.
    """
    claim = entry.claim
    slot = (claim.entity, claim.attribute, claim.value)
    texts = (claim.text, *slot, claim.applies_when, own_detail(entry.purpose))
    terms = (*_key_terms(entry.idempotency), *term_hashes(" \n".join(text for text in texts if text)))
    return IndexedEntry(entry=entry, terms=terms[:TERMS_MAX], is_single=entry.holds_slot(policy.many_attributes))


def default_detail(name: str) -> str:
    """Give the detail of a purpose for which nobody gave one."""
    return f"later tasks of {name} in this scope"


def own_detail(purpose: Purpose) -> str:
    """Give a purpose's detail, or nothing for the default, which tells no task from another and is not searched."""
    return "" if purpose.detail == default_detail(purpose.name) else purpose.detail


def find_rivals(claim: Claim, scope: Scope, named: Iterable[str], entries: Entries) -> tuple[Entry, ...]:
    """Give the live entries of exactly this scope with the claim's slot or text, or with one of these ids."""
    ids = dict.fromkeys(named)
    slot, text = slot_mark(claim.slot), text_mark(claim.text)
    for view in entries.views((scope,)):
        met = view.heads["text"] == text
        if slot:
            met |= view.heads["slot"] == slot
        ids |= dict.fromkeys(rows_where(view, met))
    return _live(entries.read((scope,), tuple(ids)))


def find_by_key(key: str, scope: Scope, entries: Entries, *, by: Origin) -> Entry | None:
    """Give the entry of this scope that a write of ``by`` with this idempotency key made, or None.

    One that a person reworded names no proposer any more and is given too.
    """
    wanted = _key_terms(key)
    for view in entries.views((scope,)) if wanted else ():
        for found in entries.read((scope,), _rows_with(view, wanted)):
            if not isinstance(found, Entry) or found.idempotency != key:
                continue
            if found.worded_by.principal == by.principal or found.worded_by.channel is Channel.USER:
                return found
    return None


def find_retirable(scope: Scope, entries: Entries) -> tuple[str, ...]:
    """Give a few live entries of this scope, the one whose review or end comes first before all others (R03)."""
    found: list[tuple[int, int, str]] = []
    for view in entries.views((scope,)):
        columns = (view.heads[name].tolist() for name in ("status", "review_at", "ends_at", "recorded_at"))
        for entry_id, status, review_at, ends_at, recorded_at in zip(view.ids, *columns, strict=True):
            if status in LIVE_CODES:
                found.append((min(review_at or _NEVER, ends_at or _NEVER), recorded_at, entry_id))
    return tuple(entry_id for _, _, entry_id in nsmallest(_RETIRABLE_MAX, found))


def find_derived(roots: Sequence[Entry], entries: Entries) -> tuple[Entry, ...]:
    """Give every live entry that rests on one of these, directly or not, in every scope that sees them (R26).

    Limit: what a person let apply more widely than its parent is not found.
    """
    broadest = dict.fromkeys(root.scope for root in roots)
    scopes = dict.fromkeys(
        scope
        for root in broadest
        for scope in entries.scopes_with(user=root.user, project=root.project, repository=root.repository)
        if root.is_visible_in(scope)
    )
    live = _live(derived_in(tuple(scopes), entries))
    fallen = {root.id for root in roots}
    derived: list[Entry] = []
    while True:
        more = [entry for entry in live if entry.id not in fallen and fallen & set(entry.derived_from)]
        if not more:
            return tuple(derived)
        derived += more
        fallen |= {entry.id for entry in more}


def derived_in(scopes: Sequence[Scope], entries: Entries) -> tuple[Entry, ...]:
    """Give every entry of these scopes that rests on others, of whatever status; no other is read (R26)."""
    found = (
        record
        for view in entries.views(scopes)
        for record in entries.read((view.scope,), rows_where(view, view.heads["flags"] & FLAG_DERIVED > 0))
    )
    return tuple(record for record in found if isinstance(record, Entry))


def rows_where(view: ScopeView, met: NDArray[np.bool_]) -> tuple[str, ...]:
    """Give the ids of the rows that are marked."""
    return tuple([view.ids[row] for row in met.nonzero()[0].tolist()])


def _live(found: Sequence[object]) -> tuple[Entry, ...]:
    # What cannot be read back counts for nothing here; every reading path reports it.
    return tuple(entry for entry in found if isinstance(entry, Entry) and entry.status in LIVE)


def _rows_with(view: ScopeView, terms: Sequence[int]) -> tuple[str, ...]:
    met = set(range(len(view.ids))).intersection(*(rows_with(view.postings, term).tolist() for term in terms))
    return tuple([view.ids[row] for row in sorted(met)])


def _key_terms(key: str) -> tuple[int, ...]:
    # A digest, so that the words of a key are not found by a query.
    return term_hashes("k" + hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:24]) if key else ()

"""Entries written back by what reading showed: with the search terms that they are stored with."""

from __future__ import annotations

from collections.abc import Iterable

from tenure.model.entry import Entry
from tenure.model.scope import Scope
from tenure.policy.policy import Policy
from tenure.store.port import Entries
from tenure.store.records import IndexedEntry


def as_stored(changed: Iterable[Entry], scope: Scope, *, entries: Entries, policy: Policy) -> tuple[IndexedEntry, ...]:
    """Give changed entries of one scope as they are put; one that is not stored any more is left out."""
    wanted = {entry.id: entry for entry in changed}
    terms = _stored_terms(entries, scope, wanted.keys()) if wanted else {}
    many = policy.many_attributes
    return tuple(
        IndexedEntry(entry=entry, terms=terms[entry.id], is_single=entry.holds_slot(many))
        for entry in wanted.values()
        if entry.id in terms
    )


def _stored_terms(entries: Entries, scope: Scope, ids: Iterable[str]) -> dict[str, tuple[int, ...]]:
    wanted = set(ids)
    return {
        entry_id: tuple(term for term in view.heads["terms"][row].tolist() if term)
        for view in entries.views((scope,))
        for row, entry_id in enumerate(view.ids)
        if entry_id in wanted
    }

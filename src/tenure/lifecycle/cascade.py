"""What rests on an entry, at any depth: it falls with it, or goes to review (R26)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from tenure.lifecycle.gather import around
from tenure.lifecycle.reviewing import put_due
from tenure.model.citation import cited_entries
from tenure.model.decision import Proposal
from tenure.model.entry import Entry
from tenure.model.scope import Scope
from tenure.policy.policy import Policy
from tenure.store.port import Entries
from tenure.write.index import derived_in


def dependents(entry: Entry, scopes: Sequence[Scope], *, entries: Entries) -> tuple[Entry, ...]:
    """Give what was derived from an entry in these scopes, nearest first; of whatever status, itself left out."""
    return dependents_among((entry,), derived_in(scopes, entries))


def dependents_among(sources: Sequence[Entry], held: Iterable[Entry]) -> tuple[Entry, ...]:
    """Give which of the held entries rest on the sources, at any depth; circles end where they close. Pure."""
    children: dict[str, list[Entry]] = {}
    for each in held:
        for parent_id in parent_ids(each):
            children.setdefault(parent_id, []).append(each)
    seen = {source.id for source in sources}
    found: list[Entry] = []
    waiting = [source.id for source in sources]
    while waiting:
        reached: list[str] = []
        for parent_id in waiting:
            for child in children.get(parent_id, ()):
                if child.id not in seen:
                    seen.add(child.id)
                    found.append(child)
                    reached.append(child.id)
        waiting = reached
    return tuple(found)


def parent_ids(record: Entry | Proposal) -> tuple[str, ...]:
    """Give the entries that an entry or a proposal names as its ground: by derivation, or by an ``entry:`` citation."""
    return tuple(dict.fromkeys((*record.derived_from, *cited_entries(record.citations))))


def put_dependents_to_review(
    entry: Entry, *, but: str, person: str, entries: Entries, policy: Policy, now: datetime
) -> tuple[str, ...]:
    """Make the review of what rests on a replaced entry due now, at any depth; give the ids (R26).

    Until this is written, and for what changes meanwhile, reading withholds them already: their ground is over.

    Args:
        entry: The entry that was corrected, superseded or contradicted.
        but: The entry that replaced it; it is left as it is.
        person: Who replaced it.
        entries: The durable store.
        policy: The policy in force.
        now: The reference instant (UTC).
    """
    resting = dependents(entry, around(entry.scope, entries=entries), entries=entries)
    found = (each for each in resting if each.id != but)
    return put_due(found, rule="R26", person=person, entries=entries, policy=policy, now=now)

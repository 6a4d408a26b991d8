"""Answers a question by walking slots: gather what is held, find the chain, check its every entry, or abstain."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import datetime

from tenure.model.entry import Entry, Status
from tenure.model.slot import Slot
from tenure.policy.names import names_of
from tenure.policy.policy import Policy
from tenure.recall.answer import Recall, Stance, conclude
from tenure.recall.candidates import find_live
from tenure.recall.conflicts import specificity, takes_part
from tenure.recall.judge import Usable, Withheld, judge
from tenure.recall.read import has_moved, look_again
from tenure.recall.until import still_true
from tenure.recall.validate import Checks
from tenure.recall.walk import Slots, Trouble, walk
from tenure.store.port import Entries
from tenure.store.records import ScopeView


def walked(
    question: str,
    views: Sequence[ScopeView],
    *,
    hops: int,
    purposes: Collection[str],
    entries: Entries,
    policy: Policy,
    checks: Checks,
) -> Recall | None:
    """Give the answer at the end of a chain of entries, with the chain; None if the question names no entity here.

    A chain is used whole or not at all: what holds one of its entries back holds back all of it.

    Args:
        question: What is asked, never-kept spans cut out.
        views: The opened views of the request's scopes.
        hops: Most entries of the chain.
        purposes: Names of purposes: other entries are not walked.
        entries: The store; every entry with a slot in these scopes is read.
        policy: The policy in force.
        checks: Checks entries, and remembers whether one changed since it was found.
    """
    found = find_live(views, purposes=purposes, with_fallen=True)
    scopes = tuple(view.scope for view in views)
    candidates = {each.id: each for each in found.batch(0, len(found)) if each.slot}
    read = entries.read(scopes, tuple(candidates))
    checks.has_moved |= has_moved(candidates.values(), read)
    held = [entry for entry in read if isinstance(entry, Entry)]
    verdicts: dict[str, Usable | Withheld] = {}

    def verdict_of(entry: Entry) -> Usable | Withheld:
        if entry.id not in verdicts:
            verdicts[entry.id] = judge(entry, checks.validate(entry), policy=policy)
        return verdicts[entry.id]

    to_come = [(entry, verdict_of(entry)) for entry in held if checks.is_to_come(entry)]
    for earlier, verdict in still_true(to_come, {}, purposes=purposes, entries=entries, policy=policy, checks=checks):
        held.append(earlier)
        verdicts[earlier.id] = verdict
    walk_found = walk(question, Slots(_standing(held, policy, verdict_of), names_of(policy.aliases)), hops=hops)
    judged = [(entry, verdict_of(entry)) for entry in walk_found.entries]
    met = [(entry, verdicts[entry.id]) for entry in held if entry.id in verdicts and entry.id in candidates]
    look_again(met, candidates, entries=entries, checks=checks)
    if walk_found.trouble is Trouble.NO_START:
        return None
    if walk_found.trouble is not None:
        return Recall(
            stance=Stance.ABSTAIN, reason=walk_found.trouble.value, render_tokens_max=policy.render_tokens_max
        )
    held_back = [each for each in judged if not isinstance(each[1], Usable)]
    if held_back:
        return conclude(held_back, render_tokens_max=policy.render_tokens_max)
    return conclude(
        judged, chain=[entry.id for entry in walk_found.entries], render_tokens_max=policy.render_tokens_max
    )


def _standing(held: Sequence[Entry], policy: Policy, verdict_of: Callable[[Entry], Usable | Withheld]) -> list[Entry]:
    """Give the entries that stand for their slots, as `conflicts.resolve` lets them stand; of a slot that has one, it.

    1. Of several of one slot those that may be used or are contested. If there are none the newest, so that the answer
       says why: a live one, else what fell with its ground (R26).
    2. Of these, where the slot has one value, those of the most specific scope, and of these the most trusted.

    Others that say something else are rivals: they are walked too, so that the chains differ.
    """
    groups: dict[Slot, list[Entry]] = {}
    names = names_of(policy.aliases)
    for entry in held:
        if entry.claim.slot is not None:
            groups.setdefault(names.slot(entry.claim.slot), []).append(entry)
    standing: set[str] = set()
    for slot, group in groups.items():
        stands = group
        if len(group) > 1:
            stands = [entry for entry in group if takes_part(verdict_of(entry))] or [max(group, key=_newest)]  # 1
        if slot.attribute not in policy.many_attributes:
            best = max(map(_rank, stands))
            stands = [entry for entry in stands if _rank(entry) == best]  # 2
        standing.update(entry.id for entry in stands)
    return [entry for entry in held if entry.id in standing]


def _newest(entry: Entry) -> tuple[bool, tuple[int, int], datetime, str]:
    return entry.status is not Status.SUPERSEDED, _rank(entry), entry.recorded_at, entry.id


def _rank(entry: Entry) -> tuple[int, int]:
    return specificity(entry), int(entry.trust)

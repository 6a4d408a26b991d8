"""Answers a question by walking slots: gather what is held, find the chain, check its every entry, or abstain."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tenure.model.entry import Entry, Status
from tenure.model.slot import Slot
from tenure.policy.names import names_of
from tenure.policy.policy import Policy
from tenure.recall.answer import Recall, Stance, conclude
from tenure.recall.candidates import find_live
from tenure.recall.conflicts import specificity
from tenure.recall.judge import Usable, judge
from tenure.recall.read import has_moved, look_again
from tenure.recall.validate import Checks
from tenure.recall.walk import Slots, Trouble, walk
from tenure.store.port import Entries
from tenure.store.records import ScopeView


def walked(
    question: str,
    views: Sequence[ScopeView],
    *,
    hops: int,
    purposes: Iterable[str],
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
    walk_found = walk(question, Slots(_standing(held, policy), names_of(policy.aliases)), hops=hops)
    if walk_found.trouble is Trouble.NO_START:
        return None
    if walk_found.trouble is not None:
        return Recall(
            stance=Stance.ABSTAIN, reason=walk_found.trouble.value, render_tokens_max=policy.render_tokens_max
        )
    judged = [(entry, judge(entry, checks.validate(entry), policy=policy)) for entry in walk_found.entries]
    look_again(judged, candidates, entries=entries, checks=checks)
    held_back = [each for each in judged if not isinstance(each[1], Usable)]
    if held_back:
        return conclude(held_back, render_tokens_max=policy.render_tokens_max)
    return conclude(
        judged, chain=[entry.id for entry in walk_found.entries], render_tokens_max=policy.render_tokens_max
    )


def _standing(held: Sequence[Entry], policy: Policy) -> list[Entry]:
    """Give of each single-valued slot the entries of the most specific scope, and of these the most trusted.

    Others that say something else are rivals: they are walked too, so that the chains differ. What fell with its
    ground (R26) is walked where nothing live has its slot, so that the answer says what is not known any more.
    """
    live = {entry.claim.slot for entry in held if entry.status is not Status.SUPERSEDED}
    held = [entry for entry in held if entry.status is not Status.SUPERSEDED or entry.claim.slot not in live]
    best: dict[Slot, tuple[int, int]] = {}
    for entry in held:
        if entry.claim.slot is not None:
            rank = (specificity(entry), int(entry.trust))
            best[entry.claim.slot] = max(best.get(entry.claim.slot, rank), rank)
    many = policy.many_attributes
    return [
        entry
        for entry in held
        if (slot := entry.claim.slot) is not None
        and (slot.attribute in many or (specificity(entry), int(entry.trust)) == best[slot])
    ]

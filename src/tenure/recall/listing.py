"""List every live entry of a scope, usable or withheld with its reason: nothing is ranked, folded or left out.

What fell with its ground and is not known again is listed as withheld, and said to be unknown (R26).
"""

from __future__ import annotations

from datetime import datetime

from tenure.cite.validator import Registry
from tenure.policy.names import names_of
from tenure.policy.policy import Policy
from tenure.recall.answer import Recall, conclude
from tenure.recall.candidates import find_live
from tenure.recall.conflicts import has_fallen, resolve
from tenure.recall.fixed import CheckSignature
from tenure.recall.query import Query, checks_of
from tenure.recall.read import as_of_one_moment, read_judged
from tenure.recall.until import still_true
from tenure.recall.validate import Checks
from tenure.store.port import Entries


@as_of_one_moment
def listing(
    query: Query,
    *,
    entries: Entries,
    policy: Policy,
    registry: Registry,
    now: datetime,
    check_signature: CheckSignature,
) -> tuple[Recall, Checks]:
    """Give every live entry of the caller's scopes for the query's purposes, each checked as of ``now``.

    The stance only says whether anything is usable; a contest withholds its entries and no others.
    """
    checks = checks_of(
        query, entries=entries, policy=policy, registry=registry, now=now, check_signature=check_signature
    )
    views = entries.views(query.scope.visible())
    purposes = query.purposes or policy.purposes
    found = find_live(views, purposes=purposes, with_fallen=True)
    candidates = {each.id: each for each in found.batch(0, len(found))}
    judged, lost = read_judged(candidates, entries=entries, policy=policy, checks=checks)
    judged += still_true(judged, {}, purposes=purposes, entries=entries, policy=policy, checks=checks)
    names = names_of(policy.aliases)
    kept = resolve(judged, many_valued=policy.many_attributes, names=names).kept
    resolved = {entry.id: verdict for entry, verdict in kept}
    listed = [
        (entry, resolved.get(entry.id, verdict))
        for entry, verdict in judged
        if entry.id in resolved or not has_fallen(entry, verdict)
    ]
    told = conclude(listed, lost=lost, fold=names.value, by_rank=False, render_tokens_max=policy.render_tokens_max)
    return told, checks

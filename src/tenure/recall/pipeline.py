"""Answer a request from durable memory: gather candidates and validations, decide, hand out.

Nothing is written here: what was used is noted by `recall.uses`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final, cast

from tenure.cite.validator import Registry
from tenure.model.entry import Entry
from tenure.model.validation import Outcome
from tenure.policy.names import names_of
from tenure.policy.policy import Policy
from tenure.recall.answer import Recall, SetAside, conclude
from tenure.recall.asked import is_question
from tenure.recall.candidates import Candidate, Found, find_relevant, find_standing
from tenure.recall.conflicts import Judged, resolve, specificity
from tenure.recall.fixed import CheckSignature
from tenure.recall.judge import Usable, Withheld
from tenure.recall.query import Query, checks_of, purposes_of
from tenure.recall.question import Said
from tenure.recall.read import as_of_one_moment, read_judged
from tenure.recall.until import still_true
from tenure.recall.validate import Checks
from tenure.screen.redact import cut_out
from tenure.store.port import Entries

LOOKED_AT_FACTOR: Final = 4
"""How many times the wanted number of candidates are read, at most, to fill up for what is withheld."""


@as_of_one_moment
def recall(
    query: Query,
    *,
    entries: Entries,
    policy: Policy,
    registry: Registry,
    now: datetime,
    check_signature: CheckSignature,
) -> tuple[Recall, Checks]:
    """Give what is relevant to the query, each entry checked as of ``now``.

    Raises:
        RequestError: A purpose is not the policy's, or fewer than one entry is wanted.
        LimitError: The query is longer than the policy's `query_chars_max`.
    """
    purposes = purposes_of(query, policy)
    scopes = query.scope.visible()
    past = None
    if query.moment is not None:
        from tenure.recall.past import Past  # noqa: PLC0415 - loads on first use

        past = Past(entries, scopes, query.moment)
        entries = cast("Entries", past)  # recall only reads
    views = entries.views(scopes)
    wanted = min(query.entries_max, policy.recall_entries_max)
    checks = checks_of(
        query, entries=entries, policy=policy, registry=registry, now=now, check_signature=check_signature
    )
    found = None
    if query.hops > 1:
        from tenure.recall.walking import walked  # noqa: PLC0415 - loads on first use

        found = walked(
            cut_out(query.text),
            views,
            hops=min(query.hops, wanted),  # a chain is given whole, and no longer than what is wanted
            purposes=purposes,
            entries=entries,
            policy=policy,
            checks=checks,
        )
    if found is None:
        most = wanted * LOOKED_AT_FACTOR
        at = now if query.moment is None else query.moment.valid_at or now
        relevant = find_relevant(views, query.text, purposes=purposes, most=most, meaning=query.meaning, now=at)
        found = _answer(
            query, relevant, wanted, entries=entries, policy=policy, checks=checks, question=query.text, now=at
        )
        found = replace(found, warnings=(relevant.warning,)) if relevant.warning else found
    if past is not None:
        found = replace(found, usable=tuple(past.told(each) for each in found.usable))
    return found, checks


@as_of_one_moment
def brief(
    query: Query,
    *,
    entries: Entries,
    policy: Policy,
    registry: Registry,
    now: datetime,
    check_signature: CheckSignature,
) -> tuple[Recall, Checks]:
    """Give the standing preferences and instructions of the scope for the purposes in force, in a stable order.

    What fell with its ground is said to be unknown, behind all others (R26).

    Raises:
        RequestError: A purpose is not the policy's, or fewer than one entry is wanted.
    """
    purposes = purposes_of(query, policy)
    views = entries.views(query.scope.visible())
    checks = checks_of(
        query, entries=entries, policy=policy, registry=registry, now=now, check_signature=check_signature
    )
    wanted = min(query.entries_max, policy.brief_entries_max)
    fallen = find_standing(views, purposes=purposes, is_fallen=True).batch(0, wanted)
    found = find_standing(views, purposes=purposes)
    told = _answer(query, found, wanted, entries=entries, policy=policy, checks=checks, fallen=fallen, now=now)
    return told, checks


def _answer(
    query: Query,
    found: Found,
    wanted: int,
    *,
    entries: Entries,
    policy: Policy,
    checks: Checks,
    now: datetime,
    question: str | None = None,
    fallen: Sequence[Candidate] = (),
) -> Recall:
    """Check candidates until enough may be used, and conclude; without a question it is a brief, which has no ranks."""
    names = names_of(policy.aliases)
    ranks = {each.id: len(found) + place for place, each in enumerate(fallen)}
    judged: list[Judged] = []
    if fallen:
        judged, _ = read_judged({each.id: each for each in fallen}, entries=entries, policy=policy, checks=checks)
    lost: list[Withheld] = []
    kept: list[Judged] = []
    aside: tuple[SetAside, ...] = ()
    looked_at = 0
    for start in range(0, min(len(found), wanted * LOOKED_AT_FACTOR), wanted):
        batch = found.batch(start, wanted)
        looked_at = start + wanted
        ranks.update((each.id, start + place) for place, each in enumerate(batch))
        known = {entry.id for entry, _ in judged} | {each.entry_id for each in lost}
        mates = found.mates((each.slot for each in batch), wanted * LOOKED_AT_FACTOR)
        new = {each.id: each for each in (*batch, *mates) if each.id not in known}
        read, unread = read_judged(new, entries=entries, policy=policy, checks=checks)
        asked_for = query.purposes or policy.purposes
        read += still_true(read, ranks, purposes=asked_for, entries=entries, policy=policy, checks=checks)
        judged += _fit(read, [*judged, *read], unfit={each.id for each in new.values() if not each.is_fit})
        lost += [each for each in unread if each.entry_id in ranks]
        resolution = resolve(judged, many_valued=policy.many_attributes, names=names)
        aside = resolution.set_aside
        kept = _in_order(resolution.kept, aside, ranks)
        if sum(isinstance(verdict, Usable) for _, verdict in kept) >= wanted:
            break
    kept, dropped = _bounded(kept, wanted)
    if question is None:  # a brief has no ranks below which nothing is missed: it names what it leaves out
        seen = {entry.id for entry, _ in judged}
        dropped += [each.id for each in found.batch(looked_at, len(found)) if each.id not in seen]
    shown = {entry.id for entry, _ in kept}
    heard = _heard(kept, entries=entries, reread=query.reread)
    concluded = conclude(
        kept,
        lost=lost,
        set_aside=[each for each in aside if each.for_id in shown],
        dropped=dropped,
        heard=heard,
        fold=names.value,
        by_rank=question is not None,
        render_tokens_max=policy.render_tokens_max,
    )
    if not question or not is_question(question):
        return concluded
    from tenure.recall.support import supported  # noqa: PLC0415 - loads on first use

    # Stems of words are remembered, and a secret must not be among them; of what is no question none is made.
    return supported(concluded, cut_out(question), kept, heard=heard, names=names, now=now)


def _heard(
    kept: Sequence[Judged], *, entries: Entries, reread: Callable[[Entry], tuple[Said, ...]]
) -> dict[str, tuple[Said, ...]]:
    """Give, by contested entry, what persons stated since and nobody has decided."""
    contested = [entry for entry, verdict in kept if _is_contested(verdict)]
    if not contested:
        return {}
    from tenure.recall.heard import heard_against  # noqa: PLC0415 - loads on first use

    return {each.id: heard_against(each, entries=entries, reread=reread) for each in contested}


def _fit(read: Sequence[Judged], known: Sequence[Judged], *, unfit: Collection[str]) -> list[Judged]:
    """Leave out what is for another purpose, unless it contests what is asked for: it stands for nothing here."""
    if not unfit:
        return list(read)
    contested = {
        (entry.claim.slot, specificity(entry), entry.trust)
        for entry, verdict in known
        if entry.id not in unfit and _is_contested(verdict)
    }
    return [
        (entry, verdict)
        for entry, verdict in read
        if entry.id not in unfit
        or (_is_contested(verdict) and (entry.claim.slot, specificity(entry), entry.trust) in contested)
    ]


def _in_order(kept: Sequence[Judged], aside: Sequence[SetAside], ranks: dict[str, int]) -> list[Judged]:
    """Order by rank; what stands for another takes the better place of the two, and idle slot mates are left out."""
    places = dict(ranks)
    for each in aside:
        own = ranks.get(each.entry_id)
        if own is not None:
            places[each.for_id] = min(own, places.get(each.for_id, own))
    shown = [(entry, verdict) for entry, verdict in kept if entry.id in places or _is_contested(verdict)]
    return sorted(shown, key=lambda each: places.get(each[0].id, len(places)))


def _is_contested(verdict: Usable | Withheld) -> bool:
    return isinstance(verdict, Withheld) and verdict.outcome is Outcome.CONTESTED


def _bounded(kept: Sequence[Judged], wanted: int) -> tuple[list[Judged], list[str]]:
    within: list[Judged] = []
    dropped: list[str] = []
    count = 0
    for entry, verdict in kept:
        count += isinstance(verdict, Usable)
        if isinstance(verdict, Usable) and count > wanted:
            dropped.append(entry.id)
        else:
            within.append((entry, verdict))
    return within, dropped

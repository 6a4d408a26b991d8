"""Answer a request from durable memory: gather candidates and validations, decide, hand out.

Nothing is written here: what was used is noted by `recall.uses`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import field, replace
from datetime import datetime
from typing import Final, cast

from tenure.cite.validator import Patience, Place, Registry
from tenure.errors import LimitError, RequestError
from tenure.model.entry import Entry
from tenure.model.principal import Origin
from tenure.model.scope import Scope
from tenure.model.validation import Outcome
from tenure.policy.names import names_of
from tenure.policy.policy import Policy
from tenure.recall.answer import Recall, SetAside, conclude, without_support
from tenure.recall.asked import is_question
from tenure.recall.candidates import Candidate, Found, find_relevant, find_standing
from tenure.recall.conflicts import Judged, resolve, specificity
from tenure.recall.fixed import CheckSignature
from tenure.recall.heard import heard_against
from tenure.recall.judge import Usable, Withheld
from tenure.recall.past import Moment, Past
from tenure.recall.question import Said
from tenure.recall.read import as_of_one_moment, read_judged
from tenure.recall.support import held_back, lacking
from tenure.recall.until import still_true
from tenure.recall.validate import Checks
from tenure.recall.walking import walked
from tenure.screen.redact import cut_out
from tenure.search.embed.meaning import Meaning
from tenure.store.port import Entries
from tenure.values import dataclass

LOOKED_AT_FACTOR: Final = 4
"""How many times the wanted number of candidates are read, at most, to fill up for what is withheld."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """One request. Scope, purposes and actor were fixed when the handle was made (R15).

    Args:
        text: What is asked; read only to find words in it, never kept, logged or shown. Empty for a brief.
        scope: Where the request stands; it sees entries of every part of it.
        purposes: Names of purposes; empty for all of the policy's.
        entries_max: Most usable entries wanted; the policy's bound holds above it.
        actor: Who asks.
        place: Where sources are looked up: the caller's own work tree.
        meaning: What compares by meaning; None for words alone.
        hops: Most entries of a chain that answers, and no more than are wanted; 1 for no chain.
        moment: The instants that a request about the past asks for, or None.
        reread: Reads again what was heard against a contested entry, where that still lies.
    """

    text: str = field(repr=False)
    scope: Scope
    purposes: tuple[str, ...]
    entries_max: int
    actor: Origin
    place: Place
    meaning: Meaning | None = field(default=None, repr=False)
    hops: int = 1
    moment: Moment | None = None
    reread: Callable[[Entry], tuple[Said, ...]] = field(default=lambda _: (), repr=False)


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
    purposes = _checked(query, policy)
    scopes = query.scope.visible()
    past = None if query.moment is None else Past(entries, scopes, query.moment)
    if past is not None:
        entries = cast("Entries", past)  # recall only reads
    views = entries.views(scopes)
    wanted = min(query.entries_max, policy.recall_entries_max)
    checks = checks_of(
        query, entries=entries, policy=policy, registry=registry, now=now, check_signature=check_signature
    )
    found = None
    if query.hops > 1:
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
    purposes = _checked(query, policy)
    views = entries.views(query.scope.visible())
    checks = checks_of(
        query, entries=entries, policy=policy, registry=registry, now=now, check_signature=check_signature
    )
    wanted = min(query.entries_max, policy.brief_entries_max)
    fallen = find_standing(views, purposes=purposes, is_fallen=True).batch(0, wanted)
    found = find_standing(views, purposes=purposes)
    told = _answer(query, found, wanted, entries=entries, policy=policy, checks=checks, fallen=fallen, now=now)
    return told, checks


def checks_of(
    query: Query,
    *,
    entries: Entries,
    policy: Policy,
    registry: Registry,
    now: datetime,
    check_signature: CheckSignature,
) -> Checks:
    """Give the checks of one request: as a whole they wait no longer than the policy lets one source take."""
    place = query.place
    if place.scope is not query.scope or place.asks_away is not policy.web_at_recall:
        place = replace(place, scope=query.scope, asks_away=policy.web_at_recall)
    return Checks(
        entries=entries,
        policy=policy,
        registry=registry,
        place=place,
        now=now,
        check_signature=check_signature,
        patience=Patience(each=policy.check_seconds_max, whole=policy.check_seconds_max),
        true_at=None if query.moment is None else query.moment.valid_at or now,
    )


def _checked(query: Query, policy: Policy) -> tuple[str, ...]:
    if not isinstance(query.text, str):
        raise RequestError("a query must be text", code="bad_query")
    if len(query.text) > policy.query_chars_max:
        raise LimitError(
            f"the query has {len(query.text)} characters, at most {policy.query_chars_max}",
            code="query_too_long",
            hint="Ask with the few words that matter.",
        )
    if query.entries_max < 1:
        raise RequestError("at least one entry must be wanted", code="bad_query")
    if not set(query.purposes) <= set(policy.purposes):
        hint = f"Purposes here: {', '.join(policy.purposes)}."
        raise RequestError("a purpose is not one of the policy's", code="bad_purpose", hint=hint)
    return query.purposes or policy.purposes


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
    contested = [entry for entry, verdict in kept if _is_contested(verdict)]
    heard = {each.id: heard_against(each, entries=entries, reread=query.reread) for each in contested}
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
    # Stems of words are remembered, and a secret must not be among them; of what is no question none is made.
    asked = cut_out(question) if question and is_question(question) else ""
    reason = lacking(asked, kept, names=names, now=now) if asked else ""
    held = held_back(asked, kept, names=names) if asked and (reason or not concluded.usable) else []
    return without_support(concluded, reason, held=conclude(held, heard=heard, fold=names.value) if held else None)


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

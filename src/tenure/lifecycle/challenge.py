"""Put an entry in doubt, and settle what is disputed (R21, R25)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field, replace
from datetime import datetime, timedelta

from tenure.errors import LimitError, RequestError, TransitionError
from tenure.lifecycle.contested import contested_among
from tenure.lifecycle.correct import correct
from tenure.lifecycle.doubt import find_reason, reason_name
from tenure.lifecycle.forget import forget_one
from tenure.lifecycle.gather import (
    by_person,
    check_owner,
    check_owner_or_concerned,
    check_strength,
    done_by,
    entries_in,
)
from tenure.model.claim import Claim
from tenure.model.decision import Decision, DecisionStatus, Proposal
from tenure.model.entry import LIVE, Entry, Status
from tenure.model.receipt import Receipt
from tenure.model.scope import Scope
from tenure.policy.names import names_of
from tenure.policy.policy import Policy
from tenure.screen import redact
from tenure.store.marks import next_mark
from tenure.store.port import Entries, Ledger
from tenure.store.records import Change, Erasure, Setting
from tenure.values import dataclass
from tenure.write.consent import Act
from tenure.write.evidence import CONTESTS, is_single_valued
from tenure.write.index import find_rivals, indexed
from tenure.write.succession import Losing, join, step, steps


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """How a dispute ended.

    Args:
        kept: The entry that stands now, or None if it was retired or its correction was refused.
        ended: Ids of the entries that lost: superseded.
        decision: What the gates said of a correction, or None.
        receipt: The receipt of what was retired, or None.
    """

    kept: Entry | None = field(default=None, repr=False)
    ended: tuple[str, ...] = ()
    decision: Decision | None = None
    receipt: Receipt | None = None


def challenge(entry: Entry, *, person: str, entries: Entries, policy: Policy, now: datetime, reason: str = "") -> Entry:
    """Commit what `challenged` gives."""
    after, change = challenged(entry, person=person, entries=entries, policy=policy, now=now, reason=reason)
    entries.commit(change)
    return after


def challenged(
    entry: Entry, *, person: str, entries: Entries, policy: Policy, now: datetime, reason: str = ""
) -> tuple[Entry, Change]:
    """Withhold an entry until it is settled; its owner and the person whom it is about may ask for it.

    Args:
        entry: The entry as it was read: active or contested.
        person: Who challenges it.
        entries: The durable store.
        policy: The policy in force; bounds the reason.
        now: The reference instant (UTC).
        reason: Why; kept, with never-kept spans cut out, until the entry is settled.

    Returns:
        The challenged entry, and the change that makes it so.

    Raises:
        NotFoundError: The entry is another user's and not about the person.
        TransitionError: The entry is neither active nor contested.
        LimitError: The reason is longer than the policy's ``detail_chars_max``.
    """
    check_owner_or_concerned(entry, person)
    if len(reason) > policy.detail_chars_max:
        raise LimitError(f"a reason has at most {policy.detail_chars_max} characters", hint="Shorten the reason.")
    after = step(entry, Status.CHALLENGED, now)
    change = Change(
        now=now,
        put=(indexed(after, policy), *_reason_kept(entry, reason, entries=entries)),
        events=(done_by(person, "challenge", "R25", entry.id, Status.CHALLENGED.value, now=now),),
    )
    return after, change


def settle(
    entry: Entry,
    act: Act,
    *,
    entries: Entries,
    ledger: Ledger,
    keep: bool = False,
    correction: Claim | None = None,
    retire: bool = False,
    scopes: Sequence[Scope] = (),
) -> Settled:
    """Settle a challenged or contested entry in one of three ways.

    * keep: it stands; entries that contest its slot are superseded, and waiting statements that do are declined;
    * correction: the new claim replaces it through the gates, and so do the entries that contest its slot;
    * retire: it is forgotten; a single rival that is left stands again.

    Args:
        entry: The entry as it was read.
        act: Who settles it: the owner of its scope; to retire it, also the person whom it is about (R25). At least as
            strongly as the policy asks of an approval.
        entries: The durable store.
        ledger: The record of what was handed out.
        keep: It is right.
        correction: What is right instead.
        retire: It shall be gone.
        scopes: Where the person decides: what contests it from there, in scopes that one task sees, gives way too.

    Raises:
        RequestError: Not exactly one way is named.
        NotFoundError: The entry is another user's.
        TransitionError: Nothing about it is disputed.
        NotAllowedError: The strength is too low.
        ConflictError: It changed since it was read.
    """
    person, policy, now = act.person, act.policy, act.now
    if [keep, correction is not None, retire].count(True) != 1:
        raise RequestError("settle by exactly one of keep, correction and retire", code="bad_settlement")
    if retire:
        check_owner_or_concerned(entry, person)
    else:
        check_owner(entry, person)
    against = _against(entry, scopes, entries=entries, policy=policy, now=now)
    if entry.status not in {Status.CHALLENGED, Status.CONTESTED} and not against:
        raise TransitionError(f"nothing is disputed about an entry that is {entry.status.value}")
    if retire:
        return Settled(receipt=forget_one(entry, person=person, entries=entries, ledger=ledger, policy=policy, now=now))
    names = names_of(policy.aliases)
    said = None if correction is None else names.said(correction)
    beside = [each for each in against if names.said(each.claim) != said]
    for each in (entry, *beside):
        check_strength(act.strength, each, policy)
    if correction is None:
        return _keep(entry, beside, person=person, entries=entries, policy=policy, now=now)
    ended: list[str] = []

    def losing() -> Losing:
        lost = _losing(entry, beside, person=person, entries=entries, policy=policy, now=now)
        ended[:] = [each.id for each in lost.rivals]
        return lost

    decision = correct(entry, correction, act, entries=entries, losing=losing)
    if decision.status is not DecisionStatus.ADMITTED:
        return Settled(decision=decision)
    kept = entries.read((entry.scope,), (decision.entry_id,))
    left = kept[0] if kept and isinstance(kept[0], Entry) else None
    return Settled(kept=left, ended=(entry.id, *ended), decision=decision)


def _against(
    entry: Entry, scopes: Sequence[Scope], *, entries: Entries, policy: Policy, now: datetime
) -> tuple[Entry, ...]:
    """Give what contests an entry and has no status that says so: from other scopes, or since a policy changed."""
    if entry.claim.slot is None or not scopes:
        return ()
    held = {each.id: each for each in (entry, *entries_in(scopes, entries=entries))}
    return contested_among(held.values(), policy=policy, now=now).get(entry.id, ())


def _keep(
    entry: Entry, beside: Sequence[Entry], *, person: str, entries: Entries, policy: Policy, now: datetime
) -> Settled:
    is_active = entry.status is Status.ACTIVE
    after = replace(entry, version=entry.version + 1) if is_active else step(entry, Status.ACTIVE, now)
    lost = _losing(entry, beside, person=person, entries=entries, policy=policy, now=now)
    rivals = steps(lost.rivals, Status.SUPERSEDED, policy=policy, now=now, by=by_person(person))
    stands = Change(
        now=now,
        put=(indexed(after, policy),),
        events=(done_by(person, "settle", "R21", entry.id, "kept", now=now),),
    )
    entries.commit(join(rivals, lost.beside, stands))  # losers first: a slot has one active entry at every moment
    return Settled(kept=after, ended=tuple(each.id for each in lost.rivals))


def _losing(
    entry: Entry, beside: Sequence[Entry], *, person: str, entries: Entries, policy: Policy, now: datetime
) -> Losing:
    """Give what ends with the dispute: rivals superseded, statements declined, the reason erased."""
    rivals: list[Entry] = []
    waiting: list[Proposal] = []
    if entry.claim.slot is not None and is_single_valued(entry.claim, policy.many_attributes):
        rivals += [
            rival
            for rival in find_rivals(entry.claim, entry.scope, (), entries)
            if rival.id != entry.id and rival.status in LIVE and rival.claim.slot == entry.claim.slot
        ]
        waiting = [
            proposal
            for proposal in entries.held(Proposal, (entry.scope,))
            if proposal.status is Status.PENDING
            and CONTESTS in proposal.flags
            and proposal.claim.slot == entry.claim.slot
        ]
    rivals += [each for each in beside if each.id not in {rival.id for rival in rivals}]
    until = now + timedelta(days=policy.tombstone_days)
    reason = find_reason(entry, entries=entries)
    declined = Change(
        now=now,
        erase=(
            *(Erasure(record=proposal, reason="declined", tombstone_until=until) for proposal in waiting),
            *(() if reason is None else (Erasure(record=reason, reason="settled", tombstone_until=None),)),
        ),
        events=tuple(done_by(person, "decline", "R21", proposal.id, "declined", now=now) for proposal in waiting),
    )
    return Losing(rivals=tuple(rivals), beside=declined)


def _reason_kept(entry: Entry, reason: str, *, entries: Entries) -> tuple[Setting, ...]:
    kept = redact(reason.strip())[0]
    before = find_reason(entry, entries=entries)
    if not kept and before is None:
        return ()
    return (next_mark(reason_name(entry.id), entry.scope, kept, known=before),)

"""A person's yes to a proposal: an approval of exact bytes, once, at a strength (R05, R33)."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import replace

from tenure.errors import (
    ConflictError,
    Error,
    LimitError,
    NotAllowedError,
    NotFoundError,
    RefusedError,
    RequestError,
)
from tenure.model.claim import Claim
from tenure.model.decision import GateOutcome, Proposal, Request
from tenure.model.entry import Entry, Status
from tenure.model.event import Event
from tenure.model.principal import Channel, Origin, Strength
from tenure.model.scope import Scope
from tenure.policy.policy import Policy
from tenure.store.port import Entries
from tenure.store.records import Change, Erasure, IndexedEntry
from tenure.write.admit import entry_from, with_digest
from tenure.write.consent import Act, Sign, approval_of, check_scope, check_strength, least_strength, renew
from tenure.write.context import Draft, WriteContext
from tenure.write.decline import Answer, decline, withdraw, withdraw_own
from tenure.write.evidence import replaced
from tenure.write.gates import judge_all
from tenure.write.index import indexed
from tenure.write.pipeline import gather
from tenure.write.recite import aimed, edited, recited, reworded, still_live
from tenure.write.shown import Shown, check_shown, show, show_beside
from tenure.write.succession import Losing, join, steps, supersede, uncontest

__all__ = [
    "Act",
    "Answer",
    "Shown",
    "Sign",
    "approve",
    "approve_many",
    "check_batch",
    "check_shown",
    "decline",
    "edited",
    "least_strength",
    "renew",
    "reworded",
    "show",
    "show_beside",
    "withdraw",
    "withdraw_own",
]


def approve(
    shown: Shown,
    act: Act,
    *,
    entries: Entries,
    scope: Scope | None = None,
    edit: Claim | None = None,
    supersedes: str | None = None,
    losing: Callable[[], Losing] | None = None,
) -> Entry:
    """Keep what was shown: a new claim, or a correction.

    1. The stored proposal is still the one that was shown, waits, and this person may decide it.
    2. The strength suffices; *present* signs.
    3. Every gate is asked again, with today's rules; a person's words are no way around one that refuses.
    4. One transaction stores the entry, supersedes what it replaces, erases the proposal with its quoted words, and
       uses the approval up.

    Args:
        shown: What the person saw.
        act: Who approves, how strongly, under which policy and when.
        entries: The store.
        scope: "Only here": a narrower scope than proposed; a wider one needs *present*.
        edit: The person's own claim instead of the proposed one.
        supersedes: The entry of the same scope that it replaces by the person's word.
        losing: Gives what ends in the same transaction, once nobody else writes.

    Raises:
        ConflictError: The proposal changed since it was shown.
        NotFoundError: It was decided already, or was never in this scope.
        TransitionError: It has lapsed.
        NotAllowedError: The person may not decide it, the scope is another person's, or the strength does not suffice.
        RefusedError: A gate refuses.
        LimitError: The scope is full.
        RequestError: It is a request to forget or to challenge, which is no new claim.
    """
    try:
        with entries.holding(shown.proposal.scope):
            entry, change = _admission(
                shown, act, entries=entries, scope=scope, edit=edit, supersedes=supersedes, losing=losing
            )
            entries.commit(change)
    except (NotAllowedError, NotFoundError, ConflictError) as error:
        _note_denial(error, shown, act, entries)
        raise
    return entry


def _note_denial(error: Error, shown: Shown, act: Act, entries: Entries) -> None:
    """Put into the record who tried to approve what they may not, or what is not what they saw (R36)."""
    by = Origin(channel=Channel.USER, principal=act.person)
    event = Event(
        at=act.now, actor=by, verb="approve", rule="R33", record_id=shown.proposal.id, code=f"denied:{error.code}"
    )
    entries.commit(Change(now=act.now, events=(event,)))


def approve_many(
    shown: Sequence[Shown],
    act: Act,
    *,
    entries: Entries,
) -> tuple[Entry, ...]:
    """Keep several at once, in one transaction, if they are alike enough to be judged together (R38).

    Each was shown in full; all share kind and scope; none is an order, flagged, widening or superseding, and no two
    speak of one slot or say the same.

    Raises:
        RequestError: They are not (code ``not_a_batch``); nothing was kept.
        Error: As for `approve`; nothing was kept.
    """
    if not shown:
        return ()
    check_batch(shown)
    kept: list[Entry] = []
    change = Change(now=act.now)
    with entries.holding(shown[0].proposal.scope):
        for one in shown:
            entry, more = _admission(one, act, entries=entries, room=len(kept))
            if len(more.put) != 1:
                raise _not_a_batch()
            kept.append(entry)
            change = join(change, more)
        entries.commit(change)
    return tuple(kept)


def check_batch(shown: Sequence[Shown]) -> None:
    """See that proposals are alike enough to be judged together, as far as they alone can tell.

    Raises:
        RequestError: They are not (code ``not_a_batch``).
    """
    proposals = [one.proposal for one in shown]
    slots = [proposal.claim.slot for proposal in proposals if proposal.claim.slot is not None]
    texts = {proposal.claim.text.casefold() for proposal in proposals}
    is_alike = len({(proposal.claim.kind, proposal.scope) for proposal in proposals}) == 1
    is_plain = not any(one.replaces or _needs_own_look(one.proposal) for one in shown)
    if not is_alike or not is_plain or len(set(slots)) != len(slots) or len(texts) != len(proposals):
        raise _not_a_batch()


def _admission(
    shown: Shown,
    act: Act,
    *,
    entries: Entries,
    scope: Scope | None = None,
    edit: Claim | None = None,
    supersedes: str | None = None,
    room: int = 0,
    losing: Callable[[], Losing] | None = None,
) -> tuple[Entry, Change]:
    person, policy, now = act.person, act.policy, act.now
    proposal = check_shown(shown, person=person, entries=entries, policy=policy, now=now)
    if proposal.request not in (Request.ADMIT, Request.CORRECT):
        raise RequestError(
            "this asks about an entry and makes none", code="not_a_claim", hint="Answer it as a request."
        )
    check_scope(scope or proposal.scope, person)
    is_slot_seen = edit is None or edit.slot == proposal.claim.slot  # of another one the person speaks unasked
    proposal = aimed(proposal, edit, supersedes, entries)
    draft = recited(
        proposal,
        person=person,
        scope=scope or proposal.scope,
        claim=edit or proposal.claim,
        supersedes=still_live(proposal, scope or proposal.scope, entries),
    )
    context = gather(draft, entries=entries, policy=policy, now=now, leave_out=(proposal.id,))
    size = replace(context.size, entries=context.size.entries + room)
    context = replace(context, size=size)
    final = _final(proposal, context)
    check_strength(act.strength, _least(proposal, final, policy))
    _check_gates(context)
    approval = approval_of(final.id, final.digest, act)
    entry = entry_from(final, now=now, approval=approval)
    by = Origin(channel=Channel.USER, principal=person)
    event = Event(at=now, actor=by, verb="approve", rule="R05", record_id=entry.id, code=act.strength.value)
    written = Change(
        now=now,
        put=(indexed(entry, policy),),
        erase=(Erasure(record=proposal, reason="approved", tombstone_until=None),),
        events=(event,),
        used_approvals=(shown.digest,),
    )
    fallen = replaced(context)
    if is_slot_seen and shown.replaces is not None:
        _check_seen(fallen, {*shown.replaces, supersedes})
    superseded = supersede(fallen, entries=entries, policy=policy, now=now, by=by)
    lost = Losing(beside=Change(now=now)) if losing is None else losing()
    gone = {each.entry.id for each in superseded.put if isinstance(each, IndexedEntry)}
    others = [each for each in lost.rivals if each.id not in gone]
    ended = join(steps(others, Status.SUPERSEDED, policy=policy, now=now, by=by), lost.beside)
    settled = uncontest(proposal, entries=entries, policy=policy, now=now, by=by, leave_out=(*fallen, *others))
    return entry, join(superseded, ended, written, settled)


def _final(proposal: Proposal, context: WriteContext) -> Proposal:
    """Give what is kept in fact: the proposal as shown, or with the person's scope and words; flags only grow."""
    draft: Draft = context.draft
    is_edited = draft.claim != proposal.claim
    return with_digest(
        replace(
            proposal,
            scope=draft.scope,
            claim=draft.claim,
            supersedes=proposal.supersedes if draft.scope == proposal.scope else None,
            worded_by=draft.worded_by,
            is_order=context.is_order or (proposal.is_order and not is_edited),
        )
    )


def _least(proposal: Proposal, final: Proposal, policy: Policy) -> Strength:
    if final.scope.is_broader_than(proposal.scope):
        return Strength.PRESENT
    return least_strength(final, policy)


def _check_gates(context: WriteContext) -> None:
    refused = [verdict for verdict in judge_all(context) if verdict.outcome is GateOutcome.REFUSES]
    if [verdict.code for verdict in refused] == ["over_limit"]:
        raise LimitError(refused[0].reason, hint="Shorten it, or retire what is no longer needed (`tenure review`).")
    if refused:
        raise RefusedError(tuple(verdict.code for verdict in refused))


def _check_seen(fallen: Sequence[Entry], seen: Container[str | None]) -> None:
    if not all(entry.id in seen for entry in fallen):
        raise ConflictError(
            "it would replace something that was not shown beside it",
            hint="Look at it again, then decide; what is kept in a narrower scope is corrected there.",
        )


def _needs_own_look(proposal: Proposal) -> bool:
    return bool(
        proposal.is_order
        or proposal.flags
        or proposal.quarantined
        or proposal.supersedes
        or proposal.request is not Request.ADMIT
    )


def _not_a_batch() -> RequestError:
    return RequestError(
        "these must be decided one by one",
        code="not_a_batch",
        hint="Together go only claims of one kind and scope that replace nothing and raised no flag.",
    )

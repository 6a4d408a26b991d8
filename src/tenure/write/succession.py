"""What happens to older entries when a newer word comes: superseded, or contested (R21, R26)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from tenure.cite.validator import Digest
from tenure.model.citation import Citation
from tenure.model.claim import Claim
from tenure.model.decision import Proposal
from tenure.model.entry import Entry, Status
from tenure.model.event import Event
from tenure.model.principal import Channel, Origin
from tenure.model.transitions import check_step
from tenure.policy.names import Names, names_of
from tenure.policy.policy import Policy
from tenure.store.port import Entries
from tenure.store.records import Change
from tenure.values import dataclass
from tenure.write.evidence import CONTESTS
from tenure.write.index import find_derived, find_rivals, indexed
from tenure.write.wording import stems

HEARD_MAX: Final = 3
"""Statements against one entry that are remembered, the newest."""
_SAID: Final = "said"
"""The detail of a statement against an entry that holds the digest of the value that was said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Losing:
    """What ends when a person settles a dispute.

    Args:
        rivals: The entries that lose, and are superseded.
        beside: What else is erased, and the events of it.
    """

    rivals: tuple[Entry, ...] = ()
    beside: Change


def step(entry: Entry, status: Status, now: datetime) -> Entry:
    """Give the entry's next version with another status.

    Raises:
        TransitionError: The table does not allow the step.
    """
    check_step(entry.status, status)
    heard = entry.heard_against if status is Status.CONTESTED else ()
    return replace(entry, status=status, version=entry.version + 1, status_at=now, heard_against=heard)


def steps(
    changed: Iterable[Entry], status: Status, *, policy: Policy, now: datetime, by: Origin, rule: str = "R21"
) -> Change:
    """Give the change that takes entries to a status, with one ledger event each."""
    after = tuple(step(entry, status, now) for entry in changed)
    return Change(
        now=now,
        put=tuple(indexed(entry, policy) for entry in after),
        events=tuple(
            Event(at=now, actor=by, verb=status.value, rule=rule, record_id=entry.id, code=status.value)
            for entry in after
        ),
    )


def supersede(old: Sequence[Entry], *, entries: Entries, policy: Policy, now: datetime, by: Origin) -> Change:
    """Give the change by which a newer entry replaces these: they are superseded, and what rests on them falls (R26).

    What fell is marked so: until it is erased, answers say that it is not known any more.
    """
    derived = [replace(each, is_fallen=True) for each in find_derived(old, entries)] if old else ()
    change = steps(old, Status.SUPERSEDED, policy=policy, now=now, by=by)
    fallen = steps(derived, Status.SUPERSEDED, policy=policy, now=now, by=by, rule="R26")
    return join(change, fallen)


def contest(
    rivals: Iterable[Entry], *, policy: Policy, now: datetime, by: Origin, heard: Mapping[str, Citation] | None = None
) -> Change:
    """Give the change by which active entries are contested until a person settles it (R21).

    Call it only with `evidence.contests`: a reading by an agent contests nothing. ``heard`` cites, by the id of each
    entry, what does, where no proposal holds it: kept with entries that are contested already, too.
    """
    met = [_with_heard(entry, None if heard is None else heard[entry.id]) for entry in rivals]
    change = steps(
        (each for each in met if each.status is Status.ACTIVE), Status.CONTESTED, policy=policy, now=now, by=by
    )
    if heard is None:
        return change
    again = (replace(each, version=each.version + 1) for each in met if each.status is Status.CONTESTED)
    return replace(change, put=(*change.put, *(indexed(entry, policy) for entry in again)))


def _with_heard(entry: Entry, heard: Citation | None) -> Entry:
    known = () if heard is None else (*entry.heard_against, heard)
    return replace(entry, heard_against=known[-HEARD_MAX:])


def uncontest(
    proposal: Proposal,
    *,
    entries: Entries,
    policy: Policy,
    now: datetime,
    by: Origin,
    leave_out: Sequence[Entry] = (),
    digest: Digest | None = None,
) -> Change:
    """Give the change that ends a contest when its proposal is decided, withdrawn or lapses.

    It is a proposal's contest if that is flagged so, or quotes what alone was heard against an entry. Entries of the
    slot become active again unless another waiting statement contests them still, or what their person was heard to
    say, which a person's act settles and no lapse. ``leave_out`` are superseded by the same act. With ``digest`` it is
    also the contest of a proposal that quotes nothing and gives the one value that was heard.
    """
    if proposal.claim.slot is None:
        return Change(now=now)
    for other in entries.held(Proposal, (proposal.scope,)):
        is_waiting = other.status is Status.PENDING and other.id != proposal.id and now < other.lapses_at
        if is_waiting and CONTESTS in other.flags and other.claim.slot == proposal.claim.slot:
            return Change(now=now)
    rivals = find_rivals(proposal.claim, proposal.scope, (), entries)
    said = None if digest is None else said_of(proposal.claim, names=names_of(policy.aliases), digest=digest)
    contested = [
        entry
        for entry in rivals
        if entry.status is Status.CONTESTED
        and entry.claim.slot == proposal.claim.slot
        and entry not in leave_out
        and (CONTESTS in proposal.flags or _is_what_was_heard(proposal, entry, said))
        and (by.channel is Channel.USER or not entry.heard_against)
    ]
    return steps(contested, Status.ACTIVE, policy=policy, now=now, by=by)


def said_of(claim: Claim, *, names: Names, digest: Digest) -> str:
    """Give the keyed digest of the value that a claim gives its slot, by whatever name and spelling it is given."""
    return digest("heard value", names.said(claim).encode("utf-8", "surrogatepass"))


def with_said(cited: Citation, claim: Claim, *, names: Names, digest: Digest) -> Citation:
    """Give a citation of what was heard, with the digest of the value that was read in it."""
    details = {**dict(cited.details), _SAID: said_of(claim, names=names, digest=digest)}
    return replace(cited, details=tuple(sorted(details.items())))


def _is_what_was_heard(proposal: Proposal, entry: Entry, said: str | None) -> bool:
    """Tell whether a proposal is of the one statement that contests an entry, and gives a value that stands in it.

    One that cites nothing is if it gives the very value that alone was heard.
    """
    if entry.claim.kind is not proposal.claim.kind or not entry.heard_against:
        return False
    if not proposal.citations:
        return said is not None and all(each.detail(_SAID) == said for each in entry.heard_against)
    cited = {(each.scheme, each.address) for each in proposal.citations}
    heard = {(each.scheme, each.address) for each in entry.heard_against}
    value = stems(proposal.claim.value or "")
    is_quoted = bool(value) and value <= stems(proposal.quoted)
    return heard <= cited and is_quoted


def join(first: Change, *others: Change) -> Change:
    """Give one change that does all of these; its instant is the first one's."""
    changes = (first, *others)
    return Change(
        now=first.now,
        put=tuple(written for change in changes for written in change.put),
        erase=tuple(erasure for change in changes for erasure in change.erase),
        events=tuple(event for change in changes for event in change.events),
        used_approvals=tuple(used for change in changes for used in change.used_approvals),
    )

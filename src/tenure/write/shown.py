"""A proposal as a person saw it, and whether the stored one is still that (R33)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from datetime import datetime
from typing import Final

from tenure.errors import ConflictError, NotFoundError, TransitionError
from tenure.model.canonical import digest_of, proposal_bytes
from tenure.model.decision import Proposal, Request
from tenure.model.entry import Entry, Status
from tenure.model.principal import Strength
from tenure.policy.load import policy_digest
from tenure.policy.policy import Policy
from tenure.search.embed.meaning import Meaning
from tenure.store.port import Entries
from tenure.values import dataclass
from tenure.write.consent import check_person, least_strength
from tenure.write.display import kept_text, shown_text, warnings_of
from tenure.write.evidence import replaced_by
from tenure.write.index import find_derived, find_rivals
from tenure.write.suggest import LIKENESS_MIN, Suggestion, suggest

READ_CHARS_PER_SECOND: Final = 50
"""Faster than anybody reads: silent reading takes about 24 characters a second (238 words a minute, Brysbaert 2019)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A proposal as it was shown to a person; an approval of it holds for nothing else.

    Args:
        proposal: What is proposed, at the version that was shown.
        text: Exactly what will be kept and where it comes from; invisible characters written out.
        digest: Of the bytes that an approval binds.
        least: The least strength that an approval needs.
        warnings: What the person should know, one sentence each.
        beside: What is kept now in its place, its source, and what falls with it; empty if it replaces nothing.
        replaces: Ids of what stands beside; a yes replaces nothing else. None where that was not looked up.
        similar: Entries that it may contradict, by likeness of words alone: approving it leaves them as they are.
        policy: Digest of the policy under which it was shown; under another one it is shown anew.
        shown_at: When it was given to be shown (UTC), or None where nobody reads it.
    """

    proposal: Proposal = field(repr=False)
    text: str = field(repr=False)
    digest: str
    least: Strength
    warnings: tuple[str, ...] = ()
    beside: str = field(default="", repr=False)
    replaces: tuple[str, ...] | None = field(default=None, compare=False)
    similar: tuple[Suggestion, ...] = field(default=(), compare=False)
    policy: str = ""
    shown_at: datetime | None = field(default=None, compare=False)

    @property
    def reading_seconds(self) -> float:
        """Seconds that reading its words takes at the very least, at `READ_CHARS_PER_SECOND`."""
        proposal = self.proposal
        words = (*proposal.claim.fields().values(), proposal.quoted, proposal.reason)
        return sum(map(len, words)) / READ_CHARS_PER_SECOND

    def seconds(self, now: datetime) -> float | None:
        """Give the seconds since it was given to be shown, or None where nobody reads it."""
        return None if self.shown_at is None else max((now - self.shown_at).total_seconds(), 0.0)


def show(
    proposal: Proposal,
    *,
    policy: Policy,
    replaced: Sequence[Entry] | None = None,
    falling: Sequence[Entry] = (),
    similar: tuple[Suggestion, ...] = (),
    now: datetime | None = None,
) -> Shown:
    """Give a proposal as a person sees it, with the digest of exactly these bytes.

    Args:
        proposal: The proposal as it was read.
        policy: The policy in force.
        replaced: The entries that it would replace, to be shown beside it; None if that was not looked up.
        falling: What rests on that and falls with it.
        similar: Entries that it may contradict, to be shown beside it.
        now: The reference instant (UTC) if a person reads it from here on.
    """
    return Shown(
        proposal=proposal,
        text=shown_text(proposal),
        digest=digest_of(proposal_bytes(proposal)),
        least=least_strength(proposal, policy),
        warnings=warnings_of(proposal),
        beside="\n".join(_beside(proposal, replaced or (), falling)),
        replaces=None if replaced is None else tuple(entry.id for entry in replaced),
        similar=similar,
        policy=policy_digest(policy),
        shown_at=now,
    )


def show_beside(
    proposal: Proposal,
    *,
    entries: Entries,
    policy: Policy,
    now: datetime | None = None,
    meaning: Meaning | None = None,
) -> Shown:
    """Give a proposal as a person sees it, beside the entries that it would replace or end, as they are kept now.

    Beside one that replaces nothing stands what is like it, by words and with ``meaning`` by meaning.
    """
    replaced = _replaced(proposal, entries=entries, policy=policy, now=now or proposal.created_at)
    is_new = not replaced and proposal.request is Request.ADMIT
    similar = _similar(proposal, entries=entries, meaning=meaning) if is_new else ()
    # What rests on it in a scope of another user's is not told: it goes to its owner's review (R26, R35).
    own = {None, proposal.scope.user}
    ending = () if proposal.request is Request.CHALLENGE else replaced
    resting = find_derived(ending, entries) if ending else ()
    falling = [each for each in resting if each.scope.user in own]
    return show(proposal, policy=policy, replaced=replaced, falling=falling, similar=similar, now=now)


def _replaced(proposal: Proposal, *, entries: Entries, policy: Policy, now: datetime) -> tuple[Entry, ...]:
    """Give what it is about or names, and the holder of its slot: that may have come since it was proposed."""
    target = proposal.target_id or proposal.supersedes
    found = entries.read((proposal.scope,), (target,)) if target else ()
    named = [each for each in found if isinstance(each, Entry)]
    if proposal.request in {Request.ADMIT, Request.CORRECT}:
        rivals = find_rivals(proposal.claim, proposal.scope, (), entries)
        standing = replaced_by(proposal, rivals, policy=policy, now=now)
        named += [each for each in standing if each.id != target]
    return tuple(named)


def _beside(proposal: Proposal, replaced: Sequence[Entry], falling: Sequence[Entry]) -> Iterator[str]:
    """Give the texts of what it replaces, each that it does not name itself under its id."""
    for place, entry in enumerate(replaced, start=1):
        if entry.id not in {proposal.target_id, proposal.supersedes}:
            yield f"replaces: {entry.id}"
        yield kept_text(entry, falling if place == len(replaced) else ())


def _similar(proposal: Proposal, *, entries: Entries, meaning: Meaning | None) -> tuple[Suggestion, ...]:
    found = suggest(proposal.claim, proposal.scope, entries=entries, but=proposal.derived_from, meaning=meaning)
    return tuple(
        each for each in found if each.likeness >= LIKENESS_MIN and each.entry.claim.kind is proposal.claim.kind
    )


def check_shown(shown: Shown, *, person: str, entries: Entries, policy: Policy, now: datetime) -> Proposal:
    """Give the stored proposal if it is the one that was shown, still waits, and this person may decide it.

    Raises:
        NotFoundError: It was decided already, or was never in this scope.
        ConflictError: It or the policy changed since it was shown.
        TransitionError: It has lapsed; not at the second before, but from ``lapses_at`` on.
        NotAllowedError: The person may not decide it.
    """
    proposal = stored_as_shown(shown, entries)
    if shown.policy != policy_digest(policy):
        raise ConflictError(
            "the policy changed since this was shown", code="policy_changed", hint="Look at it again, then decide."
        )
    if now >= proposal.lapses_at:
        raise TransitionError(
            "this proposal has lapsed", code="lapsed", hint="Let it be proposed again, if it matters."
        )
    check_person(proposal, person, policy, is_approval=True)
    return proposal


def stored_as_shown(shown: Shown, entries: Entries) -> Proposal:
    """Give the stored proposal if it is the one that was shown and still waits.

    Raises:
        NotFoundError: It was decided already, or was never in this scope.
        ConflictError: It changed since it was shown.
    """
    for proposal in entries.held(Proposal, (shown.proposal.scope,)):
        if proposal.id == shown.proposal.id:
            break
    else:
        raise NotFoundError("no such proposal waits in your scope", hint="List what waits with `tenure review`.")
    digest = digest_of(proposal_bytes(proposal))
    is_same = proposal == shown.proposal and digest == shown.digest == proposal.digest
    is_said = shown.text == shown_text(proposal) and shown.warnings == warnings_of(proposal)
    if not (is_same and is_said) or proposal.status is not Status.PENDING:
        raise ConflictError("the proposal is not what was shown", hint="Look at it again, then decide.")
    return proposal

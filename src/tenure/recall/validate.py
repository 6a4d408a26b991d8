"""Check an entry that was read: the one check of every read path (R17, R23, R33, R34).

Steps, in this order; the first that finds something says the outcome:

1. integrity: the store gives no entry whose row fails its own check (`Lost`);
2. status: superseded and revoked entries are over;
3. scope: every part that the entry names equals the caller's;
4. approval: the bytes kept are the bytes approved, *present* is signed by the person's enrolled key, and the strength
   is still what the policy asks;
5. authorisation: what only a grant admitted needs that grant in force;
6. end: expired at that very second;
7. truth window: from ``valid_from`` until before ``valid_until``;
8. review: due at that very second, or unused too long;
9. screens, with today's rules, on every field;
10. citations, against their sources now, and the entries it was derived from, at any depth up to the bound;
11. challenged or contested, by its status or by another entry of its slot.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import islice, starmap
from typing import Final

from tenure.cite.validator import Asked, Patience, Place, Registry
from tenure.model.canonical import approval_message
from tenure.model.citation import Citation
from tenure.model.claim import Claim
from tenure.model.entry import Entry, Status
from tenure.model.grant import Approval, Grant, Person
from tenure.model.principal import Strength
from tenure.model.scope import Scope
from tenure.model.validation import FELL, OF_GROUND, Outcome, Validation
from tenure.policy.policy import Policy
from tenure.recall.contests import Contests
from tenure.recall.ends import as_last_checked, has_ended, is_due, is_over, with_age
from tenure.recall.fixed import CheckSignature, Fixed, fixed_of, signature_holds
from tenure.recall.judge import Usable, Withheld, judge
from tenure.store.port import Entries

PARENT_DEPTH_MAX: Final = 8
PARENTS_MAX: Final = 64
SIDE_BY_SIDE_MAX: Final = 8
"""Most entries whose sources are asked at the same time."""
_HOLDS: Final = (Outcome.VERIFIED, Outcome.MOVED, Outcome.STANDING)
_BEST_FIRST: Final = (*_HOLDS, Outcome.UNVERIFIED)


class Checks:
    """The checks of one request: one instant, one caller, one policy; what is read twice is read once.

    Args:
        entries: The durable store; only read.
        policy: Today's policy.
        registry: The validators of citations.
        place: The caller's scope and work tree.
        now: The reference instant (UTC).
        check_signature: Verifies *present* approvals.
        rivals_in: Where what contests an entry is looked for; what is visible from the place if omitted.
        patience: How long slow sources are waited for; the policy's time for each if omitted.
        true_at: For a request about the past: when it shall have been true; see `ends`.
    """

    def __init__(
        self,
        *,
        entries: Entries,
        policy: Policy,
        registry: Registry,
        place: Place,
        now: datetime,
        check_signature: CheckSignature,
        rivals_in: Sequence[Scope] | None = None,
        patience: Patience | None = None,
        true_at: datetime | None = None,
    ) -> None:
        self._entries = entries
        self._policy = policy
        self._registry = registry
        self._place = place
        self._now = now
        self._true_at = true_at
        self._check_signature = check_signature
        self._scopes = place.scope.visible()
        rivals_in = self._scopes if rivals_in is None else rivals_in
        self._contests = Contests(entries, rivals_in, policy=policy, check=self._rival)
        self._grants: dict[str, Grant] | None = None
        self._people: dict[str, Person | None] = {}
        self._parents: dict[str, Validation] = {}
        self._unreplaced: set[str] = set()
        self._parents_left, self._cut_short = PARENTS_MAX, 0
        self._patience = patience or Patience(each=policy.check_seconds_max)
        self._asked: dict[tuple[Citation, Claim], Asked] = {}
        self._stand_unkept = registry.stand_unkept()
        self._standing = self._says(Outcome.STANDING)
        self.has_moved: bool = False  # whether what was found changed before it was read

    def validate_all(self, entries: Iterable[Entry]) -> Iterator[Validation]:
        """Check entries in their order; the sources of a few at a time are asked side by side."""
        waiting = iter(entries)
        while few := list(islice(waiting, SIDE_BY_SIDE_MAX)):
            known = [(entry, fixed_of(entry)) for entry in few]
            for entry, fixed in known:
                if not (fixed.is_unkept_word and self._stand_unkept):
                    self._ask_slow(entry, fixed)
            yield from starmap(self._whole, known)

    def validate(self, entry: Entry) -> Validation:
        """Check one entry by all steps; at most `PARENTS_MAX` parents are read for it."""
        return self._whole(entry, fixed_of(entry))

    def validate_until(self, entry: Entry) -> Validation:
        """Check a superseded entry as if it were not: what replaced it is not true yet."""
        self._unreplaced.add(entry.id)
        return self._whole(entry, fixed_of(entry))

    def is_to_come(self, entry: Entry) -> bool:
        """Tell whether the time in which an entry is true has not begun; of a request about the past nothing is so."""
        return self._true_at is None and entry.valid_from is not None and self._now < entry.valid_from

    def _whole(self, entry: Entry, fixed: Fixed) -> Validation:
        self._parents_left = PARENTS_MAX
        return self._validate(entry, fixed, ())

    def _own(self, entry: Entry, fixed: Fixed) -> Validation | None:
        """Say what keeps an entry back before its sources are asked: steps 2 to 9; None if nothing does."""
        is_calm = self._true_at is None and fixed.is_calm(self._now)  # 2, 6, 7 and 8 at one look
        is_live = is_calm or entry.id in self._unreplaced
        found = None if is_live else is_over(entry, now=self._now, true_at=self._true_at)  # 2
        if found is None and entry.scope not in self._scopes:  # 3
            return self._says(Outcome.OUT_OF_SCOPE)
        given = entry.approval
        found = found or (self._grant(entry) if given is None else self._approval(entry, given, fixed))  # 4, 5
        if found is None and not is_calm:
            found = has_ended(entry, now=self._now, true_at=self._true_at)  # 6, 7
            found = found or is_due(entry, now=self._now, true_at=self._true_at)  # 8
        if found is None and fixed.screened.is_never_kept:  # 9
            return self._says(Outcome.TAMPERED, "never_kept")
        return found

    def _validate(self, entry: Entry, fixed: Fixed, trail: tuple[str, ...]) -> Validation:
        found = self._own(entry, fixed)
        if found is not None:
            return found
        cited = with_age(entry, self._citations(entry, fixed, trail), now=self._now)  # 10
        if cited.outcome not in _BEST_FIRST:
            return cited
        if entry.status is Status.CHALLENGED:  # 11
            return self._says(Outcome.CHALLENGED)
        if entry.status is Status.CONTESTED:
            return self._says(Outcome.CONTESTED)
        if entry.claim.entity is not None and self._contests.is_contested(entry):
            return self._says(Outcome.CONTESTED, "values_differ")
        return cited

    def _rival(self, entry: Entry) -> Usable | Withheld:
        """Judge what may contest an entry, where it is seen, and as if nothing contested it."""
        is_seen = entry.scope.is_visible_in(self._place.scope)
        alone = Checks(
            entries=self._entries,
            policy=self._policy,
            registry=self._registry,
            place=self._place if is_seen else replace(self._place, scope=entry.scope),
            now=self._now,
            check_signature=self._check_signature,
            rivals_in=(),
            patience=self._patience,
            true_at=self._true_at,
        )
        return judge(entry, alone.validate(entry), policy=self._policy)

    def _says(self, outcome: Outcome, reason: str = "", *, ended_at: datetime | None = None) -> Validation:
        return Validation(outcome=outcome, checked_at=self._now, reason=reason, ended_at=ended_at)

    def _approval(self, entry: Entry, approval: Approval, fixed: Fixed) -> Validation | None:  # 4
        if not fixed.screened.is_as_approved:
            return self._says(Outcome.TAMPERED, "approval_differs")
        if approval.strength is Strength.PRESENT and not self._is_signed(approval):
            return self._says(Outcome.TAMPERED, "signature_wrong")
        least = self._policy.for_kind(entry.claim.kind, is_order=entry.is_order).approval_least
        if approval.strength is not least and approval.strength.rank < least.rank:
            return self._says(Outcome.REVOKED, "strength_too_low")
        return None

    def _is_signed(self, approval: Approval) -> bool:
        if approval.person not in self._people:
            found = {person.id: person for person in self._entries.held(Person, (Scope(user=approval.person),))}
            self._people[approval.person] = found.get(approval.person)
        person = self._people[approval.person]
        if person is None or not approval.signature:
            return False
        message = approval_message(approval.digest, approval.proposal_id, approval.person, approval.at)
        return any(
            signature_holds(self._check_signature, key, message, approval.signature)
            for key in person.keys_at(approval.at)
        )

    def _grant(self, entry: Entry) -> Validation | None:  # 5
        if self._grants is None:
            self._grants = {grant.id: grant for grant in self._entries.held(Grant, self._scopes)}
        grant = self._grants.get(entry.grant_id or "")
        if grant is None or grant.kind is not entry.claim.kind or entry.is_order:
            return self._says(Outcome.REVOKED, "not_authorised")
        if not (self._policy.grants_allowed and self._policy.for_kind(entry.claim.kind).grantable):
            return self._says(Outcome.REVOKED, "grants_not_allowed")
        if not grant.is_in_force(self._now):
            if grant.revoked_at is not None:
                return self._says(Outcome.REVOKED, "grant_revoked")
            return self._says(Outcome.REVOKED, "grant_ended", ended_at=grant.ends_at)
        return None

    def _citations(self, entry: Entry, fixed: Fixed, trail: tuple[str, ...]) -> Validation:  # 10
        if fixed.is_unkept_word and self._stand_unkept:
            return self._standing
        found = [self._cited(cited, entry) for cited in fixed.sources]
        if fixed.grounds:
            found += self._derivation(entry, fixed.grounds, trail)
        if found:
            worst = found[0] if len(found) == 1 else max(found, key=_badness)
            is_unmerged = len(found) > 1 and any(each.is_unmerged for each in found)
            return replace(worst, is_unmerged=True) if is_unmerged else worst
        if entry.approval is not None:
            return self._says(Outcome.STANDING)
        return self._says(Outcome.TAMPERED, "no_citation")

    def _cited(self, citation: Citation, entry: Entry) -> Validation:
        newest, *earlier = entry.places_of(citation)
        found = self._at_source(newest, entry)
        for each in earlier:  # a place that was renewed on one branch is not that of every branch
            if found.outcome not in _HOLDS and (again := self._at_source(each, entry)).outcome in _HOLDS:
                found = again
        return as_last_checked(entry, found)

    def _ask_slow(self, entry: Entry, fixed: Fixed) -> None:
        """Begin with what may take long; nobody is asked about an entry that is held back anyway."""
        slow = [cited for cited in fixed.sources if self._registry.is_slow(cited.scheme)]
        if slow and self._own(entry, fixed) is None:
            for newest in (entry.places_of(cited)[0] for cited in slow):
                self._asked[(newest, entry.claim)] = self._ask(newest, entry)

    def _at_source(self, citation: Citation, entry: Entry) -> Validation:
        known = self._asked.get((citation, entry.claim)) if self._asked else None
        return (known or self._ask(citation, entry)).result()

    def _ask(self, citation: Citation, entry: Entry) -> Asked:
        return self._registry.ask(
            citation, claim=entry.claim, place=self._place, now=self._now, patience=self._patience
        )

    def _derivation(self, entry: Entry, grounds: Sequence[str], trail: tuple[str, ...]) -> Iterator[Validation]:
        trail = (*trail, entry.id)
        for parent_id in grounds:
            if parent_id in trail:
                self._cut_short += 1
                yield self._says(Outcome.GONE, "derivation_loops")
            elif parent_id in self._parents:
                yield self._parents[parent_id]
            elif len(trail) > PARENT_DEPTH_MAX or self._parents_left <= 0:
                self._cut_short += 1
                yield self._says(Outcome.GONE, "derivation_too_deep")
            else:
                self._parents_left -= 1
                before, found = self._cut_short, self._parent(parent_id, trail)
                if self._cut_short == before:  # else it tells of the way here, and not of the parent
                    self._parents[parent_id] = found
                yield found

    def _parent(self, parent_id: str, trail: tuple[str, ...]) -> Validation:
        parent = next(iter(self._entries.read(self._scopes, (parent_id,))), None)
        if not isinstance(parent, Entry):
            return self._says(Outcome.GONE, "parent_gone")
        found = self._validate(parent, fixed_of(parent), trail)
        if isinstance(judge(parent, found, policy=self._policy), Usable):
            return found
        outcome = Outcome.GONE if found.outcome is Outcome.UNVERIFIED else found.outcome
        reason = FELL if parent.status is Status.SUPERSEDED else f"parent_{found.outcome.value}"
        ground = found.place if found.reason.startswith(OF_GROUND) else None  # the one that brought this one down
        return replace(found, outcome=outcome, reason=reason, place=ground or f"entry:{parent_id}")


def _badness(found: Validation) -> int:
    return _BEST_FIRST.index(found.outcome) if found.outcome in _BEST_FIRST else len(_BEST_FIRST)

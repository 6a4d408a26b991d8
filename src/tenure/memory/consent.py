"""What a person states and decides: remembering, approving, declining and granting."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from tenure.errors import NotFoundError, RequestError
from tenure.lifecycle import requests, review
from tenure.memory import answers
from tenure.memory.arguments import (
    quoted_in,
    to_id,
    to_instant,
    to_lifetime,
    to_member,
    to_purpose,
    to_text,
    told_apart,
)
from tenure.memory.checked import checked
from tenure.memory.claims import to_claim
from tenure.memory.presence import Presence
from tenure.model.claim import Kind
from tenure.model.decision import Decision, Request
from tenure.model.entry import Entry
from tenure.model.event import Event
from tenure.model.receipt import Receipt
from tenure.model.scope import Scope
from tenure.recall import outcomes
from tenure.store.records import Change, Erasure, Tombstone
from tenure.write import approval, direct
from tenure.write.approval import Answer, Shown, check_batch
from tenure.write.consent import check_scope
from tenure.write.drafter import slotted

__all__ = ["Consent", "Shown", "check_batch"]


@checked
class Consent(Presence):
    """The deciding half of a person's handle."""

    def remember(
        self,
        text: str,
        *,
        kind: str | Kind = Kind.PREFERENCE,
        scope: Scope | None = None,
        because: str | Sequence[str] = (),
        purpose: str | None = None,
        applies_when: str | None = None,
        entity: str | None = None,
        attribute: str | None = None,
        value: str | None = None,
        concerns: str | None = None,
        check: str | None = None,
        quote: str | None = None,
        supersedes: str | None = None,
        expires_at: datetime | None = None,
        review_on: str | Sequence[str] = (),
        fresh_hours: int | None = None,
        valid_from: datetime | None = None,
        valid_until: datetime | None = None,
        is_approved: bool = True,
    ) -> Decision:
        """State a claim and approve it in one act: through the same gates, then bound to its exact bytes.

        Args:
            text: One compact assertion, as it will be kept.
            kind: *preference*, *fact*, *code* or *instruction*.
            scope: Where it applies; everywhere for this person if omitted.
            because: References to code, files or entries that it rests on; the approval itself if none.
            purpose: ``name`` or ``name: detail``.
            applies_when: When it helps.
            entity: What it speaks of, with ``attribute`` and ``value``.
            attribute: Which property it gives.
            value: The value of that property.
            concerns: Whom it is about; this person for a preference.
            check: A declarative check for code.
            quote: Words of a cited file or page that carry the claim; for code a line, that says where.
            supersedes: The entry that it replaces.
            expires_at: When it ends; the policy's default if omitted.
            review_on: Names of events (``release``) at which to ask about it anew; see `raise_event`.
            fresh_hours: Hours after which it must be checked again, for what is true for a short while.
            valid_from: Start of the time in which it is true.
            valid_until: End of that time; what was true until then stays answerable with ``as_of``.
            is_approved: False for a face that shows it first: it waits for `approve`, or `withdraw`.

        Raises:
            NotAllowedError: The policy asks for a stronger approval than this handle gives.
        """
        policy, now, target = self._wired.policy, self._wired.now(), scope or self._own
        check_scope(target, self.id)
        claim = to_claim(
            text,
            kind,
            policy=policy,
            entity=entity,
            attribute=attribute,
            value=value,
            applies_when=applies_when,
            concerns=concerns,
        )
        if claim.kind is Kind.PREFERENCE and claim.concerns is None:
            claim = replace(claim, concerns=self.id)
        if policy.drafts_slots:
            claim = slotted(claim, self._wired.drafter, speaker=self.id)
        aim = to_purpose(purpose, policy=policy)
        references, parents = told_apart(because)
        self._wired.foresee(claim, aim)
        return direct.remember(
            claim,
            self._act(now),
            scope=target,
            cited=self._cite(references or quoted_in(claim.kind, quote), target, check, now, quote=quote),
            purpose=aim,
            lifetime=to_lifetime(expires_at, review_on, fresh_hours),
            valid_from=to_instant(valid_from, name="valid_from"),
            valid_until=to_instant(valid_until, name="valid_until"),
            supersedes=None if supersedes is None else to_id(supersedes, name="supersedes"),
            derived_from=parents,
            is_approved=is_approved,
            entries=self._wired.entries,
        )

    def pending(self) -> tuple[Shown, ...]:
        """Give what waits for this person, each with exactly what would be kept, oldest first."""
        now = self._wired.now()
        entries, policy = self._wired.entries, self._wired.policy
        waiting = review.waiting_in(self.scopes(), entries=entries, now=now)
        show, meaning = approval.show_beside, self._wired.meaning
        return tuple(show(each, entries=entries, policy=policy, now=now, meaning=meaning) for each in waiting)

    def show(self, proposal_id: str) -> Shown:
        """Give one waiting proposal as it would be kept.

        Raises:
            NotFoundError: Nothing with this id waits for this person.
        """
        wanted = to_id(proposal_id)
        for shown in self.pending():
            if shown.proposal.id == wanted:
                return shown
        raise NotFoundError("nothing with this id waits for you", hint="List what waits with `tenure review`.")

    def may_ask(self, shown: Shown, *, session: str) -> bool:
        """Count a question that is put to this person at once, and say whether it may be; the rest waits (R38).

        Args:
            shown: What the question is about; asked again in the same session it is the same question.
            session: The session in which it is put.
        """
        return self._wired.asking.put(
            frozenset({shown.proposal.id}),
            session=session,
            person=self.id,
            actor=shown.proposal.proposer,
            entries=self._wired.entries,
            policy=self._wired.policy,
            now=self._wired.now(),
        )

    def approve(
        self,
        shown: Shown,
        *,
        scope: Scope | None = None,
        text: str | None = None,
        entity: str | None = None,
        attribute: str | None = None,
        value: str | None = None,
        supersedes: str | None = None,
    ) -> Entry | Receipt:
        """Consent to exactly the bytes shown, once; a request of an agent's is carried out.

        Args:
            shown: A value that `pending` or `show` gave; any change since then is refused.
            scope: A narrower scope ("only here"); a broader one needs *present*.
            text: The person's own wording instead; it passes the gates again.
            entity: What it speaks of in truth, with ``attribute``; empty for no slot at all.
            attribute: Which property it gives in truth.
            value: Its value in truth; empty for none.
            supersedes: The entry of the same scope that it replaces, as `Shown.similar` suggests it.

        Returns:
            The entry, or for a request to forget the receipt.

        Raises:
            RequestError: ``shown`` is no such value.
            NotFoundError: ``supersedes`` is no entry of this person's.
            NotAllowedError: The policy asks for a stronger approval.
            ConflictError: The proposal changed since it was shown.
            TransitionError: It was decided already, or lapsed; or ``supersedes`` is not live in its scope.
        """
        if not isinstance(shown, Shown):
            raise RequestError("approve takes what `pending` or `show` gave", code="bad_shown")
        now = self._wired.now()
        entries, policy = self._wired.entries, self._wired.policy
        if shown.proposal.request in {Request.FORGET, Request.CHALLENGE}:
            ledger = self._wired.ledger
            done = requests.fulfil(shown, person=self.id, entries=entries, ledger=ledger, policy=policy, now=now)
            self._answered(answers.YES, (shown,), (done.id,), now)
            return done
        wrong = self._entry(shown.proposal.target_id) if shown.proposal.target_id else None
        asked = shown.proposal.claim
        text = None if text is None else to_text(text, name="text", longest=policy.note_chars_max)
        claim = approval.edited(asked, text=text, entity=entity, attribute=attribute, value=value)
        self._wired.foresee(claim, shown.proposal.purpose)
        kept = approval.approve(
            shown,
            self._act(now),
            entries=entries,
            scope=scope,
            edit=None if claim == asked else claim,
            supersedes=None if supersedes is None else self._entry(supersedes).id,
        )
        if wrong is not None:  # corrected
            self._has_held(wrong, False, now)
        here = answers.YES if kept.scope == shown.proposal.scope else answers.ONLY_HERE
        answer = here if claim == asked else answers.EDIT
        self._answered(answer, (shown,), (kept.id,), now)
        return kept

    def approve_many(self, shown: Sequence[Shown]) -> tuple[Entry, ...]:
        """Consent to several at once, if each was shown whole, all share kind and scope, and none is special (R38)."""
        now = self._wired.now()
        for each in shown:
            self._wired.foresee(each.proposal.claim, each.proposal.purpose)
        kept = approval.approve_many(shown, self._act(now), entries=self._wired.entries)
        self._answered(answers.YES, shown, [entry.id for entry in kept], now)
        return kept

    def decline(self, shown: Shown, *, answer: str | Answer = Answer.NO) -> None:
        """Say no: to this (*no*), to this and its like (*never_this*), or to its whole kind here (*never_category*)."""
        if not isinstance(shown, Shown):
            raise RequestError("decline takes what `pending` or `show` gave", code="bad_shown")
        chosen, now = to_member(Answer, answer, name="answer"), self._wired.now()
        approval.decline(
            shown,
            person=self.id,
            answer=chosen,
            entries=self._wired.entries,
            policy=self._wired.policy,
            now=now,
            digest=self._wired.digest,
        )
        self._answered(chosen.value, (shown,), (), now)

    def _answered(self, answer: str, shown: Sequence[Shown], made: Sequence[str], now: datetime) -> None:
        answers.count_answer(answer, shown, person=self.id, made=made, entries=self._wired.entries, now=now)
        if answer in answers.APPROVALS:
            proposals = (each.proposal for each in shown)
            self._wired.uses.note_checked(outcomes.read_over(proposals, has_held=answer != answers.EDIT), at=now)

    def reopen(self, kind: str | Kind, *, scope: Scope | None = None) -> int:
        """Take *never this category* back: agents may ask again for claims of this kind.

        Args:
            kind: The kind that was closed.
            scope: Where it was closed; everywhere in this person's reach if omitted, also where nothing else is kept.

        Returns:
            How many marks that closed it were erased.

        Raises:
            NotAllowedError: The scope names another user.
        """
        chosen, now = to_member(Kind, kind, name="kind"), self._wired.now()
        if scope is None:
            found = self._wired.entries.tombstones_for(self.scopes(), None, user=self._own.user, is_shared=True)
        else:
            check_scope(scope, self.id)
            found = self._wired.entries.held(Tombstone, (scope,))
        marks = [each for each in found if each.kind == chosen.value]
        if marks:
            erased = tuple(Erasure(record=each, reason="reopened", tombstone_until=None) for each in marks)
            event = Event(at=now, actor=self._origin(), verb="reopen", rule="R38", code=chosen.value)
            self._wired.entries.commit(Change(now=now, erase=erased, events=(event,)))
        return len(marks)

    def withdraw(self, proposal_id: str) -> None:
        """Take back what this person stated and did not approve; it leaves no mark.

        Raises:
            NotFoundError: No such statement of this person's own waits.
        """
        approval.withdraw_own(
            to_id(proposal_id),
            by=self._origin(),
            scope=self.show(proposal_id).proposal.scope,
            entries=self._wired.entries,
            policy=self._wired.policy,
            now=self._wired.now(),
        )

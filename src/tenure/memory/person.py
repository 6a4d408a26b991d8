"""A person's handle: deciding (`consent`), and keeping what is there true, ended and accounted for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from tenure.cite.messages import EDITED_CHARS_MAX
from tenure.errors import RequestError
from tenure.lifecycle import challenge as doubting
from tenure.lifecycle import correct as mending
from tenure.lifecycle import events, exchange, review
from tenure.lifecycle.healed import Healed
from tenure.lifecycle.messages import ToldMessages
from tenure.lifecycle.review import Inbox
from tenure.memory import sources
from tenure.memory.arguments import to_id, to_instant, to_lifetime, to_message, to_text
from tenure.memory.checked import checked
from tenure.memory.claims import to_reworded
from tenure.memory.consent import Consent
from tenure.memory.forgetting import Forgetting
from tenure.memory.granting import Granting
from tenure.memory.looking import Looking
from tenure.model.claim import Claim
from tenure.model.decision import Decision, DecisionStatus
from tenure.model.entry import Entry
from tenure.model.principal import Channel, Origin
from tenure.model.scope import Scope
from tenure.recall.calibration import Calibration, Measured
from tenure.write.drafter import slotted

__all__ = ["Calibration", "Inbox", "Measured", "PersonHandle"]

DRAFTER = Origin(channel=Channel.AGENT, principal="tenure")
"""In whose name a draft waits that a person asked for: the words are the source's, and nobody has read them yet."""


@checked
class PersonHandle(Consent, Granting, Looking, Forgetting):
    """What the person does with their memory; every verb acts on their own scopes and on what is about them."""

    def correct(
        self,
        entry_id: str,
        text: str,
        *,
        value: str | None = None,
        because: str | Sequence[str] = (),
        check: str | None = None,
        expires_at: datetime | None = None,
        is_approved: bool = True,
    ) -> Decision:
        """Mend a wrong entry through the same gates; the old one is superseded in the same transaction (R21)."""
        entry, claim = self._reworded(entry_id, text, value)
        self._wired.foresee(claim, entry.purpose)
        now = self._wired.now()
        decision = mending.correct(
            entry,
            claim,
            self._act(now),
            cited=self._cite(because, entry.scope, check, now),
            lifetime=to_lifetime(expires_at),
            is_approved=is_approved,
            entries=self._wired.entries,
        )
        if decision.status is DecisionStatus.ADMITTED:
            self._has_held(entry, False, now)
        return decision

    def supersede(
        self,
        entry_id: str,
        text: str,
        *,
        value: str | None = None,
        because: str | Sequence[str] = (),
        check: str | None = None,
        expires_at: datetime | None = None,
        is_approved: bool = True,
    ) -> Decision:
        """Replace what was true until now by what is true from now on, in one transaction (R21)."""
        entry, claim = self._reworded(entry_id, text, value)
        self._wired.foresee(claim, entry.purpose)
        now = self._wired.now()
        return mending.supersede(
            entry,
            claim,
            self._act(now),
            cited=self._cite(because, entry.scope, check, now),
            lifetime=to_lifetime(expires_at),
            is_approved=is_approved,
            entries=self._wired.entries,
        )

    def heal(self, entry_id: str) -> Healed:
        """Mend an entry whose source moved or says otherwise (R22).

        Where its words only moved, their place is renewed. Else a correction or a removal is drafted from the source
        as it is now, and waits in the inbox beside what is kept; nothing else changes until it is approved.
        """
        entry, now = self._entry(entry_id), self._wired.now()
        return sources.heal(
            entry,
            self._validate(entry, self.scopes(), now),
            self._wired,
            by=DRAFTER,
            place=self._place(entry.scope),
            policy=self._wired.policy,
            now=now,
        )

    def challenge(self, entry_id: str, *, reason: str = "") -> Entry:
        """Put an entry in doubt: it is withheld until it is settled (R25)."""
        return doubting.challenge(
            self._entry(entry_id),
            person=self.id,
            reason=reason,
            entries=self._wired.entries,
            policy=self._wired.policy,
            now=self._wired.now(),
        )

    def settle(
        self, entry_id: str, *, keep: bool = False, text: str | None = None, retire: bool = False
    ) -> doubting.Settled:
        """End a doubt or a contest: keep the entry, correct it by ``text``, or retire it; exactly one of the three.

        Raises:
            RequestError: None or several of the three are given.
        """
        if (keep, text is not None, retire).count(True) != 1:
            raise RequestError("say one of: keep, text, retire", code="bad_settlement")
        entry, now = self._entry(entry_id), self._wired.now()
        settled = doubting.settle(
            entry,
            self._act(now),
            keep=keep,
            correction=None if text is None else self._reworded(entry_id, text, None)[1],
            retire=retire,
            scopes=self.scopes(),
            entries=self._wired.entries,
            ledger=self._wired.ledger,
        )
        if keep or settled.ended or settled.receipt:
            self._has_held(entry, keep, now)
        return settled

    def confirm(self, entry_id: str) -> Entry:
        """Say that it is still true: its review moves on, never past its ceiling (R24)."""
        now = self._wired.now()
        kept = review.confirm(self._entry(entry_id), self._act(now), entries=self._wired.entries)
        self._has_held(kept, True, now)
        return kept

    def edit_message(self, message: str, text: str) -> tuple[str, ...]:
        """Tell that a message of this person's says something else now (R17).

        Entries that rest on other words of it are held back, proposals that wait for an answer are withdrawn: their
        ids are given. No text is kept; a text with the same own words of the person changes nothing.

        Args:
            message: Its id, as `TaskHandle.hear` was given it.
            text: What it says now.

        Raises:
            LimitError: Something is kept of too many messages of this person's already.
        """
        return self._tell(message, to_text(text, name="text", longest=EDITED_CHARS_MAX))

    def withdraw_message(self, message: str) -> tuple[str, ...]:
        """Tell that this person took a message back; as `edit_message`, whatever it said (R17)."""
        return self._tell(message, None)

    def raise_event(self, name: str, *, scope: Scope | None = None) -> tuple[str, ...]:
        """Say that a named event happened: what waits for it is due at once, and withheld until confirmed (R09).

        Events only shorten: nothing gets a later end. Give the ids of the entries that became due.

        Args:
            name: The name, as ``review_on`` of `remember` and `AgentHandle.propose` gave it.
            scope: Only entries visible in this scope; all scopes of the person's if omitted.
        """
        places = tuple(each for each in self.scopes() if scope is None or each.is_visible_in(scope))
        return events.raise_event(
            name,
            places,
            person=self.id,
            entries=self._wired.entries,
            policy=self._wired.policy,
            now=self._wired.now(),
        )

    def extend(self, entry_id: str, expires_at: datetime) -> Entry:
        """Give an entry a later end within the policy: a new approval of its bytes."""
        instant = to_instant(expires_at, name="expires_at")
        if instant is None:
            raise RequestError("'expires_at' is missing", code="bad_expires_at")
        act = self._act(self._wired.now())
        return review.extend(self._entry(entry_id), instant, act, entries=self._wired.entries)

    def import_lines(self, lines: Iterable[str], *, scope: Scope | None = None) -> tuple[Decision, ...]:
        """Take JSON lines in as proposals of origin *document*: all pending, claimed trust ignored (R28, R30)."""
        return exchange.import_lines(
            lines,
            scope=scope or self._own,
            person=self.id,
            entries=self._wired.entries,
            policy=self._wired.policy,
            now=self._wired.now(),
            registry=self._wired.registry,
            place=self._place(scope or self._own),
        )

    def _tell(self, message: str, text: str | None) -> tuple[str, ...]:
        return ToldMessages(self._wired.entries, self._wired.digest).tell(
            to_message(message), text, person=self.id, policy=self._wired.policy, now=self._wired.now()
        )

    def _reworded(self, entry_id: str, text: str, value: str | None) -> tuple[Entry, Claim]:
        entry = self._entry(to_id(entry_id))
        policy = self._wired.policy
        claim = to_reworded(entry.claim, text, policy=policy, value=value)
        return entry, slotted(claim, self._wired.drafter, speaker=self.id) if policy.drafts_slots else claim

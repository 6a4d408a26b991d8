"""The agent's handle: it notes, searches, proposes, recalls and requests; it approves, widens and names nobody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from tenure.cite.validator import Place
from tenure.errors import NotAllowedError
from tenure.memory.arguments import quoted_in, to_id, to_instant, to_lifetime, to_options, to_purpose
from tenure.memory.checked import checked
from tenure.memory.reading import Reading
from tenure.model.claim import Claim, Kind
from tenure.model.decision import Decision, Request
from tenure.model.entry import Entry
from tenure.model.lifetime import Lifetime
from tenure.model.principal import Channel
from tenure.store.records import Note, NoteKind, TaskRecord

if TYPE_CHECKING:  # what writes loads with the first call that writes: an agent that only reads pays for none of it
    from tenure.lifecycle.healed import Healed
    from tenure.scratch.notes import Kept
    from tenure.scratch.promote import Because

__all__ = ["AgentHandle", "Note"]


@checked
class AgentHandle(Reading):
    """What a model's tools may do; scope and principal were fixed when it was made (R33).

    No parameter names or means a scope, a user, a speaker, an origin or a trust level. What it asks of approved
    entries (`correct`, `forget`, `challenge`) are requests that a person decides (R25).
    """

    def note(self, text: str, *, rests_on: Sequence[Because] = ()) -> Kept:
        """Keep a working note in the task's scratch.

        Args:
            text: The note.
            rests_on: The notes from which it was made; its trust is that of the weakest (R29).

        Raises:
            NotAllowedError: The handle was made without a task.
            LimitError: The note is too long, or the task is full.
        """
        from tenure.scratch import notes as scratch  # noqa: PLC0415 - loads on first use
        from tenure.scratch import promote  # noqa: PLC0415 - loads on first use

        task = self._require_task()
        return scratch.keep_note(
            task,
            text,
            kind=NoteKind.NOTED,
            source=self._name,
            channel=Channel.AGENT,
            derived_from=tuple(promote.note_id(each) for each in rests_on),
            notes=self._wired.notes,
            policy=self.policy,
            now=self._wired.now_in(task),
        )

    def search(self, text: str, *, limit: int = 10) -> tuple[Note, ...]:
        """Give the notes of this task that have to do with ``text``, by words and by meaning, best first.

        Raises:
            RequestError: The text is empty, or nothing of it can be seen (``bad_query``).
            NotAllowedError: The handle was made without a task.
        """
        from tenure.memory.searching import search  # noqa: PLC0415 - loads on first use

        return search(self._wired, self._require_task(), text, limit=limit)

    def notes(self) -> tuple[Note, ...]:
        """Give what this agent noted in its task, oldest first.

        Raises:
            NotAllowedError: The handle was made without a task.
            NotFoundError: The task is over.
        """
        from tenure.scratch.notes import read_notes  # noqa: PLC0415 - loads on first use

        task = self._require_task()
        held = read_notes(task, notes=self._wired.notes, now=self._wired.now_in(task))
        return tuple(note for note in held if note.kind is NoteKind.NOTED and note.source == self._name)

    def propose(
        self,
        text: str,
        *,
        kind: str | Kind,
        because: Because | Sequence[Because] = (),
        purpose: str | None = None,
        applies_when: str | None = None,
        entity: str | None = None,
        attribute: str | None = None,
        value: str | None = None,
        concerns: str | None = None,
        check: str | None = None,
        quote: str | None = None,
        supersedes: str | None = None,
        derived_from: Sequence[str] = (),
        expires_at: datetime | None = None,
        review_on: str | Sequence[str] = (),
        fresh_hours: int | None = None,
        valid_from: datetime | None = None,
        valid_until: datetime | None = None,
        idempotency: str = "",
    ) -> Decision:
        """Ask to keep one claim for later tasks; every gate answers (R02, R04 to R11).

        Args:
            text: One compact assertion.
            kind: *preference*, *fact*, *code* or *instruction*.
            because: What it rests on: kept notes, or references to code, files or entries.
            purpose: ``name`` or ``name: detail`` of the future task that it helps.
            applies_when: When it helps.
            entity: What it speaks of, with ``attribute`` and ``value``.
            attribute: Which property it gives.
            value: The value of that property.
            concerns: Whom it is about, if it is about a person.
            check: A declarative check for code (``literal TIMEOUT == 30``).
            quote: Words of a cited file or page that carry the claim; for code a line, that says where.
            supersedes: The entry that it should replace.
            derived_from: Entries from which it was concluded.
            expires_at: When it ends; the policy's default if omitted.
            review_on: Names of events (``release``) at which the person is asked about it anew; a person raises them.
            fresh_hours: Hours after which it must be checked again, for what is true for a short while.
            valid_from: Start of the time in which it is true.
            valid_until: End of that time.
            idempotency: A key of the caller's: a retried write is one write.
        """
        from tenure.memory.claims import to_claim  # noqa: PLC0415 - loads on first use

        claim = to_claim(
            text,
            kind,
            policy=self.policy,
            entity=entity,
            attribute=attribute,
            value=value,
            applies_when=applies_when,
            concerns=concerns,
        )
        return self._ask(
            claim,
            because=because or quoted_in(claim.kind, quote),
            purpose=purpose,
            options=to_options(check=check, quote=quote),
            lifetime=to_lifetime(expires_at, review_on, fresh_hours),
            supersedes=None if supersedes is None else to_id(supersedes, name="supersedes"),
            derived_from=tuple(to_id(each, name="derived_from") for each in derived_from),
            valid_from=to_instant(valid_from, name="valid_from"),
            valid_until=to_instant(valid_until, name="valid_until"),
            idempotency=idempotency,
        )

    def drop(self, target: Because) -> None:
        """Drop a note or a pending proposal of this agent's own (R25).

        Raises:
            NotFoundError: There is no such note or proposal of this agent's.
        """
        if isinstance(target, str) and target.startswith("prop_"):
            from tenure.write import approval  # noqa: PLC0415 - loads on first use

            approval.withdraw_own(
                to_id(target),
                by=self._origin(),
                scope=self._scope,
                entries=self._wired.entries,
                policy=self.policy,
                now=self._wired.now(),
            )
            return
        from tenure.scratch import notes as scratch  # noqa: PLC0415 - loads on first use
        from tenure.scratch import promote  # noqa: PLC0415 - loads on first use

        task = self._require_task()
        note_id = promote.note_id(target)
        scratch.drop_note(task, note_id, source=self._name, notes=self._wired.notes, now=self._wired.now_in(task))
        self._wired.searched.drop(task.id, (note_id,))

    def correct(self, entry_id: str, text: str, *, because: Because | Sequence[Because] = ()) -> Decision:
        """Request that an entry be corrected; nothing changes until a person decides (R25)."""
        from tenure.memory.claims import to_reworded  # noqa: PLC0415 - loads on first use

        entry = self._entry(entry_id)
        claim = to_reworded(entry.claim, text, policy=self.policy)
        return self._ask(claim, because=because, request=Request.CORRECT, target=entry)

    def forget(self, entry_id: str, *, reason: str = "") -> Decision:
        """Request that an entry be forgotten; nothing changes until a person decides (R25)."""
        entry = self._entry(entry_id)
        return self._ask(entry.claim, request=Request.FORGET, target=entry, reason=reason)

    def challenge(self, entry_id: str, *, reason: str) -> Decision:
        """Request that an entry be put in doubt; nothing changes until a person decides (R25)."""
        entry = self._entry(entry_id)
        return self._ask(entry.claim, request=Request.CHALLENGE, target=entry, reason=reason)

    def heal(self, entry_id: str) -> Healed:
        """Let an entry whose source moved or says otherwise be mended (R22).

        Where its words only moved, their place is renewed. Else a correction or a removal is drafted from the source
        as it is now: a request that a person decides; until then nothing changes.
        """
        from tenure.memory import sources  # noqa: PLC0415 - loads on first use

        entry, now = self._entry(entry_id), self._wired.now()
        found = self._checks(None, now).validate(entry)
        return sources.heal(
            entry, found, self._wired, by=self._origin(), place=self._place, policy=self.policy, now=now
        )

    def _ask(
        self,
        claim: Claim,
        *,
        because: Because | Sequence[Because] = (),
        purpose: str | None = None,
        options: Mapping[str, str] | None = None,
        lifetime: Lifetime | None = None,
        supersedes: str | None = None,
        derived_from: tuple[str, ...] = (),
        valid_from: datetime | None = None,
        valid_until: datetime | None = None,
        idempotency: str = "",
        request: Request = Request.ADMIT,
        target: Entry | None = None,
        reason: str = "",
    ) -> Decision:
        from tenure.scratch import notes as scratch  # noqa: PLC0415 - loads on first use
        from tenure.scratch import promote  # noqa: PLC0415 - loads on first use
        from tenure.write import pipeline as writing  # noqa: PLC0415 - loads on first use
        from tenure.write.drafter import slotted  # noqa: PLC0415 - loads on first use

        now = self._wired.now() if self._task is None else self._wired.now_in(self._task)
        draft = promote.draft(
            claim,
            because=(because,) if isinstance(because, str | Note | scratch.Kept) else tuple(because),
            agent=self._name,
            task=self._task,
            scope=self._scope if target is None else target.scope,
            place=self._trusting(),
            purpose=to_purpose(purpose, policy=self.policy) if target is None else target.purpose,
            options=options or {},
            lifetime=lifetime,
            supersedes=supersedes,
            derived_from=derived_from,
            valid_from=valid_from,
            valid_until=valid_until,
            idempotency=idempotency,
            request=request,
            target=target,
            reason=reason,
            notes=self._wired.notes,
            registry=self._wired.registry,
            now=now,
        )
        # What rests on an entry may speak of that entry's slot and never replaces it: it is given none.
        if self.policy.drafts_slots and request in {Request.ADMIT, Request.CORRECT} and not draft.derived_from:
            speaker = next(
                (each.citation.origin.principal for each in draft.cited if each.is_own_word), self._scope.user
            )
            draft = replace(draft, claim=slotted(draft.claim, self._wired.drafter, speaker=speaker))
        return writing.propose(
            draft, entries=self._wired.entries, policy=self.policy, now=now, foresee=self._wired.foresee_clean
        )

    def _trusting(self) -> Place:
        """Give the place, with the commits at which trusted refs stood when the task began: later ones are no ground.

        A handle without a task has none: nothing tells what was there before it.
        """
        stood = () if self._task is None else self._task.trusted
        in_force = self.policy.trusted_refs
        return replace(self._place, trusted=tuple(commit for ref, commit in stood if ref in in_force))

    def _require_task(self) -> TaskRecord:
        if self._task is None:
            raise NotAllowedError(
                "this handle has no task, so it has no scratch", hint="Begin a task: `memory.task(...).agent(name)`."
            )
        return self._task

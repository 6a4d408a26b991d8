"""Reads again what a person was heard to say against an entry: in the task in force, or where its host keeps it (R21).

Tenure itself kept none of it (R02). It is read for the person who said it alone, and forgotten with the answer.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from tenure.cite.validator import Patience
from tenure.errors import CitationError, NotFoundError
from tenure.memory.wired import Wired
from tenure.model.citation import Citation
from tenure.model.entry import Entry
from tenure.model.scope import Scope
from tenure.policy.names import names_of
from tenure.policy.policy import Policy
from tenure.recall.question import Said, said_in
from tenure.scratch.notes import read_notes
from tenure.scratch.promote import own_words
from tenure.store.records import NoteKind, TaskRecord


class Rereading:
    """What was said against contested entries, for one request.

    Args:
        wired: The parts behind the handles.
        scope: The caller's scope.
        task: The caller's task, or None.
        policy: The policy in force.
        now: The reference instant (UTC).
    """

    def __init__(self, wired: Wired, scope: Scope, task: TaskRecord | None, *, policy: Policy, now: datetime) -> None:
        self._wired = wired
        self._scope = scope
        self._task = task
        self._policy = policy
        self._now = now
        self._patience = Patience(each=policy.check_seconds_max, whole=policy.check_seconds_max)

    def said(self, entry: Entry) -> tuple[Said, ...]:
        """Give the values that its person's own later words gave the entry's slot; an empty one where none is found."""
        heard = [cited for cited in entry.heard_against if cited.origin.principal == self._scope.user]
        return tuple(said_in(cited, self._value(cited, entry), by=cited.origin.principal) for cited in heard)

    def _value(self, cited: Citation, entry: Entry) -> str:
        from tenure.write.hearing import read_claims  # noqa: PLC0415 - on first use: few entries are contested

        speaker = cited.origin.principal
        words = self._noted(cited) or self._wired.registry.own_words(cited, patience=self._patience)
        try:
            claims = read_claims(words, speaker=speaker, drafter=self._wired.drafter, policy=self._policy)
        except Exception:  # noqa: BLE001 - a host's drafter may fail in any way; then the value is not said
            return ""
        said = names_of(self._policy.aliases).said
        others = [each for each in claims if each.slot == entry.claim.slot and said(each) != said(entry.claim)]
        return (others[-1].value or "") if others else ""

    def _noted(self, cited: Citation) -> tuple[str, ...]:
        """Give the own words of the message if the caller's task still holds it."""
        if self._task is None:
            return ()
        with suppress(NotFoundError, CitationError):  # the task is over, or the message was edited since
            for note in read_notes(self._task, notes=self._wired.notes, now=self._now):
                is_cited = cited.address in (note.id, note.call) and note.source == cited.origin.principal
                if note.kind is NoteKind.HEARD and is_cited and note.at == cited.seen_at:
                    return own_words(note, scope=self._task.scope, registry=self._wired.registry)
        return ()

"""The host's handle of one task: what was heard, observed and noted, each stamped by which call brought it."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from tenure.cite.validator import Place
from tenure.errors import RequestError
from tenure.memory.agent import AgentHandle
from tenure.memory.arguments import to_member, to_message, to_name, to_text
from tenure.memory.checked import checked
from tenure.memory.person import PersonHandle
from tenure.memory.searching import search
from tenure.memory.wired import Wired
from tenure.model.principal import Channel
from tenure.model.receipt import Receipt
from tenure.model.scope import Scope
from tenure.policy.policy import Policy
from tenure.scratch import drafting, promote, summary
from tenure.scratch import notes as scratch
from tenure.scratch.drafting import ClaimDraft, Suggest
from tenure.scratch.notes import Kept
from tenure.scratch.promote import own_words
from tenure.scratch.summary import Summarise, Summary
from tenure.store.records import Note, NoteKind, TaskRecord
from tenure.vault.secret import Secret, SecretSource
from tenure.write import hearing

__all__ = ["ClaimDraft", "Kept", "Note", "Secret", "SecretSource", "Summary", "TaskHandle"]

_EXTERNAL = (Channel.TOOL, Channel.DOCUMENT, Channel.CODE)


@checked
class TaskHandle:
    """Scratch of one task, bound to a scope; gone with the task, with a receipt (R27)."""

    def __init__(self, wired: Wired, record: TaskRecord, place: Place) -> None:
        self._wired = wired
        self._record = record
        wired.tasks[record.id] = record.scope
        self._place = place

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.end()

    def __repr__(self) -> str:
        """Give the role, the id and the scope; not the name, which may tell what it is about."""
        return f"<TaskHandle {self.id} in {self.scope}>"

    @property
    def id(self) -> str:
        """The task's id."""
        return self._record.id

    @property
    def record(self) -> TaskRecord:
        """The task as scratch keeps it: name, scope, holder and time limit."""
        return self._record

    @property
    def scope(self) -> Scope:
        """The scope that the task was given."""
        return self._record.scope

    @property
    def policy(self) -> Policy:
        """The policy in force here: the person's, tightened by the working tree's own settings."""
        return self._wired.policy_at(self._place)

    def hear(self, text: str, *, by: PersonHandle, message: str = "") -> Kept:
        """Keep what a person said on their own channel: origin *user* (R30).

        What it plainly contradicts of the person's own older words is contested from here on (R21): neither is used
        until the person settles it.

        Args:
            text: The whole message.
            by: Who said it.
            message: Its id where the host keeps it: what is proposed from it is held back once it is edited or
                withdrawn there (`PersonHandle.edit_message`, ``messages=`` of `tenure.open`). Without one nobody is
                asked after it, and what it said stands.

        Raises:
            RequestError: ``by`` is no person's handle, or ``message`` no id.
            LimitError: The text is too long, or the task is full.
        """
        if not isinstance(by, PersonHandle):
            raise RequestError("'by' must be a person's handle", code="bad_by", hint="Use `memory.person(id)`.")
        named = to_message(message) if message else ""
        kept = self._keep(text, kind=NoteKind.HEARD, source=by.id, channel=Channel.USER, call=named)
        hearing.hear(
            promote.cite_note(kept.note, scope=self.scope, registry=self._wired.registry),
            scope=self.scope,
            drafter=self._wired.drafter,
            entries=self._wired.entries,
            policy=self.policy,
            now=self._wired.now_in(self._record),
            digest=self._wired.digest,
        )
        return kept

    def observe(self, text: str, *, tool: str, call: str = "", channel: str | Channel = Channel.TOOL) -> Kept:
        """Keep what a tool, document or file gave: external from here on, whatever it says about itself (R30).

        Args:
            text: What it gave.
            tool: The tool's name, the document's address or the file's path.
            call: The id of the call.
            channel: *tool*, *document* or *code*.
        """
        chosen = to_member(Channel, channel, name="channel")
        if chosen not in _EXTERNAL:
            raise RequestError("observed content is external", code="bad_channel", hint="Use tool, document or code.")
        source = to_text(tool, name="tool", longest=200)
        return self._keep(text, kind=NoteKind.OBSERVED, source=source, channel=chosen, call=call)

    def note(self, text: str) -> Kept:
        """Keep a working note of the host's own."""
        return self._keep(text, kind=NoteKind.NOTED, source="host", channel=Channel.AGENT)

    def search(self, text: str, *, limit: int = 10) -> tuple[Note, ...]:
        """Give the notes of this task that have to do with ``text``, by words and by meaning, best first.

        What was said on a day that it names (*yesterday*, *in March*; English) gains; if it names nothing else, that is
        all it gives.

        Raises:
            RequestError: The text is empty, or nothing of it can be seen (``bad_query``).
            LimitError: It is longer than a note may be.
        """
        return search(self._wired, self._record, text, limit=limit)

    def summarize(self, *, model: Summarise | None = None) -> Summary:
        """Order what this task holds for its agent's own use now: verbatim, cited, with trust; nothing is stored (R29).

        Args:
            model: A function that words it anew from the quoted lines; never-kept spans are cut out of what it says.
        """
        held = self._notes()
        return summary.summarize(held, about=self._record.name, own=self._own_words(held), model=model)

    def drafts(self, *, model: Suggest | None = None) -> tuple[ClaimDraft, ...]:
        """Offer single claims to propose, each resting on one verbatim quotation; nothing is proposed by it (R29).

        Args:
            model: A function that suggests drafts in the place of the built-in one; their quotations are checked.
        """
        held = self._notes()
        return drafting.drafts(held, own=self._own_words(held), policy=self.policy, model=model)

    def secret(self, name: str, *, source: str | SecretSource = SecretSource.ENV) -> Secret:
        """Give a handle to a secret in a vault; notes hold the handle, the value is resolved when used (R32).

        Args:
            name: The variable, ``service/user`` in the OS keyring, or the absolute path of a private file.
            source: *env*, *keyring* or *file*.

        Raises:
            RequestError: The name has not its form, or is itself a secret.
        """
        return Secret(source=to_member(SecretSource, source, name="source"), name=name)

    def agent(self, name: str) -> AgentHandle:
        """Give the handle that a model's tools may use in this task."""
        return AgentHandle(self._wired, to_name(name, name="name", longest=120), self.scope, self._place, self._record)

    def end(self) -> Receipt:
        """End the task: its key is destroyed, its notes are erased; safe to call twice."""
        self._wired.tasks.pop(self.id, None)
        try:
            return scratch.end_task(self.id, notes=self._wired.notes, now=self._wired.now())
        finally:
            self._wired.searched.drop(self.id)  # after its notes: a search beside it finds none to work out any more

    def _notes(self) -> tuple[Note, ...]:
        return scratch.read_notes(self._record, notes=self._wired.notes, now=self._wired.now_in(self._record))

    def _own_words(self, held: tuple[Note, ...]) -> dict[str, tuple[str, ...]]:
        return {note.id: own_words(note, scope=self.scope, registry=self._wired.registry) for note in held}

    def _keep(self, text: str, *, kind: NoteKind, source: str, channel: Channel, call: str = "") -> Kept:
        return scratch.keep_note(
            self._record,
            text,
            kind=kind,
            source=source,
            channel=channel,
            call=call,
            notes=self._wired.notes,
            policy=self.policy,
            now=self._wired.now_in(self._record),
        )

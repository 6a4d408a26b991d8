"""Keep, find and drop the notes of a task within the policy's bounds, and mark what came after external content.

What is kept is kept without never-kept spans (R31), stamped with the channel that brought it (R30), and only until
the task's end or limit (R27).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from tenure.errors import LimitError, NotFoundError, RequestError
from tenure.model.identifier import new_id
from tenure.model.principal import Channel
from tenure.model.receipt import Receipt, ReceiptState
from tenure.policy.policy import Policy
from tenure.screen import Finding, redact
from tenure.store.port import NoteOutline, Notes
from tenure.store.records import Note, NoteKind, TaskRecord
from tenure.values import dataclass

EXTERNAL: Final = frozenset({Channel.TOOL, Channel.DOCUMENT, Channel.CODE})


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """A note as it was kept.

    Args:
        note: The note; its text may be shorter than what was brought.
        removed: What was cut out of it, by kind; never the text itself.
    """

    note: Note
    removed: tuple[Finding, ...] = ()

    @property
    def id(self) -> str:
        """The note's id."""
        return self.note.id


def keep_note(
    task: TaskRecord,
    text: str,
    *,
    kind: NoteKind,
    source: str,
    channel: Channel,
    call: str = "",
    derived_from: Sequence[str] = (),
    notes: Notes,
    policy: Policy,
    now: datetime,
) -> Kept:
    """Keep what was heard, observed or noted, with never-kept spans cut out and named by kind.

    Args:
        task: The living task.
        text: What was brought.
        kind: Which call brought it.
        source: The person, tool, document or agent.
        channel: The channel, stamped by that call and never by the text.
        call: The tool's call id, or empty.
        derived_from: Ids of earlier notes of this task on which it rests.
        notes: Scratch.
        policy: The bounds.
        now: The instant of this operation (UTC).

    Raises:
        RequestError: The text is empty or no text.
        LimitError: It is longer than ``note_chars_max``, or the task is full (``task_notes_max``, ``task_bytes_max``).
        NotFoundError: The task is over, or a note on which it rests is not in it.
    """
    earlier = outline_notes(task, notes=notes, now=now)
    _check_text(text, policy)
    ancestors = _named(derived_from, earlier)
    kept_text, removed = redact(text)
    if kind is NoteKind.OBSERVED:  # an address or a call id may carry a token
        source, call = redact(source)[0], call and redact(call)[0]
    _check_room(kept_text, earlier, policy)
    is_marked = channel in EXTERNAL or is_tainted(earlier) or any(ancestor.is_tainted for ancestor in ancestors)
    note = Note(
        id=new_id("note"),
        task_id=task.id,
        kind=kind,
        text=kept_text,
        source=source,
        channel=channel.value,
        at=now,
        call=call,
        derived_from=tuple(ancestor.id for ancestor in ancestors),
        is_tainted=is_marked,
    )
    notes.add(note)
    return Kept(note=note, removed=removed)


def read_notes(task: TaskRecord, *, notes: Notes, now: datetime) -> tuple[Note, ...]:
    """Give the notes of a task that still lives, oldest first.

    Raises:
        NotFoundError: It has ended or its limit has passed, at that very second.
    """
    _check_living(task, now)
    return notes.notes(task.id)


def outline_notes(task: TaskRecord, *, notes: Notes, now: datetime) -> tuple[NoteOutline, ...]:
    """Give the notes of a task that still lives without what they say, oldest first; errors as `read_notes`."""
    _check_living(task, now)
    return notes.outlines(task.id)


def _check_living(task: TaskRecord, now: datetime) -> None:
    if now >= task.ends_at:
        raise NotFoundError(
            "this task is over: its time limit has passed",
            code="task_over",
            hint="Begin a new task; what this one held is gone with it.",
        )


def is_tainted(notes: Sequence[Note | NoteOutline]) -> bool:
    """Tell whether external content is among these notes: the water mark of their task (R30)."""
    return any(note.is_tainted or note.channel in EXTERNAL for note in notes)


def drop_note(task: TaskRecord, note_id: str, *, source: str, notes: Notes, now: datetime) -> None:
    """Erase a note that this agent wrote; what was heard or observed, or others wrote, it cannot drop (R25).

    Raises:
        NotFoundError: There is no such note of this agent's in this task.
    """
    own = {
        note.id
        for note in read_notes(task, notes=notes, now=now)
        if note.kind is NoteKind.NOTED and note.channel == Channel.AGENT and note.source == source
    }
    if note_id not in own or not notes.drop(task.id, (note_id,)):
        raise no_such_note()


def end_task(task_id: str, *, notes: Notes, now: datetime) -> Receipt:
    """End a task: its key first, then its notes; safe to call twice, then nothing is counted."""
    erased = notes.end(task_id)
    return Receipt(
        id=new_id("rcpt"),
        state=ReceiptState.DONE,
        at=now,
        entry_ids=(),
        erased=(("notes", erased),),
        check="tenure doctor",
    )


def _check_text(text: object, policy: Policy) -> None:
    if not isinstance(text, str) or not text.strip():
        raise RequestError("a note needs text", code="bad_text", hint="Pass what was heard, observed or noted.")
    if len(text) > policy.note_chars_max:
        raise LimitError(
            f"a note has at most {policy.note_chars_max} characters; this has {len(text)}",
            hint="Keep the part that the task needs, or several notes; nothing was kept.",
        )


def _check_room(text: str, earlier: Sequence[NoteOutline], policy: Policy) -> None:
    if len(earlier) >= policy.task_notes_max:
        what = f"its {policy.task_notes_max} notes"
    elif _size(text) + sum(note.bytes for note in earlier) > policy.task_bytes_max:
        what = f"its {policy.task_bytes_max} bytes"
    else:
        return
    raise LimitError(
        f"this task is full: it has {what}",
        code="task_full",
        hint="Drop notes of your own that are no longer needed, or end this task and begin another.",
    )


def _named(ids: Sequence[str], earlier: Sequence[NoteOutline]) -> list[NoteOutline]:
    known = {note.id: note for note in earlier}
    if any(note_id not in known for note_id in ids):
        raise no_such_note()
    return [known[note_id] for note_id in dict.fromkeys(ids)]


def _size(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def no_such_note() -> NotFoundError:
    """Give the error for a note that is not in a task."""
    return NotFoundError(
        "there is no such note in this task", hint="Pass what `hear`, `observe`, `note` or `search` returned."
    )

"""The only door from scratch to durable: turn a claim and what it rests on into a draft for the gates (R01, R29).

A heard message is cited as a statement, an observed result as a tool's, an agent's note by all from which it was
made. So the draft bears every recorded ancestor, and its trust is that of the weakest (R30).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from tenure.cite.validator import Cited, Place, Registry
from tenure.errors import RequestError
from tenure.model.claim import Claim, Purpose
from tenure.model.decision import Request
from tenure.model.entry import Entry
from tenure.model.lifetime import Lifetime
from tenure.model.principal import Channel, Origin
from tenure.model.scope import Scope
from tenure.scratch.notes import EXTERNAL, Kept, no_such_note, outline_notes
from tenure.store.port import NoteOutline, Notes
from tenure.store.records import Note, NoteKind, TaskRecord
from tenure.values import dataclass
from tenure.write.context import Draft

Because = Kept | Note | str
"""What a claim rests on: a kept note, its id, or a reference (``src/a.py:10-12``, ``file:path``, ``entry:ent_...``)."""

_NOTE: Final = "note_"
_ENTRY: Final = "entry:"
_GAPS: Final = re.compile(r"[#\s]+")
_WORD_CHARS_MAX: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class _Grounds:
    """What was passed as *because*, told apart."""

    notes: tuple[str, ...]
    references: tuple[str, ...]
    entries: tuple[str, ...]


def note_id(because: object) -> str:
    """Give the id of the note that was passed.

    Raises:
        RequestError: It is no note and no id of one.
    """
    if isinstance(because, Kept | Note):
        return because.id
    if isinstance(because, str) and because.startswith(_NOTE):
        return because
    raise RequestError(
        "this is no note of a task", code="bad_note", hint="Pass what `hear`, `observe`, `note` or `search` returned."
    )


def draft(
    claim: Claim,
    *,
    because: Sequence[Because],
    agent: str,
    task: TaskRecord | None,
    scope: Scope,
    place: Place,
    notes: Notes,
    registry: Registry,
    now: datetime,
    purpose: Purpose | None = None,
    options: Mapping[str, str] | None = None,
    lifetime: Lifetime | None = None,
    supersedes: str | None = None,
    derived_from: Sequence[str] = (),
    valid_from: datetime | None = None,
    valid_until: datetime | None = None,
    idempotency: str = "",
    request: Request = Request.ADMIT,
    target: Entry | None = None,
    reason: str = "",
) -> Draft:
    """Give the draft of an agent's proposal, with all that it rests on cited as it is now.

    Evidence of a task comes from that task's scope (R07). Once the task has seen external content, the agent's
    wording counts as of that content's channel (R30). A handle without a task has no record of what was read.

    Args:
        claim: What shall be kept.
        because: What it rests on.
        agent: Who words it.
        task: The task whose notes may be cited, or None.
        scope: Where the claim shall apply; fixed by the handle.
        place: Where the caller stands, for references to code and files.
        notes: Scratch.
        registry: Validators by scheme.
        now: The instant of the proposal (UTC).
        options: The validators' own options, such as ``check``; screened as further texts.
        purpose: See `Draft`; so for what follows.
        lifetime: See `Draft`.
        supersedes: See `Draft`.
        derived_from: See `Draft`; entries passed as *because* are added.
        valid_from: See `Draft`.
        valid_until: See `Draft`.
        idempotency: See `Draft`.
        request: See `Draft`.
        target: The entry that the request is about.
        reason: See `Draft`.

    Raises:
        NotFoundError: A note is not in this task, or the task is over.
        CitationError: A reference cannot be resolved.
    """
    grounds = _told_apart(because)
    held = () if task is None else outline_notes(task, notes=notes, now=now)
    wanted = _sources(grounds.notes, held)
    sources = () if task is None else _read(wanted, task, notes)
    cited = [cite_note(note, scope=scope if task is None else task.scope, registry=registry) for note in sources]
    cited += [_cite(address, registry, place, now, options or {}) for address in grounds.references]
    external = next((note for note in held if note.channel in EXTERNAL), None)
    channel = Channel.AGENT if external is None else Channel(external.channel)
    return Draft(
        claim=claim,
        purpose=purpose,
        scope=scope,
        lifetime=lifetime,
        cited=tuple(cited),
        proposer=Origin(channel=Channel.AGENT, principal=agent),
        worded_by=Origin(channel=channel, principal=agent),
        is_tainted=external is not None,
        task_id="" if task is None else task.id,
        idempotency=idempotency,
        supersedes=supersedes,
        derived_from=tuple(dict.fromkeys((*derived_from, *grounds.entries))),
        valid_from=valid_from,
        valid_until=valid_until,
        request=request,
        target_id=None if target is None else target.id,
        reason=reason,
        extra_fields=dict(options or {}),
    )


def _told_apart(because: Sequence[Because]) -> _Grounds:
    notes: list[str] = []
    references: list[str] = []
    entries: list[str] = []
    for each in because:
        if not isinstance(each, str) or each.startswith(_NOTE):
            notes.append(note_id(each))
        elif each.startswith(_ENTRY):
            entries.append(each.removeprefix(_ENTRY))
        else:
            references.append(each)
    return _Grounds(
        notes=tuple(dict.fromkeys(notes)),
        references=tuple(dict.fromkeys(references)),
        entries=tuple(dict.fromkeys(entries)),
    )


def _read(ids: Sequence[str], task: TaskRecord, notes: Notes) -> tuple[Note, ...]:
    """Open these notes and no other of the task, which may have many."""
    found = notes.read(task.id, ids) if ids else ()
    if len(found) != len(ids):  # another process dropped one meanwhile
        raise no_such_note()
    return found


def _sources(ids: Sequence[str], held: Sequence[NoteOutline]) -> list[str]:
    """Give the ids of what was heard or observed among these notes and all from which they were made, oldest first.

    A note that an agent took after external content was read rests on that content, whatever it declares (R30); the
    last that was read before stands for all of it, for its trust is the lowest already.
    """
    known = {note.id: note for note in held}
    if any(each not in known for each in ids):
        raise no_such_note()
    reached: set[str] = set()
    waiting = list(ids)
    while waiting:
        each = waiting.pop()
        if each in known and each not in reached:
            reached.add(each)
            waiting += known[each].derived_from
            if known[each].kind is NoteKind.NOTED and known[each].is_tainted:
                earlier = held[: held.index(known[each])]
                waiting += [note.id for note in earlier if note.channel in EXTERNAL][-1:]
    return [note.id for note in held if note.id in reached and note.kind is not NoteKind.NOTED]


def cite_note(note: Note, *, scope: Scope, registry: Registry) -> Cited:
    """Give the citation of what was heard or observed, as it was stamped when it was brought."""
    place = Place(worktree=None, scope=scope)
    if note.kind is NoteKind.HEARD:
        options = {"text": note.text, "speaker": note.source, "message": note.call}
        return registry.for_scheme("statement").cite(note.id, place=place, now=note.at, options=options)
    address = f"{_word(note.source)}#{_word(note.call or note.id)}"
    cited = registry.for_scheme("tool").cite(address, place=place, now=note.at, options={"result": note.text})
    # Stamped by the call that brought it, a page and a file as much as a tool's output (R30).
    origin = Origin(channel=Channel(note.channel), principal=note.source)
    return replace(cited, citation=replace(cited.citation, origin=origin))


def own_words(note: Note, *, scope: Scope, registry: Registry) -> tuple[str, ...]:
    """Give the parts of a heard message that are the person's own words; nothing of any other note (R06)."""
    return cite_note(note, scope=scope, registry=registry).segments if note.kind is NoteKind.HEARD else ()


def _word(name: str) -> str:
    """Give a tool's, page's or call's name as one word that an address can hold."""
    return _GAPS.sub("_", name)[:_WORD_CHARS_MAX]


def _cite(address: str, registry: Registry, place: Place, now: datetime, options: Mapping[str, str]) -> Cited:
    scheme, rest = registry.parse(address)
    return registry.for_scheme(scheme).cite(rest, place=place, now=now, options=options)

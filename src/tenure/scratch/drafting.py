"""Offers single claims of a task's scratch to be proposed, each resting on one verbatim quotation; proposes nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Final

from tenure.errors import RequestError
from tenure.model.claim import Kind
from tenure.model.principal import Trust
from tenure.policy.policy import Policy
from tenure.scratch.sentences import Talk, sentences, talk_of
from tenure.scratch.summary import asked, trust_of
from tenure.screen import find_never_kept
from tenure.store.records import Note, NoteKind
from tenure.values import dataclass

DRAFTS_MAX: Final = 20
_ENDED: Final = re.compile(r"[.!?][\"')\]]?$")
_IN_MIDST_AFTER: Final = re.compile(r"[^\s.!?][\"')\]]*[^\S\n]*$")
_IN_MIDST_BEFORE: Final = re.compile(r"[^\S\n]*\S")


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimDraft:
    """One claim that may be proposed: ``agent.propose(draft.text, kind=draft.kind, because=draft.note_id)``.

    Args:
        text: What would be kept.
        kind: *preference* or *fact*.
        note_id: The note on which it rests.
        quote: The words of that note that carry it, verbatim.
        trust: How far the note is trusted.
    """

    text: str = field(repr=False)
    kind: Kind
    note_id: str
    quote: str = field(repr=False)
    trust: Trust


Suggest = Callable[[Sequence[Note]], Iterable[ClaimDraft]]
"""A model's port: given the notes, suggests drafts; those whose quotation does not stand in its note are left out."""


def drafts(
    notes: Sequence[Note], *, own: Mapping[str, Sequence[str]], policy: Policy, model: Suggest | None = None
) -> tuple[ClaimDraft, ...]:
    """Give what may be proposed of a task's notes, oldest first, at most `DRAFTS_MAX`.

    Without a model these are sentences of persons' own words that state something or say how to work in general;
    questions, requests of the moment and small talk are left out, and what others wrote is too.

    Args:
        notes: The notes, oldest first.
        own: By message, the parts of it that are the person's own words.
        policy: The bounds of a claim.
        model: Suggests drafts in the place of our own; what it suggests is checked in the same way.

    Raises:
        RequestError: The model failed, or gave what is no draft.
    """
    known = {note.id: note for note in notes}
    offered = _sentences_of(notes, own) if model is None else _suggested(model, notes)
    kept: dict[str, ClaimDraft] = {}
    for each in offered:
        note = known.get(each.note_id)
        if note is None or not each.quote.strip() or not any(each.quote in part for part in _quotable(note, own)):
            continue
        is_short = 0 < len(each.text.strip()) <= policy.claim_chars_max
        if is_short and each.kind in {Kind.PREFERENCE, Kind.FACT} and not find_never_kept(each.text):
            trust = trust_of(note, each.quote, own.get(note.id, ()))
            if each.kind is Kind.FACT or trust >= Trust.USER_STATED:  # nothing external becomes a preference (R11)
                kept.setdefault(each.text, _checked(each, trust))
        if len(kept) >= DRAFTS_MAX:
            break
    return tuple(kept.values())


def _suggested(model: Suggest, notes: Sequence[Note]) -> tuple[ClaimDraft, ...]:
    offered = asked(lambda given: tuple(model(given)), notes)
    if not all(map(_is_draft, offered)):
        raise RequestError("the model gave what is no draft", code="bad_drafts", hint="Give `ClaimDraft` values.")
    return offered


def _is_draft(given: object) -> bool:
    return (
        isinstance(given, ClaimDraft)
        and all(isinstance(part, str) for part in (given.text, given.note_id, given.quote))
        and isinstance(given.kind, Kind)
    )


def _sentences_of(notes: Sequence[Note], own: Mapping[str, Sequence[str]]) -> Iterable[ClaimDraft]:
    kinds = {Talk.STANDING: Kind.PREFERENCE, Talk.STATEMENT: Kind.FACT}
    for note in notes:
        for sentence in (each for part in own.get(note.id, ()) for each in _whole(part, note.text)):
            kind = kinds.get(talk_of(sentence))
            if kind is not None and "[removed:" not in sentence:
                yield ClaimDraft(text=sentence, kind=kind, note_id=note.id, quote=sentence, trust=Trust.USER_STATED)


def _whole(part: str, text: str) -> Iterator[str]:
    """Give the sentences of a person's own words that are whole: what others said may cut the first and the last."""
    before, _, after = text.partition(part)
    found = list(sentences(part))
    if found and _IN_MIDST_AFTER.search(before):
        found = found[1:]
    if found and not _ENDED.search(found[-1]) and _IN_MIDST_BEFORE.match(after):
        found = found[:-1]
    yield from found


def _quotable(note: Note, own: Mapping[str, Sequence[str]]) -> Sequence[str]:
    """Give what may be quoted: of a message the person's own words alone, of what an agent noted nothing."""
    return (
        own.get(note.id, ()) if note.kind is NoteKind.HEARD else (note.text,) if note.kind is NoteKind.OBSERVED else ()
    )


def _checked(given: ClaimDraft, trust: Trust) -> ClaimDraft:
    return ClaimDraft(text=given.text.strip(), kind=given.kind, note_id=given.note_id, quote=given.quote, trust=trust)

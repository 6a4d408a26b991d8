"""Cut a note into the parts that are ranked by what they mean."""

from __future__ import annotations

from typing import Final

from tenure.screen.pattern import Pattern
from tenure.store.records import Note, NoteKind

SEARCHED_CHARS_MAX: Final = 20_000
"""Characters of one note that a search reads."""
_REMARK_CHARS: Final = 220
"""Sentences are put together up to this; a longer sentence stands alone."""
_BEGINNING_CHARS: Final = 1_000
_SENTENCE_END: Final = Pattern(r"(?<=[.!?])\s+|\n+")


def meanings_of(note: Note) -> tuple[str, ...]:
    """Give the parts of a note that get a vector each.

    What was heard or noted is cut into a few sentences each: one remark in passing must be found by itself. What was
    observed can be long and has one vector, of its beginning: else a long text is near to everything by one part.
    """
    if note.kind is NoteKind.OBSERVED:
        return (note.text[:_BEGINNING_CHARS],)
    parts: list[str] = []
    part = ""
    for sentence in filter(str.strip, _SENTENCE_END.split(note.text[:SEARCHED_CHARS_MAX])):
        if part and len(part) + len(sentence) > _REMARK_CHARS:
            parts.append(part)
            part = ""
        part = f"{part} {sentence}".strip()
    return (*parts, part) if part else tuple(parts)

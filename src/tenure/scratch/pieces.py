"""Cut a note into pieces: those that are ranked by their words, and those that are ranked by what they mean."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tenure.search.terms import TERMS_MAX, term_hashes
from tenure.store.records import Note, NoteKind

SEARCHED_CHARS_MAX: Final = 20_000
"""Characters of one note that a search reads."""
_PIECE_CHARS: Final = 400
"""A piece of a note that is ranked by itself, or less if it has more than `TERMS_MAX` terms."""
_PIECE_CHARS_MIN: Final = 50
_REMARK_CHARS: Final = 220
"""Sentences are put together up to this; a longer sentence stands alone."""
_BEGINNING_CHARS: Final = 1_000
_SENTENCE_END: Final = re.compile(r"(?<=[.!?])\s+|\n+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A piece of one note.

    Args:
        start: Where it begins in the note's text.
        end: Where it ends.
        terms: Hashes of its search terms.
    """

    start: int
    end: int
    terms: tuple[int, ...]


def pieces_of(text: str) -> Iterator[Piece]:
    """Give the pieces of a note's first `SEARCHED_CHARS_MAX` characters, cut between words where it can be."""
    text = text[:SEARCHED_CHARS_MAX]
    start = 0
    while start < len(text):
        size = _PIECE_CHARS
        while True:
            end = start + size
            if end < len(text):
                end = max(text.rfind(" ", start, end), text.rfind("\n", start, end)) + 1 or end
            terms = term_hashes(text[start:end])
            if len(terms) < TERMS_MAX or size <= _PIECE_CHARS_MIN:
                break
            size //= 2  # some of its terms were left out
        yield Piece(start=start, end=min(end, len(text)), terms=terms)
        start = end


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

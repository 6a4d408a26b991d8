"""Cut a note into the pieces that are ranked by themselves: a note counts as its best piece does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tenure.search.terms import TERMS_MAX, term_hashes

SEARCHED_CHARS_MAX: Final = 20_000
"""Characters of one note that a search reads."""
_PIECE_CHARS: Final = 400
"""A piece of a note that is ranked by itself, or less if it has more than `TERMS_MAX` terms."""
_PIECE_CHARS_MIN: Final = 50


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

"""Finds what a text says now in the place of a claim: the same words with one of them another; pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import Final

from tenure.values import dataclass

SAME_WORDS_MIN: Final = 3
"""Fewer words beside the one that differs say nothing of what a text speaks of."""
CLAIM_WORDS_MAX: Final = 60
AROUND: Final = ".,;:!?()[]{}\"'`*_"


@dataclass(frozen=True, slots=True, kw_only=True)
class Near:
    """A run of words that says a claim with another value.

    Args:
        quote: The words as they stand in the text.
        was: The word of the claim that differs, without what stands around it.
        now: What stands there in its place.
    """

    quote: tuple[str, ...] = field(repr=False)
    was: str = field(repr=False)
    now: str = field(repr=False)


def nearest(claim: str, words: Sequence[str]) -> Near | None:
    """Give the one run of words that differs from a claim in one word; None if there is none, or several disagree."""
    wanted = claim.split()
    size = len(wanted)
    if not SAME_WORDS_MIN < size <= CLAIM_WORDS_MAX:
        return None
    folded = [_bare(word).casefold() for word in wanted]
    here = [_bare(word).casefold() for word in words]
    found: dict[str, Near] = {}
    for start in range(len(here) - size + 1):
        at = _only_difference(folded, here, start)
        if at is not None:
            near = Near(quote=tuple(words[start : start + size]), was=_bare(wanted[at]), now=_bare(words[start + at]))
            found[f"{at}:{here[start + at]}"] = near
    return next(iter(found.values())) if len(found) == 1 else None


def _only_difference(wanted: Sequence[str], here: Sequence[str], start: int) -> int | None:
    differs: int | None = None
    for at, word in enumerate(wanted):
        if here[start + at] != word:
            if differs is not None:
                return None
            differs = at
    if differs is None:
        return None
    return differs if all(map(_is_word, (wanted[differs], here[start + differs]))) else None


def _is_word(word: str) -> bool:
    return any(character.isalnum() for character in word)


def _bare(word: str) -> str:
    return word.strip(AROUND)

"""Where in a text a value could stand: looked for once for all labels, so that one with none near it costs little.

What may be a value is still judged by the rules of its label; what may not be is none by any of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tenure.screen.entropy import looks_chosen
from tenure.screen.pattern import Pattern
from tenure.screen.spoken import DIGIT_WORDS, DIGIT_WORDS_MIN

_TOKEN = Pattern(r"\S+")
# Digits, signs, three words tied together, or a word so long that its capitals may be a jumble.
_ODD = Pattern(r"[\d!@#$%^&*?+=~|]|[^\W\d_][-_.][^\W\d_]+[-_.][^\W\d_]|[^\W\d_]{14}")
_ODD_WORD_CHARS_MIN = 14
_BEGUN = Pattern(r"(?<!\S)\S+")
_WORD = Pattern(r"(?<!\w)\w+")
_WORD_CHARS_MOST = 16
_DIGIT = Pattern(r"\d")
_BLOCK_CHARS = 256


class Possible:
    """What of a folded text could be a value, whatever its label; only stretches that are asked for are read."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._spelled: dict[int, Sequence[int]] = {}
        self._begun: dict[int, Sequence[tuple[int, int]]] = {}
        self._chosen: dict[str, bool] = {}

    def looks_chosen(self, value: str) -> bool:
        """As `entropy.looks_chosen`, judged once for all labels that may mean the value."""
        found = self._chosen.get(value)
        if found is None:
            found = self._chosen[value] = looks_chosen(value)
        return found

    def odd(self, start: int, end: int) -> list[tuple[int, int]]:
        """The tokens between two places, cut off there, that no dictionary has."""
        found: list[tuple[int, int]] = []
        cut = _TOKEN.match(self._text, start, end)
        if cut is not None:
            if _ODD.search(cut[0]):
                found.append(cut.span())
            start = cut.end()
        for block in range(start // _BLOCK_CHARS, (end - 1) // _BLOCK_CHARS + 1):
            spans = self._begun_in(block)
            found += [(first, min(last, end)) for first, last in spans if start <= first < end]
        return found

    def may_spell_digits(self, start: int, end: int) -> bool:
        """Whether three words for digits begin between two places."""
        count = 0
        for block in range(start // _BLOCK_CHARS, (end - 1) // _BLOCK_CHARS + 1):
            for first in self._spelled_in(block):
                count += start <= first < end
        return count >= DIGIT_WORDS_MIN

    def has_digits(self, start: int, end: int) -> bool:
        """Whether a digit stands between two places."""
        return _DIGIT.search(self._text, start, end) is not None

    def _spelled_in(self, block: int) -> Sequence[int]:
        """Where words for digits begin in a stretch of the text."""
        found = self._spelled.get(block)
        if found is None:
            words = self._in_block(_WORD, block, _WORD_CHARS_MOST)
            found = self._spelled[block] = [word.start() for word in words if word[0].lower() in DIGIT_WORDS]
        return found

    def _begun_in(self, block: int) -> Sequence[tuple[int, int]]:
        """The tokens that no dictionary has and that begin in a stretch of the text."""
        found = self._begun.get(block)
        if found is None:
            found = self._begun[block] = [
                token.span() for token in self._in_block(_BEGUN, block, 2 * _BLOCK_CHARS) if _is_odd(token[0])
            ]
        return found

    def _in_block(self, pattern: Pattern, block: int, more_chars: int) -> Iterator[re.Match[str]]:
        """What matches and begins in a stretch of the text; it may end so much later."""
        end = (block + 1) * _BLOCK_CHARS
        for match in pattern.finditer(self._text, block * _BLOCK_CHARS, end + more_chars):
            if match.start() >= end:
                return
            yield match


def _is_odd(token: str) -> bool:
    is_word = len(token) < _ODD_WORD_CHARS_MIN and token.isalpha()
    return not is_word and _ODD.search(token) is not None

"""Cut a text into the word pieces of an uncased BERT vocabulary.

As the reference does it (Devlin et al. 2019; the uncased models): control characters go, CJK ideographs and
punctuation stand alone, accents are stripped, and each word is cut greedily into the longest known pieces.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

WORD_CHARS_MAX: Final = 100
"""A longer word is unknown as a whole."""

_IDEOGRAPHS: Final = (
    (0x4E00, 0x9FFF),
    (0x3400, 0x4DBF),
    (0x20000, 0x2A6DF),
    (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F),
    (0x2B820, 0x2CEAF),
    (0xF900, 0xFAFF),
    (0x2F800, 0x2FA1F),
)
# ASCII signs that Unicode calls symbols and BERT calls punctuation, such as $ + < = > ^ ` | ~, are among these.
_ASCII_PUNCTUATION: Final = ((33, 47), (58, 64), (91, 96), (123, 126))


class WordPiece:
    """Gives the ids of a text's pieces, between the marks of beginning and end.

    Args:
        vocabulary: The id of each piece; pieces inside a word begin with ``##``.
        ids_max: The most ids a text gives, both marks counted; what follows is cut off.
    """

    def __init__(self, vocabulary: Mapping[str, int], *, ids_max: int) -> None:
        self._vocabulary = vocabulary
        self._ids_max = ids_max
        self._begin, self._end = vocabulary["[CLS]"], vocabulary["[SEP]"]
        self._unknown = vocabulary["[UNK]"]

    def ids(self, text: str) -> list[int]:
        """Give the piece ids of a text, at most ``ids_max``."""
        # A piece has at least one character, and nothing behind the last id that counts is looked at.
        found: list[int] = []
        for word in _words(text):
            found += self._pieces(word)
            if len(found) >= self._ids_max - 2:
                break
        return [self._begin, *found[: self._ids_max - 2], self._end]

    def _pieces(self, word: str) -> list[int]:
        if len(word) > WORD_CHARS_MAX:
            return [self._unknown]
        found: list[int] = []
        start = 0
        while start < len(word):
            prefix = "##" if start else ""
            for end in range(len(word), start, -1):
                piece = self._vocabulary.get(prefix + word[start:end])
                if piece is not None:
                    found.append(piece)
                    start = end
                    break
            else:
                return [self._unknown]
        return found


def _words(text: str) -> list[str]:
    spaced = "".join(map(_spaced, text))
    bare = unicodedata.normalize("NFD", spaced.lower())
    return "".join(map(_apart, bare)).split()


@lru_cache(maxsize=4096)
def _spaced(char: str) -> str:
    """Give a character as the words see it: white space as a blank, control characters gone, ideographs apart."""
    if char in "\t\n\r":
        return " "
    code = ord(char)
    category = unicodedata.category(char)
    if code in {0, 0xFFFD} or category in {"Cc", "Cf", "Co", "Cs"}:
        return ""
    if category == "Zs":
        return " "
    return f" {char} " if _is_within(code, _IDEOGRAPHS) else char


@lru_cache(maxsize=4096)
def _apart(char: str) -> str:
    """Give a character of a decomposed text: accents gone, punctuation apart."""
    category = unicodedata.category(char)
    if category == "Mn":
        return ""
    if category.startswith("P") or _is_within(ord(char), _ASCII_PUNCTUATION):
        return f" {char} "
    return char


def _is_within(code: int, ranges: tuple[tuple[int, int], ...]) -> bool:
    return any(first <= code <= last for first, last in ranges)

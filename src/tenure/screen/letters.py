"""Letters that are one to the eye or to a reader: compatibility forms, combining marks, look-alikes, parts of syllables.

Sources: Unicode Standard Annex 15 (normalisation) and Technical Standard 39 (confusables).
"""

from __future__ import annotations

import re
import unicodedata

from tenure.screen.pattern import Pattern

_CYRILLIC = dict(zip("аеорсухіјѕԁԛԝһԍгпкмтвнАВЕКМНОРСТУХІЈЅ", "aeopcyxijsdqwhgrnkmtbhABEKMHOPCTYXIJS", strict=True))
_GREEK = dict(zip("αβεικνορτυχγωΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "abeiknoptuxywABEZHIKMNOPTYX", strict=True))
_LOOKALIKE = {**_CYRILLIC, **_GREEK}
_LOOKALIKE_CLASS = "".join(_LOOKALIKE)
# Words that mix ASCII letters with look-alikes; a word of one script alone is left as it is.
MIXED = Pattern(rf"[A-Za-z0-9_{_LOOKALIKE_CLASS}-]{{2,}}")

# The parts of which a syllable of Hangul may be written.
JAMO = Pattern("[\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?")
_FOLDS_MAX = 8_192


def fold(text: str) -> str:
    """The folded reading of a text, for patterns that are to meet it in that form."""
    return text if text.isascii() else text.translate(FOLDED)


class _Folds(dict[int, str]):
    """What each letter folds to, worked out when it is first met."""

    def __missing__(self, point: int) -> str:
        folded = _fold_letter(chr(point))
        if len(self) < _FOLDS_MAX:
            self[point] = folded
        return folded


FOLDED = _Folds()


def _fold_letter(letter: str) -> str:
    if letter <= "~":
        return letter
    point = ord(letter)
    if 0xE0020 <= point <= 0xE007E:
        return chr(point - 0xE0000)
    if "\uac00" <= letter <= "\ud7a3":  # a syllable of Hangul is one letter; its parts are put together elsewhere
        return letter
    if unicodedata.category(letter) in ("Cf", "Mn", "Me") or letter in "\u115f\u1160\u3164\uffa0":
        return ""
    plain = unicodedata.normalize("NFKC", letter)
    return "".join(
        part for part in unicodedata.normalize("NFKD", plain) if unicodedata.category(part) not in ("Cf", "Mn")
    )


def is_blank(text: str) -> bool:
    """Tell whether nothing of a text can be seen: it is empty, or all spaces and invisible letters."""
    return not text or all(letter.isspace() or letter == "\u2800" or not FOLDED[ord(letter)] for letter in text)


def read_jamo(match: re.Match[str]) -> str:
    """The syllable that a match of `JAMO` writes in parts."""
    return unicodedata.normalize("NFC", match[0])


def read_mixed(match: re.Match[str]) -> str | None:
    """A match of `MIXED` in ASCII letters, or None if it does not mix scripts."""
    word = match[0]
    if word.isascii() or not any(letter.isascii() and letter.isalnum() for letter in word):
        return None
    return "".join(_LOOKALIKE.get(letter, letter) for letter in word)

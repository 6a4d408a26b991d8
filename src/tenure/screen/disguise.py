"""Letters that hide what is written: invisible ones, look-alikes, turned ones, other spellings of a letter."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator

from tenure.screen.directive import is_directive, sentences
from tenure.screen.injection import sign_flags
from tenure.screen.pattern import Pattern, holds_any

_TAGS = Pattern("(?<![\U000e0020-\U000e007e\U0001f3f4])[\U000e0020-\U000e007e]{4,}")
_TURNED = Pattern("[\u202d\u202e][^\u202c\n]{0,40}[A-Za-z]{2}")
_SCREEN_CODE = Pattern("\x1b\\[[0-9;]{0,12}[A-Za-z]|\x1b\\]|\x9b[0-9;]{0,12}m|[\b\r](?=[^\n])")
_INVISIBLE_IN_WORD = Pattern("[A-Za-z][\u00ad\u200b-\u200f\u2060-\u2064\ufeff\u180e]{1,8}[A-Za-z]")
_WIDE = Pattern("[\uff21-\uff3a\uff41-\uff5a]{6,}|(?:[\uff21-\uff3a\uff41-\uff5a]{2,}[\\s\uff01-\uff5e]{1,3}){2,}")
# Words in the letters of formulas, which formulas use one by one.
_FORMULA = Pattern("(?<![\U0001d400-\U0001d7cb])(?:[\U0001d400-\U0001d7cb]{2,}[\\s.,;:!?'’]{1,3}){3,}")
_APART = Pattern(
    r"(?<!\S)(?:[A-Za-z](?:[.,;:!?_|*/-]{1,2}[^\S\n]{0,4}|[^\S\n]{1,4}|[^\S\n]{0,4}\n{1,2}[^\S\n]{0,4})){20,}"
)
_MIXED_WORD = Pattern("[A-Za-z][а-яіјѕα-ω]|[а-яіјѕα-ω][A-Za-z]")
_LEET = Pattern(
    r"(?<![\w$@#.-])(?=[A-Za-z0-9$@]{0,13}[A-Za-z])(?=[A-Za-z]{0,13}[0134567$@][A-Za-z0-9$@])[A-Za-z0-9$@]{2,14}(?![\w$@-])"
)
_WORD = Pattern(r"[A-Za-z0-9$@]{2,}")
_LEET_LETTERS = str.maketrans("013457$@", "oleastsa")
_ENTITIES = Pattern(r"(?:&\#(?:\d{2,5}|x[0-9a-fA-F]{2,4});){8,}")
_COMMON = frozenset(
    (
        "the and user you your all ignore send from now on never always when with this that for not are any "
        "without from before asks about whenever "
        "to of in is as all the it yes no user users instructions previous system prompt remember future "
        "sessions starting today treat messages every must should answer access team"
    ).split()
)
_LEET_WORDS_MIN = 4
# The word itself, "the", "instruction" and "from now" as they look when turned.
_ROT13_MARKS = ("rot13", "ebg13", " gur ", "vafgehpgvba", "sebz abj")


def disguise_flags(text: str) -> Iterator[tuple[str, int, int]]:
    """Letters that hide what is written, in a text as it came, as (kind, start, end)."""
    yield from _disguises(text)
    if holds_any(text.lower(), _ROT13_MARKS):
        turned = codecs.encode(text, "rot13")
        said = (sentence.lower().rpartition(": ")[-1] for _, sentence in sentences(turned))
        directs = any(map(is_directive, said))
        if directs or any(True for _ in sign_flags(turned)):
            yield "injection.encoded", 0, len(text)


def _disguises(text: str) -> Iterator[tuple[str, int, int]]:
    if not text.isascii():
        for pattern in (_TAGS, _TURNED, _WIDE, _FORMULA):
            yield from (("injection.hidden", *match.span()) for match in pattern.finditer(text))
        for pattern in (_INVISIBLE_IN_WORD, _MIXED_WORD):
            found = list(pattern.finditer(text))
            if len(found) >= 3:
                yield "injection.hidden", found[0].start(), found[-1].end()
    if "\x1b" in text or "\r" in text or "\b" in text or "\x9b" in text:
        yield from (
            ("injection.hidden", *match.span()) for match in _SCREEN_CODE.finditer(text.replace("\r\n", "\n\n"))
        )
    if "&#" in text:
        yield from (("injection.hidden", *match.span()) for match in _ENTITIES.finditer(text))
    yield from (("injection.hidden", *match.span()) for match in _APART.finditer(text) if not _is_alphabet(match[0]))
    leet = list(_LEET.finditer(text))
    if len(leet) >= _LEET_WORDS_MIN and _is_leet(text, leet):
        yield "injection.hidden", leet[0].start(), leet[-1].end()


def _is_alphabet(text: str) -> bool:
    """Tell whether letters stand in their order: such a list hides no words."""
    letters = [letter for letter in text.lower() if letter.isalpha()]
    return letters == sorted(letters)


def _is_leet(text: str, leet: list[re.Match[str]]) -> bool:
    read = [word[0].lower().translate(_LEET_LETTERS) for word in leet]
    plain = sum(word.isalpha() for word in read)
    if plain < _LEET_WORDS_MIN or not any(word in _COMMON for word in read):
        return False
    return plain * 3 >= sum(1 for _ in _WORD.finditer(text))

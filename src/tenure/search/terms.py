"""Turn a text into the terms that are searched: stop words left out, stemmed, hashed.

Stemming: Snowball (Porter 2 for English). Only hashes are stored; a change of what this file gives
for a text makes the stored ones miss, so golden values in its tests hold it.
"""

from __future__ import annotations

import importlib
from functools import lru_cache
from hashlib import blake2b
from typing import Final, Protocol, cast

from tenure.search.words import STOP_WORDS, words

TERMS_MAX: Final = 96
"""Hashes given for one text: the width of an entry's search part."""

# The language is known by the script for these; all other words go to the stemmer that the caller names.
_SCRIPT_STEMMERS: Final = (
    ("\u0370", "\u03ff", "greek"),
    ("\u0400", "\u052f", "russian"),
    ("\u0530", "\u058f", "armenian"),
    ("\u0600", "\u06ff", "arabic"),
    ("\u0900", "\u097f", "hindi"),
    ("\u0b80", "\u0bff", "tamil"),
)
_STEM_CHARS_MAX: Final = 32


class _Stemmer(Protocol):
    def stemWord(self, word: str) -> str: ...  # noqa: N802 - the library's name


def stem_terms(text: str, *, language: str = "english") -> tuple[str, ...]:
    """Give the stemmed terms of a text, in order, with repeats.

    See `words.words` for how a text is divided. Stop words are left out, unless there is nothing else.

    Args:
        text: Any text; characters past `words.TEXT_CHARS_MAX` are not read.
        language: The Snowball algorithm for words in Latin script; words in Greek, Cyrillic, Armenian, Arabic,
            Devanagari and Tamil script have their own.

    Raises:
        ValueError: No Snowball algorithm has that name.

    >>> stem_terms("Please give me tables when comparing getUserNames()")
    ('give', 'tabl', 'compar', 'getusernam', 'get', 'user', 'name')
    """
    _stemmer_class(language)
    return tuple(_stem(word, language) for word in _content_words(text, None))


def term_hashes(text: str, *, most: int | None = TERMS_MAX) -> tuple[int, ...]:
    """Give a 32-bit hash for each of the first ``most`` terms of a text (of all if None), in order, with repeats.

    The same on every machine and in every process. 0 is never given: it pads the stored rows.

    >>> term_hashes("tables") == term_hashes("TABLE")
    True
    """
    return tuple(map(_hash, _content_words(text, most)))


@lru_cache(maxsize=4096)
def first_stem(word: str) -> str:
    """Give the first stemmed term of a word; the word itself if it has none."""
    return next(iter(stem_terms(word)), word)


def forget_stems() -> None:
    """Drop the words that the process remembers the stems of; the next texts are stemmed anew."""
    _stem.cache_clear()
    first_stem.cache_clear()
    _hashes.clear()


def _content_words(text: str, limit: int | None) -> list[str]:
    content: list[str] = []
    stops: list[str] = []
    for word in words(text):
        if word not in STOP_WORDS:
            content.append(word)
            if len(content) == limit:
                break
        elif limit is None or len(stops) < limit:
            stops.append(word)
    return content or stops


@lru_cache(maxsize=4096)
def _stem(word: str, language: str) -> str:
    return _stemmed(word, language)


def _stemmed(word: str, language: str) -> str:
    if not word.isalpha() and word.isascii():  # numbers and names with digits have no ending
        return word
    if len(word) > _STEM_CHARS_MAX:
        return word
    for first, last, own in _SCRIPT_STEMMERS:
        if first <= word[0] <= last:
            language = own
    # A stemmer keeps its word inside while it works: threads must not share one, and a new one costs a microsecond.
    return _stemmer_class(language)().stemWord(word) or word


@lru_cache
def _stemmer_class(language: str) -> type[_Stemmer]:
    # Straight to the Python classes: `snowballstemmer.stemmer()` gives whatever version of PyStemmer is installed, and
    # its stems may differ from the stored ones.
    try:
        module = importlib.import_module(f"tenure.search.snowball.{language}_stemmer")
    except ModuleNotFoundError:
        message = f"language: no Snowball algorithm of this name ({len(language)} characters)"
        raise ValueError(message) from None
    name = "".join(part.capitalize() for part in language.split("_"))
    return cast("type[_Stemmer]", getattr(module, f"{name}Stemmer"))


def _hash(word: str) -> int:
    # Remembered by Python's hash, which is keyed per process: a word of a query stands nowhere once it is answered.
    key = hash(word)
    known = _hashes.get(key)
    if known is None:
        term = _stemmed(word, "english")
        digest = blake2b(term.encode("utf-8", "surrogatepass"), digest_size=4, person=b"tenure.term").digest()
        known = int.from_bytes(digest, "big") or 1
        if len(_hashes) >= _HASHES_MAX:
            _hashes.clear()
        _hashes[key] = known
    return known


_HASHES_MAX: Final = 16_384
_hashes: Final[dict[int, int]] = {}

"""The byte forms in which a text, or a piece of it, may lie in a file. Pure; nothing of it is kept."""

from __future__ import annotations

import base64
import json
import unicodedata
from collections.abc import Iterator
from dataclasses import field
from typing import Final
from urllib.parse import quote

from tenure.values import dataclass

PIECE_CHARS_MIN: Final = 12
"""Shorter pieces of a text stand everywhere and would prove nothing."""
PIECES_MAX: Final = 200
TEXT_CHARS_MIN: Final = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Needle:
    """Bytes to look for, and what finding them means; they are never shown."""

    data: bytes = field(repr=False)
    what: str


def text_needles(text: str) -> tuple[Needle, ...]:
    """Give the forms of a text: whole in common encodings, then its pieces."""
    found: dict[bytes, str] = {}
    for form in dict.fromkeys(_spellings(text)):
        for name, data in _encoded(form):
            found.setdefault(data, name)
    for piece in _pieces(text):
        for encoding in ("utf-8", "utf-16-le"):
            found.setdefault(piece.encode(encoding, "surrogatepass"), "a piece of the text")
    return tuple(Needle(data=data, what=what) for data, what in found.items() if len(data) >= TEXT_CHARS_MIN)


def _spellings(text: str) -> Iterator[str]:
    for form in ("NFC", "NFD"):
        normal = unicodedata.normalize(form, text.strip())
        yield from (normal, normal.lower(), normal.upper(), normal.casefold())


def _encoded(text: str) -> Iterator[tuple[str, bytes]]:
    data = text.encode("utf-8", "surrogatepass")
    yield "the text", data
    for encoding in ("utf-16-le", "utf-16-be", "utf-32-le"):
        yield f"the text in {encoding}", text.encode(encoding, "surrogatepass")
    yield "the text in latin-1", text.encode("latin-1", "ignore")
    yield "the text in JSON", json.dumps(text)[1:-1].encode()
    yield "the text in a web address", quote(text, safe="").encode()
    yield "the text in hexadecimal digits", data.hex().encode()
    yield "the text in hexadecimal digits", data.hex().upper().encode()
    for shift in range(3):  # where it begins in the stream decides how base 64 spells it
        coded = base64.b64encode(bytes(shift) + data)
        whole = coded[(0, 2, 3)[shift] : len(coded) - (0 if (shift + len(data)) % 3 == 0 else 4)]
        yield "the text in base 64", whole
        yield "the text in base 64", whole.translate(bytes.maketrans(b"+/", b"-_"))


def _pieces(text: str) -> Iterator[str]:
    words = text.split()
    made = 0
    for start in range(len(words)):
        piece, end = words[start], start + 1
        while len(piece) < PIECE_CHARS_MIN and end < len(words):
            piece, end = f"{piece} {words[end]}", end + 1
        if len(piece) >= PIECE_CHARS_MIN and made < PIECES_MAX:
            made += 1
            yield piece
    if len(words) < 2:  # a script without spaces, or one long word
        for start in range(0, len(text) - PIECE_CHARS_MIN + 1, PIECE_CHARS_MIN // 2):
            yield text[start : start + PIECE_CHARS_MIN]

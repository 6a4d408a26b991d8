"""Looks for a word in every file that a memory left: as it is, and in the encodings in which texts are often kept."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

_STREAM_BYTES_MAX: Final = 1 << 22
"""Most bytes that are unpacked of one compressed stream."""

_ZLIB: Final = tuple(b"x" + bytes([second]) for second in (0x01, 0x5E, 0x9C, 0xDA))


def traces(places: Sequence[Path], word: str) -> list[str]:
    """Give the encodings in which a word stands in the files of these places, each once.

    UTF-8 in any case, UTF-16 in both orders, base64 at all three offsets, hexadecimal, each also reversed; and UTF-8
    inside zlib and gzip streams. What is encrypted or otherwise packed is not opened.

    Args:
        places: Files, and folders with all that is below them.
        word: A word of letters.
    """
    found: dict[str, None] = {}
    forms = dict(_forms(word))
    plain = word.casefold().encode()
    for path in _files(places):
        content = path.read_bytes()
        folded = content.lower()
        for name, needle in forms.items():
            if needle in (folded if name in {"utf-8", "utf-8 reversed"} else content):
                found[name] = None
        if any(plain in stream.lower() for stream in _streams(content)):
            found["compressed"] = None
    return list(found)


def _files(places: Iterable[Path]) -> Iterator[Path]:
    for place in places:
        yield from [place] if place.is_file() else (each for each in place.rglob("*") if each.is_file())


def _forms(word: str) -> Iterator[tuple[str, bytes]]:
    text = word.encode()
    yield "utf-8", word.casefold().encode()
    yield "utf-8 reversed", word.casefold().encode()[::-1]
    yield "utf-16-le", word.encode("utf-16-le")
    yield "utf-16-be", word.encode("utf-16-be")
    yield "hex", text.hex().encode()
    for offset in range(3):
        # Only what the word alone decides: the first and last characters depend on their neighbours.
        encoded = base64.b64encode(b"\0" * offset + text)
        yield f"base64 {offset}", encoded[(0, 2, 3)[offset] : (offset + len(text)) * 8 // 6]


def _streams(content: bytes) -> Iterator[bytes]:
    """Unpack whatever begins like a zlib or gzip stream, wherever in a file it begins."""
    for head, bits in ((each, zlib.MAX_WBITS) for each in _ZLIB):
        yield from _unpacked(content, head, bits)
    yield from _unpacked(content, b"\x1f\x8b\x08", zlib.MAX_WBITS | 16)


def _unpacked(content: bytes, head: bytes, bits: int) -> Iterator[bytes]:
    at = content.find(head)
    while at >= 0:
        with suppress(zlib.error):  # bytes that only look like its beginning
            yield zlib.decompressobj(bits).decompress(content[at:], _STREAM_BYTES_MAX)
        at = content.find(head, at + 1)

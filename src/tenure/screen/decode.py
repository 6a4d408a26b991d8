r"""What stands encoded in a text: found as runs, read, and given up at once where no text comes of it.

Runs that are read: percent escapes; character references; ``\u``, ``\x`` and octal escapes; lists of
numbers, bits in eights, hexadecimal pairs with signs between, ``chr()`` calls; base64 (of either alphabet, wrapped or
not), base32 and hexadecimal. Each pattern is bounded or possessive, so a run is read once.
"""

from __future__ import annotations

import base64
import binascii
import re
import unicodedata
from collections.abc import Iterator
from urllib.parse import unquote

from tenure.screen.pattern import Pattern

# Where two begin at one place the first one reads it. One pattern for all of them takes five times as long. Each stands
# beside what is in whatever it matches: most texts have none of it.
_ENCODED = (
    ("%", Pattern(r"(?P<percent>(?:%[0-9A-Fa-f]{2})++)")),
    ("&#", Pattern(r"(?P<reference>(?:&\#(?:[0-9]{2,9}|[xX][0-9A-Fa-f]{2,7});){4,}+)")),
    (
        "\\",
        Pattern(r"(?P<escape>(?:\\u[0-9A-Fa-f]{4}|\\u\{[0-9A-Fa-f]{2,6}\}|\\x[0-9A-Fa-f]{2}|\\[0-3][0-7]{2}){4,}+)"),
    ),
    ("chr(", Pattern(r"(?P<calls>chr\([0-9]{2,3}\)(?:[\s.+&,|]{0,4}chr\([0-9]{2,3}\)){3,}+)")),
    (
        "",
        Pattern(
            r"(?<![0-9A-Za-z])(?=[0-9A-Fa-f])(?:(?P<numbers>(?<![_.])[0-9]{2,3}+(?:[,;\s]\s?[0-9]{2,3}+(?![\w.])){7,}+)"
            r"|(?P<pairs>(?:0x)?[0-9A-Fa-f]{2}(?:[:\s,-]\s?(?:0x)?[0-9A-Fa-f]{2}(?![0-9A-Za-z])){7,}+)"
            r"|(?P<bits>(?<!\.)[01]{8}(?:[\s,-]?[01]{8}){3,}+(?![0-9])))"
        ),
    ),
    (
        "",
        Pattern(
            r"(?P<letters>[A-Za-z0-9+/_-]{16,}+(?:\r?\n[A-Za-z0-9+/_-]{4,}+)*+(?:\r?\n[A-Za-z0-9+/_-]{1,3}(?==))?={0,6}+)"
        ),
    ),
)
_HEX = Pattern(r"(?:0x)?(?P<digits>(?:[0-9a-fA-F]{2}){8,}+)\Z")
_BASE32 = Pattern(r"[A-Z2-7]{16,}+\Z")
_ESCAPE = Pattern(r"\\u\{([0-9A-Fa-f]{2,6})\}|\\u([0-9A-Fa-f]{4})|\\x([0-9A-Fa-f]{2})|\\([0-3][0-7]{2})")
_NUMBER = Pattern(r"[0-9]+")
_BITS = Pattern(r"[01]{8}")
_PAIR = Pattern(r"[0-9A-Fa-f]{2}(?![x0-9A-Fa-f])")
_URL_SAFE = str.maketrans("-_", "+/")
_POINT_MAX = 0x10FFFF
_PREFIX_BYTES_MIN = 16
_SEGMENT_CHARS_MIN = 16


def encoded_runs(text: str) -> Iterator[re.Match[str]]:
    """The runs of a text that may stand for another one, in order; no two overlap."""
    found = [pattern.search(text) if mark in text else None for mark, pattern in _ENCODED]
    while any(found):
        run = min((run for run in found if run), key=lambda each: each.start())
        yield run
        done = run.end()
        for at, ahead in enumerate(found):
            if ahead is not None and ahead.start() < done:
                found[at] = _ENCODED[at][1].search(text, done)


def read_encoded(match: re.Match[str]) -> str | None:
    """What a run says, or None if no text comes of it."""
    run = match[0]
    match match.lastgroup:
        case "percent":
            return _printable(unquote(run, errors="replace"))
        case "reference":
            from html import unescape  # noqa: PLC0415 - on first use: its table of names takes long to load

            return _printable(unescape(run))
        case "escape":
            return _printable(_ESCAPE.compiled().sub(_read_escape, run))
        case "numbers" | "calls":
            numbers = map(int, _NUMBER.compiled().findall(run))
            return _printable("".join(map(chr, numbers))) or _read_pairs(run)
        case "bits":
            return _text(bytes(int(bits[0], 2) for bits in _BITS.finditer(run)))
        case "pairs":
            return _read_pairs(run)
        case _:
            return _read_letters(run)


def _read_escape(part: re.Match[str]) -> str:
    point = int(part[4], 8) if part[4] else int(part[1] or part[2] or part[3], 16)
    return chr(point) if point <= _POINT_MAX else "\ufffd"


def _read_pairs(run: str) -> str | None:
    return _text(bytes.fromhex("".join(_PAIR.compiled().findall(run))))


def _read_letters(run: str) -> str | None:
    plain = "".join(run.split())
    found = _read_whole(plain)
    if found is None and "/" in plain:  # a path or an address that holds an encoded part
        read = [(part, _read_whole(part) if len(part) >= _SEGMENT_CHARS_MIN else None) for part in plain.split("/")]
        if any(said for _, said in read):
            return "/".join(said or part for part, said in read)
    return found


def _read_whole(run: str) -> str | None:
    bare = run.rstrip("=")
    digits = _HEX.match(bare)
    if digits is not None:
        return _text(bytes.fromhex(digits["digits"]))
    if _BASE32.match(bare):
        found = _base32(bare)
        if found is not None:
            return found
    size = len(bare) - (len(bare) % 4 == 1)  # one letter too many is the first of what follows
    padded = bare[:size].translate(_URL_SAFE) + "=" * (-size % 4)
    return _text(base64.b64decode(padded))


def _base32(bare: str) -> str | None:
    try:
        return _text(base64.b32decode(bare + "=" * (-len(bare) % 8)))
    except binascii.Error:
        return None


def _text(raw: bytes) -> str | None:
    """The text of bytes; if they turn to noise, what was plain letters before it, if that is long enough."""
    try:
        whole = _printable(raw.decode("utf-8"))
    except UnicodeDecodeError:
        whole = None
    if whole is not None:
        return whole
    length = next((at for at, byte in enumerate(raw) if not 32 <= byte < 127), len(raw))
    return raw[:length].decode("ascii") if length >= _PREFIX_BYTES_MIN else None


def _printable(text: str) -> str | None:
    if "\ufffd" in text:
        return None
    plain = (letter.isprintable() or letter in "\r\n\t" or unicodedata.category(letter) == "Cf" for letter in text)
    return text if all(plain) else None

"""Finds a secret again that was passed somewhere: any eight characters of it, in any form in which they may be written.

Forms: as it is (UTF-8), UTF-16, base64 at each of its three alignments, hexadecimal, percent, reversed, and escaped as
JSON does.
"""

from __future__ import annotations

import base64
import json
import logging
import random
import string
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

WINDOW = 8
_HEAD = 8
"""Bytes by which a needle is looked up before it is compared whole; no needle is shorter."""
_LETTERS = string.ascii_letters + string.digits


def windows(text: str) -> Iterator[str]:
    """Give every run of `WINDOW` characters of a text."""
    for at in range(len(text) - WINDOW + 1):
        yield text[at : at + WINDOW]


def forms(window: str) -> dict[str, tuple[bytes, ...]]:
    """Give the ways in which a run of characters may be written down, by name."""
    raw = window.encode()
    return {
        "plain": (raw,),
        "utf-16": (window.encode("utf-16-le"), window.encode("utf-16-be")),
        "base64": tuple(each for at in range(3) for each in _base64(raw, at)),
        "hex": (raw.hex().encode(), raw.hex().upper().encode()),
        "percent": (quote(window, safe="").encode(), "".join(f"%{byte:02X}" for byte in raw).encode()),
        "reversed": (window[::-1].encode(),),
        "json": (json.dumps(window)[1:-1].encode(), "".join(f"\\u{ord(each):04x}" for each in window).encode()),
    }


def _base64(raw: bytes, at: int) -> Iterator[bytes]:
    """Give what base64 makes of these bytes if ``at`` others stand before them, without what the others change."""
    whole = base64.b64encode(bytes(at) + raw).rstrip(b"=")
    first = -(-at * 8 // 6)
    last = len(whole) - (1 if (at + len(raw)) * 8 % 6 else 0)
    yield whole[first:last]
    yield whole[first:last].replace(b"+", b"-").replace(b"/", b"_")


class Watch:
    """Knows which secret was passed where, and finds any eight characters of one again."""

    def __init__(self) -> None:
        self.passed: dict[str, str] = {}
        self._needles: dict[bytes, list[tuple[bytes, str, str]]] = {}

    def plant(self, where: str, secret: str) -> str:
        """Know a secret by the place to which it is passed, and give it back."""
        self.passed[where] = secret
        for window in windows(secret):
            for form, needles in forms(window).items():
                for needle in needles:
                    assert len(needle) >= _HEAD, (form, needle)
                    self._needles.setdefault(needle[:_HEAD], []).append((needle, where, form))
        return secret

    def found_in(self, *places: bytes | str) -> list[str]:
        """Give where the secrets were passed that are in these texts, each with the form in which it was met."""
        found: dict[str, str] = {}
        for place in places:
            body = place.encode("utf-8", "surrogatepass") if isinstance(place, str) else place
            heads = {body[at : at + _HEAD] for at in range(len(body) - _HEAD + 1)}
            for head in heads & self._needles.keys():
                for needle, where, form in self._needles[head]:
                    if found.get(where) != "plain" and needle in body:
                        found[where] = form
        named = {where: where if form == "plain" else f"{where} ({form})" for where, form in found.items()}
        return [named[where] for where in self.passed if where in named]

    def found_under(self, *folders: Path) -> list[str]:
        """Give what is found in any file of these folders, or in a file's name."""
        files = [path for folder in folders for path in sorted(folder.rglob("*")) if path.is_file()]
        return [
            f"{path.name}: {each}"
            for path in files
            for each in self.found_in(path.read_bytes(), str(path.relative_to(path.anchor)))
        ]


def canary(name: str) -> str:
    """Give a random secret of 24 letters and digits, always the same for one name; it says nothing by itself."""
    rng = random.Random(f"canary:{name}")
    return "".join(rng.choices(_LETTERS, k=24)) + "7aZ"


@contextmanager
def logged(file: Path) -> Iterator[Path]:
    """Write everything that any library logs from its most talkative level on into a file."""
    handler = logging.FileHandler(file, encoding="utf-8")
    handler.setFormatter(logging.Formatter("%(asctime)s %(name)s %(pathname)s %(funcName)s %(message)s"))
    root, before = logging.getLogger(), logging.getLogger().level
    root.addHandler(handler)
    root.setLevel(logging.NOTSET + 1)
    try:
        yield file
    finally:
        root.removeHandler(handler)
        root.setLevel(before)
        handler.close()

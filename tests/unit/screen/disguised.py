"""Ways to write a text so that no pattern meets it as it is: one by one, and two at once."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping
from urllib.parse import quote

_LOOKALIKES = str.maketrans("aeopcx", "\u0430\u0435\u043e\u0440\u0441\u0445")


def _between(text: str, sign: str) -> str:
    return sign.join(text)


def _wide(text: str) -> str:
    return "".join(chr(ord(letter) + 0xFEE0) if "!" <= letter <= "~" else letter for letter in text)


def _base64(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def _percent(text: str) -> str:
    return "".join(f"%{byte:02X}" for byte in text.encode())


DISGUISES: Mapping[str, Callable[[str], str]] = {
    "zero width": lambda text: _between(text, "\u200b"),
    "soft hyphens": lambda text: _between(text, "\u00ad"),
    "combining marks": lambda text: _between(text, "\u0334"),
    "full width": _wide,
    "spaced out": lambda text: _between(text, " "),
    "dashed": lambda text: _between(text, "-"),
    "percent": _percent,
    "base64": _base64,
    "hexadecimal": lambda text: text.encode().hex(),
    "base64 twice": lambda text: _base64(_base64(text)),
    "hexadecimal in base64": lambda text: _base64(text.encode().hex()),
    "reversed": lambda text: text[::-1],
    "look-alike letters": lambda text: text.translate(_LOOKALIKES),
    "zero width in full width": lambda text: _between(_wide(text), "\u200b"),
    "base64 reversed": lambda text: _base64(text)[::-1],
    "percent in base64": lambda text: _base64(quote(text)),
    "look-alikes with soft hyphens": lambda text: _between(text.translate(_LOOKALIKES), "\u00ad"),
    "base64 spaced out": lambda text: _between(_base64(text), " "),
    "reversed with zero width": lambda text: _between(text[::-1], "\u200b"),
    "base64 with zero width": lambda text: _between(_base64(text), "\u200b"),
}
"""A name for each way, and the way."""

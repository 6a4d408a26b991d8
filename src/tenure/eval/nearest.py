"""Which texts share most words with a question: what a caller goes by whose memory has no search of its own."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from tenure.eval.system import Found

_WORD: Final = re.compile(r"\w{3,}")


def nearest(entries: Iterable[Found], question: str, limit: int) -> tuple[Found, ...]:
    """Give the entries that share most words of three letters or more with the question; none that shares none."""
    asked = _words(question)
    shared = [(len(asked & _words(each.text)), each) for each in entries]
    ranked = sorted((each for each in shared if each[0]), key=lambda each: -each[0])
    return tuple(found for _, found in ranked[:limit])


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.casefold()))

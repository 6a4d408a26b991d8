"""Divide a question that speaks of several things, so that each can be looked for by itself.

*Which was first, the trip to the coast or the new lens?* as a whole is nearest to what speaks of both; what speaks of
one alone stands behind all sorts of things. The joints are punctuation and words that join or compare, of the
languages in `words.STOP_WORDS` that are written in Latin script.
"""

from __future__ import annotations

import re
from typing import Final

from tenure.screen.pattern import Pattern
from tenure.screen.redact import cut_out
from tenure.search.words import STOP_WORDS, words

PARTS_MAX: Final = 4
"""Most parts that a question is divided into; a text of more is prose, and stays whole."""
WORDS_MIN: Final = 2
"""Least words of a part, those that say nothing aside: one word alone is found by the whole as well."""

_JOINS: Final = frozenset(
    "and or than between before after since when while until und oder zwischen bevor nachdem seit "
    "et ou entre avant apr\u00e8s depuis quand o y antes despu\u00e9s cuando".split()
)
_MARKS: Final = frozenset(",;:\u3001\uff0c\uff1b\uff1a")
_JOINT: Final = Pattern(rf"[,;:](?=\s)|[\u3001\uff0c\uff1b\uff1a]|\b(?:{'|'.join(sorted(_JOINS))})\b", re.IGNORECASE)


def parts_of(text: str) -> tuple[str, ...]:
    """Give the parts of a question about several things; nothing if it is about one, or is no question but prose.

    What must never be kept is cut out before it is divided: a part may lack the word by which a secret is known (R31).
    """
    if _MARKS.isdisjoint(text) and _JOINS.isdisjoint(text.lower().split()):  # as of most: no pattern is asked
        return ()
    told = [part for part in _divided(cut_out(text)) if _says_enough(part)]
    parts = tuple(dict.fromkeys(told))
    return parts if 1 < len(parts) <= PARTS_MAX else ()


def _divided(text: str) -> list[str]:
    start, parts = 0, list[str]()
    for joint in _JOINT.finditer(text):
        parts.append(text[start : joint.start()].strip())
        start = joint.end()
    return [*parts, text[start:].strip()]


def _says_enough(part: str) -> bool:
    return sum(word not in STOP_WORDS for word in words(part)) >= WORDS_MIN

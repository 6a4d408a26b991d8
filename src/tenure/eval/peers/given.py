"""Vectors for memories that take them from their host: Tenure's own, asked for over the line to the evaluation.

Every memory that compares by meaning gets the same vectors, and none fetches a model.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Final

WIDTH: Final = 384
"""Numbers in a vector; each vector has length 1."""
KEPT_MOST: Final = 20_000
"""Vectors kept so that a text is not asked for again; then all are dropped."""

Asking = Callable[[Sequence[str]], Sequence[bytes]]
Embed = Callable[[Sequence[str]], list[list[float]]]

_asking: list[Asking] = []
_known: dict[str, list[float]] = {}


def ask_with(ask: Asking) -> None:
    """Set who is asked: for texts it gives as many vectors, each as 4-byte floats of this machine."""
    _asking[:] = [ask]
    _known.clear()


def vectors(texts: Sequence[str]) -> list[list[float]]:
    """Give a unit vector a text."""
    new = [text for text in dict.fromkeys(texts) if text not in _known]
    if new:
        (ask,) = _asking
        if len(_known) + len(new) > KEPT_MOST:
            _known.clear()
            new = list(dict.fromkeys(texts))
        for text, packed in zip(new, ask(new), strict=True):
            numbers = array("f")
            numbers.frombytes(packed)
            _known[text] = numbers.tolist()
    return [_known[text] for text in texts]


def vector(text: str) -> list[float]:
    """Give the unit vector of a text."""
    return vectors([text])[0]

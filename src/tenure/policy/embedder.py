"""How a policy names what compares by meaning: nothing, or the model in the package."""

from __future__ import annotations

from typing import Final

LEXICAL: Final = "lexical"
MINILM: Final = "minilm"
NAMED: Final = (LEXICAL, MINILM)
"""The embedders that a policy may name, the nearest first."""
WANTED: Final = f"one of: {', '.join(NAMED)}"


def read_embedder(text: object) -> str:
    """Give the embedder that a text names.

    Raises:
        ValueError: It names none.
    """
    if not isinstance(text, str) or text not in NAMED:
        raise ValueError(WANTED)
    return text


def is_farther(new: str, old: str) -> bool:
    """Tell whether what is searched would go farther than before."""
    return NAMED.index(new) > NAMED.index(old)

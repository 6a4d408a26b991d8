"""The subkeys of one tenant as they lie in the key folder: wrapped by the root key, by two of them while it rotates."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import AbstractContextManager
from hashlib import sha256
from pathlib import Path
from typing import Final

from tenure.errors import StoreError
from tenure.store.cells import CellFolder, FileFolder
from tenure.store.seal import NONCE_BYTES, open_small, seal_small

SUBKEYS: Final = "subkeys"
_TWO: Final = b"tenure-subkeys-2"
_LENGTH_BYTES: Final = 4


def bound_of(tenant: str, store_id: bytes) -> bytes:
    """Give tenant and store id, framed: part of everything that is sealed."""
    return b"".join(len(part).to_bytes(4, "little") + part for part in (tenant.encode(), store_id))


def tenant_folder(keys: Path, tenant: str) -> Path:
    """Give where the keys of one tenant lie in the key folder; its name tells nobody of whom."""
    return keys / sha256(tenant.encode()).hexdigest()[:16]


def wrap(root: bytes, subkeys: bytes, bound: bytes) -> bytes:
    """Wrap the subkeys by a root key."""
    nonce = secrets.token_bytes(NONCE_BYTES)
    return nonce + seal_small(root, nonce, subkeys, bound)


def wraps_in(stored: bytes) -> tuple[bytes, ...]:
    """Give the wraps of a file: one, or two in the midst of a rotation."""
    if not stored.startswith(_TWO):
        return (stored,)
    start = len(_TWO) + _LENGTH_BYTES
    length = int.from_bytes(stored[len(_TWO) : start], "little")
    return stored[start : start + length], stored[start + length :]


def unwrap(root: bytes, stored: bytes, bound: bytes) -> tuple[bytes, bytes] | None:
    """Give the subkeys and the wrap that this root key opens, or None if it opens none."""
    for one in wraps_in(stored):
        opened = open_small(root, one[:NONCE_BYTES], one[NONCE_BYTES:], bound)
        if opened is not None:
            return opened, one
    return None


class Rotation:
    """Lets one root key follow another, so that at every moment one that lies at hand opens the subkeys.

    The caller holds the key folder's lock. `begin`, then the new root key takes its place, then `finish`.

    Args:
        keys: The key folder.
        tenant: Whose subkeys.
    """

    def __init__(self, keys: Path, *, tenant: str = "default") -> None:
        top = FileFolder(keys, is_writable=True)
        known = top.read_small("store")
        if known is None:
            raise StoreError("there is no memory yet", code="no_store", hint="Run `tenure init`.")
        self.lock: Callable[[], AbstractContextManager[None]] = top.lock
        self._bound = bound_of(tenant, known)
        self._folder = FileFolder(tenant_folder(keys, tenant), is_writable=True, within=top)

    def is_opened_by(self, root: bytes) -> bool:
        """Tell whether a root key opens the subkeys."""
        return unwrap(root, self._stored(), self._bound) is not None

    def begin(self, old: bytes, new: bytes) -> None:
        """Let both root keys open the subkeys.

        Raises:
            StoreError: The old one does not open them (``wrong_root_key``).
        """
        found = unwrap(old, self._stored(), self._bound)
        if found is None:
            raise StoreError("the root key does not open the keys of this store", code="wrong_root_key")
        subkeys, kept = found
        parts = (_TWO, len(kept).to_bytes(_LENGTH_BYTES, "little"), kept, wrap(new, subkeys, self._bound))
        self._folder.create_small(SUBKEYS, b"".join(parts))

    def finish(self, root: bytes) -> None:
        """Let this root key alone open the subkeys; for what a crash left, too."""
        finish(self._folder, root, self._bound)

    def _stored(self) -> bytes:
        stored = self._folder.read_small(SUBKEYS)
        if stored is None:
            raise StoreError("the key folder holds no keys for this tenant", code="keys_missing")
        return stored


def finish(folder: CellFolder, root: bytes, bound: bytes) -> None:
    """Keep the one wrap that a root key opens, if there are two."""
    stored = folder.read_small(SUBKEYS)
    found = None if stored is None else unwrap(root, stored, bound)
    if found is not None and found[1] != stored:
        folder.create_small(SUBKEYS, found[1])

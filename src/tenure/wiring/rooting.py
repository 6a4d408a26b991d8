"""The root key: a new one in its place, or the same one at another place; whole at every moment (R33)."""

from __future__ import annotations

import secrets
from pathlib import Path

from tenure.errors import RequestError, StoreError
from tenure.store.wrapping import Rotation
from tenure.vault.keyring import Keyring
from tenure.vault.root import (
    ROOT_BYTES,
    ROOT_VARIABLE,
    EnvironmentRoot,
    FileRoot,
    KeyringRoot,
    Place,
    resting_root,
    root_at,
    root_for,
)

__all__ = ["Place", "check_move", "move", "rotate"]


def rotate(keys: Path) -> None:
    """Put a fresh root key in the place of the old one; no other key changes, and nothing is sealed anew.

    1. The new root key is kept beside the old one. 2. The subkeys are wrapped by both. 3. The new one takes the old
    one's place. 4. The old wrap goes. Stopped after whichever step, the root key that lies in its place opens the
    store, and the next open or rotation tidies up.

    Raises:
        RequestError: The root key comes from the environment, where nothing can be put from here.
        StoreError: The root key is missing or does not open the keys.
    """
    root = rotatable(keys)
    rotation = Rotation(keys)
    with rotation.lock():
        old, new = root.load(), secrets.token_bytes(ROOT_BYTES)
        root.stage(new)
        rotation.begin(old, new)
        root.switch(new)
        rotation.finish(new)


def rotatable(keys: Path) -> FileRoot | KeyringRoot:
    """Give the place of a root key that can be rotated; for whoever asks a person first.

    Raises:
        RequestError: It comes from the environment, where nothing can be put from here.
        StoreError: It is missing or damaged.
    """
    root = root_for(keys)
    if isinstance(root, EnvironmentRoot):
        raise RequestError(
            "the root key comes from an environment variable",
            code="root_in_environment",
            hint="Move it to a file (`tenure keys move file`), rotate it, and move it back.",
        )
    root.load()
    return root


def check_move(keys: Path, to: Place) -> None:
    """See that the root key may be moved there, before a person is asked.

    Raises:
        RequestError: It lies there already.
        StoreError: No keyring is at hand.
    """
    before = resting_root(keys)
    if (before is None) if to is Place.ENVIRONMENT else type(before) is type(root_at(keys, to)):
        raise _there_already()
    if to is Place.KEYRING:
        Keyring()


def move(keys: Path, to: Place) -> None:
    """Keep the same root key at another place, and destroy it where it was.

    For the environment somebody must have set the variable already: it is compared, then the copy here is destroyed.

    Raises:
        RequestError: It lies there already, or the variable is not set to it (``variable_unset``).
        StoreError: The root key is missing or does not open the keys, or the keyring cannot be used.
    """
    rotation = Rotation(keys)
    with rotation.lock():
        before = resting_root(keys)
        if to is Place.ENVIRONMENT:
            _check_variable(rotation)
            if before is None:
                raise _there_already()
            before.destroy()
            return
        root = root_for(keys).load()
        if not rotation.is_opened_by(root):
            raise StoreError("the root key does not open the keys of this store", code="wrong_root_key")
        after = root_at(keys, to)
        if before is not None and type(before) is type(after):
            raise _there_already()
        after.keep(root)
        if after.load() != root:
            raise StoreError("the new place does not give the root key back", code="keys_damaged")
        if isinstance(after, KeyringRoot):
            after.mark()
        if before is not None:
            before.destroy()


def _there_already() -> RequestError:
    return RequestError("the root key lies there already", code="root_exists", hint="See `tenure keys status`.")


def _check_variable(rotation: Rotation) -> None:
    try:
        is_right = rotation.is_opened_by(EnvironmentRoot().load())
    except StoreError:
        is_right = False
    if not is_right:
        raise RequestError(
            f"the variable {ROOT_VARIABLE} is not set to this root key",
            code="variable_unset",
            hint=f"Set {ROOT_VARIABLE} for every process that opens the store, then run it again.",
        )

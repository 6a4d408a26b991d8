"""Read keys and secrets from environment variables, without ever showing them."""

from __future__ import annotations

import base64
import binascii
import os

from tenure.errors import StoreError


def read_variable(name: str) -> str | None:
    """Give the value of an environment variable, or None if it is missing or empty."""
    return os.environ.get(name) or None


def read_key(name: str, *, length: int) -> bytes | None:
    """Give the key in a variable (hex, or base64 with or without padding), or None if it is missing or empty.

    Args:
        name: The variable.
        length: How many bytes the key must have.

    Raises:
        StoreError: The value is neither, or has another length.
    """
    text = read_variable(name)
    if text is None:
        return None
    for decode in (bytes.fromhex, _from_base64):
        try:
            key = decode(text.strip())
        except ValueError:
            continue
        if len(key) == length:
            return key
    raise StoreError(
        f"the variable {name} holds no key of {length} bytes",
        code="keys_length",
        hint=f"Set it to {length} random bytes in hex or base64, as from: openssl rand -hex {length}",
    )


def _from_base64(text: str) -> bytes:
    try:
        return base64.b64decode(
            text.replace("-", "+").replace("_", "/") + "=" * (-len(text) % 4),
            validate=True,
        )
    except binascii.Error as error:
        raise ValueError from error

"""Buckets: the version and commitment of all rows of one form in one scope, and how a rollback of them is seen."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from typing import Final, NamedTuple

from tenure.errors import IntegrityError
from tenure.model.plain import from_plain, to_plain
from tenure.model.scope import Scope
from tenure.store.heads import Head
from tenure.store.keyfolder import KeyFolder
from tenure.store.rows import part_digest
from tenure.store.seal import NONCE_BYTES, open_small, seal_small

MODULUS: Final = 1 << 256
ZERO: Final = bytes(32)
NOWHERE: Final = Scope(project="-")
"""Stands where a scope must be given and there is none: for pages, and for tombstones known by digests alone."""


class Bucket(NamedTuple):
    """One row of `buckets`, in the order of the columns."""

    key: bytes
    form: int
    user_part: bytes | None
    project_part: bytes | None
    repository_part: bytes | None
    version: int
    live: int
    size: int
    next_seq: int
    commitment: bytes
    key_slot: int | None
    scope: bytes | None
    mac: bytes = b""


def part_digests(keys: KeyFolder, scope: Scope) -> dict[str, bytes | None]:
    """Give the keyed digests of the parts that a scope names."""
    return {name: part_digest(keys.subkeys, name, value) for name, value in scope.parts()}


def new_bucket(key: bytes, form: int, parts: Mapping[str, bytes | None]) -> Bucket:
    """Give a bucket as it is before its first row, placed by the digests of its scope's parts."""
    return Bucket(
        key,
        form,
        parts.get("user"),
        parts.get("project"),
        parts.get("repository"),
        version=0,
        live=0,
        size=0,
        next_seq=0,
        commitment=ZERO,
        key_slot=None,
        scope=None,
    )


def bucket_place(keys: KeyFolder, key: bytes) -> bytes:
    """Give the place of a bucket's rows, which is part of their associated data."""
    return keys.bound + key


def bucket_mac(keys: KeyFolder, bucket: Bucket) -> bytes:
    """Give the mac over a bucket's every column."""
    numbers = (bucket.form, bucket.version, bucket.live, bucket.size, bucket.next_seq)
    slot = b"" if bucket.key_slot is None else bucket.key_slot.to_bytes(8, "little")
    return keys.subkeys.digest(
        "mac",
        b"bucket",
        bucket_place(keys, bucket.key),
        bucket.user_part or b"",
        bucket.project_part or b"",
        bucket.repository_part or b"",
        *(number.to_bytes(8, "little") for number in numbers),
        bucket.commitment,
        slot,
        bucket.scope or b"",
        size=32,
    )


def check_bucket(keys: KeyFolder, bucket: Bucket) -> None:
    """Let a bucket's row pass if its mac fits.

    Raises:
        IntegrityError: A column was altered.
    """
    try:
        is_ours = secrets.compare_digest(bucket.mac, bucket_mac(keys, bucket))
    except (TypeError, ValueError, AttributeError, OverflowError):  # a column holds what is never written
        is_ours = False
    if not is_ours:
        raise IntegrityError("the state of a scope was altered", code="tampered")


def check_head(head: Head | None, version: int | None, commitment: bytes) -> None:
    """Let a bucket's state pass if it is not behind its head, which must have been read before it.

    Args:
        head: What the key folder knows, or None.
        version: The version in the data, or None if there is no such bucket.
        commitment: Its commitment.

    Raises:
        IntegrityError: The bucket was removed, rolled back, or differs at the same version.
    """
    if head is None:
        return
    if version is None:
        raise IntegrityError("the state of a scope was removed", code="removed")
    if version < head.version:
        raise IntegrityError("the data is older than the keys know it to be", code="rolled_back")
    if version == head.version and commitment != head.commitment:
        raise IntegrityError("the state of a scope was replaced", code="tampered")


def seal_scope(keys: KeyFolder, key: bytes, scope: Scope) -> tuple[int, bytes]:
    """Give a key slot and the sealed text of a bucket's scope."""
    ((slot, secret),) = keys.slots.reserve(1)
    nonce = secrets.token_bytes(NONCE_BYTES)
    text = json.dumps(to_plain(scope), separators=(",", ":")).encode()
    return slot, nonce + seal_small(secret, nonce, text + bytes(-len(text) % 64), bucket_place(keys, key))


def open_scope(keys: KeyFolder, bucket: Bucket) -> Scope | None:
    """Give the scope of a bucket, or None if it is empty or its key was destroyed.

    Raises:
        IntegrityError: The text does not open.
    """
    if bucket.scope is None or bucket.key_slot is None:
        return None
    secret = keys.slots.open([bucket.key_slot])[0]
    if secret is None:
        return None
    text = open_small(secret, bucket.scope[:NONCE_BYTES], bucket.scope[NONCE_BYTES:], bucket_place(keys, bucket.key))
    if text is None:
        raise IntegrityError("the name of a scope was altered", code="tampered")
    return from_plain(Scope, json.loads(text.rstrip(b"\0")))

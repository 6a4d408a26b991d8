"""Keyed digests and sealed records: AES-256-GCM under one key a record, every plain column authenticated.

A row is sealed in two parts under one random key and two nonces, fresh for each version: the body first, then the
search part, which binds the body's tag. Keyed digests are keyed BLAKE2b (RFC 7693) over length-framed parts.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterable, Sequence
from hashlib import blake2b
from typing import Any, Final, NamedTuple, cast

from tenure.errors import IntegrityError

NONCE_BYTES: Final = 12
TAG_BYTES: Final = 16
BODY_STEP: Final = 128
BODY_BYTES_MAX: Final = 1_000_000
_PLAIN: Final = struct.Struct("<QBBQQqqqQBHBBBB")
_LENGTH: Final = struct.Struct("<BI")
_BODY_FORM: Final = 1

# Texts that bodies share, commonest last; what is stored depends on it, so it is never changed, only followed by a new
# one with the next body form.
_DICTIONARY: Final = (
    b'"declarative""term""symbol":"terminal","present","client","host","http:https://www."web","file","tool","entry",'
    b'"valid_from":"valid_until":"supersedes":"ent_"derived_from":["ent_"flags":["is_order":true,"status_at":"20'
    b'"grant_id":"grant_"lapses_at":"2026-"request":"correct","forget","challenge","target_id":"ent_"target_version":'
    b'"quoted":"flags":["quarantined":true,"digest":"idempotency":"task_id":"task_"reason":"'
    b'"entity":"attribute":"value":"applies_when":"concerns":"instruction","fact","code","agent","code_check":"commit":'
    b'["blob",["commit",["end",["path",["repository",["symbol",["span",["start",["lines_digest",["around_digest","'
    b'"approval":{"person":"at":"2026-"strength":"host","proposal_id":"prop_"digest":"signature":"key_id":"'
    b'{"claim":{"text":"kind":"preference"},"purpose":{"name":"answering","detail":"coding","reviewing","planning",'
    b'"citations":[{"scheme":"statement","address":"note_"seen_at":"2026-"origin":{"channel":"user","principal":"'
    b'"trust":2,"details":[["digest","["speaker","["span","]]}],"origin":{"channel":"user","principal":"},"trust":3,'
    b'"confidence":{"basis":"confirmed","number":1.0},"worded_by":{"channel":"user","principal":"agent"},'
    b'"observed_at":"2026-01-01T00:00:00Z","recorded_at":"2026-01-01T00:00:00Z","lifetime":{"expires_at":"2027-'
    b'"review_at":"2026-"review_on":["idle":2419200,"age_max":31536000},"approval":{"person":"","at":"2026-'
    b'"proposal_id":"prop_","last_used_at":"2026-","verified_at":"2026-"'
)


class Row(NamedTuple):
    """One stored version of one record, in the order of the columns; by number they are read where many rows are.

    ``seal`` is the body's tag; ``search`` is None but for entries; ``search`` and ``body`` are None where only the
    plain columns were read.
    """

    seq: int
    record_id: str
    form: int
    status: int
    version: int
    changed: int
    slot: bytes | None
    concerned: bytes | None
    text: bytes | None
    recorded_at: int
    ends_at: int
    review_at: int
    key_slot: int
    is_single: int
    nonce: bytes
    seal: bytes
    search: bytes | None = None
    body: bytes | None = None


def keyed(key: bytes, use: bytes, *parts: bytes, size: int = 16) -> bytes:
    """Give a keyed digest of ``parts`` for one use; no two lists of parts are framed alike."""
    framed = b"".join([len(part).to_bytes(4, "little") + part for part in parts])
    return blake2b(framed, digest_size=size, key=key, person=use).digest()


def plain_bytes(place: bytes, row: Row) -> bytes:
    """Give the plain columns of a row, with its place (tenant, store, bucket), as associated data.

    Raises:
        IntegrityError: A column holds a value that is never written.
    """
    return plains_of(place, (row,))[0]


def plains_of(place: bytes, rows: Iterable[Row]) -> list[bytes]:
    """Give the plain columns of each of many rows of one place, as `plain_bytes` does.

    Raises:
        IntegrityError: A column holds a value that is never written.
    """
    found, pack = list[bytes](), _PLAIN.pack
    try:
        for row in rows:
            (seq, record_id, form, status, version, changed, slot, concerned, text,
             recorded_at, ends_at, review_at, key_slot, is_single, nonce, _, _, _) = row  # fmt: skip
            name, slot, concerned, text = record_id.encode(), slot or b"", concerned or b"", text or b""
            numbers = pack(
                seq, form, status, version, changed, recorded_at, ends_at, review_at, key_slot, is_single,
                len(name), len(slot), len(concerned), len(text), len(nonce),
            )  # fmt: skip
            found.append(b"".join((place, numbers, name, slot, concerned, text, nonce)))
    except (struct.error, TypeError, ValueError, AttributeError):
        raise IntegrityError("a record holds what is never written", code="tampered") from None
    return found


def row_item(key: bytes, plain: bytes, row: Row) -> int:
    """Give what a live row adds to its bucket's commitment: a keyed digest of every plain column and the seal.

    Raises:
        IntegrityError: The seal is not 16 bytes long.
    """
    return row_items(key, (plain,), (row,))[0]


def row_items(key: bytes, plains: Iterable[bytes], rows: Iterable[Row]) -> list[int]:
    """Give what each of many rows adds to their bucket's commitment, as `row_item` does.

    Raises:
        IntegrityError: A seal is not 16 bytes long.
    """
    begun, found = blake2b(digest_size=32, key=key, person=b"item"), list[int]()
    for plain, row in zip(plains, rows, strict=True):
        seal = row[15]
        if type(seal) is not bytes or len(seal) != TAG_BYTES:
            raise IntegrityError("a record holds what is never written", code="tampered")
        digest = begun.copy()
        digest.update(plain + seal)
        found.append(int.from_bytes(digest.digest(), "little"))
    return found


def seal_row(key: bytes, place: bytes, row: Row, *, body: bytes, search: bytes | None) -> Row:
    """Give the row with its parts sealed under ``key``; the row's nonce must be fresh."""
    gcm = _gcm(key)
    plain = plain_bytes(place, row)
    sealed = gcm.encrypt(_other(row.nonce), _pad(body), plain)
    tag = sealed[-TAG_BYTES:]
    opened = None if search is None else gcm.encrypt(row.nonce, search, plain + tag)
    return row._replace(seal=tag, search=opened, body=sealed[:-TAG_BYTES])


def open_search(key: bytes, plain: bytes, row: Row) -> bytes:
    """Give the search part of a row.

    Raises:
        IntegrityError: It, a plain column or the seal was altered.
    """
    return open_searches(((row, plain, key),))[0]


def open_searches(sealed: Iterable[tuple[Row, bytes, bytes]]) -> list[bytes]:
    """Give the search parts of many rows, each given with its plain columns and its key.

    Raises:
        IntegrityError: One, a plain column or a seal was altered.
    """
    try:
        return [_gcm(key).decrypt(row[14], row[16] or b"", plain + row[15]) for row, plain, key in sealed]
    except Exception:  # noqa: BLE001 - InvalidTag and every other failure mean the same, and name no value
        raise IntegrityError("a search part failed its own check", code="tampered") from None


def open_body(key: bytes, plain: bytes, row: Row) -> bytes:
    """Give the body of a row.

    Raises:
        IntegrityError: It or a plain column was altered.
    """
    try:
        return _unpad(cast("bytes", _gcm(key).decrypt(_other(row.nonce), (row.body or b"") + row.seal, plain)))
    except Exception:  # noqa: BLE001 - InvalidTag and every other failure mean the same, and name no value
        raise IntegrityError("a record failed its own check", code="tampered") from None


def check_body(key: bytes, plain: bytes, row: Row) -> None:
    """Let a row pass whose body and plain columns are what was sealed, without unpacking it.

    Raises:
        IntegrityError: The body or a plain column was altered.
    """
    try:
        _gcm(key).decrypt(_other(row.nonce), (row.body or b"") + row.seal, plain)
    except Exception:  # noqa: BLE001 - InvalidTag and every other failure mean the same, and name no value
        raise IntegrityError("a record failed its own check", code="tampered") from None


def seal_small(key: bytes, nonce: bytes, data: bytes, bound: bytes) -> bytes:
    """Seal a small value (a scope's text, a wrapped key) under a key and a nonce that are used for nothing else."""
    return cast("bytes", _gcm(key).encrypt(nonce, data, bound))


def open_small(key: bytes, nonce: bytes, sealed: bytes, bound: bytes) -> bytes | None:
    """Give a small value back, or None if it does not open."""
    try:
        return cast("bytes", _gcm(key).decrypt(nonce, sealed, bound))
    except Exception:  # noqa: BLE001 - InvalidTag and every other failure mean the same, and name no value
        return None


def open_smalls(key: bytes, sealed: Sequence[tuple[bytes, bytes, bytes]]) -> Sequence[bytes | None]:
    """Give small values back that were sealed under one key, each by nonce, sealed bytes and what they are bound to.

    None stands for each that does not open; mostly all do, and then none is looked at by itself.
    """
    decrypt: Callable[[bytes, bytes, bytes], bytes] = _gcm(key).decrypt
    try:
        return [decrypt(*each) for each in sealed]
    except Exception:  # noqa: BLE001 - InvalidTag and every other failure mean the same, and name no value
        return [open_small(key, *each) for each in sealed]


def _gcm(key: bytes) -> Any:  # noqa: ANN401 - the library is loaded on first use, its type too
    global _gcm_class  # noqa: PLW0603 - the library is loaded on first use
    if _gcm_class is None:
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415 - start-up is measured

        _gcm_class = AESGCM
    return _gcm_class(key)


_gcm_class: Any = None


def _other(nonce: bytes) -> bytes:
    return nonce[:-1] + bytes([nonce[-1] ^ 1])


def _pad(body: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, _DICTIONARY)
    packed = packer.compress(body) + packer.flush()
    framed = _LENGTH.pack(_BODY_FORM, len(packed)) + packed
    return framed + bytes(-len(framed) % BODY_STEP)


def _unpad(padded: bytes) -> bytes:
    form, length = _LENGTH.unpack_from(padded)
    if form != _BODY_FORM:
        raise ValueError("unknown body form")
    unpacker = zlib.decompressobj(-15, _DICTIONARY)
    body = unpacker.decompress(padded[_LENGTH.size : _LENGTH.size + length], BODY_BYTES_MAX)
    if not unpacker.eof or unpacker.unconsumed_tail:
        raise ValueError("too long")
    return body

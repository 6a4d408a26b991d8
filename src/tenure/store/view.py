"""The search part of an entry: its layout, and how it is packed.

A part is: what follows (form, term blocks, width of the vector); the head's fields; the terms, padded with 0 to whole
blocks; the vector, if there is one. Parts of the first version are a head with `TERMS_MAX` terms and nothing else. The
layout is sealed as it stands here. Marks (purpose, slot, text, embedder) are plain hashes, so that what stands above
the store can compute and compare them; they never leave the seal.
"""

from __future__ import annotations

import struct
from datetime import datetime
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

from tenure.model.citation import cited_entries
from tenure.model.claim import Kind
from tenure.model.entry import LIVE, Basis, Entry, Status
from tenure.model.folding import fold_text
from tenure.model.slot import Slot
from tenure.store.times import instant_micros
from tenure.store.vector import Vector

if TYPE_CHECKING:  # numpy is loaded on first use only; its name is needed for types alone
    import numpy as np

TERMS_MAX: Final = 96
TERMS_BLOCK: Final = 16
"""Terms are padded to whole blocks of so many, so that a part's length tells little of its text."""
WIDTH_MAX: Final = 4_096
"""The widest vector that is kept."""
KIND_CODES: Final = {Kind.PREFERENCE: 1, Kind.INSTRUCTION: 2, Kind.FACT: 3, Kind.CODE: 4}
STATUS_CODES: Final = {
    Status.PENDING: 1,
    Status.DECLINED: 2,
    Status.LAPSED: 3,
    Status.ACTIVE: 4,
    Status.CONTESTED: 5,
    Status.CHALLENGED: 6,
    Status.SUPERSEDED: 7,
    Status.REVOKED: 8,
    Status.FORGOTTEN: 9,
}
LIVE_CODES: Final = frozenset(STATUS_CODES[status] for status in LIVE)
"""The codes of the entries that still stand in their scope."""
BASIS_CODES: Final = {Basis.CONFIRMED: 1, Basis.STATED: 2, Basis.VERIFIED: 3, Basis.INFERRED: 4}
FLAG_ORDER: Final = 1
"""Bit of `flags`: the entry is an order (R11)."""
FLAG_RAISED: Final = 2
"""Bit of `flags`: a screen or gate raised something when it was written."""
FLAG_DERIVED: Final = 4
"""Bit of `flags`: the entry rests on other entries, by derivation or by an ``entry:`` citation (R26)."""
FLAG_FALLEN: Final = 8
"""Bit of `flags`: the entry fell with what it rests on (R26)."""

_FIELDS: Final = (
    ("kind", "u1"),
    ("trust", "u1"),
    ("basis", "u1"),
    ("status", "u1"),
    ("flags", "<u4"),
    ("purpose", "<u8"),
    ("slot", "<u8"),
    ("text", "<u8"),
    ("ends_at", "<i8"),
    ("review_at", "<i8"),
    ("recorded_at", "<i8"),
    ("valid_from", "<i8"),
    ("valid_until", "<i8"),
)
_FORM: Final = 0x10
"""First byte of a part; those of the first version begin with the kind, which is lower."""
_FIRST: Final = struct.Struct("<BBH")
SHAPE_BYTES: Final = _FIRST.size
"""First bytes of a part: those of two parts of one shape are equal."""
_HEAD: Final = struct.Struct("<BBBBI3Q5q")
_VECTOR: Final = struct.Struct("<Qf")


@lru_cache(maxsize=1)
def head_type() -> np.dtype[np.void]:
    """Give the array type of an opened view (`ScopeView.heads`).

    Fields: ``kind``, ``trust`` (the number of `Trust`), ``basis``, ``status`` by the code tables of this module;
    ``flags`` (bits ``FLAG_...``); ``purpose``, ``slot``, ``text`` as marks (0 for no slot); ``ends_at`` (the earlier of
    expiry and age ceiling), ``review_at``, ``recorded_at``, ``valid_from``, ``valid_until`` in microseconds since 1970
    (0 for none); ``terms``, `TERMS_MAX` hashes padded with 0.
    """
    import numpy as np  # noqa: PLC0415 - loaded on first use, so that a start without a recall does not pay

    return np.dtype([*_FIELDS, ("terms", "<u4", (TERMS_MAX,))])


@lru_cache(maxsize=64)
def purpose_mark(name: str) -> int:
    """Give the mark of a purpose's name, as in ``heads["purpose"]``."""
    return _mark(b"purpose", name)


def slot_mark(slot: Slot | None) -> int:
    """Give the mark of a slot, as in ``heads["slot"]``; 0 for none. The same in every scope."""
    return 0 if slot is None else _mark(b"slot", slot.entity, slot.attribute)


def text_mark(text: str) -> int:
    """Give the mark of a claim's text, folded, as in ``heads["text"]``."""
    return _mark(b"text", fold_text(text))


def pack_head(entry: Entry, terms: tuple[int, ...], vector: Vector | None = None) -> bytes:
    """Give the search part of an entry.

    Raises:
        ValueError: There are more than `TERMS_MAX` terms, or the vector is wider than `WIDTH_MAX`.
    """
    width = 0 if vector is None else len(vector.numbers)
    if len(terms) > TERMS_MAX or width > WIDTH_MAX:
        raise ValueError(f"at most {TERMS_MAX} terms, and a vector of at most {WIDTH_MAX} numbers")
    rests = FLAG_DERIVED * bool(entry.derived_from or cited_entries(entry.citations)) | FLAG_FALLEN * entry.is_fallen
    head = _HEAD.pack(
        KIND_CODES[entry.claim.kind],
        entry.trust,
        BASIS_CODES[entry.confidence.basis],
        STATUS_CODES[entry.status],
        FLAG_ORDER * entry.is_order | FLAG_RAISED * bool(entry.flags) | rests,
        purpose_mark(entry.purpose.name),
        slot_mark(entry.claim.slot),
        text_mark(entry.claim.text),
        instant_micros(entry.lifetime.ends_at(entry.recorded_at)),
        instant_micros(entry.lifetime.due_at(entry.used_at())),
        instant_micros(entry.recorded_at),
        instant_micros(entry.valid_from),
        instant_micros(entry.valid_until),
    )
    blocks = -(-len(terms) // TERMS_BLOCK)
    padded = struct.pack(f"<{blocks * TERMS_BLOCK}I", *terms, *(0,) * (blocks * TERMS_BLOCK - len(terms)))
    tail = b"" if vector is None else _VECTOR.pack(vector.mark, vector.scale) + vector.numbers
    return b"".join((_FIRST.pack(_FORM, blocks, width), head, padded, tail))


def keep_vector(part: bytes, older: bytes) -> bytes:
    """Give a part that has no vector with the vector of an older part of the same entry, if that has one."""
    blocks, width = part_shape(older)
    if not width:
        return part
    form, own, _ = _FIRST.unpack_from(part)
    return _FIRST.pack(form, own, width) + part[_FIRST.size :] + older[_FIRST.size + _HEAD.size + 64 * blocks :]


def is_part(part: bytes) -> bool:
    """Tell whether a part is as long as its first bytes say."""
    if not part or part[0] < _FORM:
        return len(part) == _HEAD.size + 4 * TERMS_MAX
    if part[0] != _FORM or len(part) < _FIRST.size:
        return False
    blocks, width = part_shape(part)
    tail = _VECTOR.size + width if width else 0
    return blocks * TERMS_BLOCK <= TERMS_MAX and len(part) == _FIRST.size + _HEAD.size + 64 * blocks + tail


def part_shape(part: bytes) -> tuple[int, int]:
    """Give the term blocks and the width of the vector; for a part of the first version -1 and 0."""
    if part[0] < _FORM:
        return -1, 0
    _, blocks, width = _FIRST.unpack_from(part)
    return blocks, width


def head_run(blocks: int) -> slice:
    """Give where in parts of so many term blocks the fields of a head stand, its terms with them, as in `head_type`."""
    if blocks < 0:
        return slice(0, _HEAD.size + 4 * TERMS_MAX)
    return slice(_FIRST.size, _FIRST.size + _HEAD.size + 64 * blocks)


@lru_cache(maxsize=64)
def part_type(blocks: int, width: int) -> np.dtype[np.void]:
    """Give the array type of parts of one shape: the fields of a head, ``terms`` if any, those of a vector if any."""
    import numpy as np  # noqa: PLC0415 - loaded on first use, so that a start without a recall does not pay

    if blocks < 0:
        return head_type()
    terms = [("terms", "<u4", (TERMS_BLOCK * blocks,))] if blocks else []
    vector = [("mark", "<u8"), ("scale", "<f4"), ("numbers", "i1", (width,))] if width else []
    return np.dtype([("first", f"V{_FIRST.size}"), *_FIELDS, *terms, *vector])


def _mark(use: bytes, *texts: str) -> int:
    # 0 stands for "none", so no mark is 0.
    framed = b"\0".join(text.encode() for text in texts)
    return int.from_bytes(blake2b(framed, digest_size=8, person=use).digest(), "little") or 1


def head_instant(at: datetime) -> int:
    """Give an instant as ``heads`` keep it, for comparing: microseconds since 1970."""
    return instant_micros(at)

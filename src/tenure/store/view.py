"""The search part of an entry: its fixed layout, how it is packed, and how many are read as one NumPy array.

The layout is sealed as it stands here and opened without decoding. Marks (purpose, slot, text) are plain hashes, so
that what stands above the store can compute and compare them; they never leave the seal.
"""

from __future__ import annotations

import struct
from datetime import datetime
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

from tenure.model.citation import cited_entries
from tenure.model.claim import Kind
from tenure.model.entry import Basis, Entry, Status
from tenure.model.slot import Slot, fold_text
from tenure.store.times import instant_micros

if TYPE_CHECKING:  # numpy is loaded on first use only; its name is needed for types alone
    import numpy as np
    from numpy.typing import NDArray

TERMS_MAX: Final = 96
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
BASIS_CODES: Final = {Basis.CONFIRMED: 1, Basis.STATED: 2, Basis.VERIFIED: 3, Basis.INFERRED: 4}
FLAG_ORDER: Final = 1
"""Bit of `flags`: the entry is an order (R11)."""
FLAG_RAISED: Final = 2
"""Bit of `flags`: a screen or gate raised something when it was written."""
FLAG_DERIVED: Final = 4
"""Bit of `flags`: the entry rests on other entries, by derivation or by an ``entry:`` citation (R26)."""

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
_LAYOUT: Final = struct.Struct(f"<BBBBI3Q5q{TERMS_MAX}I")
SEARCH_BYTES: Final = _LAYOUT.size


@lru_cache(maxsize=1)
def head_type() -> np.dtype[np.void]:
    """Give the array type of an opened view (`ScopeView.heads`).

    Fields: ``kind``, ``trust`` (the number of `Trust`), ``basis``, ``status`` by the code tables of this module;
    ``flags`` (bits `FLAG_ORDER`, `FLAG_RAISED`, `FLAG_DERIVED`); ``purpose``, ``slot``, ``text`` as marks (0 for no
    slot); ``ends_at`` (the earlier of expiry and age ceiling), ``review_at``, ``recorded_at``, ``valid_from``,
    ``valid_until`` in microseconds since 1970 (0 for none); ``terms``, `TERMS_MAX` hashes padded with 0.
    """
    import numpy as np  # noqa: PLC0415 - loaded on first use, so that a start without a recall does not pay

    return np.dtype([*_FIELDS, ("terms", "<u4", (TERMS_MAX,))])


def __getattr__(name: str) -> np.dtype[np.void]:
    """Give `HEAD`, the array type of `head_type`, on first use."""
    if name == "HEAD":
        return head_type()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


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


def pack_head(entry: Entry, terms: tuple[int, ...]) -> bytes:
    """Give the search part of an entry, `SEARCH_BYTES` long.

    Raises:
        ValueError: There are more than `TERMS_MAX` terms.
    """
    if len(terms) > TERMS_MAX:
        raise ValueError(f"at most {TERMS_MAX} terms")
    is_derived = bool(entry.derived_from or cited_entries(entry.citations))
    return _LAYOUT.pack(
        KIND_CODES[entry.claim.kind],
        entry.trust,
        BASIS_CODES[entry.confidence.basis],
        STATUS_CODES[entry.status],
        FLAG_ORDER * entry.is_order | FLAG_RAISED * bool(entry.flags) | FLAG_DERIVED * is_derived,
        purpose_mark(entry.purpose.name),
        slot_mark(entry.claim.slot),
        text_mark(entry.claim.text),
        instant_micros(entry.lifetime.ends_at(entry.recorded_at)),
        instant_micros(entry.lifetime.due_at(entry.used_at())),
        instant_micros(entry.recorded_at),
        instant_micros(entry.valid_from),
        instant_micros(entry.valid_until),
        *terms,
        *(0,) * (TERMS_MAX - len(terms)),
    )


def read_heads(packed: bytes) -> NDArray[np.void]:
    """Give many search parts, one after the other, as one array; not writable."""
    import numpy as np  # noqa: PLC0415 - loaded on first use, so that a start without a recall does not pay

    return np.frombuffer(packed, dtype=head_type())


def _mark(use: bytes, *texts: str) -> int:
    # 0 stands for "none", so no mark is 0.
    framed = b"\0".join(text.encode() for text in texts)
    return int.from_bytes(blake2b(framed, digest_size=8, person=use).digest(), "little") or 1


def head_instant(at: datetime) -> int:
    """Give an instant as ``heads`` keep it, for comparing: microseconds since 1970."""
    return instant_micros(at)

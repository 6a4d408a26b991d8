"""What a change is while it is written: buckets, the rows that it meets, and what it leaves to do."""

from __future__ import annotations

from dataclasses import field

from tenure.model.receipt import Receipt, ReceiptState
from tenure.model.scope import Scope
from tenure.store import rows
from tenure.store.buckets import Bucket
from tenure.store.ends import End
from tenure.store.heads import Head
from tenure.store.records import Change, IndexedEntry
from tenure.store.seal import Row
from tenure.values import dataclass


@dataclass(slots=True, kw_only=True)
class State:
    """A bucket while it is being written."""

    bucket: Bucket
    scope: Scope | None
    total: int
    is_tidied: bool = False
    put: dict[int, Row] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """A row as it is stored, checked, with its plain bytes and the key that it keeps for all its versions."""

    row: Row
    plain: bytes
    secret: bytes


@dataclass(slots=True, kw_only=True)
class Written:
    """What a committed change leaves to do and to count.

    Args:
        heads: New heads, to be written after the commit.
        ends: Lines for the journal of ends.
        buried: Lines for the same journal that say which tombstones were put.
        put: The rows that were put, by sequence number, by the key of their bucket: of entries alone.
        erased: Sequence numbers of the rows erased, by the key of their bucket.
        counts: Records erased, by place.
        records: Id and nonce (hex) of each record erased.
    """

    heads: list[Head] = field(default_factory=list)
    ends: list[End] = field(default_factory=list)
    buried: list[End] = field(default_factory=list)
    put: dict[bytes, dict[int, Row]] = field(default_factory=dict)
    erased: dict[bytes, list[int]] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    records: list[tuple[str, str]] = field(default_factory=list)


def slots_wanted(change: Change) -> int:
    """Give about how many key slots a change will take, so that they are reserved at once: new records take one."""
    return (
        sum(rows.version_of(one.entry if isinstance(one, IndexedEntry) else one) <= 1 for one in change.put)
        + len(change.erase)
        + len({type(one) for one in change.put if not isinstance(one, IndexedEntry)})
    )


def awaits_receipt(change: Change) -> bool:
    """Tell whether the next version of a receipt will follow the change, to say what became of it."""
    return any(isinstance(one, Receipt) and one.state is ReceiptState.PENDING for one in change.put)

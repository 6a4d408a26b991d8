"""The newest known state of every bucket and of the ledger, kept apart from the data: what a rollback cannot take back.

A table of 64-byte cells by open addressing: key (16), version (8), commitment (32), check (8). Cell 0 is the header.
It is written after the data commit and not synced: data ahead of it is a crash, data behind it is a rollback.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from tenure.errors import IntegrityError
from tenure.store.cells import CELL, CellFolder, Cells
from tenure.store.keys import Subkeys

KEYS_BACK: Final = (
    "Put the whole key folder back: without it nobody can tell this data from an older copy. If it is lost for good, "
    "restore a backup (`tenure restore FILE`), or take the data as it is (`tenure keys accept`)."
)
_NAME: Final = "heads"
_MAGIC: Final = b"tenure-h"
_HEADER: Final = struct.Struct("<8sQQ?39x")
_HEAD: Final = struct.Struct("<16sQ32s8s")
FIRST_CAPACITY: Final = 256
_SEEN_MAX: Final = 10_000
_EMPTY: Final = bytes(CELL)


class Head(NamedTuple):
    """The newest state of one chain: a bucket's version and commitment, or the ledger's sequence and mac."""

    key: bytes
    version: int
    commitment: bytes


class Heads:
    """The heads of one tenant; writers hold the folder's lock."""

    def __init__(self, folder: CellFolder, subkeys: Subkeys) -> None:
        self._folder = folder
        self._subkeys = subkeys
        self._cells = folder.cells(_NAME)
        # What was found and checked, with its table, place and bytes, so that a hot call need not repeat it.
        self._seen: dict[bytes, tuple[Cells, int, bytes, Head | None]] = {}
        self._header_seen: tuple[bytes, tuple[int, int]] = (b"", (0, 0))
        self._replaced: list[Cells] = []  # other threads may still read from them

    def begin(self) -> None:
        """Make the first table of a new store, synced: a table that is missing or short later on was damaged."""
        if self._cells.count() == 0:
            self._build(FIRST_CAPACITY, [])
            self._cells.sync()

    def is_whole(self) -> bool:
        """Tell whether the table is there in its full length."""
        capacity, _ = self._header()
        return capacity > 0 and self._cells.count() > capacity

    def read(self, *keys: bytes) -> dict[bytes, Head | None]:
        """Give the heads of chains by key, None for one that was never written.

        Raises:
            IntegrityError: The table was altered.
        """
        capacity, _ = self._header()
        cells, found = self._cells, dict[bytes, Head | None]()
        for key in keys:
            seen = self._seen.get(key)
            if seen is not None and seen[0] is cells and cells.read(seen[1]) == seen[2]:
                found[key] = seen[3]
            else:
                found[key] = self._find(key, capacity)[1] if capacity else None
        return found

    def write(self, heads: Iterable[Head]) -> None:
        """Raise heads; a head is never lowered."""
        with self._folder.lock():
            capacity, count = self._header()
            if capacity == 0:
                capacity, count = self._build(FIRST_CAPACITY, [])
            for head in heads:
                position, known = self._find(head.key, capacity)
                if known is not None and known.version >= head.version:
                    continue
                self._cells.write(position, self._packed(head))
                if known is None:
                    count += 1
                    self._cells.write(0, _HEADER.pack(_MAGIC, capacity, count, False))
                    if count * 3 > capacity * 2:
                        capacity, count = self._build(capacity * 4, self._all(capacity))

    def count(self) -> int:
        """Give how many chains have a head."""
        return self._header()[1]

    def replace(self, heads: Sequence[Head]) -> None:
        """Put a whole new table in the place of whatever is there, synced: for data that was restored."""
        with self._folder.lock():
            capacity = FIRST_CAPACITY
            while len(heads) * 3 > capacity * 2:
                capacity *= 4
            self._build(capacity, heads)
            self._cells.sync()

    def all(self) -> list[Head]:
        """Give every head."""
        return self._all(self._header()[0])

    def close(self) -> None:
        """Let go of the files."""
        for cells in (self._cells, *self._replaced):
            cells.close()

    def _header(self) -> tuple[int, int]:
        while True:
            cell = self._cells.read(0)
            if cell == self._header_seen[0]:
                return self._header_seen[1]
            if len(cell) < CELL:
                return 0, 0
            magic, capacity, count, is_replaced = _HEADER.unpack(cell)
            if magic != _MAGIC:
                raise _altered()
            if not is_replaced:
                self._header_seen = cell, (int(capacity), int(count))
                return self._header_seen[1]
            self._replaced.append(self._cells)
            self._cells = self._folder.cells(_NAME)

    def _find(self, key: bytes, capacity: int) -> tuple[int, Head | None]:
        cells, position = self._cells, int.from_bytes(key[:8], "little")
        for step in range(capacity):
            index = 1 + (position + step) % capacity
            cell = cells.read(index)
            if len(cell) < CELL or cell == _EMPTY:
                head = None
            elif cell[:16] == key:
                head = self._opened(cell)
            else:
                continue
            if len(self._seen) >= _SEEN_MAX:
                self._seen.clear()
            self._seen[key] = cells, index, cell, head
            return index, head
        raise _altered()

    def _opened(self, cell: bytes) -> Head:
        key, version, commitment, check = _HEAD.unpack(cell)
        if check != self._check(cell):
            raise _altered()
        return Head(key, version, commitment)

    def _packed(self, head: Head) -> bytes:
        cell = _HEAD.pack(head.key, head.version, head.commitment, bytes(8))
        return cell[:-8] + self._check(cell)

    def _check(self, cell: bytes) -> bytes:
        return self._subkeys.digest("mac", b"head", cell[:-8], size=8)

    def _all(self, capacity: int) -> list[Head]:
        data = self._cells.read(1, capacity)
        cells = (data[start : start + CELL] for start in range(0, len(data), CELL))
        return [self._opened(cell) for cell in cells if len(cell) == CELL and cell != _EMPTY]

    def _build(self, capacity: int, heads: Sequence[Head]) -> tuple[int, int]:
        table = [_EMPTY] * (capacity + 1)
        table[0] = _HEADER.pack(_MAGIC, capacity, len(heads), False)
        for head in heads:
            position = int.from_bytes(head.key[:8], "little")
            while table[1 + position % capacity] != _EMPTY:
                position += 1
            table[1 + position % capacity] = self._packed(head)
        old: Cells = self._cells
        if old.count() == 0:  # in place: other processes have this very file open already
            old.write(0, b"".join(table))
            return capacity, len(heads)
        self._cells = self._folder.replace_cells(_NAME, b"".join(table))
        old.write(0, _HEADER.pack(_MAGIC, 0, 0, True))
        self._replaced.append(old)
        return capacity, len(heads)


def _altered() -> IntegrityError:
    return IntegrityError("the heads in the key folder were altered", code="heads_altered", hint=KEYS_BACK)

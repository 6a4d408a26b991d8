"""The newest known state of every bucket and of the ledger, kept apart from the data: what a rollback cannot take back.

A table of 64-byte cells by open addressing: key (16), version (8), commitment (32), check (8). Cell 0 is the header.
It is written after the data commit and not synced: data ahead of it is a crash, data behind it is a rollback.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from tenure.errors import IntegrityError
from tenure.store.cells import CELL, CellFolder, Cells
from tenure.store.keys import Subkeys
from tenure.store.whole import steady_cell, whole_cell

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


class _Table(NamedTuple):
    """A table, with how many places it has and how many are taken: read together, for another may come any time."""

    cells: Cells
    capacity: int
    taken: int


class Heads:
    """The heads of one tenant; writers hold the folder's lock."""

    def __init__(self, folder: CellFolder, subkeys: Subkeys) -> None:
        self._folder = folder
        self._subkeys = subkeys
        self._cells = folder.cells(_NAME)
        # What was found and checked, with its table, place and bytes, so that a hot call need not repeat it.
        self._seen: dict[bytes, tuple[Cells, int, bytes, Head | None]] = {}
        self._header_seen: tuple[bytes, int, int] = (b"", 0, 0)
        self._opened: list[Cells] = [self._cells]  # other threads may still read from those that were replaced

    def begin(self) -> None:
        """Make the first table of a new store, synced: a table that is missing or short later on was damaged."""
        if self._cells.count() == 0:
            self._build(self._cells, FIRST_CAPACITY, []).cells.sync()

    def is_in_place(self) -> bool:
        """Tell whether what is written is what others read."""
        return self._table().cells.is_in_place()

    def is_whole(self) -> bool:
        """Tell whether the table is there in its full length."""
        table = self._table()
        return table.capacity > 0 and table.cells.count() > table.capacity

    def read(self, *keys: bytes) -> dict[bytes, Head | None]:
        """Give the heads of chains by key, None for one that was never written.

        Raises:
            IntegrityError: The table was altered.
        """
        table, found = self._table(), dict[bytes, Head | None]()
        for key in keys:
            seen = self._seen.get(key)
            if seen is not None and seen[0] is table.cells and table.cells.read(seen[1]) == seen[2]:
                found[key] = seen[3]
            else:
                found[key] = self._find(table, key)[1] if table.capacity else None
        return found

    def write(self, heads: Iterable[Head]) -> None:
        """Raise heads; a head is never lowered."""
        with self._folder.lock():
            table = self._table()
            if table.capacity == 0:
                table = self._build(table.cells, FIRST_CAPACITY, [])
            for head in heads:
                position, known = self._find(table, head.key)
                if known is not None and known.version >= head.version:
                    continue
                table.cells.write(position, self._packed(head))
                if known is None:
                    table = table._replace(taken=table.taken + 1)
                    table.cells.write(0, _HEADER.pack(_MAGIC, table.capacity, table.taken, False))
                    if table.taken * 3 > table.capacity * 2:
                        table = self._build(table.cells, table.capacity * 4, self._all(table))

    def count(self) -> int:
        """Give how many chains have a head that is there; after a power cut the header may tell of more, or fewer."""
        return sum(1 for _ in self._cells_of(self._table()))

    def recount(self) -> None:
        """Let the header say how many heads are there: of both a power cut may have dropped either."""
        with self._folder.lock():
            table = self._table()
            taken = sum(1 for _ in self._cells_of(table))
            if table.capacity and taken != table.taken:
                table.cells.write(0, _HEADER.pack(_MAGIC, table.capacity, taken, False))

    def replace(self, heads: Sequence[Head]) -> None:
        """Put a whole new table in the place of whatever is there, synced: for data that was restored."""
        with self._folder.lock():
            capacity = FIRST_CAPACITY
            while len(heads) * 3 > capacity * 2:
                capacity *= 4
            self._build(self._cells, capacity, heads).cells.sync()

    def all(self) -> list[Head]:
        """Give every head."""
        return self._all(self._table())

    def close(self) -> None:
        """Let go of the files."""
        for cells in self._opened:
            cells.close()

    def _table(self) -> _Table:
        """Give the table in use; what was replaced meanwhile still says what it said, at the places that it had."""
        while True:
            cells, seen = self._cells, self._header_seen
            if cells.read(0) == seen[0]:
                return _Table(cells, seen[1], seen[2])
            cell = steady_cell(cells, 0)
            if len(cell) < CELL:
                return _Table(cells, 0, 0)
            magic, capacity, count, is_replaced = _HEADER.unpack(cell)
            if magic != _MAGIC:
                raise _altered()
            if not is_replaced:
                self._header_seen = cell, int(capacity), int(count)
                return _Table(cells, int(capacity), int(count))
            self._use(self._folder.cells(_NAME))

    def _use(self, cells: Cells) -> None:
        self._opened.append(cells)
        self._cells = cells

    def _find(self, table: _Table, key: bytes) -> tuple[int, Head | None]:
        position = int.from_bytes(key[:8], "little")
        for step in range(table.capacity):
            index = 1 + (position + step) % table.capacity
            cell = table.cells.read(index)
            if len(cell) < CELL or cell == _EMPTY:
                head = None
            else:  # another's too: one that is just being written may be this one
                cell, head = self._checked(table, index, cell)
                if head.key != key:
                    continue
            if len(self._seen) >= _SEEN_MAX:
                self._seen.clear()
            self._seen[key] = table.cells, index, cell, head
            return index, head
        raise _altered()

    def _checked(self, table: _Table, index: int, cell: bytes) -> tuple[bytes, Head]:
        whole = whole_cell(table.cells, index, cell, lambda found: found[-8:] == self._check(found))
        if whole is None:
            raise _altered()
        key, version, commitment, _ = _HEAD.unpack(whole)
        return whole, Head(key, version, commitment)

    def _packed(self, head: Head) -> bytes:
        cell = _HEAD.pack(head.key, head.version, head.commitment, bytes(8))
        return cell[:-8] + self._check(cell)

    def _check(self, cell: bytes) -> bytes:
        return self._subkeys.digest("mac", b"head", cell[:-8], size=8)

    def _all(self, table: _Table) -> list[Head]:
        return [self._checked(table, index, cell)[1] for index, cell in self._cells_of(table)]

    def _cells_of(self, table: _Table) -> Iterator[tuple[int, bytes]]:
        """Give every whole cell that is taken, with its place."""
        data = table.cells.read(1, table.capacity)
        cells = (data[start : start + CELL] for start in range(0, len(data), CELL))
        return ((place, cell) for place, cell in enumerate(cells, 1) if len(cell) == CELL and cell != _EMPTY)

    def _build(self, old: Cells, capacity: int, heads: Sequence[Head]) -> _Table:
        table = [_EMPTY] * (capacity + 1)
        table[0] = _HEADER.pack(_MAGIC, capacity, len(heads), False)
        for head in heads:
            position = int.from_bytes(head.key[:8], "little")
            while table[1 + position % capacity] != _EMPTY:
                position += 1
            table[1 + position % capacity] = self._packed(head)
        if old.count() == 0:  # in place: other processes have this very file open already
            old.write(0, b"".join(table))
            return _Table(old, capacity, len(heads))
        fresh = self._folder.replace_cells(_NAME, b"".join(table))
        self._use(fresh)
        old.write(0, _HEADER.pack(_MAGIC, 0, 0, True))
        return _Table(fresh, capacity, len(heads))


def _altered() -> IntegrityError:
    return IntegrityError("the heads in the key folder were altered", code="heads_altered", hint=KEYS_BACK)

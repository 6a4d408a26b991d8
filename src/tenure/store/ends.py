"""A content-free journal of what ended, kept beside the keys, so that a restored copy of the data does not revive it.

Cells of 64 bytes: keyed id (16), when (8), until when it must not come back (8), reason (1), version (7), mac (24).
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from datetime import datetime
from typing import Final, NamedTuple

from tenure.errors import IntegrityError
from tenure.store.cells import CELL, CellFolder
from tenure.store.heads import KEYS_BACK
from tenure.store.keys import Subkeys
from tenure.store.times import instant_micros, micros_instant
from tenure.store.whole import whole_cell

REASONS: Final = (
    "forgotten",
    "declined",
    "never_this",
    "never_category",
    "superseded",
    "revoked",
    "challenged",
    "used_approval",
    "other",
    "changed",
    "mark",
    "mark_bucket",
    "mark_user",
    "mark_project",
    "mark_repository",
    "mark_text",
    "mark_slot",
)
"""Why something ended; a cell keeps the place in this list, so new reasons are added at its end."""
USED_APPROVAL: Final = "used_approval"
CHANGED: Final = "changed"
"""A grant, a person's record or a setting was replaced by its next version: the one before is no longer true."""
_END: Final = struct.Struct("<16sqqB7s24s")


class End(NamedTuple):
    """One end: the keyed id of what ended, why and when, and the version of its scope with which it ended (0: unknown).

    A row that its scope took in with that version or a later one came after this end, and is not meant by it.
    """

    key: bytes
    reason: str
    at: datetime
    until: datetime
    version: int = 0


class Ends:
    """The journal of one tenant; writers hold the folder's lock."""

    def __init__(self, folder: CellFolder, subkeys: Subkeys) -> None:
        self._folder = folder
        self._subkeys = subkeys
        self._cells = folder.cells("ends")

    def begin(self, now: datetime) -> None:
        """Open the journal of a new store with a first line, synced: a journal without one later on was damaged."""
        if self._cells.count() == 0:
            self.append([End(self.key_of("begin"), "other", now, now)], sync=True)

    def begin_anew(self, now: datetime) -> None:
        """Put a new journal in the place of a lost or damaged one, synced."""
        with self._folder.lock():
            old, first = self._cells, End(self.key_of("begin"), "other", now, now)
            self._cells = self._folder.replace_cells("ends", self._packed(0, first))
            old.close()

    def is_in_place(self) -> bool:
        """Tell whether what is written is what others read."""
        return self._cells.is_in_place()

    def is_whole(self) -> bool:
        """Tell whether the journal is there."""
        return len(self._cells.read(0)) == CELL

    def key_of(self, record_id: str) -> bytes:
        """Give the keyed id under which a record's end is written."""
        return self._subkeys.digest("tombstones", b"end", record_id.encode())

    def append(self, ends: Iterable[End], *, sync: bool) -> None:
        """Add ends; with ``sync`` they are on the disk when it returns."""
        with self._folder.lock():
            first = self._count()
            cells = [self._packed(first + index, end) for index, end in enumerate(ends)]
            if cells:
                self._cells.write(first, b"".join(cells))
                if sync:
                    self._cells.sync()

    def read(self) -> list[End]:
        """Give the whole journal, oldest first, without the line that opened it; marks are lines of it (`marks`).

        Raises:
            IntegrityError: A line was altered.
        """
        data = self._cells.read(0, self._count())
        whole = len(data) // CELL
        lines = [self._opened(index, data[index * CELL : (index + 1) * CELL]) for index in range(whole)]
        return [line for line in lines if line.key != self.key_of("begin")]

    def close(self) -> None:
        """Let go of the file."""
        self._cells.close()

    def _count(self) -> int:
        """Give how many lines there are: what a power cut left empty or cut at the end was never acknowledged."""
        count = self._cells.count()
        while count:
            last = self._cells.read(count - 1)
            if len(last) == CELL and any(last):
                break
            count -= 1
        return count

    def _packed(self, index: int, end: End) -> bytes:
        reason = REASONS.index(end.reason if end.reason in REASONS else "other")
        version = end.version.to_bytes(7, "little")
        cell = _END.pack(end.key, instant_micros(end.at), instant_micros(end.until), reason, version, b"")
        return cell[:-24] + self._mac(index, cell)

    def _opened(self, index: int, cell: bytes) -> End:
        whole = whole_cell(self._cells, index, cell, lambda found: found[-24:] == self._mac(index, found))
        if whole is None:
            raise IntegrityError("the journal of ends was altered", code="ends_altered", hint=KEYS_BACK)
        key, at, until, reason, version, _ = _END.unpack(whole)
        return End(key, REASONS[reason], micros_instant(at), micros_instant(until), int.from_bytes(version, "little"))

    def _mac(self, index: int, cell: bytes) -> bytes:
        return self._subkeys.digest("mac", b"ends", index.to_bytes(8, "little"), cell[:-24], size=24)

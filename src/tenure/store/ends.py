"""A content-free journal of what ended, kept beside the keys, so that a restored copy of the data does not revive it.

Cells of 64 bytes: keyed id (16), when (8), until when it must not come back (8), reason (1), version (4), how many
lines right before it were not known to be on the disk (3, signed; -1: it is known of itself too), mac (24).

Most lines are not synced by themselves. A power cut may keep a line and drop some before it, whole blocks of the disk
at a time; those are empty then. An empty line is one that was never acknowledged only if no line after it was written
when it was known to be on the disk: else somebody emptied it. So each sync is written into the last line that it
brought to the disk: the next process knows of it too.
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
_END: Final = struct.Struct("<16sqqBI3s24s")
UNSURE_MOST: Final = 1_000
"""Lines that may wait for a sync: so many are looked through by the next process that adds one."""
_UNSURE_MAX: Final = (1 << 23) - 1
_EMPTY: Final = bytes(CELL)


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
        self._known = self._sure = 0  # how many lines this process left, and how many of them are on the disk

    def begin(self, now: datetime) -> None:
        """Open the journal of a new store with a first line, synced: a journal without one later on was damaged."""
        if self._cells.count() == 0:
            self.append([End(self.key_of("begin"), "other", now, now)], sync=True)

    def begin_anew(self, now: datetime) -> None:
        """Put a new journal in the place of a lost or damaged one, synced."""
        with self._folder.lock():
            old, first = self._cells, End(self.key_of("begin"), "other", now, now)
            self._cells = self._folder.replace_cells("ends", self._packed(0, first, sure=0))
            self._known = self._sure = 1
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
        """Add ends; with ``sync`` they are on the disk when it returns, else with one of the next thousand."""
        with self._folder.lock():
            first = self._count()
            sure = self._sure if first == self._known else self._mended(first)
            lines = list(ends)
            count = first + len(lines)
            if lines:
                cells = [self._packed(place, end, sure=sure) for place, end in enumerate(lines, first)]
                self._cells.write(first, b"".join(cells))
                if sync or count - sure > UNSURE_MOST:
                    if sure < first:  # after a sync that failed the system may take them for written
                        self._cells.write(sure, self._cells.read(sure, first - sure))
                    self._cells.sync()
                    sure = count
                    self._cells.write(count - 1, self._packed(count - 1, lines[-1], sure=sure))
            self._known, self._sure = count, sure

    def read(self) -> list[End]:
        """Give the whole journal, oldest first, without the line that opened it; marks are lines of it (`noted`).

        In the place of one that a power cut dropped stands an end of nothing.

        Raises:
            IntegrityError: A line was altered.
        """
        data = self._cells.read(0, self._count())
        lines: list[End] = []
        sure = 0
        for place in reversed(range(len(data) // CELL)):
            cell = data[place * CELL : (place + 1) * CELL]
            try:
                line, before = self._opened(place, cell)
            except IntegrityError:
                if cell != _EMPTY or place < sure or not lines:
                    raise
                line, before = self._nothing(lines[-1].at), sure
            sure = max(sure, before)
            lines.append(line)
        return [line for line in reversed(lines) if line.key != self.key_of("begin")]

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

    def _mended(self, count: int) -> int:
        """Fill what a power cut left empty before the last of these lines, and give how many are on the disk for sure.

        If the last one is not sound, all count as sure: then what is empty stays a fault.
        """
        if not count:
            return 0
        try:
            last, sure = self._opened(count - 1, self._cells.read(count - 1))
        except IntegrityError:
            return count
        sure = min(max(sure, self._sure), count)
        unsure = self._cells.read(sure, count - sure)
        for place in range(sure, sure + len(unsure) // CELL):
            if unsure.startswith(_EMPTY, (place - sure) * CELL):
                self._cells.write(place, self._packed(place, self._nothing(last.at), sure=sure))
        return sure

    def _nothing(self, at: datetime) -> End:
        return End(self.key_of("nothing"), "other", at, at)

    def _packed(self, place: int, end: End, *, sure: int) -> bytes:
        reason = REASONS.index(end.reason if end.reason in REASONS else "other")
        unsure = min(place - sure, _UNSURE_MAX).to_bytes(3, "little", signed=True)
        cell = _END.pack(end.key, instant_micros(end.at), instant_micros(end.until), reason, end.version, unsure, b"")
        return cell[:-24] + self._mac(place, cell)

    def _opened(self, place: int, cell: bytes) -> tuple[End, int]:
        """Give a line, and how many lines were on the disk for sure when it was written."""
        whole = whole_cell(self._cells, place, cell, lambda found: found[-24:] == self._mac(place, found))
        if whole is None:
            raise IntegrityError("the journal of ends was altered", code="ends_altered", hint=KEYS_BACK)
        key, at, until, reason, version, unsure, _ = _END.unpack(whole)
        end = End(key, REASONS[reason], micros_instant(at), micros_instant(until), version)
        return end, place - int.from_bytes(unsure, "little", signed=True)

    def _mac(self, place: int, cell: bytes) -> bytes:
        return self._subkeys.digest("mac", b"ends", place.to_bytes(8, "little"), cell[:-24], size=24)

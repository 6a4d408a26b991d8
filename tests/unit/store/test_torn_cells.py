"""A cell that is read while another process writes it is read again: no false alarm, and nothing is missed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from tenure.errors import IntegrityError
from tenure.store.cells import CELL, MemoryCells, MemoryFolder
from tenure.store.ends import End, Ends
from tenure.store.heads import FIRST_CAPACITY, Head, Heads
from tenure.store.keys import KeySlots, Subkeys
from tenure.store.whole import READS_MAX, steady_cell

NOW = datetime(2026, 3, 1, tzinfo=UTC)
KEY = (5).to_bytes(16, "little")
OLD, NEW = Head(KEY, 3, bytes(32)), Head(KEY, 4, bytes(range(32)))
SPLITS = range(8, CELL, 8)


Tear = Callable[[int, bytes, int], None]


@pytest.fixture
def tear(monkeypatch: pytest.MonkeyPatch) -> Tear:
    """Give what lets the next so many readings that touch a cell find it torn."""
    whole = MemoryCells.read

    def tear_next(index: int, torn: bytes, times: int) -> None:
        left = [times]

        def read(cells: MemoryCells, first: int, count: int = 1) -> bytes:
            found = whole(cells, first, count)
            if left[0] and first <= index < first + count:
                left[0] -= 1
                start = (index - first) * CELL
                return found[:start] + torn + found[start + CELL :]
            return found

        monkeypatch.setattr(MemoryCells, "read", read)

    return tear_next


def taken(folder: MemoryFolder) -> list[int]:
    cells = folder.cells("heads")
    return [place for place in range(1, cells.count()) if cells.read(place) != bytes(CELL)]


@pytest.mark.parametrize("split", SPLITS)
def test_a_head_that_is_being_raised_is_no_altered_one(
    folder: MemoryFolder, subkeys: Subkeys, tear: Tear, split: int
) -> None:
    heads, reading = Heads(folder, subkeys), Heads(folder, subkeys)
    heads.write([OLD])
    (place,) = taken(folder)
    before = folder.cells("heads").read(place)
    heads.write([NEW])
    torn = folder.cells("heads").read(place)[:split] + before[split:]
    for read in (lambda: reading.read(KEY)[KEY], lambda: reading.all()[0]):
        tear(place, torn, 2)
        assert read() == (OLD if torn == before else NEW)
        reading._seen.clear()
        if torn != before:
            tear(place, torn, READS_MAX + 2)  # it stays so
            with pytest.raises(IntegrityError):
                read()


@pytest.mark.parametrize("split", SPLITS)
def test_a_head_that_is_just_being_made_is_not_missed_from_then_on(
    folder: MemoryFolder, subkeys: Subkeys, tear: Tear, split: int
) -> None:
    heads, reading = Heads(folder, subkeys), Heads(folder, subkeys)
    heads.begin()
    heads.write([OLD])
    (place,) = taken(folder)
    torn = folder.cells("heads").read(place)[:split] + bytes(CELL - split)
    tear(place, torn, 1)
    assert reading.read(KEY)[KEY] == OLD


def test_a_table_that_is_being_replaced_is_not_taken_for_an_empty_one(
    folder: MemoryFolder, subkeys: Subkeys, tear: Tear
) -> None:
    heads, reading = Heads(folder, subkeys), Heads(folder, subkeys)
    heads.write([OLD])
    before = folder.cells("heads")
    header = before.read(0)
    heads.write([Head(bytes([number]) * 16, 1, bytes(32)) for number in range(1, 200)])
    replaced = before.read(0)
    assert replaced != header
    for split in SPLITS:
        reading._cells, reading._header_seen = before, (b"", 0, 0)
        tear(0, replaced[:split] + header[split:], 1)
        assert reading.read(KEY)[KEY] == OLD
        assert reading._table().capacity == FIRST_CAPACITY * 4


def test_a_cell_without_a_check_is_read_until_it_stands_still(folder: MemoryFolder, tear: Tear) -> None:
    cells = folder.cells("heads")
    cells.write(0, b"a" * CELL)
    tear(0, b"b" * CELL, 1)
    assert steady_cell(cells, 0) == b"a" * CELL


@pytest.mark.parametrize("split", SPLITS)
def test_a_slot_that_is_being_destroyed_is_no_damaged_one(
    folder: MemoryFolder, subkeys: Subkeys, tear: Tear, split: int
) -> None:
    slots = KeySlots(folder, subkeys, bound=b"store")
    (first, key), (second, _) = slots.reserve(2)
    before = folder.cells("slots").read(second)
    slots.destroy([second])
    dead = folder.cells("slots").read(second)
    for torn in (dead[:split] + before[split:], before[:split] + dead[split:]):
        tear(second, torn, 2)
        assert slots.open([second]) == [None]
        tear(second, torn, 2)
        assert slots.open([first, second]) == [key, None]
    tear(second, dead[:16] + before[16:], READS_MAX + 1)
    with pytest.raises(IntegrityError):
        slots.open([second])


@pytest.mark.parametrize("split", SPLITS)
def test_a_line_of_the_journal_that_is_being_written_is_no_altered_one(
    folder: MemoryFolder, subkeys: Subkeys, tear: Tear, split: int
) -> None:
    ends = Ends(folder, subkeys)
    wanted = [End(ends.key_of(f"ent_{number}"), "revoked", NOW, NOW) for number in range(2)]
    ends.append(wanted, sync=True)
    torn = folder.cells("ends").read(1)[:split] + bytes(CELL - split)
    tear(1, torn, 3)  # how many lines there are is looked at first
    assert ends.read() == wanted
    tear(0, torn, READS_MAX + 2)
    with pytest.raises(IntegrityError):
        ends.read()

"""The files of the key folder: slots handed out once and destroyed, heads never lowered, the journal of ends."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tenure.errors import IntegrityError, StoreError
from tenure.store.cells import CELL, MemoryFolder
from tenure.store.ends import UNSURE_MOST, End, Ends
from tenure.store.heads import FIRST_CAPACITY, Head, Heads
from tenure.store.keys import BATCH, FIRST_BATCH, KeySlots, Subkeys
from tenure.store.noted import Noted, ends_and_noted, noted_lines
from tests.store.opening import FixedRoot

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def test_subkeys_are_the_same_at_the_next_start_and_differ_by_use(folder: MemoryFolder, subkeys: Subkeys) -> None:
    again = Subkeys(folder, FixedRoot(), bound=b"store", create=False)
    assert again.key("mac") == subkeys.key("mac") != subkeys.key("ledger")
    with pytest.raises(StoreError):
        Subkeys(folder, FixedRoot(), bound=b"another store", create=False)
    with pytest.raises(StoreError):
        Subkeys(MemoryFolder(), FixedRoot(), bound=b"store", create=False)


def test_digests_frame_their_parts(subkeys: Subkeys) -> None:
    assert subkeys.digest("mac", b"x", b"ab", b"c") != subkeys.digest("mac", b"x", b"a", b"bc")
    assert subkeys.digest("mac", b"x", b"ab") != subkeys.digest("mac", b"y", b"ab")
    assert subkeys.digest("mac", b"x", b"ab") != subkeys.digest("ledger", b"x", b"ab")


def test_no_slot_is_handed_out_twice(folder: MemoryFolder, subkeys: Subkeys) -> None:
    first, second = (KeySlots(folder, subkeys, bound=b"store") for _ in range(2))
    given = first.reserve(3) + second.reserve(20) + first.reserve(200) + second.reserve(1)
    assert len({slot for slot, _ in given}) == len(given) == 224
    assert len({key for _, key in given}) == len(given)
    assert folder.cells("slots").count() == FIRST_BATCH + 20 + (200 - 13) + BATCH
    assert second.open([slot for slot, _ in given]) == [key for _, key in given]


def test_a_destroyed_slot_is_told_from_a_damaged_one(folder: MemoryFolder, subkeys: Subkeys) -> None:
    slots = KeySlots(folder, subkeys, bound=b"store")
    (first, key), (second, _), _ = slots.reserve(3)
    cells = folder.cells("slots")
    before = cells.read(second)
    assert slots.destroy([second, second]) == 1
    assert slots.open([first, second]) == [key, None]
    assert before[12:44] not in b"".join(cells.read(slot) for slot in range(cells.count()))
    for damaged in (first, -1, 10_000, 1 << 60):
        cells.write(first, b"\1" * CELL)
        with pytest.raises(IntegrityError):
            slots.open([damaged])


def test_a_slot_moved_or_of_another_store_does_not_open(folder: MemoryFolder, subkeys: Subkeys) -> None:
    slots = KeySlots(folder, subkeys, bound=b"store")
    (first, _), (second, _) = slots.reserve(2)
    folder.cells("slots").write(second, folder.cells("slots").read(first))
    with pytest.raises(IntegrityError):
        slots.open([second])
    with pytest.raises(IntegrityError):
        KeySlots(folder, subkeys, bound=b"other").open([first])


def head(number: int, version: int = 1) -> Head:
    return Head(number.to_bytes(8, "little") * 2, version, bytes([version]) * 32)


def test_heads_are_found_while_the_table_grows(folder: MemoryFolder, subkeys: Subkeys) -> None:
    writer, reader = Heads(folder, subkeys), Heads(folder, subkeys)
    count = FIRST_CAPACITY * 3
    keys = [head(number * FIRST_CAPACITY // 2).key for number in range(count)]  # many fall on one place
    for number, key in enumerate(keys):
        writer.write([Head(key, number + 1, bytes(32))])
        assert reader.read(key) == {key: Head(key, number + 1, bytes(32))}
    assert reader.read(*keys, b"x" * 16) == {
        key: Head(key, number + 1, bytes(32)) for number, key in enumerate(keys)
    } | {b"x" * 16: None}
    assert len(reader.all()) == count


def test_a_head_is_never_lowered(folder: MemoryFolder, subkeys: Subkeys) -> None:
    heads = Heads(folder, subkeys)
    assert heads.read(head(5).key) == {head(5).key: None}
    heads.write([head(5, 3), head(6, 1)])
    heads.write([head(5, 2)])
    assert heads.read(head(5).key) == {head(5).key: head(5, 3)}


def test_an_altered_head_is_noticed(folder: MemoryFolder, subkeys: Subkeys) -> None:
    heads = Heads(folder, subkeys)
    heads.write([head(5, 3)])
    cells = folder.cells("heads")
    position = next(place for place in range(1, cells.count()) if cells.read(place) != bytes(CELL))
    cell = cells.read(position)
    assert heads.read(head(5).key)
    cells.write(position, cell[:20] + bytes([cell[20] ^ 1]) + cell[21:])
    with pytest.raises(IntegrityError):
        heads.read(head(5).key)
    cells.write(0, b"x" * CELL)
    with pytest.raises(IntegrityError):
        heads.all()


def test_the_journal_keeps_ends_in_order(folder: MemoryFolder, subkeys: Subkeys) -> None:
    ends = Ends(folder, subkeys)
    wanted = [End(ends.key_of(f"ent_{number}"), "revoked", NOW, NOW) for number in range(5)]
    ends.append(wanted[:2], sync=False)
    ends.append(wanted[2:], sync=True)
    ends.append([End(ends.key_of("x"), "of no known reason", NOW, NOW)], sync=True)
    assert ends.read()[:5] == wanted
    assert ends.read()[5].reason == "other"
    cells = folder.cells("ends")
    first, second = cells.read(0), cells.read(1)
    cells.write(0, second + first)
    with pytest.raises(IntegrityError):
        ends.read()


def an_end(ends: Ends, name: str) -> End:
    return End(ends.key_of(name), "revoked", NOW, NOW)


def dropped(folder: MemoryFolder, *places: int) -> None:
    for place in places:
        folder.cells("ends").write(place, bytes(CELL))


def test_lines_that_a_power_cut_dropped_before_others_are_no_damage_until_one_says_that_they_were_sure(
    folder: MemoryFolder, subkeys: Subkeys
) -> None:
    ends = Ends(folder, subkeys)
    sure, *unsure = (an_end(ends, f"ent_{number}") for number in range(5))
    ends.append([sure], sync=True)
    ends.append(unsure[:1], sync=False)
    ends.append(unsure[1:], sync=False)
    kept = folder.cells("ends").read(0, 5)
    for lost in ((1,), (1, 2, 3), (2, 3), (3,)):
        folder.cells("ends").write(0, kept)
        dropped(folder, *lost)
        again = Ends(folder, subkeys)
        assert [line for line in again.read() if line in (sure, *unsure)] == [
            each for place, each in enumerate((sure, *unsure)) if place not in lost
        ]
        again.append([an_end(ends, "after")], sync=False)
        assert all(folder.cells("ends").read(place) != bytes(CELL) for place in range(6)), "what was lost is filled"
        assert again.read()[-1] == an_end(ends, "after")
        dropped(folder, 5)
    for place, is_lost in ((0, True), (4, False)):  # the first was synced, the last is the end
        folder.cells("ends").write(0, kept)
        dropped(folder, place)
        if is_lost:
            with pytest.raises(IntegrityError):
                Ends(folder, subkeys).read()
        else:
            assert Ends(folder, subkeys).read() == [sure, *unsure[:-1]]


@pytest.mark.parametrize("place", range(4))
def test_a_line_cannot_be_emptied_any_more_once_it_or_another_says_that_it_was_synced(
    folder: MemoryFolder, subkeys: Subkeys, place: int
) -> None:
    ends = Ends(folder, subkeys)
    ends.append([an_end(ends, "first"), an_end(ends, "second")], sync=False)
    ends.append([an_end(ends, "third")], sync=False)
    ends.append([an_end(ends, "fourth")], sync=False)
    kept = folder.cells("ends").read(0, 4)
    dropped(folder, place)
    assert len(ends.read()) == (4 if place < 3 else 3), "each was written when nobody knew what was on the disk"
    folder.cells("ends").write(0, kept)
    ends.append([an_end(ends, "fifth")], sync=True)
    assert len(ends.read()) == 5
    dropped(folder, place)
    with pytest.raises(IntegrityError):
        ends.read()


def test_no_line_can_be_emptied_where_each_process_writes_once(folder: MemoryFolder, subkeys: Subkeys) -> None:
    for number in range(5):
        process = Ends(folder, subkeys)
        process.append([an_end(process, f"ent_{number}a"), an_end(process, f"ent_{number}b")], sync=True)
    last = Ends(folder, subkeys)
    last.append([an_end(last, "after")], sync=False)
    kept = folder.cells("ends").read(0, 11)
    assert len(last.read()) == 11
    for place in range(10):
        folder.cells("ends").write(0, kept)
        dropped(folder, place)
        with pytest.raises(IntegrityError):
            Ends(folder, subkeys).read()


def test_a_sync_after_one_that_failed_brings_to_the_disk_what_that_one_dropped(
    folder: MemoryFolder, subkeys: Subkeys, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A system counts as written what a failed sync did not bring to the disk, and its next sync passes it over."""
    cells, disk, dirty = folder.cells("ends"), MemoryFolder().cells("ends"), set[int]()
    write, is_failing = cells.write, False

    def written(first: int, data: bytes) -> None:
        dirty.update(range(first, first + len(data) // CELL))
        write(first, data)

    def synced() -> None:
        places = sorted(dirty)
        dirty.clear()
        if is_failing:
            raise StoreError("the disk fails", code="keys_io")
        for place in places:
            disk.write(place, cells.read(place))

    monkeypatch.setattr(cells, "write", written)
    monkeypatch.setattr(cells, "sync", synced)
    ends = Ends(folder, subkeys)
    ends.append([an_end(ends, "first")], sync=True)
    is_failing = True
    with pytest.raises(StoreError):
        ends.append([an_end(ends, "second")], sync=True)
    is_failing = False
    for process in (ends, Ends(folder, subkeys)):
        process.append([an_end(ends, "later")], sync=True)
        left = disk.read(0, disk.count())
        assert [left[at : at + 16] for at in range(0, len(left), CELL)] == [
            cells.read(place)[:16] for place in range(cells.count())
        ]


def test_at_most_a_thousand_lines_wait_for_a_sync(
    folder: MemoryFolder, subkeys: Subkeys, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends, syncs = Ends(folder, subkeys), list[int]()
    monkeypatch.setattr(folder.cells("ends"), "sync", lambda: syncs.append(folder.cells("ends").count()))
    for number in range(2 * UNSURE_MOST + 3):
        ends.append([an_end(ends, f"ent_{number}")], sync=False)
    assert syncs == [UNSURE_MOST + 1, 2 * UNSURE_MOST + 2]
    syncs.clear()
    for number in range(UNSURE_MOST + 9):  # a process each
        Ends(folder, subkeys).append([an_end(ends, f"ent_{number}")], sync=False)
    assert syncs == [3 * UNSURE_MOST + 3]


def test_digests_of_a_tombstone_whose_first_line_was_dropped_are_no_other_ones(
    folder: MemoryFolder, subkeys: Subkeys
) -> None:
    ends = Ends(folder, subkeys)
    marks = [
        Noted(key=ends.key_of(name), reason="declined", at=NOW, until=NOW, digests={"bucket": name.encode() * 16})
        for name in "ab"
    ]
    ends.append(noted_lines(marks[0]), sync=False)
    ends.append(noted_lines(marks[1]), sync=False)
    dropped(folder, 2)
    assert ends_and_noted(ends.read())[1] == (marks[0],)
    again = Ends(folder, subkeys)
    again.append([an_end(ends, "after")], sync=True)
    assert ends_and_noted(again.read())[1] == (marks[0],)


def test_a_fork_forgets_its_parents_slots(folder: MemoryFolder, subkeys: Subkeys) -> None:
    slots = KeySlots(folder, subkeys, bound=b"store")
    ((parent, _),) = slots.reserve(1)
    slots.forked()
    ((child, _),) = slots.reserve(1)
    assert child >= FIRST_BATCH > parent

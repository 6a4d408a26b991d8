"""The ledger, its head and the lists beside it: whatever is altered, removed or inserted is noticed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tenure.errors import IntegrityError
from tenure.store.conformance.samples import (
    NOW,
    SCOPE,
    put,
    sample_entry,
    sample_event,
)
from tenure.store.records import Change, Lost
from tenure.store.sealed import DurableStore
from tests.store.opening import alter, fetch, flip, open_at


@pytest.mark.parametrize("column", ["at", "mark", "actor", "verb", "rule", "record_id", "code", "mac"])
def test_r36_every_changed_column_of_the_ledger_is_noticed(folder: Path, store: DurableStore, column: str) -> None:
    for _ in range(3):
        store.commit(Change(now=NOW, events=(sample_event("approve", "ent_1"),)))
    value = {"at": 5, "mark": 5, "actor": b"x" * 16, "mac": b"x" * 32}.get(column, "other")
    assert alter(folder, f"UPDATE ledger SET {column} = ? WHERE seq = 2", value) == 1
    with pytest.raises(IntegrityError):
        store.lines()
    assert [finding.check for finding in store.check()] == ["ledger"]


@pytest.mark.parametrize("lines", [1, 3])
@pytest.mark.parametrize("column", ["at", "mark", "actor", "verb", "rule", "record_id", "code"])
def test_r34_an_altered_newest_line_is_no_mark_to_anybody(
    folder: Path, store: DurableStore, column: str, lines: int
) -> None:
    for _ in range(lines):
        store.commit(Change(now=NOW, events=(sample_event("approve", "ent_1"),)))
    store.last_at()
    value = {"at": 5, "mark": 5, "actor": b"x" * 16}.get(column, "other")
    assert alter(folder, f"UPDATE ledger SET {column} = ? WHERE seq = ?", value, lines) == 1
    for asked in (store.last_at, store.anchor, lambda: store.commit(Change(now=NOW, events=(sample_event(),)))):
        with pytest.raises(IntegrityError):
            asked()
    store.close()
    with pytest.raises(IntegrityError):
        open_at(folder)


@pytest.mark.parametrize("which", [1, 2, 3])
def test_r36_a_removed_ledger_line_is_noticed(folder: Path, store: DurableStore, which: int) -> None:
    for _ in range(3):
        store.commit(Change(now=NOW, events=(sample_event(),)))
    alter(folder, "DELETE FROM ledger WHERE seq = ?", which)
    assert [finding.check for finding in store.check()] == ["ledger"]
    if which == 3:
        with pytest.raises(IntegrityError):
            store.last_at()
        with pytest.raises(IntegrityError):
            open_at(folder)


def test_r36_an_inserted_ledger_line_is_noticed(folder: Path, store: DurableStore) -> None:
    store.commit(Change(now=NOW, events=(sample_event(),)))
    (line,) = fetch(folder, "SELECT * FROM ledger")
    alter(folder, "INSERT INTO ledger VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", line[0], 2, *line[2:])
    with pytest.raises(IntegrityError):
        store.last_at()


def test_r34_a_changed_head_or_slot_is_noticed(folder: Path, store: DurableStore) -> None:
    store.commit(put(sample_entry()))
    store.close()
    for name in ("heads", "slots"):
        (path,) = (folder / "keys").rglob(name)
        sound = path.read_bytes()
        path.write_bytes(bytes(byte ^ (1 if byte else 0) for byte in sound))
        with pytest.raises(IntegrityError):
            open_at(folder).views([SCOPE])
        path.write_bytes(sound)
    assert len(open_at(folder).views([SCOPE])) == 1


def test_one_altered_body_does_not_hide_its_neighbours(folder: Path, store: DurableStore) -> None:
    entries = [sample_entry(f"claim {number}") for number in range(3)]
    store.commit(put(*entries))
    flip(folder, "records", "body", "seq = 1")
    found = open_at(folder).read([SCOPE], [entry.id for entry in entries])
    assert found == (entries[0], Lost(id=entries[1].id, reason="tampered"), entries[2])


def test_r34_nobody_else_can_list_a_living_key_for_destruction(folder: Path, store: DurableStore) -> None:
    entry = sample_entry()
    store.commit(put(entry))
    alter(folder, "INSERT INTO doomed SELECT tenant, key_slot, 1, zeroblob(16) FROM records")
    with pytest.raises(IntegrityError):
        store.finish_erasure()
    assert store.read([SCOPE], [entry.id]) == (entry,)
    alter(folder, "DELETE FROM doomed")
    assert store.check() == ()

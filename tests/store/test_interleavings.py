"""What another thread or process does between two steps of one reading: no older state, no false alarm."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from tenure.errors import IntegrityError
from tenure.model.identifier import new_id
from tenure.model.scope import Scope
from tenure.store import ledger
from tenure.store.cells import CELL, FileCells, MemoryCells
from tenure.store.conformance.samples import NOW, SCOPE, erase, put, sample_entry, sample_event
from tenure.store.heads import Head
from tenure.store.opened import Opened, OpenedViews
from tenure.store.records import Change
from tenure.store.snapshot import Snapshots
from tenure.store.sqlite import SqliteDatabase
from tenure.store.sqlite_transaction import SqliteTransaction
from tests.store.opening import alter, fetch, open_at


def once(act: Callable[[], object]) -> Callable[[], None]:
    """Give what acts the first time that it is called, not within itself and never again."""
    waiting = [act]

    def acts() -> None:
        if waiting:
            waiting.pop()()

    return acts


def act_after(
    monkeypatch: pytest.MonkeyPatch,
    kind: type[SqliteDatabase | SqliteTransaction],
    name: str,
    act: Callable[[], object],
) -> None:
    """Let something act between what one statement read and what is made of it."""
    rows: Callable[..., object] = kind.rows

    def rows_before_it(reader: object, asked: str, values: Sequence[object] = ()) -> object:
        found = rows(reader, asked, values)
        if asked == name:
            act()
        return found

    monkeypatch.setattr(kind, "rows", rows_before_it)


@pytest.mark.parametrize("is_in_memory", [False, True])
def test_heads_that_are_read_while_their_table_grows_are_found_where_they_lie(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_in_memory: bool
) -> None:
    heads = open_at(None if is_in_memory else tmp_path)._keys.heads
    # By this key it lies elsewhere in a table of another size.
    known = Head((300).to_bytes(16, "little"), 1, bytes(32))
    heads.write([known])
    many = [Head((number << 40).to_bytes(16, "little"), 1, bytes(32)) for number in range(1, 200)]
    grow = once(lambda: heads.write(many))
    kind = MemoryCells if is_in_memory else FileCells
    read = kind.read

    def read_before_it_grows(cells: MemoryCells, first: int, count: int = 1) -> bytes:
        found = read(cells, first, count)  # type: ignore[arg-type]
        grow()
        return found

    monkeypatch.setattr(kind, "read", read_before_it_grows)
    assert heads.read(known.key) == {known.key: known}  # in the midst of it
    assert heads.read(known.key) == {known.key: known}  # and what was found is remembered
    assert heads.count() == 200


def test_r35_whose_last_entry_in_a_scope_is_erased_meanwhile_is_told_of_no_removed_scope(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_at(tmp_path)
    gone = replace(sample_entry(), claim=replace(sample_entry().claim, concerns="eve"))
    kept = replace(gone, id=new_id("ent"), scope=Scope(user="bo"))
    store.commit(put(gone, kept))
    forget = once(lambda: store.commit(erase(gone)))
    act_after(monkeypatch, SqliteDatabase, "read_concerned", forget)
    assert store.concerning("eve") == ((kept.scope, kept.id),)
    monkeypatch.undo()
    assert alter(tmp_path, "UPDATE buckets SET scope = NULL WHERE live = 1 AND form = 1") == 1
    with pytest.raises(IntegrityError) as caught:  # nobody erased anything: its name was taken away
        store.concerning("eve")
    assert caught.value.code == "removed"


def test_r28_a_mark_that_comes_to_its_end_while_marks_are_read_is_no_tampering(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_at(tmp_path)
    short, long = sample_entry("first"), sample_entry("second")
    store.commit(put(short, long))
    store.commit(erase(short, until=NOW + timedelta(days=1)))
    store.commit(erase(long, until=NOW + timedelta(days=9)))
    other = open_at(tmp_path)
    monkeypatch.setattr(SqliteDatabase, "checkpoint", lambda _: False)  # it would wait for the reader

    def drop() -> None:
        other.commit(Change(now=NOW + timedelta(days=1), drops_ended=True))
        other.finish_erasure()

    drop_once = once(drop)
    checked = Snapshots.checked

    def checked_before_it_ends(*given: object) -> object:
        found = checked(*given)  # type: ignore[arg-type]
        drop_once()
        return found

    monkeypatch.setattr(Snapshots, "checked", checked_before_it_ends)
    assert [mark.id for mark in store.tombstones_for([SCOPE], None)] == [long.id]
    slots = other._keys.slots
    slots.destroy([slot for (slot,) in fetch(tmp_path, "SELECT key_slot FROM records")])
    with pytest.raises(IntegrityError) as caught:  # nobody took it out: somebody destroyed its key
        store.tombstones_for([SCOPE], None)
    assert caught.value.code == "tampered"


def test_r28_a_view_that_was_being_opened_while_something_in_it_was_erased_is_not_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_at(tmp_path)
    gone, kept = sample_entry("first"), sample_entry("second")
    store.commit(put(gone, kept))
    monkeypatch.setattr(SqliteDatabase, "checkpoint", lambda _: False)  # it would wait for the reader
    forget = once(lambda: store.commit(erase(gone)))
    hold = OpenedViews.put

    def hold_once_it_is_erased(views: OpenedViews, key: bytes, opened: Opened) -> None:
        forget()
        hold(views, key, opened)

    monkeypatch.setattr(OpenedViews, "put", hold_once_it_is_erased)
    assert [set(view.ids) for view in store.views([SCOPE])] == [{gone.id, kept.id}]  # as it was when this began
    assert not [opened for opened, _ in store._views._held.values() if gone.id in opened.places]
    assert [view.ids for view in store.views([SCOPE])] == [(kept.id,)]
    assert store._views.held_bytes() > 0


def test_a_view_that_is_opened_while_the_store_is_closed_is_not_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_at(tmp_path)
    store.commit(put(sample_entry()))
    hold = OpenedViews.put

    def hold_once_it_is_closed(views: OpenedViews, key: bytes, opened: Opened) -> None:
        store.close()
        hold(views, key, opened)

    monkeypatch.setattr(OpenedViews, "put", hold_once_it_is_closed)
    assert len(store.views([SCOPE])) == 1
    assert (store._views.held_bytes(), store._views._alarm) == (0, None)


def test_r34_a_commit_beside_a_check_is_no_rollback(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, other = open_at(tmp_path), open_at(tmp_path)
    told = Change(now=NOW, put=put(sample_entry()).put, events=(sample_event(),))
    store.commit(told)
    commit = once(lambda: other.commit(replace(told, put=put(sample_entry()).put)))
    act_after(monkeypatch, SqliteTransaction, "read_all_buckets", commit)
    assert store.check() == ()
    assert len(store.lines()) == 2


def test_a_power_cut_that_kept_the_count_of_heads_and_dropped_one_is_no_removed_scope(tmp_path: Path) -> None:
    open_at(tmp_path).commit(Change(now=NOW, put=put(sample_entry()).put, events=(sample_event(),)))
    store = open_at(tmp_path)
    keys, lost = store._keys, ledger.head_key(store._keys)
    (path,) = tmp_path.rglob("heads")
    data = path.read_bytes()
    place = next(start for start in range(CELL, len(data), CELL) if data[start : start + 16] == lost)
    path.write_bytes(data[:place] + bytes(CELL) + data[place + CELL :])
    told = keys.heads._table().taken
    assert keys.heads.read(lost) == {lost: None}
    assert store.scopes_with(user=None, project=None, repository=None, is_shared=False) == (SCOPE,)
    again = open_at(tmp_path)
    assert again._keys.heads._table().taken == told - 1, "what grows the table is told the truth"
    alter(tmp_path, "DELETE FROM buckets")
    with pytest.raises(IntegrityError, match="removed"):
        open_at(tmp_path).scopes_with(user=None, project=None, repository=None, is_shared=False)

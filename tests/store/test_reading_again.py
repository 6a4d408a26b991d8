"""What was read before is given again only while it is what stands in the store: nobody's commit is missed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from tenure.errors import IntegrityError
from tenure.model.entry import Entry, Status
from tenure.model.scope import Scope
from tenure.store.conformance.samples import NOW, SCOPE, erase, put, sample_entry, sample_event
from tenure.store.heads import Head, Heads
from tenure.store.records import Change, Lost
from tenure.store.sealed import DurableStore
from tenure.store.sqlite import SqliteDatabase
from tenure.store.sqlite_transaction import SqliteTransaction
from tests.store.opening import alter, fetch, flip, open_at


def read_hot(store: DurableStore, *entries: Entry) -> None:
    for _ in range(3):
        assert store.read([SCOPE], [each.id for each in entries]) == entries
        assert set(store.views([SCOPE])[0].ids) == {each.id for each in entries}


@pytest.mark.parametrize("by", ["the same", "another"])
def test_r28_what_was_forgotten_is_gone_at_the_next_read_whoever_forgot_it(tmp_path: Path, by: str) -> None:
    first, second = sample_entry("first"), sample_entry("second")
    reader = open_at(tmp_path)
    reader.commit(put(first, second))
    other = reader if by == "the same" else open_at(tmp_path)
    read_hot(reader, first, second)
    other.commit(erase(first))
    assert reader.read([SCOPE], [first.id]) == ()
    assert reader.read([SCOPE], [first.id, second.id]) == (second,)
    assert reader.views([SCOPE])[0].ids == (second.id,)


@pytest.fixture
def rows_read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Give the names of the statements that read outside of a snapshot, as they come."""
    names, rows = list[str](), SqliteDatabase.rows

    def named(database: SqliteDatabase, name: str, values: Sequence[object] = ()) -> object:
        names.append(name)
        return rows(database, name, values)

    monkeypatch.setattr(SqliteDatabase, "rows", named)
    return names


@pytest.mark.parametrize("place", ["memory", "the same", "another"])
def test_a_row_that_was_found_unchanged_is_read_again_once_anything_is_committed(
    tmp_path: Path, place: str, rows_read: list[str]
) -> None:
    entry = sample_entry("first")
    reader = open_at(None if place == "memory" else tmp_path)
    reader.commit(put(entry))
    other = open_at(tmp_path) if place == "another" else reader
    for _ in range(3):
        read_hot(reader, entry)
        rows_read.clear()
        read_hot(reader, entry)
        assert not rows_read, "nobody committed anything"
        other.commit(put(sample_entry(scope=Scope(user="ben"))))
        assert reader.read([SCOPE], [entry.id]) == (entry,)
        assert rows_read[-1] == "read_eight", "a commit to another scope, too"


@pytest.mark.parametrize("column", ["status", "nonce", "seal", "body"])
def test_r34_a_row_that_was_just_found_unchanged_is_rejected_at_the_next_read_once_it_is_altered(
    tmp_path: Path, column: str
) -> None:
    entry = sample_entry("first")
    reader = open_at(tmp_path)
    reader.commit(put(entry))
    read_hot(reader, entry)
    flip(tmp_path, "records", column)
    assert reader.read([SCOPE], [entry.id]) == (Lost(id=entry.id, reason="tampered"),)


@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_commit_beside_the_look_at_a_row_is_seen_at_the_next_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    entry = sample_entry("first")
    changed = replace(entry, version=2)
    reader, other = open_at(tmp_path), open_at(tmp_path)
    reader.commit(put(entry))
    read_hot(reader, entry)
    other.commit(put(sample_entry(scope=Scope(user="ben"))))  # so that the row is looked at again
    rows, waiting = SqliteDatabase.rows, [changed]

    def beside(database: SqliteDatabase, name: str, values: Sequence[object] = ()) -> object:
        found = rows(database, name, values) if moment == "after" else []
        while name == "read_eight" and waiting:
            other.commit(put(waiting.pop()))
        return found or rows(database, name, values)

    monkeypatch.setattr(SqliteDatabase, "rows", beside)
    assert reader.read([SCOPE], [entry.id]) == ((entry if moment == "after" else changed),)
    assert reader.read([SCOPE], [entry.id]) == (changed,)


@pytest.mark.parametrize("place", ["memory", "the same", "another"])
def test_a_commit_is_seen_at_the_next_read_whoever_made_it(tmp_path: Path, place: str) -> None:
    entry = sample_entry("first")
    reader = open_at(None if place == "memory" else tmp_path)
    reader.commit(put(entry))
    other = open_at(tmp_path) if place == "another" else reader
    for version in range(2, 6):
        read_hot(reader, entry)
        before = reader.last_at()
        assert reader.last_at() == before
        entry = replace(entry, version=version, status=Status.CHALLENGED if version % 2 else Status.ACTIVE)
        at = NOW + timedelta(minutes=version)
        other.commit(Change(now=at, put=put(entry).put, events=(replace(sample_event(), at=at),)))
        assert reader.read([SCOPE], [entry.id]) == (entry,)
        assert reader.last_at() == at


def test_r34_a_rollback_behind_a_reader_is_noticed_though_it_read_that_state_before(tmp_path: Path) -> None:
    first, second = sample_entry("first"), sample_entry("second")
    reader = open_at(tmp_path)
    reader.commit(put(first))
    read_hot(reader, first)
    (bucket,) = fetch(tmp_path, "SELECT * FROM buckets")
    open_at(tmp_path).commit(put(second))
    alter(tmp_path, "DELETE FROM records WHERE record_id = ?", second.id)
    alter(tmp_path, "DELETE FROM buckets")
    alter(tmp_path, f"INSERT INTO buckets VALUES ({','.join('?' * len(bucket))})", *bucket)
    for read in (lambda: reader.read([SCOPE], [first.id]), lambda: reader.views([SCOPE])):
        with pytest.raises(IntegrityError) as raised:
            read()
        assert raised.value.code == "rolled_back"


def test_r34_a_head_that_rose_is_noticed_though_no_row_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entry = sample_entry("first")
    reader = open_at(tmp_path)
    reader.commit(put(entry))
    read_hot(reader, entry)
    monkeypatch.setattr(SqliteDatabase, "mark", lambda _: (0, 0, 0))  # as if the data were put back byte for byte
    read_hot(reader, entry)
    open_at(tmp_path).commit(put(replace(entry, version=2)))
    assert reader.read([SCOPE], [entry.id])[0] == replace(entry, version=2)


def test_equal_marks_saw_the_same_and_any_commit_makes_another(tmp_path: Path) -> None:
    def write(database: SqliteDatabase) -> None:
        with database.writing() as transaction:
            transaction.run("insert_line", ("t", *counted(), 0, 0, b"", "verb", "", "", "", b""))

    numbers = iter(range(1, 100))

    def counted() -> tuple[int]:
        return (next(numbers),)

    one, other = SqliteDatabase(tmp_path / "x.db"), SqliteDatabase(tmp_path / "x.db")
    memory = SqliteDatabase(None)
    writers: tuple[tuple[SqliteDatabase, Callable[[], None]], ...] = (
        (one, lambda: write(one)),
        (one, lambda: write(other)),
        (memory, lambda: write(memory)),
    )
    for database, commit in writers:
        seen = [database.mark(), database.mark()]
        assert seen[0] == seen[1]
        with database.reading() as transaction:
            assert transaction.mark() == seen[0]
            if database is one and commit is writers[1][1]:
                commit()
                assert transaction.mark() == seen[0]  # a snapshot sees nothing that comes later
        commit()
        assert database.mark() not in seen
        begun = database.writing()
        seen = [database.mark()]  # a reader that comes between a writer and its turn
        with begun as transaction:
            transaction.run("insert_line", ("t", *counted(), 0, 0, b"", "verb", "", "", "", b""))
        assert database.mark() not in seen
    with one.reading() as transaction, one.reading() as beside:
        assert transaction.mark() != beside.mark()  # of two connections nothing is known


@pytest.mark.parametrize("is_in_memory", [False, True])
def test_a_reader_beside_a_commit_is_told_of_no_tampering(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_in_memory: bool
) -> None:
    store = open_at(None if is_in_memory else tmp_path)
    first, second = sample_entry("first"), sample_entry("second")
    store.commit(put(first))
    read: list[int] = []

    def look() -> None:
        read.append(sum(len(view.ids) for view in store.views([SCOPE])))

    begin, raise_heads = SqliteDatabase.writing, Heads.write

    def begin_late(database: SqliteDatabase) -> AbstractContextManager[SqliteTransaction]:
        begun = begin(database)
        look()
        return begun

    def raise_late(heads: Heads, raised: Iterable[Head]) -> None:
        look()
        raise_heads(heads, raised)

    monkeypatch.setattr(SqliteDatabase, "writing", begin_late)
    monkeypatch.setattr(Heads, "write", raise_late)
    store.commit(put(second))
    assert read == [1, 2]

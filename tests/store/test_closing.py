"""A store that is closed, or whose key folder is replaced, beside whoever still reads and writes it."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, TextIO

import pytest

from tenure.errors import StoreError
from tenure.store.cells import FileFolder
from tenure.store.conformance.samples import SCOPE, erase, put, sample_entry
from tenure.store.keys import KeySlots, Subkeys
from tenure.store.sqlite import SqliteDatabase
from tenure.store.sqlite_transaction import SqliteTransaction
from tenure.store.wrapping import Rotation, bound_of, tenant_folder
from tests.store.opening import FixedRoot, fetch, open_at


@pytest.mark.parametrize("is_in_memory", [False, True])
def test_a_commit_that_waits_while_its_store_is_closed_writes_nothing_anywhere(
    tmp_path: Path, is_in_memory: bool
) -> None:
    store = open_at(None if is_in_memory else tmp_path)
    for _ in range(20):  # so that fresh slots are wanted
        store.commit(put(sample_entry()))
    others: list[TextIO] = []

    def close(entries: Sequence[object]) -> list[None]:
        store.close()
        others.extend((tmp_path / f"other_{number}").open("w+") for number in range(8))  # in place of the store's files
        return [None] * len(entries)

    store.make_vectors(close)
    with pytest.raises(StoreError) as caught:
        store.commit(put(*(sample_entry() for _ in range(90))))
    assert caught.value.code == "closed"
    for file in others:
        file.close()
    assert [path.stat().st_size for path in tmp_path.glob("other_*")] == [0] * 8
    if not is_in_memory:
        with closing(open_at(tmp_path)) as again:
            assert (len(again.views([SCOPE])[0].ids), again.check()) == (20, ())


@pytest.mark.parametrize("is_in_memory", [False, True])
def test_who_reads_while_the_store_is_closed_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_in_memory: bool
) -> None:
    store = open_at(None if is_in_memory else tmp_path)
    store.commit(put(sample_entry()))
    rows = SqliteTransaction.rows

    def closed_after(transaction: SqliteTransaction, name: str, values: Sequence[object] = ()) -> Any:
        found = rows(transaction, name, values)
        store._keys.close()
        return found

    monkeypatch.setattr(SqliteTransaction, "rows", closed_after)
    with pytest.raises(StoreError) as caught:
        store.views([SCOPE])
    assert caught.value.code == "closed"


@pytest.fixture
def replaced(tmp_path: Path) -> Iterator[Any]:
    """Give a store whose key folder is replaced by a copy of it while it is open."""
    with closing(open_at(tmp_path)) as store:
        store.commit(put(sample_entry("first")))
        shutil.move(tmp_path / "keys", tmp_path / "aside")
        shutil.copytree(tmp_path / "aside", tmp_path / "keys")
        yield store


def test_nothing_is_written_under_keys_that_are_kept_nowhere(tmp_path: Path, replaced: Any) -> None:
    with pytest.raises(StoreError) as caught:
        replaced.commit(put(*(sample_entry() for _ in range(90))))
    assert caught.value.code == "replaced"
    assert fetch(tmp_path, "SELECT count(*) FROM records") == [(1,)]
    with closing(open_at(tmp_path)) as again:
        again.commit(put(sample_entry("second")))
        assert again.check() == ()
    with pytest.raises(StoreError) as caught:  # of what it cannot have the key of
        replaced.views([SCOPE])
    assert caught.value.code == "replaced"


def test_a_key_folder_that_is_gone_is_told_before_anything_is_written(tmp_path: Path, replaced: Any) -> None:
    shutil.rmtree(tmp_path / "keys")
    (tmp_path / "keys").mkdir(mode=0o700)
    with pytest.raises(StoreError) as caught:
        replaced.commit(put(sample_entry("second")))
    assert caught.value.code == "replaced"
    assert fetch(tmp_path, "SELECT count(*) FROM records") == [(1,)]


def test_keys_that_are_opened_for_reading_beside_a_rotation_are_opened(tmp_path: Path) -> None:
    """Who only reads takes no lock: the root key that it loads may be newer than the subkeys that it read."""
    store = open_at(tmp_path)
    store.commit(put(sample_entry()))
    store.close()
    old, new = FixedRoot().load(), bytes(range(32))
    rotation = Rotation(tmp_path / "keys")
    folder = FileFolder(tenant_folder(tmp_path / "keys", "default"), is_writable=False)
    bound = bound_of("default", store._keys.store_id)

    class Rotated:
        def load(self) -> bytes:
            if rotation.is_opened_by(old):
                with rotation.lock():
                    rotation.begin(old, new)
                    rotation.finish(new)
            return new

    subkeys = Subkeys(folder, Rotated(), bound=bound, create=False)
    with closing(KeySlots(folder, subkeys, bound=bound)) as slots:
        assert slots.open([slot for (slot,) in fetch(tmp_path, "SELECT key_slot FROM records")])
    with pytest.raises(StoreError) as caught:
        Subkeys(folder, FixedRoot(old), bound=bound, create=False)
    assert caught.value.code == "wrong_root_key"


def test_who_may_only_read_sees_what_is_written_meanwhile(tmp_path: Path) -> None:
    """A folder that this account cannot write: another one can, and the reader opened it while nobody did."""
    counted = ("count_doomed", ("default",))
    insert = "INSERT INTO doomed (tenant, key_slot, is_erasure, mac) VALUES ('default', ?, 0, x'00')"
    open_at(tmp_path).close()
    file = tmp_path / "data" / "tenure.db"
    with closing(SqliteDatabase(file, is_writable=False)) as reader:
        seen = [(reader.mark(), reader.rows(*counted)[0][0])]
        assert (reader.mark(), reader.rows(*counted)[0][0]) == seen[0]
        with closing(sqlite3.connect(file, isolation_level=None)) as writer:
            for slot in (1, 2):
                writer.execute(insert, (slot,))
                seen.append((reader.mark(), reader.rows(*counted)[0][0]))
        writer = sqlite3.connect(file, isolation_level=None)
        writer.execute(insert, (3,))
        writer.close()  # which folds the log in
        seen.append((reader.mark(), reader.rows(*counted)[0][0]))
    assert [count for _, count in seen] == [0, 1, 2, 3]
    assert len({mark for mark, _ in seen}) == 4


@pytest.mark.parametrize("then", ["taken away", "replaced"])
def test_r28_a_reader_gives_nothing_more_of_folders_that_are_not_in_place(tmp_path: Path, then: str) -> None:
    entry = sample_entry("first")
    with closing(open_at(tmp_path)) as reader:
        reader.commit(put(entry))
        for _ in range(3):
            assert reader.read([SCOPE], [entry.id]) == (entry,)
        (tmp_path / "aside").mkdir()
        for name in ("data", "keys"):
            shutil.move(tmp_path / name, tmp_path / "aside" / name)
            if then == "replaced":
                shutil.copytree(tmp_path / "aside" / name, tmp_path / name)
        if then == "replaced":
            with closing(open_at(tmp_path)) as other:
                other.commit(erase(entry))
        for read in (lambda: reader.read([SCOPE], [entry.id]), lambda: reader.views([SCOPE]), reader.last_at):
            with pytest.raises(StoreError) as caught:
                read()
            assert caught.value.code == "replaced"

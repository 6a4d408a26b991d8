"""Scratch that was changed behind its back, and scratch that cannot be written."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from tenure.errors import IntegrityError, SchemaError, StoreUnavailableError
from tenure.store.lock import FileLock
from tenure.store.records import Holder, NoteKind
from tenure.store.scratch import ScratchStore
from tenure.vault.task_keys import FolderKeys
from tests.store.scratch_notes import NOW, TEXT, note, task

Open = Callable[..., ScratchStore]


@pytest.fixture(params=["file", "memory"])
def open_scratch(request, tmp_path: Path) -> Iterator[Open]:
    opened: list[ScratchStore] = []

    def give(store_id: str = "store-1") -> ScratchStore:
        path = tmp_path / "data" / "scratch.db" if request.param == "file" else None
        keys = tmp_path / "keys"
        session, server = FolderKeys(keys, store_id), FolderKeys(keys, f"server-{store_id}", wrap=bytes(32))
        opened.append(ScratchStore(path, store_id=store_id, session=session, server=server))
        return opened[-1]

    yield give
    for store in opened:
        store.close()


@pytest.fixture
def store(open_scratch: Open) -> ScratchStore:
    return open_scratch()


TAMPERED = {
    "a note's id": ("UPDATE notes SET id = 'note_2' WHERE seq = 1", "notes"),
    "a note's place": ("UPDATE notes SET seq = 7 WHERE seq = 1", "notes"),
    "a note's words": ("UPDATE notes SET sealed = zeroblob(256)", "notes"),
    "a note taken away": ("DELETE FROM notes WHERE seq = 1", "notes"),
    "a note brought back": ("INSERT INTO notes SELECT task_id, 9, id, nonce, sealed FROM notes WHERE seq = 1", "notes"),
    "a longer life": ("UPDATE tasks SET ends_at = ends_at + 1", "resume"),
    "another holder": ("UPDATE tasks SET began_at = began_at - 1", "resume"),
    "a holder that there is not": ("UPDATE tasks SET holder = 'nobody'", "resume"),
    "another process": ("UPDATE tasks SET process = '1 2 3 4'", "resume"),
}


@pytest.mark.parametrize("case", TAMPERED)
def test_r34_what_was_changed_behind_its_back_is_not_served(tmp_path: Path, case: str) -> None:
    statement, call = TAMPERED[case]
    with closing(ScratchStore(tmp_path / "scratch.db", store_id="s")) as store:
        store.begin(task())
        store.add(note())
        store.add(note("note_3"))
        with closing(sqlite3.connect(tmp_path / "scratch.db")) as other, other:
            other.execute(statement)
        with pytest.raises(IntegrityError) as refused:
            store.notes("task_a") if call == "notes" else store.resume("task_a", now=NOW)
        assert TEXT not in str(refused.value)
        assert store.end("task_a") >= 1


def test_r34_a_row_of_another_store_or_task_does_not_open(tmp_path: Path) -> None:
    keys = FolderKeys(tmp_path / "keys", "s")
    with closing(ScratchStore(tmp_path / "scratch.db", store_id="s", session=keys)) as store:
        store.begin(task(holder=Holder.SESSION))
        store.add(note())
        other = ScratchStore(tmp_path / "scratch.db", store_id="t", session=keys)
        with closing(other), pytest.raises(IntegrityError):
            other.resume("task_a", now=NOW)


def test_r34_a_file_rolled_back_under_a_living_process_is_refused(tmp_path: Path) -> None:
    with closing(ScratchStore(tmp_path / "scratch.db", store_id="s")) as store:
        store.begin(task())
        with closing(sqlite3.connect(tmp_path / "scratch.db")) as other:
            older = other.execute("SELECT nonce, sealed FROM tasks").fetchone()
            store.add(note(kind=NoteKind.OBSERVED, channel="tool"))
            assert len(store.notes("task_a")) == 1
            with other:
                other.execute("UPDATE tasks SET nonce = ?, sealed = ?", older)
                other.execute("DELETE FROM notes")
        with pytest.raises(IntegrityError, match="rolled back"):
            store.notes("task_a")


def test_a_file_that_is_no_scratch_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "scratch.db"
    path.write_bytes(b"no database at all, but long enough to be taken for one" * 40)
    with closing(ScratchStore(path, store_id="s")) as store, pytest.raises(IntegrityError):
        store.begin(task())


def test_a_newer_schema_and_a_foreign_one_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "scratch.db"
    with closing(ScratchStore(path, store_id="s")) as store:
        store.begin(task())
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA user_version = 2")
    with closing(ScratchStore(path, store_id="s")) as store, pytest.raises(SchemaError):
        store.sweep(now=NOW)
    with closing(sqlite3.connect(path)) as other, other:
        other.execute("PRAGMA user_version = 1")
        other.execute("CREATE TRIGGER copy AFTER INSERT ON notes BEGIN DELETE FROM tasks; END")
    with closing(ScratchStore(path, store_id="s")) as store, pytest.raises(IntegrityError, match="schema"):
        store.sweep(now=NOW)


def test_a_link_in_place_of_the_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "elsewhere.db").touch()
    (tmp_path / "scratch.db").symlink_to(tmp_path / "elsewhere.db")
    with closing(ScratchStore(tmp_path / "scratch.db", store_id="s")) as store, pytest.raises(StoreUnavailableError):
        store.begin(task())
    assert (tmp_path / "elsewhere.db").stat().st_size == 0


def test_opening_and_sweeping_makes_no_file(tmp_path: Path) -> None:
    with closing(ScratchStore(tmp_path / "data" / "scratch.db", store_id="s")) as store:
        assert store.sweep(now=NOW) == 0
        assert store.resume("task_a", now=NOW) is None
        assert store.end("task_a") == 0
    assert list(tmp_path.iterdir()) == []


def test_threads_share_one_store(store: ScratchStore) -> None:
    store.begin(task())

    def work(name: int) -> None:
        for number in range(20):
            store.add(note(f"note_{name}_{number}"))
            store.notes("task_a")

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(8)))
    kept = [each.id for each in store.notes("task_a")]
    assert len(set(kept)) == 160
    assert [each for each in kept if each.startswith("note_3_")] == [f"note_3_{number}" for number in range(20)]


def test_a_long_log_is_moved_into_the_file(tmp_path: Path) -> None:
    with closing(ScratchStore(tmp_path / "scratch.db", store_id="s")) as store:
        store.begin(task())
        longest = 0
        for number in range(12):
            store.add(note(f"note_{number}", text="x" * 1_000_000))
            longest = max(longest, (tmp_path / "scratch.db-wal").stat().st_size)
        assert 1_000_000 < longest < 7_000_000
        assert len(store.notes("task_a")) == 12


def test_a_task_that_cannot_be_written_leaves_no_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tenure.store.scratch_file._BUSY_SECONDS", 0.05)
    keys = FolderKeys(tmp_path / "keys", "s")
    with closing(ScratchStore(tmp_path / "scratch.db", store_id="s", session=keys)) as store:
        store.begin(task("task_b"))
        with closing(sqlite3.connect(tmp_path / "scratch.db")) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreUnavailableError):
                store.begin(task(holder=Holder.SESSION))
            assert keys.get("task_a") is None
            with pytest.raises(StoreUnavailableError):
                store.add(note(task_id="task_b"))
            other.execute("ROLLBACK")
        store.add(note(task_id="task_b"))
        assert len(store.notes("task_b")) == 1


def test_r27_an_end_that_cannot_erase_rows_has_destroyed_the_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tenure.store.scratch_file._BUSY_SECONDS", 0.05)
    keys = FolderKeys(tmp_path / "keys", "s")
    with closing(ScratchStore(tmp_path / "scratch.db", store_id="s", session=keys)) as store:
        store.begin(task(holder=Holder.SESSION))
        store.add(note())
        with closing(sqlite3.connect(tmp_path / "scratch.db")) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreUnavailableError):
                store.end("task_a")
            other.execute("ROLLBACK")
        assert keys.get("task_a") is None
        assert store.resume("task_a", now=NOW) is None
        assert store.sweep(now=NOW) == 1


def test_r27_a_row_that_names_no_holder_stops_nothing_and_goes_at_its_limit(tmp_path: Path) -> None:
    statement = "UPDATE tasks SET holder = 'nobody' WHERE id = ?"
    keys = FolderKeys(tmp_path / "keys", "s")
    with closing(ScratchStore(tmp_path / "scratch.db", store_id="s", session=keys)) as store:
        store.begin(task(holder=Holder.SESSION))
        store.add(note())
        with closing(sqlite3.connect(tmp_path / "scratch.db", isolation_level=None)) as file:
            assert file.execute(statement, (task().id,)).rowcount == 1
        assert store.sweep(now=NOW) == 0
        assert store.sweep(now=task().ends_at) == 1
        assert keys.get(task().id) is None


def test_r27_a_task_whose_row_names_no_holder_is_ended_with_its_key(tmp_path: Path) -> None:
    keys = FolderKeys(tmp_path / "keys", "s")
    with closing(ScratchStore(tmp_path / "scratch.db", store_id="s", session=keys)) as store:
        store.begin(task(holder=Holder.SESSION))
        with closing(sqlite3.connect(tmp_path / "scratch.db", isolation_level=None)) as file:
            file.execute("UPDATE tasks SET holder = 'nobody'")
        store.end(task().id)
        assert keys.get(task().id) is None


def test_a_task_ends_though_another_process_keeps_the_log_from_being_folded_in(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr("tenure.store.scratch_file._CHECKPOINT_SECONDS", 0.05)
    with (
        closing(ScratchStore(tmp_path / "scratch.db", store_id="s")) as store,
        closing(FileLock(tmp_path / "scratch.db.lock")) as other,
    ):
        store.begin(task())
        store.add(note())
        with other.held():
            assert store.end("task_a") == 1
        assert (tmp_path / "scratch.db-wal").stat().st_size > 0
        store.begin(task())
        store.end("task_a")
        assert (tmp_path / "scratch.db-wal").stat().st_size == 0

"""Scratch keeps notes sealed under one key a task, apart from durable, and loses them with that key (R01, R27)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tenure.errors import NotFoundError, RequestError, StoreError
from tenure.store.records import Holder, NoteKind
from tenure.store.scratch import ScratchStore
from tenure.vault.task_keys import FolderKeys
from tests.store.scratch_notes import LIMIT, MICRO, NOW, TEXT, note, on_disk, task

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


@pytest.mark.parametrize("holder", Holder)
def test_a_task_gives_back_its_notes_in_order_and_whole(store: ScratchStore, holder: Holder) -> None:
    store.begin(task(holder=holder))
    rich = note("note_2", kind=NoteKind.OBSERVED, call="call_7", derived_from=("note_1",), is_tainted=True)
    for kept in (note(), rich, note("note_3", text="\udcff lone \U0001f600 \x00")):
        store.add(kept)
    assert store.notes("task_a") == (note(), rich, note("note_3", text="\udcff lone \U0001f600 \x00"))
    assert store.resume("task_a", now=NOW) == task(holder=holder)


def test_r27_a_task_is_over_at_the_microsecond_of_its_limit(store: ScratchStore) -> None:
    store.begin(task())
    store.add(note())
    assert store.resume("task_a", now=LIMIT - MICRO) == task()
    assert store.sweep(now=LIMIT - MICRO) == 0
    assert store.resume("task_a", now=LIMIT) is None
    assert store.sweep(now=LIMIT) == 1
    assert store.sweep(now=LIMIT) == 0
    with pytest.raises(NotFoundError, match="ended"):
        store.notes("task_a")


@pytest.mark.parametrize("holder", Holder)
def test_r27_an_ended_task_is_gone_and_counted_once(store: ScratchStore, holder: Holder) -> None:
    store.begin(task(holder=holder))
    store.begin(task("task_b", holder))
    store.add(note())
    store.add(note("note_2"))
    store.add(note("note_9", "task_b"))
    assert store.end("task_a") == 2
    assert store.end("task_a") == 0
    assert store.resume("task_a", now=NOW) is None
    for call in (lambda: store.notes("task_a"), lambda: store.add(note()), lambda: store.drop("task_a", ["note_1"])):
        with pytest.raises(NotFoundError):
            call()
    assert [kept.id for kept in store.notes("task_b")] == ["note_9"]


def test_a_dropped_note_is_gone_and_the_rest_stays(store: ScratchStore) -> None:
    store.begin(task())
    for number in range(1, 4):
        store.add(note(f"note_{number}"))
    assert store.drop("task_a", ["note_2", "note_2", "note_77"]) == 1
    assert store.drop("task_a", ["note_2"]) == 0
    store.add(note("note_4"))
    assert [kept.id for kept in store.notes("task_a")] == ["note_1", "note_3", "note_4"]


def test_an_id_is_begun_once(store: ScratchStore) -> None:
    store.begin(task())
    store.add(note())
    with pytest.raises(RequestError) as refused:
        store.begin(task())
    assert refused.value.code == "task_exists"
    assert store.notes("task_a") == (note(),)


def test_what_is_unknown_is_answered_like_what_has_ended(store: ScratchStore) -> None:
    assert store.resume("task_x", now=NOW) is None
    assert store.end("task_x") == 0
    assert store.sweep(now=NOW) == 0
    with pytest.raises(NotFoundError) as unknown:
        store.notes("task_x")
    store.begin(task())
    store.end("task_a")
    with pytest.raises(NotFoundError) as ended:
        store.notes("task_a")
    assert (str(unknown.value), unknown.value.code) == (str(ended.value), ended.value.code)


def test_r01_nothing_readable_is_on_disk_and_nothing_of_a_task_stays(tmp_path: Path) -> None:
    with closing(
        ScratchStore(tmp_path / "scratch.db", store_id="s", session=FolderKeys(tmp_path / "keys", "s"))
    ) as store:
        for holder in (Holder.PROCESS, Holder.SESSION):
            store.begin(task(f"task_{holder}", holder))
            for number in range(40):
                store.add(note(f"note_{number}", f"task_{holder}", TEXT * 30, source="zebra-shell", call="zebra-call"))
            assert on_disk(tmp_path, TEXT) == []
            assert on_disk(tmp_path, "zebra") == []
        store.drop("task_process", [f"note_{number}" for number in range(20)])
        assert on_disk(tmp_path, TEXT) == []
        key = FolderKeys(tmp_path / "keys", "s").get("task_session")
        assert key is not None
        assert any(key in path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
        assert store.end("task_process") == 20
        assert store.end("task_session") == 40
        assert not any(key in path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
        assert on_disk(tmp_path, "note_1") == []
        assert (tmp_path / "scratch.db-wal").stat().st_size == 0
    assert {path.name for path in tmp_path.iterdir()} <= {"scratch.db", "scratch.db.lock", "keys"}
    assert all(path.stat().st_mode & 0o077 == 0 for path in tmp_path.iterdir())


def test_r27_closing_ends_what_the_process_holds_and_leaves_a_session_alone(tmp_path: Path) -> None:
    keys = FolderKeys(tmp_path / "keys", "s")
    first = ScratchStore(tmp_path / "scratch.db", store_id="s", session=keys)
    first.begin(task("task_p"))
    first.begin(task("task_s", Holder.SESSION))
    first.add(note(task_id="task_p"))
    first.add(note(task_id="task_s"))
    first.close()
    first.close()
    with closing(ScratchStore(tmp_path / "scratch.db", store_id="s", session=keys)) as second:
        assert second.resume("task_p", now=NOW) is None
        assert second.notes("task_s") == (note(task_id="task_s"),)
        assert second.end("task_s") == 1


def test_two_stores_open_in_one_process_leave_each_other_alone(tmp_path: Path) -> None:
    with (
        closing(ScratchStore(tmp_path / "scratch.db", store_id="s")) as first,
        closing(ScratchStore(tmp_path / "scratch.db", store_id="s")) as second,
    ):
        first.begin(task())
        first.add(note())
        assert second.resume("task_a", now=NOW) is None
        assert second.sweep(now=NOW) == 0
        assert first.notes("task_a") == (note(),)


def test_r27_a_session_whose_key_is_gone_is_swept(tmp_path: Path) -> None:
    keys = FolderKeys(tmp_path / "keys", "s")
    with closing(ScratchStore(tmp_path / "scratch.db", store_id="s", session=keys)) as store:
        store.begin(task(holder=Holder.SESSION))
        store.add(note())
        assert store.sweep(now=NOW) == 0
        keys.destroy("task_a")
        assert store.resume("task_a", now=NOW) is None
        assert store.sweep(now=NOW) == 1


def test_a_key_that_cannot_be_judged_is_no_key_that_is_gone(tmp_path: Path) -> None:
    keys = FolderKeys(tmp_path / "keys", "s")
    with closing(ScratchStore(tmp_path / "scratch.db", store_id="s", session=keys)) as store:
        store.begin(task(holder=Holder.SESSION))
        store.add(note())
        key_file = next((tmp_path / "keys").iterdir())
        key_file.chmod(0o644)
        assert store.sweep(now=NOW) == 0
        with pytest.raises(StoreError, match="open to other accounts"):
            store.notes("task_a")
        key_file.chmod(0o600)
        assert store.notes("task_a") == (note(),)


def test_a_holder_without_a_place_for_keys_is_refused(tmp_path: Path) -> None:
    with closing(ScratchStore(tmp_path / "scratch.db", store_id="s")) as store:
        with pytest.raises(StoreError) as refused:
            store.begin(task(holder=Holder.SESSION))
        assert refused.value.code == "no_key_place"
    assert not (tmp_path / "scratch.db").exists()


TAMPERED = {
    "a note's id": ("UPDATE notes SET id = 'note_2' WHERE seq = 1", "notes"),
    "a note's place": ("UPDATE notes SET seq = 7 WHERE seq = 1", "notes"),
    "a note's words": ("UPDATE notes SET sealed = zeroblob(256)", "notes"),
    "a note taken away": ("DELETE FROM notes WHERE seq = 1", "notes"),
    "a note brought back": ("INSERT INTO notes SELECT task_id, 9, id, nonce, sealed FROM notes WHERE seq = 1", "notes"),
    "a longer life": ("UPDATE tasks SET ends_at = ends_at + 1", "resume"),
    "another holder": ("UPDATE tasks SET began_at = began_at - 1", "resume"),
    "another process": ("UPDATE tasks SET process = '1 2 3 4'", "resume"),
}

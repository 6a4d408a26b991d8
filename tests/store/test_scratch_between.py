"""A task that ends, begins anew or is searched between two steps of somebody else (R27)."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

import tenure
from tenure.errors import NotFoundError, StoreUnavailableError
from tenure.memory import searching
from tenure.store import scratch_file
from tenure.store.outlines import Outlines
from tenure.store.records import Holder
from tenure.store.scratch import ScratchStore
from tenure.vault.task_keys import FolderKeys
from tests.store.scratch_notes import LIMIT, NOW, note, task

HOUR = timedelta(hours=1)


def opened(folder: Path, keys: FolderKeys | None = None) -> ScratchStore:
    return ScratchStore(folder / "scratch.db", store_id="s", session=keys or FolderKeys(folder / "keys", "s"))


@pytest.fixture
def both(tmp_path: Path) -> Iterator[tuple[ScratchStore, ScratchStore]]:
    """Give two stores of one session, as two processes have them, in which a task lives."""
    with closing(opened(tmp_path)) as one, closing(opened(tmp_path)) as other:
        one.begin(task(holder=Holder.SESSION))
        yield one, other


def test_a_sweep_leaves_a_task_alone_that_began_anew_under_its_id(
    both: tuple[ScratchStore, ScratchStore], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = both
    transaction = scratch_file.ScratchFile.transaction

    def begun_first(file: scratch_file.ScratchFile, **how: bool) -> Any:
        monkeypatch.undo()
        one.end("task_a")
        one.begin(task(holder=Holder.SESSION, ends_at=LIMIT + HOUR))
        one.add(note())
        return transaction(file, **how)

    monkeypatch.setattr(FolderKeys, "sweep", lambda *_, **__: 0)
    monkeypatch.setattr(scratch_file.ScratchFile, "transaction", begun_first)
    assert other.sweep(now=LIMIT) == 0
    assert [each.id for each in one.notes("task_a")] == ["note_1"]
    assert other.sweep(now=LIMIT + HOUR) == 1
    assert one.resume("task_a", now=LIMIT) is None


def test_what_was_noted_of_an_ended_task_is_no_rollback_of_the_next_of_its_id(
    both: tuple[ScratchStore, ScratchStore], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = both
    for number in range(3):
        one.add(note(f"note_{number}"))
    note_newest = FolderKeys.note_newest

    def noted_late(keys: FolderKeys, task_id: str, version: int) -> None:
        monkeypatch.undo()
        other.end("task_a")
        other.begin(task(holder=Holder.SESSION, began_at=NOW + timedelta(seconds=1)))
        note_newest(keys, task_id, version)

    monkeypatch.setattr(FolderKeys, "note_newest", noted_late)
    one.add(note("note_4"))
    other.add(note())
    assert [each.id for each in one.notes("task_a")] == ["note_1"]


@pytest.mark.parametrize("wrap", [None, bytes(32)], ids=["plain", "wrapped"])
def test_a_key_that_is_being_destroyed_is_gone_and_not_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wrap: bytes | None
) -> None:
    with closing(opened(tmp_path, FolderKeys(tmp_path / "keys", "s", wrap=wrap))) as store:
        store.begin(task(holder=Holder.SESSION))
        unlink, seen = Path.unlink, list[object]()

        def looked_before(path: Path, *, missing_ok: bool = False) -> None:
            if path.suffix == ".key":
                seen.append(store.resume("task_a", now=NOW))
            unlink(path, missing_ok=missing_ok)

        monkeypatch.setattr(Path, "unlink", looked_before)
        store.end("task_a")
        assert seen == [None]


def test_of_two_that_begin_one_task_at_once_one_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a place whose newest key takes the place of the one before, as an OS keyring is."""
    kept: dict[str, bytes] = {}
    tried = [False]
    monkeypatch.setattr(scratch_file, "_BUSY_SECONDS", 0.05)
    monkeypatch.setattr(FolderKeys, "get", lambda _, task_id: kept.get(task_id))
    with closing(opened(tmp_path)) as one, closing(opened(tmp_path)) as other:

        def put(_: FolderKeys, task_id: str, key: bytes, **__: object) -> None:
            if not tried[0]:
                tried[0] = True
                with pytest.raises(StoreUnavailableError):
                    other.begin(task(holder=Holder.SESSION))
            kept[task_id] = key

        other.sweep(now=NOW)
        assert other.end("task_z") == 0
        one.begin(task("task_z", Holder.SESSION))
        other.resume("task_z", now=NOW)  # both have the file open
        monkeypatch.setattr(FolderKeys, "put", put)
        one.begin(task(holder=Holder.SESSION))
        one.add(note())
        assert tried == [True]
        assert [each.id for each in other.notes("task_a")] == ["note_1"]


class Shared(dict[str, Any]):
    """A dictionary to which another thread adds while it is gone through."""

    def __init__(self, add: Any) -> None:
        super().__init__()
        self.waiting = [add]

    def __iter__(self) -> Iterator[str]:
        going = super().__iter__()
        if self.waiting:
            thread = threading.Thread(target=self.waiting.pop())
            thread.start()
            thread.join(0.1)  # it may have to wait for who goes through
        return going


def test_many_tasks_may_keep_notes_at_once() -> None:
    outlines = Outlines()
    outlines._known = Shared(lambda: outlines.of("another", [], lambda _: note()))
    for number in range(20):
        outlines.of(f"task_{number}", [], lambda _: note())


def test_tasks_may_begin_while_somebody_asks_for_those_of_a_person() -> None:
    with tenure.open(":memory:") as memory:
        scope = memory.scope(user="ana")
        begun = memory.task("one", scope=scope)

        class Beginning(dict[str, Any]):
            def items(self) -> Any:
                for pair in super().items():
                    memory.task("another", scope=scope)
                    yield pair

        memory._wired.tasks = Beginning(memory._wired.tasks)
        assert memory._wired.tasks_of("ana") == (begun.id,)


@pytest.mark.parametrize("drops", ["the note", "the task"])
def test_r27_a_search_beside_the_end_leaves_nothing_worked_out_of_notes(
    monkeypatch: pytest.MonkeyPatch, drops: str
) -> None:
    with tenure.open(":memory:") as memory:
        talk = memory.task("rounding", scope=memory.scope(user="ana"))
        agent = talk.agent("coder")
        kept = agent.note("the invoice rounds twice")
        search = searching.search_notes

        def ended_first(*given: Any, **how: Any) -> Any:
            monkeypatch.undo()
            if drops == "the task":
                talk.end()
            else:
                agent.drop(kept)
            return search(*given, **how)

        monkeypatch.setattr(searching, "search_notes", ended_first)
        assert [each.id for each in agent.search("invoice")] == [kept.id]  # as it was when this began
        assert not memory._wired.searched._held


def test_r27_a_search_as_the_task_ends_leaves_nothing_worked_out_of_notes(monkeypatch: pytest.MonkeyPatch) -> None:
    with tenure.open(":memory:") as memory:
        talk = memory.task("rounding", scope=memory.scope(user="ana"))
        agent = talk.agent("coder")
        agent.note("the invoice rounds twice")
        end = ScratchStore.end

        def searched_first(store: ScratchStore, task_id: str) -> int:
            monkeypatch.undo()
            assert len(agent.search("invoice")) == 1
            return end(store, task_id)

        monkeypatch.setattr(ScratchStore, "end", searched_first)
        talk.end()
        assert not memory._wired.searched._held
        with pytest.raises(NotFoundError):
            agent.search("invoice")

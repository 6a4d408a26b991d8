"""Keeping one more note opens none of the earlier ones again, and trusts none that is not as it was opened."""

from __future__ import annotations

import gc
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tenure.errors import IntegrityError, NotFoundError
from tenure.store import scratch as scratch_module
from tenure.store.records import Holder
from tenure.store.scratch import ScratchStore
from tenure.vault.task_keys import FolderKeys
from tests.store.scratch_notes import TEXT, note, task


def opened(folder: Path) -> ScratchStore:
    return ScratchStore(folder / "scratch.db", store_id="s", session=FolderKeys(folder / "keys", "s"))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[ScratchStore]:
    with closing(opened(tmp_path)) as made:
        made.begin(task(holder=Holder.SESSION))
        made.add(note())
        assert [(each.id, each.bytes) for each in made.outlines("task_a")] == [("note_1", len(TEXT.encode()))]
        yield made


def test_an_outline_says_all_but_the_words(store: ScratchStore):
    store.add(note("note_2", text="f\udc80", channel="tool", is_tainted=True))
    assert [(each.id, each.bytes, each.channel, each.is_tainted) for each in store.outlines("task_a")][1:] == [
        ("note_2", 4, "tool", True)
    ]


def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Give a list that grows by the id of each note that is opened."""
    opened_ids: list[str] = []
    real = scratch_module.open_note

    def counting(*given, note_id: str, **more):
        opened_ids.append(note_id)
        return real(*given, note_id=note_id, **more)

    monkeypatch.setattr(scratch_module, "open_note", counting)
    return opened_ids


def test_each_note_is_opened_once_however_many_follow(store: ScratchStore, monkeypatch: pytest.MonkeyPatch):
    opened_ids = counted(monkeypatch)
    for number in range(2, 12):
        store.add(note(f"note_{number}"))
        store.outlines("task_a")
    assert opened_ids == [f"note_{number}" for number in range(2, 12)]


def test_of_many_notes_those_asked_for_are_opened(store: ScratchStore, monkeypatch: pytest.MonkeyPatch):
    for number in range(2, 12):
        store.add(note(f"note_{number}"))
    opened_ids = counted(monkeypatch)
    assert [each.id for each in store.read("task_a", ["note_7", "note_3", "note_99"])] == ["note_3", "note_7"]
    assert opened_ids == ["note_3", "note_7"]


def test_r34_a_note_that_is_read_alone_is_refused_when_another_one_was_taken_away(store: ScratchStore, tmp_path: Path):
    store.add(note("note_2"))
    with closing(sqlite3.connect(tmp_path / "scratch.db", isolation_level=None)) as file:
        file.execute("DELETE FROM notes WHERE id = 'note_1'")
    with pytest.raises(IntegrityError):
        store.read("task_a", ["note_2"])


def test_what_another_process_adds_and_drops_is_seen(store: ScratchStore, tmp_path: Path):
    with closing(opened(tmp_path)) as other:
        other.add(note("note_2", text="more"))
        assert [each.id for each in store.outlines("task_a")] == ["note_1", "note_2"]
        other.drop("task_a", ["note_1"])
        assert [each.id for each in store.outlines("task_a")] == ["note_2"]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE notes SET id = 'note_9'",
        "UPDATE notes SET sealed = zeroblob(256)",
        "UPDATE notes SET nonce = zeroblob(12)",
        "UPDATE notes SET seq = 7",
        "DELETE FROM notes",
    ],
)
def test_r34_a_note_that_was_changed_after_it_was_opened_is_refused(
    store: ScratchStore, tmp_path: Path, statement: str
):
    with closing(sqlite3.connect(tmp_path / "scratch.db", isolation_level=None)) as file:
        file.execute(statement)
    with pytest.raises(IntegrityError):
        store.outlines("task_a")


def test_r27_of_an_ended_task_nothing_is_held(store: ScratchStore, tmp_path: Path):
    with closing(opened(tmp_path)) as other:
        other.end("task_a")
    with pytest.raises(NotFoundError):
        store.outlines("task_a")
    assert not store._outlines._known


def test_r27_what_is_held_is_no_text(store: ScratchStore):
    gc.collect()
    assert "Rundung" not in repr(store._outlines._known)

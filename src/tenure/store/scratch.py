"""Scratch: the notes of tasks, sealed under one key a task, in a file apart from durable (R01, R27)."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Final

from tenure.errors import IntegrityError, NotFoundError, RequestError, StoreError
from tenure.store.outlines import Outlines, SealedNote
from tenure.store.port import NoteOutline
from tenure.store.process import is_gone, own_mark
from tenure.store.records import Holder, Note, TaskRecord
from tenure.store.scratch_file import ScratchFile
from tenure.store.scratch_seal import Bound, Head, OpenedTask, new_key, open_head, open_note, seal_head, seal_note
from tenure.store.task_keys import ProcessKeys, TaskKeys, holder_of, holder_written
from tenure.store.times import instant_micros, micros_instant

_FORM: Final = "tenure scratch 1"


class ScratchStore:
    """Implements `store.port.Notes` on SQLite, or in memory.

    The order of ending is: the key, then the rows, then the log of the file. So a crash in between leaves
    ciphertext alone, and the next sweep removes it.

    Args:
        path: The file, or None for a store in memory, whose keys are all in this process.
        store_id: Bound into every seal.
        session: Where keys of holder *session* lie, or None if such tasks cannot be had.
        server: Where keys of holder *server* lie, or None.
    """

    def __init__(
        self,
        path: Path | None,
        *,
        store_id: str,
        session: TaskKeys | None = None,
        server: TaskKeys | None = None,
    ) -> None:
        self._file = ScratchFile(path)
        self._store_id = store_id
        self._own = ProcessKeys()
        self._outlines = Outlines()
        self._places: dict[Holder, TaskKeys] = {Holder.PROCESS: self._own}
        for holder, keys in ((Holder.SESSION, session), (Holder.SERVER, server)):
            place = self._own if path is None else keys
            if place is not None:
                self._places[holder] = place

    def begin(self, task: TaskRecord) -> None:
        """Open a task and make its key.

        Raises:
            RequestError: There is a task of this id.
            StoreError: There is no place for the key of such a holder.
        """
        place = self._places.get(task.holder)
        if place is None:
            raise StoreError(f"this store keeps no tasks of holder '{task.holder.value}'", code="no_key_place")
        key = new_key()
        began_at, ends_at = instant_micros(task.began_at), instant_micros(task.ends_at)
        columns = (task.id, task.holder.value, own_mark(), began_at, ends_at)
        # Later than any version of an earlier task of this id, whose newest may still be noted once it has ended.
        head = Head(name=task.name, scope=task.scope, trusted=task.trusted, version=max(1, began_at))
        row = *columns, *seal_head(key, head, self._task_bound(columns))
        with ExitStack() as undo:
            with self._file.transaction():  # of several processes that begin it one does
                if self._file.run("task", (task.id,)):
                    raise RequestError("there is a task of this id already", code="task_exists")
                # Before the row can be seen: a row without a key is swept.
                place.put(task.id, key, ends_at=task.ends_at)
                undo.callback(place.destroy, task.id)
                self._file.run("insert_task", row)
            undo.pop_all()

    def resume(self, task_id: str, *, now: datetime) -> TaskRecord | None:
        """Give a task that still lives and whose key this process may use, or None; at its limit it is over.

        Raises:
            IntegrityError: The task's row was changed or is older than what was noted beside its key.
        """
        if not self._file.exists():
            return None
        newest = self._newest(task_id)
        with self._file.transaction(is_writing=False):
            opened = self._open(task_id, newest)
        if opened is None or now >= opened.record.ends_at:
            return None
        return opened.record

    def add(self, note: Note) -> None:
        """Keep a note; one call is one commit.

        Raises:
            NotFoundError: The task has ended, or its key is not within reach.
        """
        newest = self._newest(note.task_id)
        with self._file.transaction():
            task = self._living(note.task_id, newest)
            seq = task.head.next_seq
            sealed = seal_note(task.key, note, self._note_bound(note.task_id, seq, note.id))
            self._file.run("insert_note", (note.task_id, seq, note.id, *sealed))
            self._reseal(task, next_seq=seq + 1, live=(*task.head.live, seq))
        self._note(task.record, task.head.version + 1)
        self._file.checkpoint_if_long()

    def notes(self, task_id: str) -> tuple[Note, ...]:
        """Give the notes of a living task, oldest first.

        Raises:
            NotFoundError: The task has ended, or its key is not within reach.
            IntegrityError: A note was changed, moved, removed or brought back.
        """
        task, rows = self._sealed(task_id)
        return tuple(self._open_note(task, row) for row in rows)

    def read(self, task_id: str, note_ids: Sequence[str]) -> tuple[Note, ...]:
        """Give these notes of a living task, oldest first, no other opened; errors as `notes`."""
        task, rows = self._sealed(task_id)
        return tuple(self._open_note(task, row) for row in rows if row[1] in note_ids)

    def outlines(self, task_id: str) -> tuple[NoteOutline, ...]:
        """Give the notes of a living task without what they say, oldest first; errors as `notes`.

        A note is opened the first time; after that its sealed bytes are compared with those that were opened.
        """
        task, rows = self._sealed(task_id)
        return self._outlines.of(task_id, rows, lambda row: self._open_note(task, row))

    def drop(self, task_id: str, note_ids: Sequence[str]) -> int:
        """Erase notes of a living task and say how many; ids that it has not are passed over.

        Raises:
            NotFoundError: The task has ended, or its key is not within reach.
        """
        newest = self._newest(task_id)
        with self._file.transaction():
            task = self._living(task_id, newest)
            gone = {row[0] for row in self._file.run("notes", (task_id,)) if row[1] in note_ids}
            for seq in sorted(gone):
                self._file.run("delete_note", (task_id, seq))
            if gone:
                live = tuple(seq for seq in task.head.live if seq not in gone)
                self._reseal(task, next_seq=task.head.next_seq, live=live)
        if gone:
            self._note(task.record, task.head.version + 1)
            self._file.checkpoint()
        return len(gone)

    def end(self, task_id: str) -> int:
        """End a task: destroy its key, erase its notes, and say how many there were; 0 if there is no such task."""
        found = self._file.run("task", (task_id,)) if self._file.exists() else []
        if not found:
            return 0
        erased = self._erase([(task_id, holder_of(found[0][0]))])
        self._file.checkpoint()
        return erased

    def sweep(self, *, now: datetime) -> int:
        """Remove what ended tasks, passed limits and crashes left, and say how many notes went.

        Nothing of a living process, of a session whose key is there, or before its limit is touched.
        """
        for place in self._places.values():
            with suppress(StoreError):  # the next sweep tries again
                place.sweep(now=now)
        if not self._file.exists():
            return 0
        mark = instant_micros(now)
        over = {row for row in self._file.run("tasks") if row[3] <= mark or self._is_orphan(*row[:3])}
        if not over:
            return 0
        with self._file.transaction():  # in which those that began anew since are left alone
            ended = [(row[0], holder_of(row[1])) for row in self._file.run("tasks") if row in over]
            erased = self._erase_now(ended)
        self._file.checkpoint()
        return erased

    def close(self) -> None:
        """Let go of files; tasks held by this process end, and what cannot be erased now the next sweep erases."""
        held = self._own.held()
        try:
            if held and self._file.exists():
                self._erase([(task_id, Holder.PROCESS) for task_id in held])
                self._file.checkpoint()
        finally:
            self._outlines.clear()
            for task_id in held:
                self._own.destroy(task_id)
            self._file.close()

    def _sealed(self, task_id: str) -> tuple[OpenedTask, list[SealedNote]]:
        newest = self._newest(task_id)
        with self._file.transaction(is_writing=False):
            task = self._living(task_id, newest)
            rows = self._file.run("notes", (task_id,))
        if tuple(row[0] for row in rows) != task.head.live:
            raise IntegrityError("notes of scratch were removed or brought back", hint="End this task.")
        return task, [(seq, note_id, nonce, sealed) for seq, note_id, nonce, sealed in rows]

    def _open_note(self, task: OpenedTask, row: SealedNote) -> Note:
        seq, note_id, nonce, sealed = row
        bound = self._note_bound(task.record.id, seq, note_id)
        return open_note(task.key, nonce, sealed, bound, task_id=task.record.id, note_id=note_id)

    def _living(self, task_id: str, newest: int) -> OpenedTask:
        opened = self._open(task_id, newest)
        if opened is None:
            self._outlines.drop(task_id)
            raise NotFoundError(
                "there is no such task here, or it has ended",
                code="no_task",
                hint="Begin a new one; what a task held is gone with it.",
            )
        return opened

    def _newest(self, task_id: str) -> int:
        """Give the version noted beside the task's key; read before the data, which others may carry on meanwhile."""
        found = self._file.run("task", (task_id,))
        place = self._places.get(holder_written(found[0][0])) if found else None
        return 0 if place is None else place.newest(task_id)

    def _note(self, task: TaskRecord, version: int) -> None:
        # After the data is kept: behind it after a crash is mended, ahead of it would be taken for a rollback.
        with suppress(StoreError):
            self._places[task.holder].note_newest(task.id, version)

    def _open(self, task_id: str, newest: int) -> OpenedTask | None:
        found = self._file.run("task", (task_id,))
        if not found:
            return None
        holder, process, began_at, ends_at, nonce, sealed = found[0]
        columns = (task_id, holder, process, began_at, ends_at)
        place = self._places.get(holder_written(holder))
        key = None if place is None else place.get(task_id)
        if key is None:
            return None
        bound = self._task_bound(columns)
        head = open_head(key, nonce, sealed, bound)
        if head.version < newest:
            raise IntegrityError("a task of scratch was rolled back", hint="End this task.")
        record = TaskRecord(
            id=task_id,
            name=head.name,
            scope=head.scope,
            holder=holder_written(holder),
            began_at=micros_instant(began_at),
            ends_at=micros_instant(ends_at),
            trusted=head.trusted,
        )
        if head.version > newest:
            self._note(record, head.version)
        return OpenedTask(record=record, head=head, key=key, bound=bound)

    def _reseal(self, task: OpenedTask, *, next_seq: int, live: tuple[int, ...]) -> None:
        head = replace(task.head, version=task.head.version + 1, next_seq=next_seq, live=live)
        self._file.run("reseal_task", (*seal_head(task.key, head, task.bound), task.record.id))

    def _erase(self, tasks: Sequence[tuple[str, Holder | None]]) -> int:
        for task_id, holder in tasks:  # before all else: also where nothing can be written
            self._destroy_key(task_id, holder)
        with self._file.transaction():
            return self._erase_now(tasks)

    def _erase_now(self, tasks: Sequence[tuple[str, Holder | None]]) -> int:
        erased = 0
        for task_id, holder in tasks:
            self._destroy_key(task_id, holder)
            erased += len(self._file.run("delete_notes", (task_id,)))
            self._file.run("delete_task", (task_id,))
        return erased

    def _destroy_key(self, task_id: str, holder: Holder | None) -> None:
        self._outlines.drop(task_id)
        for place in self._places.values() if holder is None else filter(None, (self._places.get(holder),)):
            place.destroy(task_id)

    def _is_orphan(self, task_id: str, told: object, process: str) -> bool:
        holder = holder_of(told)
        if holder is None:
            return False  # altered: nobody opens it, and its limit decides
        if holder is Holder.PROCESS:
            return self._own.get(task_id) is None and is_gone(process)
        place = self._places.get(holder)
        try:
            return place is not None and place.get(task_id) is None
        except StoreError:
            return False  # locked, or not to be read just now: its limit decides

    def _task_bound(self, columns: tuple[str, str, str, int, int]) -> Bound:
        return (_FORM, self._store_id, "task", *columns)

    def _note_bound(self, task_id: str, seq: int, note_id: str) -> Bound:
        return (_FORM, self._store_id, "note", task_id, seq, note_id)

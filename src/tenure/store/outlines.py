"""What must be known of a task's notes to keep another one, without opening each of them again; no text is held."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Final

from tenure.forked import free_in_children
from tenure.store.port import NoteOutline
from tenure.store.records import Note

SealedNote = tuple[int, str, bytes, bytes]
"""A note as it is stored: its number, id, nonce and sealed text."""

_TASKS_MAX: Final = 16
"""Tasks whose outlines are held; the one longest unused goes first."""


class Outlines:
    """Outlines of notes that were opened before, each beside its sealed bytes: other bytes are opened anew."""

    def __init__(self) -> None:
        self._known: dict[str, dict[int, tuple[SealedNote, NoteOutline]]] = {}
        self._lock = threading.Lock()
        free_in_children(self)

    def of(
        self, task_id: str, rows: Sequence[SealedNote], open_note: Callable[[SealedNote], Note]
    ) -> tuple[NoteOutline, ...]:
        """Give the outlines of these rows, in their order; only what was not seen so before is opened."""
        with self._lock:
            known = self._known.pop(task_id, {})
        found: dict[int, tuple[SealedNote, NoteOutline]] = {}
        for row in rows:
            before = known.get(row[0])
            found[row[0]] = before if before is not None and before[0] == row else (row, _outline(open_note(row)))
        with self._lock:
            self._known[task_id] = found
            while len(self._known) > _TASKS_MAX:
                del self._known[next(iter(self._known))]
        return tuple(outline for _, outline in found.values())

    def drop(self, task_id: str) -> None:
        """Hold nothing of a task any more."""
        with self._lock:
            self._known.pop(task_id, None)

    def clear(self) -> None:
        """Hold nothing any more."""
        with self._lock:
            self._known.clear()


def _outline(note: Note) -> NoteOutline:
    size = len(note.text.encode("utf-8", "surrogatepass"))
    return NoteOutline(
        id=note.id,
        kind=note.kind,
        bytes=size,
        channel=note.channel,
        is_tainted=note.is_tainted,
        derived_from=note.derived_from,
    )

"""The vectors of notes, worked out when they are first searched, held by this process alone until the task is over."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from threading import Lock
from typing import TYPE_CHECKING, Final

from tenure.scratch.pieces import meanings_of
from tenure.search.embed.meaning import Meaning
from tenure.search.embed.port import Embedder
from tenure.store.records import Note

if TYPE_CHECKING:  # numpy loads on first use, so that `import tenure` does not pay for it
    import numpy as np
    from numpy.typing import NDArray


TASKS_MAX: Final = 16
"""Most tasks whose vectors are held; those searched longest ago are worked out again."""


class NoteVectors:
    """Vectors of the pieces of notes, by task; never written anywhere, and dropped with their task (R27).

    Args:
        embedder: Gives the vectors; loaded at the first search that wants one.
    """

    def __init__(self, embedder: Embedder) -> None:
        self._meaning = Meaning(embedder)
        self._lock = Lock()
        self._held: OrderedDict[str, dict[str, NDArray[np.float32]]] = OrderedDict()

    def query(self, text: str) -> NDArray[np.float32] | None:
        """Give the vector of a query, or None if the embedder fails."""
        return self._meaning.query(text)

    def of(self, task_id: str, wanted: Sequence[Note], *, most: int) -> Mapping[str, NDArray[np.float32]]:
        """Give the vectors of notes by note id, one row a part (see `pieces.meanings_of`).

        Args:
            task_id: Their task.
            wanted: The notes, the most wanted first.
            most: How many vectors may be worked out now; notes beyond have none until a later search.
        """
        with self._lock:
            held = self._held.setdefault(task_id, {})
            self._held.move_to_end(task_id)
            while len(self._held) > TASKS_MAX:
                self._held.popitem(last=False)
            missing: dict[str, tuple[str, ...]] = {}
            for note in wanted:
                parts = () if note.id in held else meanings_of(note)
                if 0 < len(parts) <= most:
                    missing[note.id] = parts
                    most -= len(parts)
            vectors = self._meaning.embed([part for parts in missing.values() for part in parts])
            if vectors is not None:
                start = 0
                for note_id, parts in missing.items():
                    held[note_id] = vectors[start : start + len(parts)]
                    start += len(parts)
            return dict(held)

    def drop(self, task_id: str, note_ids: Sequence[str] | None = None) -> None:
        """Drop the vectors of a task, or of some of its notes."""
        with self._lock:
            if note_ids is None:
                self._held.pop(task_id, None)
            for note_id in note_ids or ():
                self._held.get(task_id, {}).pop(note_id, None)

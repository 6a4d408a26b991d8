"""The vectors of notes, worked out when they are first searched, held by this process alone until the task is over."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from threading import Lock
from typing import TYPE_CHECKING, Final

from tenure.scratch.pieces import Piece
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
        self._embedder = embedder
        self._lock = Lock()
        self._held: OrderedDict[str, dict[str, NDArray[np.float32]]] = OrderedDict()

    def query(self, text: str) -> NDArray[np.float32]:
        """Give the vector of a query; it is not kept."""
        vector: NDArray[np.float32] = self._embedder.embed([text])[0]
        return vector

    def of(
        self, task_id: str, wanted: Sequence[tuple[Note, Sequence[Piece]]], *, most: int
    ) -> Mapping[str, NDArray[np.float32]]:
        """Give the vectors of notes by note id, one row a piece.

        Args:
            task_id: Their task.
            wanted: Notes with their pieces, the most wanted first.
            most: How many pieces may be worked out now; notes beyond have none until a later search.
        """
        with self._lock:
            held = self._held.setdefault(task_id, {})
            self._held.move_to_end(task_id)
            while len(self._held) > TASKS_MAX:
                self._held.popitem(last=False)
            missing: list[tuple[Note, Sequence[Piece]]] = []
            for note, pieces in wanted:
                if note.id not in held and pieces and len(pieces) <= most:
                    missing.append((note, pieces))
                    most -= len(pieces)
            texts = [note.text[piece.start : piece.end] for note, pieces in missing for piece in pieces]
            vectors = self._embedder.embed(texts)
            start = 0
            for note, pieces in missing:
                held[note.id] = vectors[start : start + len(pieces)]
                start += len(pieces)
            return dict(held)

    def drop(self, task_id: str, note_ids: Sequence[str] | None = None) -> None:
        """Drop the vectors of a task, or of some of its notes."""
        with self._lock:
            if note_ids is None:
                self._held.pop(task_id, None)
            for note_id in note_ids or ():
                self._held.get(task_id, {}).pop(note_id, None)

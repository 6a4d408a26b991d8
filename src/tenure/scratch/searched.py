"""What searches worked out of a task's notes, held by this process alone until the task is over: terms and vectors."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from threading import Lock
from typing import TYPE_CHECKING, Final

from tenure.forked import free_in_children
from tenure.search.embed.port import Embedder
from tenure.search.terms import term_hashes
from tenure.store.records import Note
from tenure.values import dataclass

if TYPE_CHECKING:  # numpy loads on first use, so that `import tenure` does not pay for it
    import numpy as np
    from numpy.typing import NDArray

    from tenure.search.embed.meaning import Meaning

TASKS_MAX: Final = 16
"""Most tasks of which something is held; for those searched longest ago it is worked out again."""


@dataclass(frozen=True, slots=True)
class _Task:
    """What is held of one task, by note id."""

    terms: dict[str, NDArray[np.uint32]] = field(default_factory=dict, repr=False)
    questions: dict[str, float] = field(default_factory=dict, repr=False)
    vectors: dict[str, NDArray[np.float32]] = field(default_factory=dict, repr=False)


class SearchedNotes:
    """Terms of notes and vectors of their parts, by task; never written anywhere, and dropped with their task (R27).

    Args:
        embedder: Makes what gives the vectors; asked at the first search that wants one.
    """

    def __init__(self, embedder: Callable[[], Embedder]) -> None:
        self._embedder = embedder
        self._compares: Meaning | None = None
        self._lock = Lock()
        free_in_children(self)
        self._held: OrderedDict[str, _Task] = OrderedDict()
        self.dropped: int = 0
        """How often something was dropped: what a search read before that may be no more."""

    @property
    def _meaning(self) -> Meaning:
        if self._compares is None:
            from tenure.search.embed.meaning import Meaning  # noqa: PLC0415 - loads on first use

            self._compares = Meaning(self._embedder())
        return self._compares

    def query(self, text: str) -> NDArray[np.float32] | None:
        """Give the vector of a query, or None if the embedder fails."""
        return self._meaning.query(text)

    def related(self) -> float:
        """Give the least cosine of texts that count as related to the embedder; above any if it fails."""
        scale = self._meaning.scale()
        return math.inf if scale is None else scale[1]

    def terms(self, task_id: str, notes: Sequence[Note]) -> list[NDArray[np.uint32]]:
        """Give the hashes of the terms of each note, in order, with repeats."""
        import numpy as np  # noqa: PLC0415 - loads on first use

        from tenure.scratch.pieces import SEARCHED_CHARS_MAX  # noqa: PLC0415 - loads on first use

        with self._lock:
            held = self._task(task_id).terms
            for note in notes:
                if note.id not in held:
                    held[note.id] = np.array(term_hashes(note.text[:SEARCHED_CHARS_MAX], most=None), dtype=np.uint32)
            return [held[note.id] for note in notes]

    def questions(self, task_id: str, notes: Sequence[Note]) -> list[float]:
        """Give the share of each note that only asks (see `asking.share_of_questions`)."""
        from tenure.scratch.asking import share_of_questions  # noqa: PLC0415 - loads on first use
        from tenure.scratch.pieces import SEARCHED_CHARS_MAX  # noqa: PLC0415 - loads on first use

        with self._lock:
            held = self._task(task_id).questions
            for note in notes:
                if note.id not in held:
                    held[note.id] = share_of_questions(note.text[:SEARCHED_CHARS_MAX])
            return [held[note.id] for note in notes]

    def vectors(self, task_id: str, wanted: Sequence[Note], *, most: int) -> Mapping[str, NDArray[np.float32]]:
        """Give the vectors of notes by note id, one row a part (see `pieces.meanings_of`).

        Args:
            task_id: Their task.
            wanted: The notes, the most wanted first.
            most: How many vectors may be worked out now; notes beyond have none until a later search.
        """
        from tenure.scratch.pieces import meanings_of  # noqa: PLC0415 - loads on first use

        with self._lock:
            held = self._task(task_id).vectors
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
        """Drop what is held of a task, or of some of its notes."""
        with self._lock:
            self.dropped += 1
            if note_ids is None or task_id not in self._held:
                self._held.pop(task_id, None)
                return
            for note_id in note_ids:
                self._held[task_id].terms.pop(note_id, None)
                self._held[task_id].questions.pop(note_id, None)
                self._held[task_id].vectors.pop(note_id, None)

    def _task(self, task_id: str) -> _Task:
        held = self._held.setdefault(task_id, _Task())
        self._held.move_to_end(task_id)
        while len(self._held) > TASKS_MAX:
            self._held.popitem(last=False)
        return held

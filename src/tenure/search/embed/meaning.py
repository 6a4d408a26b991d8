"""One embedder in use: its mark, how near counts as related, and the vectors of the texts met last.

The vector of a query or of a claim tells much of its text. So it is found by a digest under a key of this process
alone, few are remembered, and they are dropped with everything else that is remembered of words when something is
forgotten.
"""

from __future__ import annotations

import math
import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from threading import Lock
from typing import TYPE_CHECKING, Final, TypeVar

from tenure.forked import free_in_children
from tenure.screen.redact import cut_out
from tenure.search.embed.port import WIDTH_MAX, Embedder, EmbedderError
from tenure.search.vectors import embedder_mark

if TYPE_CHECKING:  # numpy loads on first use, so that `import tenure` does not pay for it
    import numpy as np
    from numpy.typing import NDArray

T = TypeVar("T")

REMEMBERED_MAX: Final = 256
"""Most vectors of texts that a process remembers."""
DEVIATIONS: Final = 1.8
"""How many standard deviations above unrelated texts a text counts as related, for an embedder that does not say."""

ALIKE_MAX: Final = 0.999
"""How near unrelated texts are at most on average, for an embedder that tells any apart."""
NUMBER_MAX: Final = 1e6
_NO_USE: Final = "Give another embedder, or `lexical`."

_UNRELATED: Final = (
    "the office closes at six",
    "give me a table",
    "retries are limited to three",
    "how do bees make honey",
    "the moons of Jupiter",
    "sort the list by last name",
    "Anna likes her coffee without sugar",
    "the court adjourned until Monday",
    "a fresh coat of paint for the fence",
    "def parse(line): return line.split()",
    "the train to the coast was late",
    "knit two rows, then turn",
    "the patient has had a fever for three days",
    "shares fell after the announcement",
    "turn left at the old mill",
    "the choir sings on Sundays",
)


class Meaning:
    """Compares texts by what they mean.

    Args:
        embedder: What gives the vectors; asked for nothing before the first text.
    """

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._scale: tuple[float, float] | None = None
        self.mark: int = embedder_mark(embedder.name)
        self.trouble: str = ""
        """What the embedder last failed with: an error's kind, or words of Tenure's own; empty if it did not fail."""
        self.fix: str = ""
        """What to do about it, where that is known."""

    @property
    def name(self) -> str:
        """The embedder's name."""
        return self._embedder.name

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32] | None:
        """Give the unit vectors of texts, of which nothing is remembered; None if the embedder fails."""
        return self._tried(lambda: self._made(texts))

    def query(self, text: str) -> NDArray[np.float32] | None:
        """Give the unit vector of a query, remembered for a while; None if the embedder fails.

        Args:
            text: The query; what must never be kept is cut out before the embedder sees it (R31).
        """
        found = self.remembered((text,), clean=cut_out)
        return None if found is None else found[0]

    def remembered(
        self, texts: Sequence[str], *, clean: Callable[[str], str] | None = None
    ) -> list[NDArray[np.float32]] | None:
        """Give the unit vectors of texts, remembered for a while; None if the embedder fails.

        Args:
            texts: The texts.
            clean: What is embedded instead of a text; asked only for those that are not remembered.
        """
        return self._tried(lambda: _remembered.of(self.name, self._made, texts, clean))

    def scale(self) -> tuple[float, float] | None:
        """How near unrelated texts are to each other on average, and how near the related ones are at least.

        An embedder may say so itself (``unrelated`` and ``related``); else both are measured on texts that have
        nothing to do with each other. None if it fails.
        """
        if self._scale is None:
            self._scale = self._tried(self._measured)
        return self._scale

    def _measured(self) -> tuple[float, float]:
        import numpy as np  # noqa: PLC0415 - on first use

        unrelated, related = getattr(self._embedder, "unrelated", None), getattr(self._embedder, "related", None)
        if unrelated is None or related is None:
            vectors = self._made(_UNRELATED)
            pairs = (vectors @ vectors.T)[np.triu_indices(len(_UNRELATED), k=1)]
            unrelated, related = pairs.mean(), pairs.mean() + DEVIATIONS * pairs.std()
        least, most = float(unrelated), float(related)
        if not (-1.0 <= least <= ALIKE_MAX and least < most < math.inf):
            raise EmbedderError("the embedder tells no texts apart", fix=_NO_USE)
        return least, most

    def _made(self, texts: Sequence[str]) -> NDArray[np.float32]:
        import numpy as np  # noqa: PLC0415 - on first use

        vectors = self._embedder.embed(texts)
        is_whole = getattr(vectors, "ndim", 0) == 2 and len(vectors) == len(texts) and 0 < vectors.shape[1] <= WIDTH_MAX
        # No number of a unit vector is near the bound; beyond it sums of squares overflow.
        if not is_whole or vectors.dtype.kind not in "fiu" or not (np.abs(vectors) <= NUMBER_MAX).all():
            raise EmbedderError("the embedder gave vectors of no use", fix=_NO_USE)
        return vectors

    def _tried(self, ask: Callable[[], T]) -> T | None:
        try:
            given = ask()
        except Exception as error:  # noqa: BLE001 - whatever an embedder raises costs the vectors, never the answer
            self.trouble, self.fix = _told(error)
            return None
        self.trouble = self.fix = ""
        return given


def _told(error: Exception) -> tuple[str, str]:
    """Give what went wrong and what to do about it; of errors of others the kind alone: their words may hold a text."""
    return (str(error), error.fix) if isinstance(error, EmbedderError) else (type(error).__name__, "")


class _Remembered:
    def __init__(self) -> None:
        self._lock = Lock()
        free_in_children(self)
        self._key = secrets.token_bytes(32)
        self._held: OrderedDict[bytes, NDArray[np.float32]] = OrderedDict()
        self._cleared = 0

    def of(
        self,
        name: str,
        embed: Callable[[Sequence[str]], NDArray[np.float32]],
        texts: Sequence[str],
        clean: Callable[[str], str] | None,
    ) -> list[NDArray[np.float32]]:
        digests = [self._digest(name, text) for text in texts]
        known: dict[bytes, NDArray[np.float32]] = {}
        with self._lock:
            for digest in digests:
                held = self._held.get(digest)
                if held is not None:
                    self._held.move_to_end(digest)
                    known[digest] = held
        wanted = {digest: text for digest, text in zip(digests, texts, strict=True) if digest not in known}
        known |= self._made(wanted, embed, clean)
        if len({len(vector) for vector in known.values()}) > 1:  # the name is that of another model by now
            known = self._made(dict(zip(digests, texts, strict=True)), embed, clean)
        return [known[digest] for digest in digests]

    def _made(
        self,
        wanted: Mapping[bytes, str],
        embed: Callable[[Sequence[str]], NDArray[np.float32]],
        clean: Callable[[str], str] | None,
    ) -> dict[bytes, NDArray[np.float32]]:
        if not wanted:
            return {}
        texts = tuple(wanted.values()) if clean is None else tuple(map(clean, wanted.values()))
        cleared = self._cleared
        made = dict(zip(wanted, embed(texts), strict=True))
        with self._lock:
            if cleared == self._cleared:  # else one of these texts may be what was forgotten meanwhile
                self._held |= made
            while len(self._held) > REMEMBERED_MAX:
                self._held.popitem(last=False)
        return made

    def clear(self) -> None:
        with self._lock:
            self._cleared += 1
            self._held.clear()

    def _digest(self, name: str, text: str) -> bytes:
        named = f"{name}\0{text}".encode("utf-8", "surrogatepass")
        return blake2b(named, key=self._key, digest_size=16).digest()


_remembered = _Remembered()


def forget_vectors() -> None:
    """Drop the vectors of texts that the process remembers."""
    _remembered.clear()

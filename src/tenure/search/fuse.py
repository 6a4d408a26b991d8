"""Join what two documents share in words and in meaning into one score, and decide what is related at all.

The score is a convex sum of two shares that do not depend on what else is stored: BM25 over what a document with
every word of the query would get, and the nearness of the vectors. (BM25 over its highest score, as is often done,
makes one word in common by chance as good as the whole question.)
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

from tenure.search.bm25 import LexicalIndex
from tenure.search.relevance import relevant_scores
from tenure.values import dataclass

if TYPE_CHECKING:  # numpy loads on first use, so that `import tenure` does not pay for it
    import numpy as np
    from numpy.typing import NDArray

    from tenure.search.embed.meaning import Meaning

Scalar = TypeVar("Scalar", bound="np.generic")

# Measured: `docs/reference/benchmarks.md`.
LEXICAL: Final = 0.35
"""The weight of words; meaning has the rest."""
CLOSE: Final = 0.7
"""How far from unrelated to related the meaning is, at least, of a text that counts for a telling word in common."""
GROWTH: Final = 0.13
"""How much further from unrelated a text must be to count as related, for each time that a scope is e times `SMALL`."""
SMALL: Final = 60
"""Up to so many vectors the embedder's own bound of what is related holds."""
WORDED: Final = 0.5
"""The share of the query's words from which on a text counts for them alone, whatever its meaning."""
BESIDE_BEST: Final = 0.3
"""The least share of the best score that a text has which is given beside it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Near:
    """How near the query is to those documents that have a vector of its embedder.

    Args:
        rows: The documents.
        products: The product of the vectors, for each of them.
        unrelated: The product of texts that have nothing to do with each other, on average.
        related: The least product of texts that count as related.
    """

    rows: NDArray[np.intp]
    products: NDArray[np.float32]
    unrelated: float
    related: float


class Block(Protocol):
    """Vectors of one embedder: for each its row, numbers and scale."""

    @property
    def mark(self) -> int:
        """Give the mark of the embedder."""
        ...

    @property
    def rows(self) -> NDArray[np.intp]:
        """Give the row of each vector."""
        ...

    @property
    def numbers(self) -> NDArray[np.int8] | NDArray[np.float32]:
        """Give the vectors, a row each."""
        ...

    @property
    def scales(self) -> NDArray[np.float32]:
        """Give what one step of each vector is worth."""
        ...


def near_of(
    blocks: Sequence[tuple[int, Block]], text: str, meaning: Meaning, *, counted: NDArray[np.bool_] | None = None
) -> Near | None:
    """Say how near a text is to the rows that have a vector of this embedder; None if there is none, or it fails.

    Args:
        blocks: The vectors there are, each with the number of the row at which its rows begin to count.
        text: The query.
        meaning: What compares by meaning; asked only if there is something to compare with.
        counted: One flag a row: it counts, as in `bm25.index_of`. None: all do.
    """
    from tenure.search.vectors import nearness  # noqa: PLC0415 - loads on first use

    held = [each for each in blocks if each[1].mark == meaning.mark]
    query = meaning.query(text) if held else None
    held = [] if query is None else [each for each in held if each[1].numbers.shape[1] == len(query)]
    scale = meaning.scale() if held else None
    if query is None or scale is None:
        return None
    unrelated, related = scale
    rows = _in_one([block.rows + start if start else block.rows for start, block in held])
    products = _in_one([nearness(block.numbers, block.scales, query) for _, block in held])
    if counted is not None:
        keeps = counted[rows]
        rows, products = rows[keeps], products[keeps]
    return Near(rows=rows, products=products, unrelated=unrelated, related=related)


def fused_scores(
    index: LexicalIndex, query: Sequence[int], near: Near | None, *, lexical: float | None = None
) -> NDArray[np.float32]:
    """Give one score per document, in the index's order; 0.0 for those that have nothing to do with the query.

    1. A document counts if it is related by its vector; or if it shares a telling word (`relevance.relevant_scores`)
       and is close to related, or has most of the query's words. One word in common by chance is no relation. The more
       vectors there are, the nearer is by chance the nearest of those that have nothing to do with the query: so what
       counts as related grows with their number.
    2. Of those that count, what scores far below the best of them is left out.

    A document without a vector of this embedder counts by a telling word and is scored by words alone.

    Args:
        index: The documents' words.
        query: Term hashes as of `terms.term_hashes`.
        near: How near the documents' vectors are; None for words alone.
        lexical: The weight of words; `LEXICAL` if None.
    """
    import numpy as np  # noqa: PLC0415 - on first use

    lexical = LEXICAL if lexical is None else lexical
    met = index.met(query)
    words = relevant_scores(index, query, met)
    if near is None:
        return words
    words /= np.float32(met.attainable or 1.0)
    is_whole = len(near.rows) == index.size  # each row has a vector, mostly
    products = np.empty(index.size, np.float32) if is_whole else np.full(index.size, -np.inf, np.float32)
    products[near.rows] = near.products
    room = near.related - near.unrelated
    related = near.related + room * GROWTH * math.log(max(len(near.rows) / SMALL, 1.0))
    close = near.unrelated + CLOSE * (related - near.unrelated)
    counts = products >= close
    counts |= words >= WORDED
    counts &= words > 0
    counts |= products >= related  # 1
    scores = np.zeros(index.size, dtype=np.float32)
    if not is_whole:
        lacks = products == -np.inf
        scores[lacks] = words[lacks]
        counts &= ~lacks
    at = counts.nonzero()[0]
    meaning = products[at]
    meaning -= near.unrelated
    meaning *= (1.0 - lexical) / (1.0 - near.unrelated)
    joined = np.minimum(np.maximum(meaning, 0.0, out=meaning), 1.0 - lexical, out=meaning)
    joined += lexical * words[at]
    joined *= joined >= BESIDE_BEST * np.maximum.reduce(joined, initial=0.0)  # 2
    scores[at] = joined
    return scores


def best_of(whole: NDArray[np.float32], parts: Sequence[NDArray[np.float32]]) -> NDArray[np.float32]:
    """Give each document the best of its scores for a question and for the parts of it, in the index's order.

    What scores far below the best of all is left out, as in `fused_scores`.
    """
    import numpy as np  # noqa: PLC0415 - on first use

    best: NDArray[np.float32] = np.maximum.reduce([whole, *parts])
    best[best < BESIDE_BEST * best.max(initial=0.0)] = 0.0
    return best


def _in_one(parts: Sequence[NDArray[Scalar]]) -> NDArray[Scalar]:
    import numpy as np  # noqa: PLC0415 - on first use

    return parts[0] if len(parts) == 1 else np.concatenate(parts)

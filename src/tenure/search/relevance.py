"""Decide which documents have to do with a query at all, before any is ranked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from tenure.search.bm25 import LexicalIndex, Met

if TYPE_CHECKING:  # numpy loads on first use, so that `import tenure` does not pay for it
    import numpy as np
    from numpy.typing import NDArray

SMALL_VIEW: Final = 8
"""Below so many documents, how common a term is says nothing."""


def relevant_scores(index: LexicalIndex, query: Sequence[int], met: Met | None = None) -> NDArray[np.float32]:
    """Give the scores of the documents that are relevant to a query, in the index's order; 0.0 for the others.

    A document is relevant if it shares at least one term with the query that fewer than half of the documents
    have, or any term where there are fewer than `SMALL_VIEW` documents. It then has a score above 0. No share of
    the best score is asked: a short claim about the right thing may score far below a long one.

    Args:
        index: Of `bm25.index_of`, or of `bm25.scan_index` for this very query.
        query: Term hashes as of `terms.term_hashes`, so without stop words if it has other words.
        met: What `LexicalIndex.met` gave for it, if it was asked already.
    """
    import numpy as np  # noqa: PLC0415 - on first use

    met = index.met(query) if met is None else met
    scores = index.sums(met)
    telling = [
        (first, end) for first, end in met.spans if index.counted < SMALL_VIEW or 2 * (end - first) < index.counted
    ]
    if len(telling) < len(met.spans):
        relevant = np.zeros(index.size, dtype=np.bool_)
        for first, end in telling:
            relevant[met.documents[first:end]] = True
        scores *= relevant
    return scores.astype(np.float32)

"""Score documents against a query by BM25, exactly and in memory.

A document is one row of term hashes. Two ways to an index, with the same scores: `build_index` sorts all terms
once, for a view that is asked again; `scan_index` looks only for the query's terms, for a view asked first.

Formula: Robertson and Zaragoza 2009, with the idf of Lucene, ln(1 + (N - df + 0.5) / (df + 0.5)), and as in
Lucene 8 and later without the constant factor k1 + 1.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:  # numpy loads on first use, so that `import tenure` does not pay for it
    import numpy as np
    from numpy.typing import NDArray

K1: Final = 1.2
"""How soon repeats of a term stop counting."""
B: Final = 0.75
"""How much a long document pays for its length: 0 nothing, 1 all."""

Postings = tuple[slice, int]
"""Where the documents of one term lie, and how often the query has the term."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LexicalIndex:
    """Which documents hold which term, with what weight.

    Postings lie side by side: those of ``terms[i]`` are ``documents[starts[i]:starts[i + 1]]`` with their
    ``weights``. Term hashes ascend, so do the documents of one term.
    """

    size: int
    terms: NDArray[np.uint32]
    starts: NDArray[np.intp]
    documents: NDArray[np.int32]
    weights: NDArray[np.float32]

    def scores(self, query: Sequence[int]) -> NDArray[np.float32]:
        """Give one score per document, in the order given; 0.0 where no query term occurs.

        Args:
            query: Term hashes as of `terms.term_hashes`; a term that is repeated counts as often. 0 is passed over.
        """
        import numpy as np  # noqa: PLC0415 - on first use

        return self.sums(self.postings(query)).astype(np.float32)

    def sums(self, found: Sequence[Postings]) -> NDArray[np.float64]:
        """Give for every document what these postings, each with its repeats, add up to."""
        import numpy as np  # noqa: PLC0415 - on first use

        if not found:
            return np.zeros(self.size, dtype=np.float64)
        documents = np.concatenate([self.documents[postings] for postings, _ in found])
        added = np.concatenate(
            [
                self.weights[postings] if repeats == 1 else self.weights[postings] * np.float64(repeats)
                for postings, repeats in found
            ]
        )
        # Added in double precision and in the order of the terms, so that both indexes give the same bits.
        sums: NDArray[np.float64] = np.bincount(documents, added, self.size).astype(np.float64, copy=False)
        return sums

    @property
    def bytes(self) -> int:
        """How much memory the index takes."""
        return sum(each.nbytes for each in (self.terms, self.starts, self.documents, self.weights))

    def attainable(self, query: Sequence[int], found: Sequence[Postings] | None = None) -> float:
        """Give the score of a document of average length that has every term of the query once.

        Args:
            query: Term hashes.
            found: What `postings` gave for them, if it was asked already.
        """
        missed, sum_ = len(query), 0.0
        for postings, repeats in self.postings(query) if found is None else found:
            missed -= repeats
            sum_ += repeats * _rarity(self.size, postings.stop - postings.start)
        return (sum_ + missed * _rarity(self.size, 0)) / (1 + K1)

    def postings(self, query: Sequence[int]) -> list[Postings]:
        """Give, for each distinct query term that occurs, its slice of the postings and its repeats in the query."""
        import numpy as np  # noqa: PLC0415 - on first use

        wanted = sorted(set(query))
        if not wanted or not len(self.terms):
            return []
        terms = np.array(wanted, dtype=np.uint32)
        places = self.terms.searchsorted(terms)
        places[places == len(self.terms)] = 0  # a term above all that occur; it is not the first one either
        firsts, ends = self.starts[places].tolist(), self.starts[places + 1].tolist()
        repeats = [1] * len(wanted) if len(wanted) == len(query) else [query.count(term) for term in wanted]
        is_held = (self.terms[places] == terms).tolist()
        found = zip(is_held, firsts, ends, repeats, strict=True)
        return [(slice(first, end), count) for is_here, first, end, count in found if is_here]


def build_index(documents: NDArray[np.uint32], *, counts_repeats: bool = True) -> LexicalIndex:
    """Index every term of the documents.

    Args:
        documents: (count, width) term hashes, one document a row, padded with 0 anywhere.
        counts_repeats: Whether a term counts more the more often a document has it. Of short texts that others word it
            should not: repeating the words of a question is how a text gets itself found.
    """
    return _index(documents, documents != 0, counts_repeats=counts_repeats)


def scan_index(documents: NDArray[np.uint32], query: Sequence[int], *, counts_repeats: bool = True) -> LexicalIndex:
    """Index the query's terms alone: for this query the same answers as `build_index`, without its cost."""
    import numpy as np  # noqa: PLC0415 - on first use

    held = np.zeros(documents.shape, dtype=np.bool_)
    for term in {term for term in query if term}:
        held |= documents == np.uint32(term)
    return _index(documents, held, counts_repeats=counts_repeats)


def scan_scores(documents: NDArray[np.uint32], query: Sequence[int]) -> NDArray[np.float32]:
    """Give the scores of `build_index(documents).scores(query)` without building that index."""
    return scan_index(documents, query).scores(query)


def _rarity(size: int, count: int) -> float:
    return math.log1p((size - count + 0.5) / (count + 0.5))


def _index(documents: NDArray[np.uint32], held: NDArray[np.bool_], *, counts_repeats: bool) -> LexicalIndex:
    """Make the postings of those places of the matrix that ``held`` marks; lengths count all places but padding."""
    import numpy as np  # noqa: PLC0415 - on first use

    size = len(documents)
    lengths = np.count_nonzero(documents, axis=1)
    places = np.flatnonzero(held)
    rows = (places // documents.shape[1]).astype(np.uint64)
    # Term and document in one number: one sort puts equal pairs side by side and the documents of a term in order.
    pairs = np.sort(documents.reshape(-1)[places].astype(np.uint64) << np.uint64(32) | rows)
    firsts = np.flatnonzero(np.concatenate(([True], pairs[1:] != pairs[:-1]))) if len(pairs) else np.zeros(0, np.intp)
    repeats = np.diff(firsts, append=len(pairs)) if counts_repeats else np.ones(len(firsts), dtype=np.intp)
    keys = pairs[firsts]
    posted = (keys & np.uint64(0xFFFFFFFF)).astype(np.intp)
    terms, starts = np.unique((keys >> np.uint64(32)).astype(np.uint32), return_index=True)
    starts = np.append(starts, len(keys))
    frequencies = np.diff(starts)
    rarity = np.log1p((size - frequencies + 0.5) / (frequencies + 0.5))  # as `_rarity`, for all at once
    burden = K1 * (1 - B + B * lengths / max(float(lengths.mean()), 1.0)) if size else lengths.astype(np.float64)
    weights = np.repeat(rarity, frequencies) * repeats / (repeats + burden[posted])
    return LexicalIndex(
        size=size,
        terms=terms,
        starts=starts,
        documents=posted.astype(np.int32),
        weights=weights.astype(np.float32),
    )

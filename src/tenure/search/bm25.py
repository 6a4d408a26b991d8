"""Score documents against a query by BM25, exactly and in memory.

Which terms stand in which documents is one ascending array of numbers, a term and a document each, so that a document
comes or goes with a few numbers; what depends on all documents (how rare a term is, how long they are on average) is
worked out for the terms of a query alone.

Formula: Robertson and Zaragoza 2009, with the idf of Lucene, ln(1 + (N - df + 0.5) / (df + 0.5)), and as in
Lucene 8 and later without the constant factor k1 + 1.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from tenure.values import dataclass

if TYPE_CHECKING:  # numpy loads on first use, so that `import tenure` does not pay for it
    import numpy as np
    from numpy.typing import NDArray

K1: Final = 1.2
"""How soon repeats of a term stop counting."""
B: Final = 0.75
"""How much a long document pays for its length: 0 nothing, 1 all."""
_ROW_BITS: Final = 32
_ROW_MASK: Final = (1 << _ROW_BITS) - 1


class Met(NamedTuple):
    """Where the terms of a query stand.

    Args:
        documents: The documents of each term that occurs, term by term.
        weights: What each of them gains by the term.
        spans: For each of these terms: where its documents begin and end, and how often the query has it.
    """

    documents: NDArray[np.intp]
    weights: NDArray[np.float64]
    spans: list[tuple[int, int, int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class LexicalIndex:
    """Which documents hold which term.

    Args:
        burden: For each document what its length costs it.
        counted: How many documents count: how common a term is, is told by these.
        parts: One or more postings, ascending (a term's hash times 2 to the 32nd, plus the document), each with the
            number of the document at which its own begin to count.
        counts_repeats: Whether a term counts more the more often a document has it; it is then as often in the
            postings. Of short texts that others word it should not: repeating the words of a question is how a text
            gets itself found.
    """

    burden: NDArray[np.float64]
    counted: int
    parts: tuple[tuple[int, NDArray[np.uint64]], ...]
    counts_repeats: bool

    @property
    def size(self) -> int:
        """How many documents there are, those that do not count with them."""
        return len(self.burden)

    def scores(self, query: Sequence[int]) -> NDArray[np.float32]:
        """Give one score per document, in the order given; 0.0 where no query term occurs.

        Args:
            query: Term hashes as of `terms.term_hashes`; a term that is repeated counts as often. 0 is passed over.
        """
        import numpy as np  # noqa: PLC0415 - on first use

        return self.sums(self.met(query)).astype(np.float32)

    def sums(self, met: Met) -> NDArray[np.float64]:
        """Give for every document what it gains by all terms."""
        import numpy as np  # noqa: PLC0415 - on first use

        weights = met.weights
        if any(repeats > 1 for _, _, repeats in met.spans):
            weights = weights * np.repeat([each[2] for each in met.spans], [each[1] - each[0] for each in met.spans])
        return np.bincount(met.documents, weights, self.size).astype(np.float64, copy=False)

    def attainable(self, query: Sequence[int], met: Met | None = None) -> float:
        """Give the score of a document of average length that has every term of the query once.

        Args:
            query: Term hashes.
            met: What `met` gave for them, if it was asked already.
        """
        missed, sum_ = len(query), 0.0
        for first, end, repeats in (met or self.met(query)).spans:
            missed -= repeats
            sum_ += repeats * _rarity(self.counted, end - first)
        return (sum_ + missed * _rarity(self.counted, 0)) / (1 + K1)

    def met(self, query: Sequence[int]) -> Met:
        """Give where the distinct terms of a query stand."""
        import numpy as np  # noqa: PLC0415 - on first use

        wanted = sorted({term for term in query if term})
        pieces, ends = self._pieces(wanted)
        postings = np.concatenate(pieces) if pieces else np.zeros(0, dtype=np.uint64)
        times: NDArray[np.intp] | int = 1
        if self.counts_repeats:
            firsts = _firsts(postings)
            times = np.diff(firsts, append=len(postings))
            postings, ends = postings[firsts], firsts.searchsorted(ends).tolist()
        documents = (postings & np.uint64(_ROW_MASK)).astype(np.intp)
        spans = [
            (first, end, query.count(term))
            for term, first, end in zip(wanted, (0, *ends), ends, strict=False)
            if end > first
        ]
        sizes = [end - first for first, end, _ in spans]
        rarity = np.array([_rarity(self.counted, count) for count in sizes], dtype=np.float64).repeat(sizes)
        return Met(documents, rarity * times / (times + self.burden[documents]), spans)

    def _pieces(self, wanted: Sequence[int]) -> tuple[list[NDArray[np.uint64]], list[int]]:
        """Give the postings of each term in each part, the parts of a term one after the other, and where each ends."""
        import numpy as np  # noqa: PLC0415 - on first use

        lows = [term << _ROW_BITS for term in wanted]
        highs = [low | _ROW_MASK for low in lows]  # no document has the last number
        edges = np.array([*lows, *highs], dtype=np.uint64)
        bounds = [postings.searchsorted(edges).tolist() for _, postings in self.parts]
        pieces: list[NDArray[np.uint64]] = []
        ends: list[int] = []
        total = 0
        for place in range(len(wanted)):
            for (start, postings), found in zip(self.parts, bounds, strict=True):
                first, end = found[place], found[len(wanted) + place]
                if end > first:
                    pieces.append(postings[first:end] + np.uint64(start) if start else postings[first:end])
                    total += end - first
            ends.append(total)
        return pieces, ends


def index_of(
    parts: Sequence[tuple[int, NDArray[np.uint64]]],
    size: int,
    *,
    counts_repeats: bool,
    counted: NDArray[np.bool_] | None = None,
) -> LexicalIndex:
    """Give the index of documents by their postings; the length of a document is how often it stands in them.

    Args:
        parts: As `LexicalIndex` takes them; what a document has twice is in them twice.
        size: How many documents there are.
        counts_repeats: As `LexicalIndex` takes it.
        counted: One flag a document: it counts. The others are found by nothing and make no term common. None: all do.
    """
    import numpy as np  # noqa: PLC0415 - on first use

    lengths = np.zeros(size, dtype=np.intp)
    taken: list[tuple[int, NDArray[np.uint64]]] = []
    for start, postings in parts:
        rows = (postings & np.uint64(_ROW_MASK)).astype(np.intp)
        keeps: slice | NDArray[np.bool_] = slice(None) if counted is None else counted[rows + start]
        own = np.bincount(rows[keeps])
        lengths[start : start + len(own)] += own
        taken.append((start, postings[keeps]))
    number = size if counted is None else int(np.count_nonzero(counted))
    return _made(lengths, taken, number, counts_repeats=counts_repeats)


def build_index(documents: NDArray[np.uint32], *, counts_repeats: bool = True) -> LexicalIndex:
    """Index every term of documents, one a row of term hashes, padded with 0 anywhere."""
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


def rows_with(postings: NDArray[np.uint64], term: int) -> NDArray[np.intp]:
    """Give the documents that hold a term; one that holds it twice twice."""
    import numpy as np  # noqa: PLC0415 - on first use

    low = term << _ROW_BITS
    first, end = postings.searchsorted(np.array([low, low | _ROW_MASK], dtype=np.uint64)).tolist()
    return (postings[first:end] & np.uint64(_ROW_MASK)).astype(np.intp)


def _firsts(postings: NDArray[np.uint64]) -> NDArray[np.intp]:
    """Give the places at which another posting begins than stands before."""
    import numpy as np  # noqa: PLC0415 - on first use

    is_first = np.ones(len(postings), dtype=np.bool_)
    np.not_equal(postings[1:], postings[:-1], out=is_first[1:])
    return is_first.nonzero()[0]


def _rarity(size: int, count: int) -> float:
    return math.log1p((size - count + 0.5) / (count + 0.5))


def _index(documents: NDArray[np.uint32], held: NDArray[np.bool_], *, counts_repeats: bool) -> LexicalIndex:
    """Index those places of a matrix that ``held`` marks; lengths count all places but padding."""
    import numpy as np  # noqa: PLC0415 - on first use

    places = np.flatnonzero(held)
    rows = (places // documents.shape[1]).astype(np.uint64) if len(places) else places.astype(np.uint64)
    # Term and document in one number: one sort puts equal pairs side by side and the documents of a term in order.
    postings = np.sort(documents.reshape(-1)[places].astype(np.uint64) << np.uint64(_ROW_BITS) | rows)
    lengths = np.count_nonzero(documents, axis=1)
    return _made(lengths, ((0, postings),), len(lengths), counts_repeats=counts_repeats)


def _made(
    lengths: NDArray[np.intp], parts: Sequence[tuple[int, NDArray[np.uint64]]], counted: int, *, counts_repeats: bool
) -> LexicalIndex:
    import numpy as np  # noqa: PLC0415 - on first use

    if not counts_repeats:
        parts = [(start, _once(postings)) for start, postings in parts]
    average = max(float(lengths.sum()) / counted, 1.0) if counted else 1.0
    burden: NDArray[np.float64] = (K1 * (1 - B + B * lengths / average)).astype(np.float64, copy=False)
    return LexicalIndex(burden=burden, counted=counted, parts=tuple(parts), counts_repeats=counts_repeats)


def _once(postings: NDArray[np.uint64]) -> NDArray[np.uint64]:
    firsts = _firsts(postings)
    return postings if len(firsts) == len(postings) else postings[firsts]

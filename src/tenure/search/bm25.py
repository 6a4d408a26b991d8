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
        weights: What each of them gains by the term, as often as the query has it.
        spans: For each of these terms: where its documents begin and end.
        attainable: The score of a document of average length that has every term of the query once.
    """

    documents: NDArray[np.intp]
    weights: NDArray[np.float64]
    spans: list[tuple[int, int]]
    attainable: float


class Postings(NamedTuple):
    """Which term stands in which document, and what the document gains by it before it is told how rare the term is.

    Args:
        pairs: A term's hash times 2 to the 32nd, plus the document as it is counted here; ascending, each once.
        documents: The document of each pair, as the index counts it.
        gains: What it gains: nearly 1 where a short document has the term often.
    """

    pairs: NDArray[np.uint64]
    documents: NDArray[np.intp]
    gains: NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class LexicalIndex:
    """Which documents hold which term.

    Args:
        size: How many documents there are, those that do not count with them.
        counted: How many documents count: how common a term is, is told by these.
        parts: One or more postings; each document is in one of them.
    """

    size: int
    counted: int
    parts: tuple[Postings, ...]

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

        return np.bincount(met.documents, met.weights, self.size).astype(np.float64, copy=False)

    def attainable(self, query: Sequence[int]) -> float:
        """Give the score of a document of average length that has every term of the query once."""
        return self.met(query).attainable

    def met(self, query: Sequence[int]) -> Met:
        """Give where the distinct terms of a query stand."""
        import numpy as np  # noqa: PLC0415 - on first use

        wanted = sorted({term for term in query if term})
        lows = [term << _ROW_BITS for term in wanted]
        edges = np.array(
            [*lows, *[low | _ROW_MASK for low in lows]], dtype=np.uint64
        )  # no document has the last number
        found = [(part, part.pairs.searchsorted(edges).tolist()) for part in self.parts]
        documents: list[NDArray[np.intp]] = []
        gains: list[NDArray[np.float64]] = []
        spans: list[tuple[int, int]] = []
        rarities: list[float] = []
        best, missed, end = 0.0, len(query), 0
        for place, term in enumerate(wanted):
            start = end
            for part, bounds in found:
                first, last = bounds[place], bounds[len(wanted) + place]
                if last > first:
                    documents.append(part.documents[first:last])
                    gains.append(part.gains[first:last])
                    end += last - first
            if end > start:
                repeats = query.count(term)
                missed -= repeats
                spans.append((start, end))
                rarities.append(repeats * _rarity(self.counted, end - start))
                best += rarities[-1]
        attainable = (best + missed * _rarity(self.counted, 0)) / (1 + K1)
        if not spans:
            return Met(np.zeros(0, dtype=np.intp), np.zeros(0), spans, attainable)
        weights = np.concatenate(gains)
        weights *= np.array(rarities).repeat([last - first for first, last in spans])
        return Met(np.concatenate(documents), weights, spans, attainable)


def index_of(
    parts: Sequence[tuple[int, NDArray[np.uint64]]],
    size: int,
    *,
    counts_repeats: bool,
    counted: NDArray[np.bool_] | None = None,
) -> LexicalIndex:
    """Give the index of documents by their postings; the length of a document is how often it stands in them.

    Args:
        parts: One or more postings, ascending (as `Postings.pairs`, what a document has twice twice), each with the
            number of the document at which its own begin to count.
        size: How many documents there are.
        counts_repeats: Whether a term counts more the more often a document has it. Of short texts that others word it
            should not: repeating the words of a question is how a text gets itself found.
        counted: One flag a document: it counts. The others are found by nothing and make no term common. None: all do.
    """
    import numpy as np  # noqa: PLC0415 - on first use

    lengths = np.zeros(size, dtype=np.intp)
    taken: list[tuple[NDArray[np.uint64], NDArray[np.intp]]] = []
    for start, postings in parts:
        documents = (postings & np.uint64(_ROW_MASK)).astype(np.intp) + start
        keeps: slice | NDArray[np.bool_] = slice(None) if counted is None else counted[documents]
        documents = documents[keeps]
        lengths += np.bincount(documents, minlength=size)
        taken.append((postings[keeps], documents))
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


def _rarity(size: int, count: int) -> float:
    return math.log1p((size - count + 0.5) / (count + 0.5))


def _index(documents: NDArray[np.uint32], held: NDArray[np.bool_], *, counts_repeats: bool) -> LexicalIndex:
    """Index those places of a matrix that ``held`` marks; lengths count all places but padding."""
    import numpy as np  # noqa: PLC0415 - on first use

    places = np.flatnonzero(held)
    rows = (places // documents.shape[1]).astype(np.uint64) if len(places) else places.astype(np.uint64)
    # Term and document in one number: one sort puts equal pairs side by side and the documents of a term in order.
    pairs = np.sort(documents.reshape(-1)[places].astype(np.uint64) << np.uint64(_ROW_BITS) | rows)
    taken = [(pairs, (pairs & np.uint64(_ROW_MASK)).astype(np.intp))]
    lengths = np.count_nonzero(documents, axis=1)
    return _made(lengths, taken, len(lengths), counts_repeats=counts_repeats)


def _made(
    lengths: NDArray[np.intp],
    taken: Sequence[tuple[NDArray[np.uint64], NDArray[np.intp]]],
    counted: int,
    *,
    counts_repeats: bool,
) -> LexicalIndex:
    import numpy as np  # noqa: PLC0415 - on first use

    average = max(float(lengths.sum()) / counted, 1.0) if counted else 1.0
    burden = (K1 * (1 - B + B * lengths / average)).astype(np.float64, copy=False)
    parts = tuple([_weighed(pairs, documents, burden, counts_repeats=counts_repeats) for pairs, documents in taken])
    return LexicalIndex(size=len(lengths), counted=counted, parts=parts)


def _weighed(
    pairs: NDArray[np.uint64], documents: NDArray[np.intp], burden: NDArray[np.float64], *, counts_repeats: bool
) -> Postings:
    """Give postings each once, with what they gain; ``burden`` is what its length costs each document."""
    import numpy as np  # noqa: PLC0415 - on first use

    is_first = np.ones(len(pairs), dtype=np.bool_)
    np.not_equal(pairs[1:], pairs[:-1], out=is_first[1:])
    times: NDArray[np.intp] | int = 1
    if not is_first.all():
        firsts = is_first.nonzero()[0]
        times = np.diff(firsts, append=len(pairs)) if counts_repeats else 1
        pairs, documents = pairs[firsts], documents[firsts]
    return Postings(pairs, documents, times / (times + burden[documents]))

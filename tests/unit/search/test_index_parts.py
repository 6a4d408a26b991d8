"""An index of several parts, as the views of several scopes are, scores as one of all documents together."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenure.search.bm25 import build_index, index_of, rows_with

TERMS = st.sampled_from([1, 2, 3, 2**31, 2**32 - 1])
DOCUMENTS = st.lists(st.lists(TERMS, max_size=6), max_size=6)


def postings(documents: list[list[int]]) -> np.ndarray:
    return np.array(sorted(term << 32 | row for row, terms in enumerate(documents) for term in terms), dtype=np.uint64)


@settings(deadline=None)
@given(st.lists(DOCUMENTS, max_size=4), st.lists(st.one_of(TERMS, st.just(0), st.just(77)), max_size=12), st.booleans())
def test_parts_score_as_all_documents_together(groups, query, counts_repeats) -> None:
    whole = [terms for documents in groups for terms in documents]
    starts = np.cumsum([0, *map(len, groups)]).tolist()
    parts = [(start, postings(documents)) for start, documents in zip(starts, groups, strict=False)]
    matrix = np.array([(*terms, *[0] * 6)[:6] for terms in whole], dtype=np.uint32).reshape(len(whole), 6)
    index, wanted = (
        index_of(parts, len(whole), counts_repeats=counts_repeats),
        build_index(matrix, counts_repeats=counts_repeats),
    )
    assert index.scores(query).tolist() == wanted.scores(query).tolist()
    assert index.attainable(query) == pytest.approx(wanted.attainable(query))


@given(DOCUMENTS, TERMS)
def test_the_rows_of_a_term_are_those_that_hold_it(documents, term) -> None:
    assert rows_with(postings(documents), term).tolist() == [
        row for row, terms in enumerate(documents) for each in terms if each == term
    ]

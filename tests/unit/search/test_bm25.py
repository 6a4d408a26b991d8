from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from tenure.search.bm25 import K1, B, build_index, scan_index, scan_scores
from tenure.search.terms import TERMS_MAX, term_hashes

# Few terms, so that documents share them; among them the smallest and the largest hash.
TERMS = st.sampled_from([1, 2, 3, 4, 5, 2**31, 2**32 - 1])
MATRICES = arrays(
    np.uint32,
    st.tuples(st.integers(0, 12), st.integers(0, 9)),
    elements=st.one_of(st.just(0), TERMS),
)
QUERIES = st.lists(st.one_of(TERMS, st.just(0), st.just(77)), max_size=200)


def matrix(*texts: str) -> np.ndarray:
    rows = np.zeros((len(texts), TERMS_MAX), dtype=np.uint32)
    for row, text in zip(rows, texts, strict=True):
        hashes = term_hashes(text)
        row[: len(hashes)] = hashes
    return rows


def plain_scores(documents: np.ndarray, query: list[int]) -> list[float]:
    """Give the scores as the formula reads, one document and one term at a time."""
    counted = [Counter(term for term in row if term) for row in documents.tolist()]
    average = max(sum(map(Counter.total, counted)) / max(len(counted), 1), 1.0)
    scores = []
    for own in counted:
        score = 0.0
        for term in query:
            if term and own[term]:
                frequency = sum(1 for other in counted if other[term])
                rarity = math.log(1 + (len(counted) - frequency + 0.5) / (frequency + 0.5))
                score += rarity * own[term] / (own[term] + K1 * (1 - B + B * own.total() / average))
        scores.append(score)
    return scores


def test_the_document_about_the_query_scores_best():
    documents = matrix(
        "give me a table when comparing things",
        "rounding happens in invoice.py",
        "tests run with pytest",
        "compare prices in euro",
    )
    scores = build_index(documents).scores(term_hashes("compare two databases in a table"))
    assert scores.dtype == np.float32
    assert scores.argmax() == 0
    assert scores[3] > 0.0
    assert scores[1] == scores[2] == 0.0


def test_a_rare_term_counts_more_than_a_common_one():
    documents = matrix("python chart", "python graph", "python map")
    index = build_index(documents)
    assert index.scores(term_hashes("chart"))[0] > index.scores(term_hashes("python"))[0] > 0


def test_a_shorter_document_and_a_repeated_term_count_more():
    short, long, twice = build_index(
        matrix("chart", "chart with many other words around", "chart chart")
    ).scores(term_hashes("chart"))  # fmt: skip
    assert long < short < twice


def test_a_term_repeated_in_the_query_counts_as_often():
    index = build_index(matrix("chart", "table"))
    once, twice = index.scores(term_hashes("chart table")), index.scores(term_hashes("chart chart table"))
    assert twice[0] == pytest.approx(2 * once[0])
    assert twice[1] == once[1]


@pytest.mark.parametrize("shape", [(0, 0), (0, 96), (5, 0), (5, 96)])
def test_nothing_to_search_scores_nothing(shape):
    documents = np.zeros(shape, dtype=np.uint32)
    for query in ([], [0], [1, 2]):
        for scores in (build_index(documents).scores(query), scan_scores(documents, query)):
            assert scores.tolist() == [0.0] * shape[0]


def test_an_empty_query_and_padding_match_nothing():
    documents = matrix("chart", "")
    for query in ([], [0, 0]):
        assert not build_index(documents).scores(query).any()
        assert not scan_scores(documents, query).any()


def test_rows_that_are_a_view_of_a_wider_record_are_read():
    wide = np.ascontiguousarray(np.hstack([matrix("chart", "table"), matrix("noise", "noise")]))
    part, query = wide[:, :TERMS_MAX], term_hashes("chart noise")
    assert not part.flags.c_contiguous
    assert scan_scores(part, query).tolist() == scan_scores(part.copy(), query).tolist()
    assert build_index(part).scores(query).tolist() == scan_scores(part, query).tolist()


def test_a_whole_view_scores_alike_both_ways():
    generator = np.random.default_rng(7)
    documents = generator.integers(1, 3000, size=(1000, TERMS_MAX), dtype=np.uint32)
    documents[np.arange(TERMS_MAX) >= generator.integers(0, TERMS_MAX, size=(1000, 1))] = 0
    query = generator.integers(1, 3000, size=TERMS_MAX).tolist()
    np.testing.assert_allclose(build_index(documents).scores(query), scan_scores(documents, query), atol=1e-5)


@settings(deadline=None)
@given(MATRICES, QUERIES)
def test_scan_and_index_give_the_same_scores(documents, query):
    np.testing.assert_allclose(
        scan_scores(documents, query), build_index(documents).scores(query), rtol=1e-5, atol=1e-5
    )


@settings(deadline=None)
@given(MATRICES, QUERIES)
def test_scores_are_those_of_the_formula(documents, query):
    scores = scan_index(documents, query).scores(query)
    np.testing.assert_allclose(scores, plain_scores(documents, query), rtol=1e-5, atol=1e-5)


@settings(deadline=None)
@given(st.data(), MATRICES, QUERIES)
def test_permuted_documents_get_permuted_scores(data, documents, query):
    order = data.draw(st.permutations(range(len(documents))))
    permuted = documents[np.asarray(order, dtype=np.intp)]
    for scores in (lambda rows: scan_scores(rows, query), lambda rows: build_index(rows).scores(query)):
        assert scores(permuted).tolist() == [scores(documents)[place] for place in order]


@settings(deadline=None)
@given(MATRICES, QUERIES)
def test_a_score_is_above_zero_exactly_where_a_query_term_occurs(documents, query):
    shared = [bool(set(row) & set(query) - {0}) for row in documents.tolist()]
    assert (scan_scores(documents, query) > 0).tolist() == shared

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from tenure.search.bm25 import LexicalIndex, build_index, scan_index
from tenure.search.relevance import SMALL_VIEW, relevant_scores
from tenure.search.terms import term_hashes


def relevant_mask(index: LexicalIndex, query: Sequence[int]) -> NDArray[np.bool_]:
    """Mark what has a score, and see that it is the score of BM25."""
    scores = relevant_scores(index, query)
    mask = scores > 0
    assert scores[mask].tolist() == index.scores(query)[mask].tolist()
    return mask


def sharing(count: int, *, of: int) -> np.ndarray:
    """Give documents of which the first ``count`` hold term 1; each holds one term of its own."""
    documents = np.arange(100, 100 + 2 * of, dtype=np.uint32).reshape(of, 2)
    documents[:count, 0] = 1
    return documents


@pytest.mark.parametrize(
    ("count", "of", "relevant"),
    [
        (1, 8, True),
        (3, 8, True),
        (4, 8, False),  # half is not below half
        (4, 9, True),
        (5, 9, False),
        (8, 8, False),
        (7, 7, True),  # too few to tell what is common
        (1, 1, True),
        (499, 1000, True),
        (500, 1000, False),
    ],
)
def test_a_term_that_half_of_the_documents_have_makes_none_relevant(count, of, relevant):
    mask = relevant_mask(build_index(sharing(count, of=of)), [1])
    assert mask.tolist() == [relevant] * count + [False] * (of - count)


def test_a_common_term_does_not_hide_a_rare_one():
    documents = sharing(8, of=8)
    rare = int(documents[3, 1])
    assert np.flatnonzero(relevant_mask(build_index(documents), [1, rare])).tolist() == [3]


def test_r16_a_formatting_question_finds_the_formatting_preference_alone():
    texts = [
        "give me a table when comparing things",
        "rounding happens in invoice.py",
        "tests run with pytest",
        "deploys are on Fridays",
    ]
    width = max(len(term_hashes(text)) for text in texts)
    documents = np.array([(*term_hashes(text), *[0] * width)[:width] for text in texts], dtype=np.uint32)
    index = build_index(documents)
    assert relevant_mask(index, term_hashes("compare two databases in the table")).tolist() == [
        True,
        False,
        False,
        False,
    ]
    assert not relevant_mask(index, term_hashes("what is the weather with me")).any()


@pytest.mark.parametrize("query", [[], [0], [5]])
def test_nothing_shared_is_nothing_relevant(query):
    assert relevant_mask(build_index(sharing(2, of=4)), query).tolist() == [False] * 4
    assert relevant_mask(build_index(np.zeros((0, 4), dtype=np.uint32)), query).tolist() == []


@settings(deadline=None)
@given(
    arrays(np.uint32, st.tuples(st.integers(0, 2 * SMALL_VIEW), st.integers(0, 5)), elements=st.integers(0, 6)),
    st.lists(st.integers(0, 7), max_size=12),
)
def test_relevance_is_the_rule_for_both_kinds_of_index(documents, query):
    rows = [set(row) - {0} for row in documents.tolist()]
    frequency = {term: sum(term in row for row in rows) for term in query if term}
    telling = {term for term, count in frequency.items() if len(rows) < SMALL_VIEW or count < len(rows) / 2}
    expected = [bool(row & telling) for row in rows]
    for index in (build_index(documents), scan_index(documents, query)):
        assert relevant_mask(index, query).tolist() == expected
        assert (index.scores(query) > 0)[expected].all()

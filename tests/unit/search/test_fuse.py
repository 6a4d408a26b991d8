"""One score of words and meaning: what counts, what does not, and that neither drowns the other."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tenure.search.bm25 import build_index, scan_index
from tenure.search.fuse import BESIDE_BEST, CLOSE, GROWTH, LEXICAL, SMALL, WORDED, Near, fused_scores

WORDS = np.array([[1, 2, 0], [3, 4, 0], [5, 0, 0], [6, 7, 0]], dtype=np.uint32)


def near(products: list[float], rows: list[int] | None = None) -> Near:
    places = list(range(len(products))) if rows is None else rows
    return Near(
        rows=np.array(places, dtype=np.intp),
        products=np.array(products, dtype=np.float32),
        unrelated=0.0,
        related=0.2,
    )


def test_without_vectors_words_alone_decide() -> None:
    scores = fused_scores(build_index(WORDS), (3, 9), None)
    assert (scores > 0).tolist() == [False, True, False, False]


def test_a_text_without_a_word_in_common_is_found_by_its_meaning_from_the_bound_on() -> None:
    scores = fused_scores(build_index(WORDS), (9,), near([0.2, np.nextafter(np.float32(0.2), 0), 0.5, -0.5]))
    assert (scores > 0).tolist() == [True, False, True, False]
    assert scores[2] > scores[0]


def test_what_counts_as_related_grows_with_the_scope_beyond_a_small_one() -> None:
    def counts(product: float, size: int) -> bool:
        index = build_index(np.arange(1, size + 1, dtype=np.uint32)[:, None])
        return bool(fused_scores(index, (size + 9,), near([product, *[-1.0] * (size - 1)]))[0] > 0)

    assert counts(0.2, SMALL)
    assert not counts(0.2, SMALL + 1)
    grown = 0.2 * (1 + GROWTH * math.log(10))
    assert not counts(grown - 1e-5, 10 * SMALL)
    assert counts(grown + 1e-5, 10 * SMALL)


def test_one_word_in_common_by_chance_is_no_relation_until_the_meaning_is_close() -> None:
    query, close = (1, 20, 21, 22, 23, 24, 25), np.float32(CLOSE * 0.2)
    below = fused_scores(build_index(WORDS), query, near([float(np.nextafter(close, 0)), 0.0, 0.0, 0.0]))
    assert (below > 0).tolist() == [False, False, False, False]
    at = fused_scores(build_index(WORDS), query, near([float(close), 0.0, 0.0, 0.0]))
    assert (at > 0).tolist() == [True, False, False, False]


def test_most_of_the_querys_words_count_however_far_the_meaning_is() -> None:
    index = build_index(WORDS)
    query = (1, 2)
    shares = fused_scores(index, query, None) / index.attainable(query)
    assert shares[0] >= WORDED
    scores = fused_scores(index, query, near([-0.4, 0.0, 0.0, 0.0]))
    assert (scores > 0).tolist() == [True, False, False, False]
    half = (1, 20, 21)
    assert fused_scores(index, half, None)[0] / index.attainable(half) < WORDED
    assert not fused_scores(index, half, near([-0.4, 0.0, 0.0, 0.0])).any()


def test_what_scores_far_below_the_best_is_left_out_from_the_bound_on() -> None:
    least = np.float32(BESIDE_BEST)
    scores = fused_scores(
        build_index(WORDS), (9,), near([1.0, float(np.nextafter(least, 1)), float(least) - 0.01, 0.0])
    )
    assert (scores > 0).tolist() == [True, True, False, False]


def test_one_word_in_common_by_chance_does_not_outrank_a_near_text() -> None:
    query = (1, 20, 21, 22, 23, 24, 25)
    scores = fused_scores(build_index(WORDS), query, near([0.15, 0.3, 0.0, 0.0]))
    assert scores[1] > scores[0] > 0


def test_the_whole_question_in_words_outranks_a_text_that_is_merely_related() -> None:
    scores = fused_scores(build_index(WORDS), (1, 2), near([0.35, 0.5, 0.0, 0.0]))
    assert scores[0] > scores[1] > 0


def test_a_row_without_a_vector_is_scored_by_its_words() -> None:
    index = build_index(WORDS)
    scores = fused_scores(index, (3, 9), near([0.9], rows=[0]))
    alone = fused_scores(index, (3, 9), None) / index.attainable((3, 9))
    assert scores[1] == pytest.approx(alone[1])
    assert scores[0] == pytest.approx((1 - LEXICAL) * 0.9)


def test_both_indexes_agree_on_what_can_be_reached() -> None:
    query = (1, 1, 4, 9)
    whole, scanned = build_index(WORDS), scan_index(WORDS, query)
    assert whole.attainable(query) == pytest.approx(scanned.attainable(query))
    assert whole.attainable((1,)) < whole.attainable((9,)) < whole.attainable((9, 1))  # a rare term could give more
    assert whole.attainable(()) == 0

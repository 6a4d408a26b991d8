"""Sums over stories, and the intervals beside them."""

from __future__ import annotations

import pytest

from tenure.eval.scenario import Outcome, Tally
from tenure.eval.score import difference, summed, wilson


@pytest.mark.parametrize(
    ("counted", "of", "low", "high"),
    [(0, 10, 0.0, 0.2775), (1, 10, 0.0179, 0.4042), (10, 10, 0.7225, 1.0), (50, 100, 0.4038, 0.5962), (0, 0, 0.0, 1.0)],
)
def test_the_interval_of_a_rate_is_wilsons(counted, of, low, high):
    assert wilson(counted, of) == pytest.approx((low, high), abs=1e-4)


def test_the_interval_of_a_difference_is_newcombes():
    # Newcombe 1998, method 10 without correction: 56/70 less 48/80.
    assert difference(56, 70, 48, 80) == pytest.approx((0.0524, 0.3339), abs=1e-4)


def test_of_nothing_there_is_no_difference():
    assert difference(1, 2, 0, 0) is None
    assert difference(0, 0, 1, 2) is None


def _outcome(tally, *, failed=""):
    return Outcome(suite="s", scenario="a", tally=tally, seconds=1.0, failed=failed)


def test_a_story_that_did_not_apply_counts_in_no_rate_and_one_that_failed_as_far_as_it_came():
    one = Tally(wrong=1, looked=2, found=3, sought=4, reasons={"leak": 1})
    total = summed(
        [
            _outcome(one),
            _outcome(Tally(wrong=0, looked=2, found=4, sought=4)),
            _outcome(Tally(looked=7, not_applicable="turn")),
            _outcome(Tally(wrong=5, looked=5), failed="OSError"),
        ]
    )
    assert (total.tally.wrong, total.tally.looked, total.tally.found, total.tally.sought) == (6, 9, 7, 8)
    assert total.tally.reasons == {"leak": 1}
    assert (total.stories, total.told, total.lacking, total.failed) == (2, 4, {"turn": 1}, {"OSError": 1})
    assert total.seconds == 4.0


def test_figures_are_averaged_over_the_stories_that_have_them_and_counts_are_added():
    total = summed(
        [
            _outcome(Tally(figures={"ndcg": 1.0, "asked_of": 1})),
            _outcome(Tally(figures={"ndcg": 0.5, "asked_of": 1})),
            _outcome(Tally(figures={"asked_of": 1})),
        ]
    )
    assert total.tally.figures == {"ndcg": 0.75, "asked_of": 3}

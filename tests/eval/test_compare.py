"""Two runs beside each other: what moved, how surely, and which stories went worse."""

from __future__ import annotations

import pytest

from tenure.errors import RequestError
from tenure.eval.report.comparing import check_common, compared, is_worse, lines
from tenure.eval.report.gathering import gathered
from tenure.eval.score import Rate
from tests.eval.told import results, story

BEFORE = (
    story("isolation", "a-1", looked=4, found=2, sought=2),
    story("isolation", "a-2", wrong=1, looked=4, found=2, sought=2),
)


def _pair(tmp_path, after, **how):
    results(tmp_path / "before", "mine", BEFORE)
    results(tmp_path / "after", "mine", after, **how)
    return gathered(tmp_path / "before")[0], gathered(tmp_path / "after")[0]


def test_the_same_run_is_not_worse(tmp_path):
    before, after = _pair(tmp_path, BEFORE)
    assert not is_worse(before, after)
    assert compared(before, after)[0].worse == []


@pytest.mark.parametrize(
    "changed",
    [
        story("isolation", "a-1", wrong=1, looked=4, found=2, sought=2),
        story("isolation", "a-1", looked=4, found=1, sought=2),
        story("isolation", "a-1", failed="OSError"),
        story("isolation", "a-1", not_applicable="turn"),
    ],
    ids=["more wrong", "less found", "failed", "not applicable any more"],
)
def test_a_story_that_went_worse_is_named_even_if_another_went_better(tmp_path, changed):
    better = story("isolation", "a-2", looked=4, found=2, sought=2)
    before, after = _pair(tmp_path, [changed, better])
    assert is_worse(before, after)
    (moved,) = compared(before, after)
    assert (list(moved.worse), list(moved.better)) == (["a-1"], ["a-2"])
    assert any("1 worse: a-1" in line for line in lines(before, after))


def test_stories_that_failed_are_counted_before_and_after(tmp_path):
    before, after = _pair(tmp_path, [story("isolation", "a-1", failed="KeyError"), BEFORE[1]])
    assert "  FAILED 0 -> 1" in list(lines(before, after))
    assert "FAILED" not in "".join(lines(before, before))


def test_a_story_that_is_not_told_any_more_counts_as_worse(tmp_path):
    before, after = _pair(tmp_path, BEFORE[:1])
    assert is_worse(before, after)
    assert any("1 stories only before" in line for line in lines(before, after))


def test_runs_without_a_common_story_are_not_compared(tmp_path):
    before, after = _pair(tmp_path, [*BEFORE[:1], story("secrets", "b-1")])
    check_common(before, [after])
    other, only = _pair(tmp_path / "other", [story("isolation", "b-1"), story("secrets", "a-1")])
    with pytest.raises(RequestError) as refused:
        check_common(other, [after, only])
    assert refused.value.code == "nothing_common"


def test_rates_are_of_the_stories_that_both_were_told(tmp_path):
    before, after = _pair(tmp_path, [*BEFORE, story("isolation", "a-3", wrong=4, looked=4, found=2, sought=2)])
    (moved,) = compared(before, after)
    assert moved.wrong == (Rate(counted=1, of=8), Rate(counted=1, of=8))
    assert not is_worse(before, after)


def test_other_seeds_and_other_data_are_said(tmp_path):
    before, after = _pair(tmp_path, BEFORE, seed=8, data="d", sha256="ab")
    said = "\n".join(lines(before, after))
    assert "not the same seed" in said
    assert "not the same data" in said

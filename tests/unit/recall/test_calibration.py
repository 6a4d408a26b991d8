"""Figures of what held: Brier score, expected calibration error, and when a class is worse than stated (R13)."""

from __future__ import annotations

import pytest

from tenure.model.claim import Kind
from tenure.model.entry import Basis, Confidence
from tenure.recall.calibration import CHECKED_MIN, calibration, class_of

SURE = Confidence(basis=Basis.CONFIRMED, number=0.95)
READ = Confidence(basis=Basis.INFERRED, number=0.5)
FACT, CODE = Kind.FACT, Kind.CODE


def test_nothing_checked_gives_no_figures() -> None:
    found = calibration([])
    assert (found.classes, found.bins, found.whole, found.error) == ((), (), None, 0.0)


def test_r13_the_figures_are_those_of_the_definitions() -> None:
    found = calibration(
        [{class_of(SURE, FACT): (9, 1)}, {class_of(SURE, FACT): (0, 0 + 2), class_of(READ, CODE): (3, 1)}]
    )
    (basis, kind, sure), (_, _, read) = found.classes
    assert (basis, kind, sure.held, sure.failed) == (Basis.CONFIRMED, FACT, 9, 3)
    assert sure.brier == pytest.approx((9 * 0.05**2 + 3 * 0.95**2) / 12)
    assert read.brier == pytest.approx(0.25)
    assert found.whole is not None
    assert found.whole.brier == pytest.approx((sure.brier * 12 + read.brier * 4) / 16)
    assert found.error == pytest.approx((12 * abs(0.75 - 0.95) + 4 * abs(0.75 - 0.5)) / 16)
    assert [step for step, _ in found.bins] == [5, 9]


def test_r13_the_range_is_wilsons() -> None:
    ((_, _, measured),) = calibration([{class_of(READ, FACT): (8, 2)}]).classes
    assert measured.interval == pytest.approx((0.4902, 0.9433), abs=1e-3)
    ((_, _, never),) = calibration([{class_of(READ, FACT): (0, 5)}]).classes
    assert never.interval[0] == 0.0


def test_r13_a_class_is_worse_only_with_enough_checks_and_clear_of_chance() -> None:
    def told(held: int, failed: int) -> str:
        return calibration([{class_of(SURE, FACT): (held, failed)}]).told(SURE, FACT)

    assert told(0, CHECKED_MIN - 1) == ""
    assert told(0, CHECKED_MIN) == "of such claims 0% held when checked (0 of 10), stated 95%"
    assert told(18, 2) == "", "two of twenty may be chance"
    assert told(15, 5).startswith("of such claims 75% held")
    assert calibration([{class_of(SURE, FACT): (0, 50)}]).told(SURE, CODE) == "", "of another kind it says nothing"


def test_a_number_of_one_falls_into_the_last_step() -> None:
    certain = Confidence(basis=Basis.STATED, number=1.0)
    assert [step for step, _ in calibration([{class_of(certain, FACT): (1, 0)}]).bins] == [9]

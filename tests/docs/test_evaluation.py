"""The page of the evaluation names every suite with its rules, and every ability with its goal or why it has none."""

from __future__ import annotations

from tenure.eval.report.writing import BEGIN, END
from tenure.eval.suites import every
from tests.house.rules import ROOT

PAGE = ROOT / "docs" / "reference" / "evaluation.md"


def test_every_suite_stands_on_the_page_with_its_rules():
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    for suite in every():
        (line,) = (each for each in lines if each.startswith(f"| `{suite.name}` |"))
        assert suite.needs_data or line.endswith(f"| {', '.join(suite.rules)} |"), suite.name


def test_r40_every_ability_stands_on_the_page_with_its_goal_or_why_it_has_none():
    page = PAGE.read_text(encoding="utf-8")
    for suite in every():
        for ability in suite.abilities:
            goals = [] if ability.least is None else [f"at least {ability.least:.0%} found"]
            goals += [] if ability.most_wrong is None else [f"at most {ability.most_wrong} wrong"]
            said = ", ".join(goals) or f"none: {ability.why}"
            assert f"| {suite.name} | {ability.kind} | {said} |" in page


def test_the_figures_are_put_between_marks():
    page = PAGE.read_text(encoding="utf-8")
    assert page.index(BEGIN) < page.index(END)

"""A Tenure that does not keep a rule is caught by the suite that names the rule; the whole one is not."""

from __future__ import annotations

import pytest

from tenure.eval.run import outcome_of
from tenure.eval.scenario import Outcome
from tenure.eval.suites import LIFECYCLE, chosen
from tenure.eval.systems import candidate
from tests.eval.broken import BROKEN, Broken

SEED = 7
IDS = [f"{each.rule}-{each.suite}-{each.story}-{number}" for number, each in enumerate(BROKEN)]


def told(broken: Broken) -> Outcome:
    [suite] = chosen((broken.suite,))
    [story] = [each for each in suite.scenarios(SEED, None) if each.name == broken.story]
    return outcome_of(candidate("tenure"), suite.name, story)


@pytest.mark.parametrize("broken", BROKEN, ids=IDS)
def test_r39_a_broken_rule_is_caught_by_the_suite_that_names_it(
    broken: Broken, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken.break_it(monkeypatch)
    outcome = told(broken)
    assert outcome.failed == ""
    assert broken.reason in outcome.tally.reasons


@pytest.mark.parametrize("broken", {each.story: each for each in BROKEN}.values(), ids=lambda each: each.story)
def test_r39_the_whole_tenure_tells_the_same_story_and_nothing_is_wrong(broken: Broken) -> None:
    outcome = told(broken)
    assert (outcome.failed, outcome.tally.reasons) == ("", {})
    assert outcome.tally.found == outcome.tally.sought


def test_every_rule_that_a_suite_names_is_broken_here() -> None:
    named = {(suite.name, rule) for suite in chosen(()) for rule in suite.rules}
    assert named - {(each.suite, each.rule) for each in BROKEN} == set()
    assert {each.suite for each in BROKEN} == set(LIFECYCLE)

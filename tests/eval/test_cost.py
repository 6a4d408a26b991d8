"""What a question takes while others' entries grow, and a sample of the stories."""

from __future__ import annotations

from tenure.eval import run as running
from tenure.eval.scenario import Scenario
from tenure.eval.suites import cost
from tests.eval.public_sets import WithoutNotes, told


def test_a_persons_entries_are_found_among_others_and_each_question_is_timed(tmp_path, monkeypatch):
    monkeypatch.setattr(cost, "SIZES", (100,))
    (tally,) = told("cost", tmp_path, WithoutNotes).values()
    assert tally.sought == cost.EACH_PERSON
    assert tally.figures["entries"] == 100
    assert tally.figures["recall_ms"] > 0


def test_a_sample_of_the_stories_is_drawn_by_the_seed_and_keeps_their_order():
    stories = [Scenario(name=f"s-{at:02}", tell=lambda system, tally: None) for at in range(20)]
    names = [[each.name for each in running._drawn(stories, 5, seed)] for seed in (7, 7, 8)]
    assert names[0] == names[1] != names[2]
    assert names[0] == sorted(names[0])
    assert [len(running._drawn(stories, most, 7)) for most in (0, 5, 20, 40)] == [20, 5, 20, 20]

"""What only asks states nothing, and comes behind what states the same."""

from __future__ import annotations

import pytest

from tenure.scratch.asking import share_of_questions
from tenure.scratch.search import search_notes
from tenure.scratch.searched import SearchedNotes
from tests.unit.scratch.test_search import Subjects, notes_of


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("", 0.0),
        ("?!", 0.0),
        ("a dog", 0.0),
        ("a dog?", 1.0),
        ("What?! No. Yes", 4 / 9),
        ("abc.\nabc?", 0.5),
        ("\u4f60\u597d\uff1f\u4f60\u597d\u3002", 0.5),
        ("\u0646\u0639\u0645\u061f", 1.0),
    ],
)
def test_the_share_of_a_text_that_asks(text: str, share: float) -> None:
    assert share_of_questions(text) == pytest.approx(share)


@pytest.mark.parametrize(("channel", "order"), [("tool", [1, 2, 0]), ("user", [2, 1, 0])])
def test_what_others_ask_comes_behind_what_states_the_same(channel: str, order: list[int]) -> None:
    notes = notes_of("Does the dog sleep?", "The dog does sleep.", "Does the dog sleep?", channel=channel)
    ranked = search_notes("the dog", notes, held=SearchedNotes(Subjects), embedded_max=100)
    assert [notes.index(each) for each in ranked] == order, "and the newer first among equals"

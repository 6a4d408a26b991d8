"""A day in a query: notes of that day gain, and are all that is asked where nothing else is named."""

from __future__ import annotations

from datetime import timedelta

from tenure.scratch.search import search_notes
from tenure.scratch.searched import SearchedNotes
from tests.unit.scratch.test_search import START, Subjects, notes_of

NOTES = notes_of(
    "the dog has a red lead",
    "the dog has a new collar",
    "rain all day",
    "the dog sleeps in the sun",
    apart=timedelta(days=4),
)
NOW = NOTES[-1].at + timedelta(days=2)


def found(query: str, *, now=NOW, notes=NOTES, embedded_max: int = 100) -> list[int]:
    ranked = search_notes(query, notes, held=SearchedNotes(Subjects), embedded_max=embedded_max, now=now)
    return [notes.index(note) for note in ranked]


def test_what_was_said_on_the_day_that_is_named_comes_first() -> None:
    assert START.strftime("%A") == "Thursday"
    assert found("the dog", embedded_max=0)[0] == 3
    for most in (0, 100):
        assert found("the dog ten days ago", embedded_max=most)[0] == 1
        assert found("the dog two weeks ago", embedded_max=most)[0] == 0
    assert found("the dog on 9 January", now=None, embedded_max=0)[0] == 3  # without an instant no day is known


def test_a_day_makes_no_note_relevant_where_something_else_is_named() -> None:
    assert found("the dog six days ago", embedded_max=0) == [3, 1, 0]
    assert found("the invoice six days ago", embedded_max=0) == []


def test_of_a_query_that_names_a_day_alone_the_notes_of_that_day_are_the_answer() -> None:
    assert found("What happened six days ago?") == [2]
    assert found("two days ago") == [3]
    assert found("What happened in January?") == [3, 2, 1, 0]  # the newest first


def test_a_persons_own_words_of_the_day_come_before_what_others_said_and_asked() -> None:
    notes = [
        *notes_of("it rained"),
        *notes_of("What shall I do?", "done.", channel="tool", apart=timedelta(minutes=1), task="task_2"),
    ]
    assert found("What happened yesterday?", notes=notes, now=START + timedelta(days=1)) == [0, 2, 1]


def test_a_day_on_which_nothing_was_said_leaves_the_words() -> None:
    assert found("tell me of the dog on 2 March 2025", embedded_max=0) != []
    assert found("rain all day yesterday", now=NOW + timedelta(days=9), embedded_max=0) == [2]

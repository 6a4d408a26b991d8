"""Who said a note, and whether a query names them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tenure.scratch.search import search_notes
from tenure.scratch.searched import SearchedNotes
from tenure.scratch.speakers import said_by_named
from tests.unit.scratch.test_search import Subjects, notes_of


def observed(*texts: str):
    return [replace(note, source="chat") for note in notes_of(*texts, channel="tool")]


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("What did Caroline find?", [True, False, True, False]),
        ("what did caroline's friend find", [True, False, True, False]),
        ("What did Melanie O'Brien find?", [False, True, False, True]),
        ("What did Melanie find?", [False, False, False, False]),  # half of a name may be another's
        ("What did Caroline tell Melanie O'Brien?", [False, False, False, False]),  # both: it tells nothing
        ("What was found?", [False, False, False, False]),
    ],
)
def test_in_a_talk_the_name_before_the_words_says_who_speaks(query: str, said: list[bool]) -> None:
    talk = observed("Caroline: a dog", "Melanie O'Brien: a dog", "Caroline: yes", "Melanie O'Brien: no")
    assert said_by_named(query, talk) == said


def test_a_word_before_a_colon_is_no_speaker_unless_it_comes_again() -> None:
    assert said_by_named("read the warning", observed("Warning: a dog", "a cat")) == [False, False]
    again = observed("Warning: a dog", "a cat", "Warning: a cow")
    assert said_by_named("read the warning", again) == [True, False, True]
    assert said_by_named("see https", observed("https://a.example", "https://b.example", "c")) == [False] * 3


def test_of_a_persons_own_channel_the_person_speaks() -> None:
    notes = [*notes_of("a dog"), *observed("ana has a dog")]
    assert said_by_named("what has Ana?", notes) == [True, False]
    assert said_by_named("what have others?", notes) == [False, False]


def test_what_the_named_speaker_said_comes_before_what_others_said_of_the_same() -> None:
    talk = observed("Bea: my dog sleeps now", "Cem: Bea has a dog", "Bea: yes, in the sun", "Cem: no, in the house")
    ranked = search_notes("What does the dog of Bea do?", talk, held=SearchedNotes(Subjects), embedded_max=100)
    assert ranked[0] is talk[0]

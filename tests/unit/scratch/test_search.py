"""Notes are ranked by words and by meaning; a person's own words and near talk count in; bounds are kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from tenure.scratch import searched
from tenure.scratch.pieces import SEARCHED_CHARS_MAX, meanings_of
from tenure.scratch.search import PAUSE, search_notes
from tenure.scratch.searched import TASKS_MAX, SearchedNotes
from tenure.search.terms import TERMS_MAX, term_hashes
from tenure.store.records import Note, NoteKind

START = datetime(2026, 1, 1, tzinfo=UTC)
SUBJECTS = {"dog": 0, "puppy": 0, "tax": 1, "invoice": 1, "sea": 2}


class Subjects:
    """An embedder that knows what a few words are about, and counts what it was given."""

    name = "subjects-1"
    width = 4
    unrelated, related = 0.0, 0.25

    def __init__(self) -> None:
        self.given: list[str] = []

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        self.given += [text for text in texts if text != "dog"]  # a query may be remembered
        rows = np.zeros((len(texts), self.width), dtype=np.float32)
        for row, text in enumerate(texts):
            for word in text.lower().split():
                rows[row, SUBJECTS.get(word.strip(".,"), 3)] += 1
        return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)


def notes_of(
    *texts: str, channel: str = "user", apart: timedelta = timedelta(hours=1), task: str = "task_1"
) -> list[Note]:
    return [
        Note(
            id=f"note_{task}_{place}",
            task_id=task,
            kind=NoteKind.HEARD,
            text=text,
            source="ana",
            channel=channel,
            at=START + place * apart,
        )
        for place, text in enumerate(texts)
    ]


def found(query: str, notes: Sequence[Note], held: SearchedNotes | None, most: int = 100) -> list[str]:
    most = 0 if held is None else most
    return [note.text for note in search_notes(query, notes, held=held or SearchedNotes(Subjects), embedded_max=most)]


def test_meaning_finds_what_shares_no_word() -> None:
    notes = notes_of("puppy", "invoice", "sea")
    assert found("dog", notes, None) == []
    assert found("dog", notes, SearchedNotes(Subjects)) == ["puppy"]


def test_what_the_embedder_calls_related_is_found_and_what_is_further_is_not() -> None:
    # Cosines of 1/4 and below: one word of sixteen others, and of seventeen.
    others = [f"w{place}" for place in range(40)]
    near = " ".join(["puppy"] * 5 + others[:19])  # 5 / sqrt(5² + 19²) = 0.2545
    far = " ".join(["puppy"] * 5 + others[:20])  # 5 / sqrt(5² + 20²) = 0.2425
    assert 5 / (25 + 361) ** 0.5 > Subjects.related > 5 / (25 + 400) ** 0.5
    assert found("dog", notes_of(near, far), SearchedNotes(Subjects)) == [near]

    class Strict(Subjects):
        name = "strict-1"
        related = 0.3

    assert found("dog", notes_of(near, far), SearchedNotes(Strict)) == []


def test_a_word_in_common_and_the_meaning_beat_the_meaning_alone() -> None:
    notes = notes_of("dog", "puppy", "invoice")
    assert found("dog", notes, SearchedNotes(Subjects))[0] == "dog"


def test_a_persons_own_words_come_before_the_same_words_of_a_tool() -> None:
    own = notes_of("dog sea")
    tool = notes_of("dog sea", channel="tool", task="task_1b")
    for notes in (own + tool, tool + own):
        assert search_notes("dog", notes, held=SearchedNotes(Subjects), embedded_max=9)[0].channel == "user"


@pytest.mark.parametrize(("apart", "is_one"), [(PAUSE, True), (PAUSE + timedelta(seconds=1), False)])
def test_talk_of_one_conversation_counts_in_and_talk_after_a_pause_does_not(apart: timedelta, is_one: bool) -> None:
    notes = notes_of("dog invoice", "sea", "dog one", apart=apart)
    notes += notes_of("-", "-", "dog two", apart=timedelta(days=9))[2:]
    ranked = found("dog", notes, None)
    assert (ranked.index("dog one") < ranked.index("dog two")) is is_one  # alone, the newer of two equals is first


def test_within_a_conversation_notes_keep_their_order() -> None:
    notes = notes_of("dog and much else that is longer", "dog", "dog dog", "dog too here", apart=timedelta(minutes=1))
    alone = notes_of(*(note.text for note in notes), apart=2 * PAUSE)
    assert found("dog", notes, None) == found("dog", alone, None)


def test_beyond_the_bound_words_alone_count_until_a_later_search() -> None:
    embedder = Subjects()
    held = SearchedNotes(lambda: embedder)
    notes = notes_of("puppy", "sea", "invoice")
    assert found("dog", notes, held, most=2) == []  # the newest two have vectors
    assert found("dog", notes, held, most=2) == ["puppy"]
    embedder.given.clear()
    assert found("dog", notes, held, most=2) == ["puppy"]
    assert embedder.given == []  # notes are embedded once


def test_a_bound_of_none_embeds_nothing() -> None:
    embedder = Subjects()
    assert found("dog", notes_of("dog", "puppy"), SearchedNotes(lambda: embedder), most=0) == ["dog"]
    assert embedder.given == []


@pytest.mark.parametrize("nothing", ["", " \n"])
def test_an_empty_query_finds_nothing(nothing: str) -> None:
    embedder = Subjects()
    assert found(nothing, notes_of("dog"), SearchedNotes(lambda: embedder)) == []
    assert found("dog", [], SearchedNotes(lambda: embedder)) == []
    assert embedder.given == []


def test_dropped_vectors_are_worked_out_again() -> None:
    embedder = Subjects()
    held = SearchedNotes(lambda: embedder)
    notes = notes_of("puppy", "sea")
    found("dog", notes, held)
    held.drop("task_1", (notes[0].id,))
    embedder.given.clear()
    found("dog", notes, held)
    assert embedder.given == ["puppy"]
    held.drop("task_1")
    held.drop("task_1", (notes[0].id,))
    embedder.given.clear()
    found("dog", notes, held)
    assert sorted(embedder.given) == ["puppy", "sea"]


def test_terms_are_worked_out_once_a_note_until_they_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    cut: list[str] = []
    monkeypatch.setattr(searched, "term_hashes", lambda text, most: cut.append(text) or term_hashes(text, most=most))
    held = SearchedNotes(Subjects)
    notes = notes_of("puppy", "dog food")
    assert [found("dog", notes, held, most=0) for _ in range(2)] == [["dog food"]] * 2
    held.drop("task_1", (notes[0].id,))
    found("puppy", [*notes, *notes_of("puppy", "sea", "tea")[2:]], held, most=0)
    assert cut == ["puppy", "dog food", "puppy", "tea"]


def test_of_many_tasks_those_searched_longest_ago_lose_their_vectors() -> None:
    embedder = Subjects()
    held = SearchedNotes(lambda: embedder)
    for number in range(TASKS_MAX + 1):
        found("dog", notes_of("puppy", task=f"task_{number}"), held)
    embedder.given.clear()
    found("dog", notes_of("puppy", task="task_1"), held)
    assert embedder.given == []
    found("dog", notes_of("puppy", task="task_0"), held)
    assert embedder.given == ["puppy"]


def test_an_embedder_that_fails_leaves_the_words() -> None:
    class Failing(Subjects):
        name = "failing-1"

        def embed(self, texts: Sequence[str]) -> np.ndarray:
            raise OSError("no model")

    assert found("dog", notes_of("dog", "puppy"), SearchedNotes(Failing)) == ["dog"]


def test_a_remark_in_passing_has_a_vector_of_its_own_and_a_tools_output_has_one() -> None:
    said = "I asked about the sea. " * 9 + "By the way, my puppy is ill. " + "Now back to the sea please. " * 9
    [heard] = notes_of(said)
    assert len(meanings_of(heard)) > 1
    assert all(len(part) <= 220 for part in meanings_of(heard))
    assert " ".join(meanings_of(heard)) == said.strip()
    observed = replace(heard, kind=NoteKind.OBSERVED, channel="tool")
    assert meanings_of(observed) == (said[:1000],)


def test_a_long_note_is_read_to_its_bound_and_no_further() -> None:
    filler = "".join(f"word{number} " for number in range(2 * TERMS_MAX)).ljust(SEARCHED_CHARS_MAX - 4)
    assert found("dog", notes_of(filler + " dog", "sea"), None) == [filler + " dog"]
    assert found("dog", notes_of(filler + "  dog", "sea"), None) == []

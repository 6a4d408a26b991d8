"""Searches the notes of a living task: what is found is gone with the task, and so is what the search worked out."""

from __future__ import annotations

from typing import Final

from tenure.errors import NotFoundError
from tenure.memory.arguments import to_count, to_text
from tenure.memory.wired import Wired
from tenure.scratch.notes import read_notes
from tenure.scratch.search import search_notes
from tenure.screen import redact
from tenure.store.records import Note, TaskRecord

FOUND_NOTES_MAX: Final = 10_000
"""Most notes that a search can be asked for."""


def search(wired: Wired, task: TaskRecord, text: str, *, limit: int) -> tuple[Note, ...]:
    """Give the notes of a living task that have to do with ``text``, best first.

    Raises:
        RequestError: The text is empty, or nothing of it can be seen (``bad_query``).
        NotFoundError: The task is over.
        LimitError: More notes are wanted than a search can be asked for.
    """
    searched = wired.searched
    dropped, now = searched.dropped, wired.now_in(task)
    try:
        held = read_notes(task, notes=wired.notes, now=now)
    except NotFoundError:
        searched.drop(task.id)
        raise
    # Cut first: the stemmer remembers words, and a secret must not be among them.
    query = redact(to_text(text, name="query", longest=wired.policy.note_chars_max))[0]
    most = 0 if wired.meaning is None else wired.policy.search_embedded_max
    limit = to_count(limit, name="limit", most=FOUND_NOTES_MAX)
    try:
        return search_notes(query, held, held=searched, limit=limit, embedded_max=most, now=now)
    finally:
        if searched.dropped != dropped:  # it may have worked out once more what was erased meanwhile
            searched.drop(task.id)

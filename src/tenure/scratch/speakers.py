"""Tell which notes were said by somebody whom a query names.

*What did Caroline find?* is asked of what Caroline said, and her name tells little by itself: in a talk of two it
stands before half of all that was said. Who speaks is known of what a person's channel heard; in a talk that was
observed it is the name before the words (``Caroline: ...``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from tenure.model.principal import Channel
from tenure.screen.pattern import Pattern
from tenure.search.words import words
from tenure.store.records import Note

NOTES_MIN: Final = 2
"""Least notes of a task that begin with a name before it counts as a speaker's: *Note: ...* once is none."""

_NAME: Final = Pattern(r"\s{0,8}([^\W\d_][\w.'\u2019-]{0,30}(?: [\w.'\u2019-]{1,30}){0,2}):\s")


def said_by_named(query: str, notes: Sequence[Note]) -> list[bool]:
    """Give for each note whether it was said by somebody whom the query names; none if that is true of all.

    Args:
        query: What is looked for; a name counts if all its words stand in it.
        notes: Of one task.
    """
    labels = [_label(note) for note in notes]
    counts = Counter(labels)
    speakers = [
        label if counts[label] >= NOTES_MIN and label else note.source if note.channel == Channel.USER else ""
        for label, note in zip(labels, notes, strict=True)
    ]
    asked = set(words(query))
    named = {name for name in set(speakers) if name and asked.issuperset(words(name))}
    said = [name in named for name in speakers]
    return [False] * len(notes) if all(said) else said


def _label(note: Note) -> str:
    found = _NAME.match(note.text)
    return found[1] if found else ""

"""Rank the notes of a task for a query: by words and by meaning, the person's own words and their talk counted in.

The score of a note is a convex sum of two parts: the cosine of its best part, stretched to 0..1 over the task, and BM25
over its maximum. What others wrote counts less than the person's own words. A note gains if the query names who said
it, if it was said on a day that the query names, and from the best other one of the same conversation: an answer
often names what its question meant. Others' questions count less than what they state.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from tenure.model.principal import Channel
from tenure.scratch.searched import SearchedNotes
from tenure.scratch.speakers import said_by_named
from tenure.search.bm25 import scan_index
from tenure.search.days import days_of
from tenure.search.relevance import relevant_scores
from tenure.search.terms import term_hashes
from tenure.store.records import Note
from tenure.store.view import head_instant

if TYPE_CHECKING:  # numpy loads on first use, so that `import tenure` does not pay for it
    import numpy as np
    from numpy.typing import NDArray

# Measured on LongMemEval (`make bench-recall`); the top is flat between .3 and .4, .8 and .9, .2 and .5.
LEXICAL_WEIGHT: Final = 0.35
"""What words count for; meaning has the rest."""
OTHERS_WEIGHT: Final = 0.85
"""What a note counts for that is not a person's own words."""
TALK_WEIGHT: Final = 0.3
"""How much a note gains of the score of the best other note of its conversation."""
SPEAKER_WEIGHT: Final = 0.15
"""How much a note gains that was said by somebody whom the query names. Measured on LoCoMo; flat between .1 and .2."""
QUESTION_WEIGHT: Final = 0.15
"""How much others' words lose that only ask; in part, what asks in part. Measured on LoCoMo; flat between .1 and .2."""
DAYS_WEIGHT: Final = 0.3
"""How much a note gains that was said on a day that the query names; in part, what was said near to it. Flat between
.2 and .4."""
PAUSE: Final = timedelta(minutes=30)
"""Longer than this between two notes, and another conversation begins."""


def search_notes(
    query: str,
    notes: Sequence[Note],
    *,
    held: SearchedNotes,
    limit: int = 10,
    embedded_max: int = 0,
    now: datetime | None = None,
) -> tuple[Note, ...]:
    """Give the notes that have to do with the query, best first, the newer first among equals.

    Args:
        query: What is looked for; never kept.
        notes: Of one task, oldest first. Of each the first `pieces.SEARCHED_CHARS_MAX` characters are read.
        held: What earlier searches worked out of these notes, and where this one adds to it.
        limit: Most notes given.
        embedded_max: How many parts of notes may be given a vector during this search; with 0 words alone count.
        now: When it is asked (UTC), so that the days are known which it names; None if no day counts.
    """
    import numpy as np  # noqa: PLC0415 - on first use

    if not query.strip() or not notes:
        return ()
    days = None if now is None else days_of(query, now)
    near = None if days is None else days.nearness(np.array([head_instant(note.at) for note in notes]))
    asking = held.questions(notes[0].task_id, notes)
    weights = np.array([_weight(note, asks=share) for note, share in zip(notes, asking, strict=True)])
    if days is not None and near is not None:
        if days.is_all and near.any():  # what was said then is all that is asked
            return _first(np.multiply(weights, near, dtype=np.float64), near > 0, notes, limit)
        query = query if days.is_all else days.searched
    fused, relevant = _fused(query, notes, held=held, embedded_max=embedded_max)
    fused += SPEAKER_WEIGHT * np.array(said_by_named(query, notes), dtype=np.float64)
    scores = _with_talk(fused * weights, notes)
    if near is not None:
        scores += DAYS_WEIGHT * near
    return _first(scores, relevant, notes, limit)


def _first(
    scores: NDArray[np.float64], relevant: NDArray[np.bool_], notes: Sequence[Note], limit: int
) -> tuple[Note, ...]:
    import numpy as np  # noqa: PLC0415 - on first use

    ranked = sorted(np.flatnonzero(relevant).tolist(), key=lambda place: (-scores[place], -place))
    return tuple(notes[place] for place in ranked[:limit])


def _fused(
    query: str, notes: Sequence[Note], *, held: SearchedNotes, embedded_max: int
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Give each note a score by words and meaning, and whether it has to do with the query at all."""
    import numpy as np  # noqa: PLC0415 - on first use

    lexical = _lexical(term_hashes(query), held.terms(notes[0].task_id, notes))
    relevant = lexical > 0
    if not embedded_max:
        return lexical, relevant
    cosines = _cosines(query, notes, lexical=lexical, held=held, embedded_max=embedded_max)
    known = ~np.isnan(cosines)
    stretched = np.zeros(len(notes), dtype=np.float64)
    if known.any():
        low, high = float(cosines[known].min()), float(cosines[known].max())
        stretched[known] = (cosines[known] - low) / max(high - low, 1e-9)
    relevant |= known & (np.nan_to_num(cosines) >= held.related())  # without a word in common
    return LEXICAL_WEIGHT * lexical + (1 - LEXICAL_WEIGHT) * stretched, relevant


def _weight(note: Note, *, asks: float) -> float:
    # A person talks to an agent in requests, and states by the way: that they ask says nothing of what they state.
    return 1.0 if note.channel == Channel.USER else OTHERS_WEIGHT * (1.0 - QUESTION_WEIGHT * asks)


def _lexical(wanted: Sequence[int], documents: Sequence[NDArray[np.uint32]]) -> NDArray[np.float64]:
    """Give each note a score of 0 to 1 by its words; 0 for what shares no telling word."""
    import numpy as np  # noqa: PLC0415 - on first use

    if not wanted:
        return np.zeros(len(documents), dtype=np.float64)
    rows = np.zeros((len(documents), max(1, *map(len, documents))), dtype=np.uint32)
    for row, terms in zip(rows, documents, strict=True):
        row[: len(terms)] = terms
    scores = relevant_scores(scan_index(rows, wanted), wanted).astype(np.float64)
    return scores / max(float(scores.max()), 1e-9)


def _cosines(
    query: str, notes: Sequence[Note], *, lexical: NDArray[np.float64], held: SearchedNotes, embedded_max: int
) -> NDArray[np.float64]:
    """Give each note the cosine of its best part; NaN for a note that has no vector yet, or one of another model."""
    import numpy as np  # noqa: PLC0415 - on first use

    # Where not all can have a vector now, those that share words come first, then the newest.
    order = sorted(range(len(notes)), key=lambda place: (-lexical[place], -place))
    vectors = held.vectors(notes[0].task_id, [notes[place] for place in order], most=embedded_max)
    asked = held.query(query)
    cosines = np.full(len(notes), np.nan, dtype=np.float64)
    for place, note in enumerate(notes):
        parts = vectors.get(note.id)
        if asked is not None and parts is not None and parts.shape[-1] == len(asked):
            cosines[place] = (parts @ asked).max()
    return cosines


def _with_talk(scores: NDArray[np.float64], notes: Sequence[Note]) -> NDArray[np.float64]:
    import numpy as np  # noqa: PLC0415 - on first use

    begins = [place for place in range(1, len(notes)) if abs(notes[place].at - notes[place - 1].at) > PAUSE]
    found = scores.copy()
    for start, end in pairwise((0, *begins, len(notes))):
        if end - start > 1:
            second, best = np.sort(scores[start:end])[-2:]
            gains = np.full(end - start, best)
            gains[scores[start:end].argmax()] = second
            found[start:end] += TALK_WEIGHT * gains
    return found

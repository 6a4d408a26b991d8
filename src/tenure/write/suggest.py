"""Suggests which kept entry a new claim may contradict or replace, by likeness of words; it decides nothing (R21).

Only a slot or a person's word replaces an entry. What is like the claim is shown beside it when it is decided.
"""

from __future__ import annotations

from dataclasses import field
from typing import Final

from tenure.model.claim import Claim
from tenure.model.entry import Entry
from tenure.model.scope import Scope
from tenure.search.bm25 import index_of
from tenure.search.embed.meaning import Meaning
from tenure.search.fuse import fused_scores, near_of
from tenure.search.terms import term_hashes
from tenure.store.port import Entries
from tenure.store.view import LIVE_CODES
from tenure.values import dataclass

LIKENESS_MIN: Final = 0.3
"""The least likeness at which a person is shown an entry unasked."""
SUGGESTED_MAX: Final = 3
LEXICAL: Final = 0.65
"""The weight of words: what contradicts a claim mostly repeats it. Chosen on half of the rows of `benchmarks.letta`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    """An entry that a claim may contradict.

    Args:
        entry: The entry, as it is kept now.
        likeness: How far its words are those of the claim: its BM25 score over that of the claim with itself.
    """

    entry: Entry = field(repr=False)
    likeness: float


def suggest(
    claim: Claim,
    scope: Scope,
    *,
    entries: Entries,
    but: tuple[str, ...] = (),
    most: int = SUGGESTED_MAX,
    meaning: Meaning | None = None,
) -> tuple[Suggestion, ...]:
    """Give the live entries of a scope whose words are most like the claim's, best first, the newer before the older.

    Args:
        claim: The new claim.
        scope: Where it shall apply.
        entries: The durable store.
        but: Entries to leave out.
        most: How many at most.
        meaning: What compares by meaning too; None for words alone.
    """
    import numpy as np  # noqa: PLC0415 - on first use

    wanted = term_hashes(claim.text)
    for view in entries.views((scope,)) if wanted else ():  # one scope, so one view at most
        own = np.sort(np.array(wanted, dtype=np.uint64)) << np.uint64(32)  # the claim itself, behind all rows
        parts = ((0, view.postings), (len(view.ids), own))
        live = np.isin(view.heads["status"], tuple(LIVE_CODES))
        counted = np.append(live, True)
        index = index_of(parts, len(view.ids) + 1, counts_repeats=False, counted=counted)
        words = index.scores(wanted)
        blocks = [(0, each) for each in view.vectors]
        near = None if meaning is None else near_of(blocks, claim.text, meaning, counted=counted)
        scores = fused_scores(index, wanted, near, lexical=LEXICAL)[:-1]
        rows = np.flatnonzero(live & (scores > 0) & ~np.isin(np.array(view.ids), but))
        order: list[int] = rows[np.lexsort((-view.heads["recorded_at"][rows], -scores[rows]))][:most].tolist()
        place = {view.ids[row]: row for row in order}
        found = entries.read((scope,), tuple(place))
        return tuple(
            Suggestion(entry=entry, likeness=round(float(words[place[entry.id]] / words[-1]), 3))
            for entry in found
            if isinstance(entry, Entry)
        )
    return ()

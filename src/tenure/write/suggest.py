"""Suggests which kept entry a new claim may contradict or replace, by likeness of words; it decides nothing (R21).

Only a slot or a person's word replaces an entry. What is like the claim is shown beside it when it is decided.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from tenure.model.claim import Claim
from tenure.model.entry import Entry
from tenure.model.scope import Scope
from tenure.search.bm25 import scan_index
from tenure.search.terms import TERMS_MAX, term_hashes
from tenure.store.port import Entries
from tenure.store.view import STATUS_CODES
from tenure.write.evidence import LIVE

if TYPE_CHECKING:  # numpy loads on first use, so that `import tenure` does not pay for it
    import numpy as np
    from numpy.typing import NDArray

LIKENESS_MIN: Final = 0.3
"""The least likeness at which a person is shown an entry unasked."""
SUGGESTED_MAX: Final = 3

_LIVE: Final = tuple(STATUS_CODES[status] for status in LIVE)


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
    claim: Claim, scope: Scope, *, entries: Entries, but: tuple[str, ...] = (), most: int = SUGGESTED_MAX
) -> tuple[Suggestion, ...]:
    """Give the live entries of a scope whose words are most like the claim's, best first, the newer before the older.

    Args:
        claim: The new claim.
        scope: Where it shall apply.
        entries: The durable store.
        but: Entries to leave out.
        most: How many at most.
    """
    import numpy as np  # noqa: PLC0415 - on first use

    wanted = term_hashes(claim.text)
    found: list[tuple[float, int, Entry]] = []
    for view in entries.views((scope,)) if wanted else ():
        own = np.zeros((1, TERMS_MAX), dtype=np.uint32)
        own[0, : len(wanted)] = wanted
        scores = scan_index(np.concatenate([view.heads["terms"], own]), wanted, counts_repeats=False).scores(wanted)
        rows = np.flatnonzero(_among(view.heads["status"]) & (scores[:-1] > 0))
        best = [view.ids[row] for row in rows[np.argsort(-scores[rows], kind="stable")] if view.ids[row] not in but]
        place = {entry_id: row for row, entry_id in enumerate(view.ids)}
        for entry in entries.read((scope,), tuple(best[:most])):
            if isinstance(entry, Entry):
                row = place[entry.id]
                likeness = float(scores[row] / scores[-1])
                found.append((-likeness, -int(view.heads["recorded_at"][row]), entry))
    return tuple(
        Suggestion(entry=entry, likeness=round(-likeness, 3))
        for likeness, _, entry in sorted(found, key=lambda each: each[:2])
    )


def _among(statuses: NDArray[np.uint8]) -> NDArray[np.bool_]:
    import numpy as np  # noqa: PLC0415 - on first use

    return np.isin(statuses, _LIVE)

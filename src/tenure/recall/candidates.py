"""Find candidates in the opened views of the caller's scopes: masks first, then words and meaning, then order."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Final, NamedTuple

from tenure.model.claim import Kind
from tenure.model.scope import PARTS, Scope
from tenure.recall.joined import Joined, among, joined_of, starts_of
from tenure.recall.rank import best_first, standing_order
from tenure.search.days import days_of
from tenure.search.fuse import Near, best_of, fused_scores, near_of
from tenure.search.named_days import Days
from tenure.search.terms import term_hashes
from tenure.store.records import ScopeView
from tenure.store.view import KIND_CODES

if TYPE_CHECKING:  # numpy loads on first use, so that `import tenure` does not pay for it
    import numpy as np
    from numpy.typing import NDArray

    from tenure.search.embed.meaning import Meaning

EMBEDDER_FAILED: Final = "embedder_failed"
VECTORS_LACKING: Final = "vectors_lacking"
# Measured on dated statements of LongMemEval: `docs/reference/benchmarks.md`.
DAYS_WEIGHT: Final = 0.5
"""The share of its score that an entry gains that was stated on a day which the query names; in part, if near it."""
_KINDS: Final = {code: kind for kind, code in KIND_CODES.items()}
_STANDING: Final = frozenset({KIND_CODES[Kind.INSTRUCTION], KIND_CODES[Kind.PREFERENCE]})


class Candidate(NamedTuple):
    """One entry that was found and not yet read; whether its purpose and kind are those asked for."""

    id: str
    scope: Scope
    kind: Kind
    slot: int
    version: int = 1
    is_fit: bool = True


class Found:
    """Candidates in order, over the rows of several views; rows become values only when asked for.

    Args:
        views: The opened views.
        joined: Their rows side by side.
        fit: One flag a row: status, purpose and kind are those asked for.
        order: The rows of the candidates, best first.
        warning: Why words alone counted for some or all rows, as a reason code; empty if meaning counted where wanted.
    """

    def __init__(
        self,
        views: Sequence[ScopeView],
        joined: Joined,
        fit: NDArray[np.bool_],
        order: Sequence[int],
        *,
        warning: str = "",
    ) -> None:
        self.warning: str = warning
        self._views = views
        self._joined = joined
        self._fit = fit
        self._order = order
        self._starts = starts_of(views)

    def __len__(self) -> int:
        return len(self._order)

    def batch(self, start: int, count: int) -> list[Candidate]:
        """Give ``count`` candidates from place ``start`` on."""
        return self._candidates(self._order[start : start + count])

    def mates(self, slots: Iterable[int], limit: int) -> list[Candidate]:
        """Give live rows of these slots, candidates or not, whatever their purpose and kind, at most ``limit``."""
        wanted = {slot for slot in slots if slot}
        if not wanted:
            return []
        held = among(self._joined.column(self._views, "slot"), wanted) & self._joined.live(self._views)
        return self._candidates(held.nonzero()[0][:limit].tolist())

    def _candidates(self, rows: Sequence[int]) -> list[Candidate]:
        if not rows:
            return []
        kinds, slots = self._joined.column(self._views, "kind"), self._joined.column(self._views, "slot")
        found: list[Candidate] = []
        for row in rows:
            kind, slot, is_fit = _KINDS[kinds.item(row)], slots.item(row), self._fit.item(row)
            place = bisect_right(self._starts, row) - 1
            view = self._views[place]
            own = row - self._starts[place]
            found.append(Candidate(view.ids[own], view.scope, kind, slot, view.versions[own], is_fit))
        return found


def find_relevant(
    views: Sequence[ScopeView],
    text: str,
    *,
    purposes: Iterable[str],
    most: int | None = None,
    meaning: Meaning | None = None,
    now: datetime | None = None,
) -> Found:
    """Give the live entries for these purposes that have to do with the query, best first, and those that fell (R26).

    What was stated on a day that the query names, or holds its date, counts more; if it names nothing else, that is
    all that is asked. If nothing has to do with the whole of it, what it says beside the day is looked for.

    Args:
        views: The opened views of the scopes in force.
        text: The query; of its words nothing is kept (`terms.term_hashes`).
        purposes: Names of the purposes asked for.
        most: How many are wanted; all if None.
        meaning: What compares by meaning; asked only if an entry has a vector of it. None for words alone.
        now: When it is asked (UTC), so that the days are known which it names; None if no day counts.
    """
    import numpy as np  # noqa: PLC0415 - on first use

    terms = term_hashes(text)
    joined = joined_of(views)
    if not views or not terms:
        return Found(views, joined, np.zeros(sum(len(view.ids) for view in views), dtype=np.bool_), ())
    fit = joined.fit(views, purposes)
    days = None if now is None else days_of(text, now)
    then = None if days is None else _nearness(days, views, joined)
    near: Near | None = None
    if days is not None and then is not None and days.is_all and then[fit].any():
        meaning, scores = None, then  # nothing is left to compare by
    else:
        near, scores = _scored(views, joined, text, terms, meaning)
        # The words of a date stand in little that was said then, and make the whole unlike all of it.
        if days is not None and not days.is_all and not scores.any():
            near, scores = _scored(views, joined, days.rest, term_hashes(days.rest), meaning)
        if then is not None:
            scores *= 1 + DAYS_WEIGHT * then
    rows = ((scores > 0) & fit).nonzero()[0]
    order = best_first(rows, scores, joined.column(views, "recorded_at"), _ids(views), most=most)
    warning = "" if meaning is None else _warning(meaning, near, fit)
    return Found(views, joined, fit, order, warning=warning)


def _nearness(days: Days, views: Sequence[ScopeView], joined: Joined) -> NDArray[np.float32]:
    """Give how near each row is to the days: by its date, by when it is true from, else by when it was recorded."""
    import numpy as np  # noqa: PLC0415 - on first use

    valid_from = joined.column(views, "valid_from")
    near = days.nearness(np.where(valid_from != 0, valid_from, joined.column(views, "recorded_at")))
    written = [term_hashes(date)[0] for date in days.written]
    near[joined.index(views).met(written).documents] = 1.0
    return near


def _scored(
    views: Sequence[ScopeView], joined: Joined, text: str, terms: Sequence[int], meaning: Meaning | None
) -> tuple[Near | None, NDArray[np.float32]]:
    index = joined.index(views)
    if meaning is None:
        return None, fused_scores(index, terms, None)
    vectors, counted = joined.vectors(views), joined.counted(views)
    near = near_of(vectors, text, meaning, counted=counted)
    scores = fused_scores(index, terms, near)
    if near is None:
        return near, scores
    from tenure.search.parts import parts_of  # noqa: PLC0415 - loads on first use

    parts = parts_of(text)
    if not (parts and scores.any()):  # what nothing has to do with as a whole, nothing has to do with
        return near, scores
    nears = [(part, near_of(vectors, part, meaning, counted=counted)) for part in parts]
    by_part = [fused_scores(index, term_hashes(part), each) for part, each in nears if each is not None]
    return near, best_of(scores, by_part) if by_part else scores  # parts only bring what stands beside


def _warning(meaning: Meaning, near: Near | None, fit: NDArray[np.bool_]) -> str:
    if meaning.trouble:
        return EMBEDDER_FAILED
    if near is not None and len(near.rows) == len(fit):  # every row has one
        return ""
    have = 0 if near is None else int(fit[near.rows].sum())
    return VECTORS_LACKING if have < int(fit.sum()) else ""


def find_standing(views: Sequence[ScopeView], *, purposes: Iterable[str], is_fallen: bool = False) -> Found:
    """Give the live preferences and instructions for these purposes, or those that fell, in the order of a brief."""
    import numpy as np  # noqa: PLC0415 - on first use

    joined = joined_of(views)
    if not views:
        return Found(views, joined, np.zeros(0, dtype=np.bool_), ())
    kinds = joined.column(views, "kind")
    held = joined.fallen(views) if is_fallen else joined.live(views)
    fit = joined.fit(views, purposes) & held & among(kinds, _STANDING)
    places = np.where(kinds == KIND_CODES[Kind.INSTRUCTION], 0, 1)
    breadths = np.repeat([len(PARTS) - len(view.scope.parts()) for view in views], [len(view.ids) for view in views])
    recorded_at = joined.column(views, "recorded_at")
    order = standing_order(fit.nonzero()[0], places, breadths, recorded_at, _ids(views))
    return Found(views, joined, fit, order)


def find_live(views: Sequence[ScopeView], *, purposes: Iterable[str], with_fallen: bool = False) -> Found:
    """Give every live entry for these purposes, the oldest first within each scope; with those that fell, if wanted."""
    import numpy as np  # noqa: PLC0415 - on first use

    joined = joined_of(views)
    fit = joined.fit(views, purposes) if views else np.zeros(0, dtype=np.bool_)
    if views and not with_fallen:
        fit = fit & joined.live(views)
    return Found(views, joined, fit, fit.nonzero()[0].tolist())


def _ids(views: Sequence[ScopeView]) -> Sequence[str]:
    return views[0].ids if len(views) == 1 else [entry_id for view in views for entry_id in view.ids]

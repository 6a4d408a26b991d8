"""Find candidates in the opened views of the caller's scopes: masks first, then words and meaning, then order."""

from __future__ import annotations

import weakref
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Final

from tenure.model.claim import Kind
from tenure.model.entry import Status
from tenure.model.scope import PARTS, Scope
from tenure.recall.rank import best_first, standing_order
from tenure.search.bm25 import LexicalIndex, build_index, scan_index
from tenure.search.embed.meaning import Meaning
from tenure.search.fuse import Near, fused_scores, near_of
from tenure.search.terms import term_hashes
from tenure.store.records import ScopeView
from tenure.store.view import KIND_CODES, STATUS_CODES, purpose_mark

if TYPE_CHECKING:  # numpy loads on first use, so that `import tenure` does not pay for it
    import numpy as np
    from numpy.typing import NDArray

INDEXES_MAX: Final = 64
"""Most built indexes in memory; each also ends with the opened views that it was built from."""

_LIVE_STATUSES: Final = (Status.ACTIVE, Status.CONTESTED, Status.CHALLENGED)
_KINDS: Final = {code: kind for kind, code in KIND_CODES.items()}
_STANDING: Final = frozenset({KIND_CODES[Kind.INSTRUCTION], KIND_CODES[Kind.PREFERENCE]})


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """One entry that was found and not yet read; whether its purpose and kind are those asked for."""

    id: str
    scope: Scope
    kind: Kind
    slot: int
    is_fit: bool = True


class Found:
    """Candidates in order, over the rows of several views; rows become values only when asked for.

    Args:
        views: The opened views.
        fit: One flag a row: status, purpose and kind are those asked for.
        order: The rows of the candidates, best first.
    """

    def __init__(self, views: Sequence[ScopeView], fit: NDArray[np.bool_], order: Sequence[int]) -> None:
        self._views = views
        self._fit = fit
        self._order = order
        self._starts = _starts(views)

    def __len__(self) -> int:
        return len(self._order)

    def batch(self, start: int, count: int) -> list[Candidate]:
        """Give ``count`` candidates from place ``start`` on."""
        return [self._candidate(row) for row in self._order[start : start + count]]

    def mates(self, slots: Iterable[int], limit: int) -> list[Candidate]:
        """Give live rows of these slots, candidates or not, whatever their purpose and kind, at most ``limit``."""
        import numpy as np  # noqa: PLC0415 - on first use

        wanted = {slot for slot in slots if slot}
        if not wanted:
            return []
        held = np.concatenate([view.heads["slot"] for view in self._views])
        live = _live(self._views)
        rows = np.flatnonzero(_among(held, wanted) & live)[:limit].tolist()
        return [self._candidate(row) for row in rows]

    def _candidate(self, row: int) -> Candidate:
        is_fit = bool(self._fit[row])
        place = next(at for at in range(len(self._starts) - 1, -1, -1) if self._starts[at] <= row)
        view, row = self._views[place], row - self._starts[place]
        head = view.heads[row]
        kind, slot = _KINDS[int(head["kind"])], int(head["slot"])
        return Candidate(id=view.ids[row], scope=view.scope, kind=kind, slot=slot, is_fit=is_fit)


def find_relevant(
    views: Sequence[ScopeView],
    text: str,
    *,
    purposes: Iterable[str],
    most: int | None = None,
    meaning: Meaning | None = None,
) -> Found:
    """Give the live entries for these purposes that have to do with the query, best first.

    Args:
        views: The opened views of the scopes in force.
        text: The query, secrets already cut out.
        purposes: Names of the purposes asked for.
        most: How many are wanted; all if None.
        meaning: What compares by meaning; asked only if an entry has a vector of it. None for words alone.
    """
    import numpy as np  # noqa: PLC0415 - on first use

    terms = term_hashes(text)
    if not views or not terms:
        return Found(views, np.zeros(sum(len(view.ids) for view in views), dtype=np.bool_), ())
    fit = _fit(views, purposes)
    index = _index_of(views, terms)
    scores = fused_scores(index, terms, None if meaning is None else _near(views, text, meaning))
    rows = np.flatnonzero((scores > 0) & fit)
    recorded_at = _column(views, "recorded_at")
    return Found(views, fit, best_first(rows, scores, recorded_at, _ids(views), most=most))


def _near(views: Sequence[ScopeView], text: str, meaning: Meaning) -> Near | None:
    starts = zip(_starts(views), views, strict=True)
    return near_of([(start, block) for start, view in starts for block in view.vectors], text, meaning)


def find_standing(views: Sequence[ScopeView], *, purposes: Iterable[str]) -> Found:
    """Give the live preferences and instructions for these purposes, in the order of a brief."""
    import numpy as np  # noqa: PLC0415 - on first use

    if not views:
        return Found(views, np.zeros(0, dtype=np.bool_), ())
    kinds = _column(views, "kind")
    fit = _fit(views, purposes) & _among(kinds, _STANDING)
    places = np.where(kinds == KIND_CODES[Kind.INSTRUCTION], 0, 1)
    breadths = np.repeat([len(PARTS) - len(view.scope.parts()) for view in views], [len(view.ids) for view in views])
    rows = np.flatnonzero(fit)
    return Found(views, fit, standing_order(rows, places, breadths, _column(views, "recorded_at"), _ids(views)))


def find_live(views: Sequence[ScopeView], *, purposes: Iterable[str]) -> Found:
    """Give every live entry for these purposes, the oldest first within each scope."""
    import numpy as np  # noqa: PLC0415 - on first use

    if not views:
        return Found(views, np.zeros(0, dtype=np.bool_), ())
    fit = _fit(views, purposes)
    return Found(views, fit, np.flatnonzero(fit).tolist())


def _fit(views: Sequence[ScopeView], purposes: Iterable[str]) -> NDArray[np.bool_]:
    return _live(views) & _among(_column(views, "purpose"), {purpose_mark(name) for name in purposes})


def _live(views: Sequence[ScopeView]) -> NDArray[np.bool_]:
    return _among(_column(views, "status"), {STATUS_CODES[status] for status in _LIVE_STATUSES})


def _among(values: NDArray[np.generic], wanted: Iterable[int]) -> NDArray[np.bool_]:
    import numpy as np  # noqa: PLC0415 - on first use

    held = np.zeros(len(values), dtype=np.bool_)
    for each in wanted:
        held |= values == values.dtype.type(each)
    return held


def _column(views: Sequence[ScopeView], name: str) -> NDArray[np.int64]:
    import numpy as np  # noqa: PLC0415 - on first use

    return np.concatenate([view.heads[name] for view in views])


def _ids(views: Sequence[ScopeView]) -> Sequence[str]:
    return views[0].ids if len(views) == 1 else [entry_id for view in views for entry_id in view.ids]


def _starts(views: Sequence[ScopeView]) -> list[int]:
    starts: list[int] = []
    total = 0
    for view in views:
        starts.append(total)
        total += len(view.ids)
    return starts


class _Indexes:
    """Indexes of views asked a second time. Each is dropped with the opened views that it was built from.

    The store drops a view when it changes, when something in it is forgotten, when it is idle or when memory is short;
    the index knows no more than the view did and does not outlive it.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._held: OrderedDict[tuple[int, ...], tuple[tuple[weakref.ref[object], ...], LexicalIndex | None]] = (
            OrderedDict()
        )

    def index_of(self, views: Sequence[ScopeView], terms: Sequence[int]) -> LexicalIndex:
        key = tuple(id(view.heads) for view in views)
        with self._lock:
            refs, index = self._held.get(key, ((), None))
            is_seen = bool(refs) and all(ref() is view.heads for ref, view in zip(refs, views, strict=True))
            if is_seen and index is not None:
                self._held.move_to_end(key)
                return index
        if is_seen:
            index = build_index(_terms(views), counts_repeats=False)
            self._keep(key, views, index)
            return index
        self._keep(key, views, None)
        return scan_index(_terms(views), terms, counts_repeats=False)

    def _keep(self, key: tuple[int, ...], views: Sequence[ScopeView], index: LexicalIndex | None) -> None:
        def drop(_: object) -> None:
            self._held.pop(key, None)

        with self._lock:
            self._held[key] = (tuple(weakref.ref(view.heads, drop) for view in views), index)
            self._held.move_to_end(key)
            while len(self._held) > INDEXES_MAX:
                self._held.popitem(last=False)


_indexes = _Indexes()
_index_of = _indexes.index_of


def _terms(views: Sequence[ScopeView]) -> NDArray[np.uint32]:
    import numpy as np  # noqa: PLC0415 - on first use

    if len(views) == 1:
        terms: NDArray[np.uint32] = views[0].heads["terms"]
        return terms
    return np.concatenate([view.heads["terms"] for view in views])

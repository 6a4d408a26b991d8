"""What is asked of several opened views side by side, worked out once and held for the next request.

All of it is copies that keep no view in memory. The store drops a view when it changes, when something in it is
forgotten, when it is idle or when memory is short; what is held here knows no more than the views did, and is dropped
with them.
"""

from __future__ import annotations

import weakref
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from threading import Lock
from typing import TYPE_CHECKING, Final

from tenure.forked import free_in_children
from tenure.model.entry import Status
from tenure.search.bm25 import LexicalIndex, index_of
from tenure.search.fuse import Block
from tenure.store.records import ScopeView
from tenure.store.view import FLAG_FALLEN, LIVE_CODES, STATUS_CODES, purpose_mark

if TYPE_CHECKING:  # numpy loads on first use, so that `import tenure` does not pay for it
    import numpy as np
    from numpy.typing import NDArray

HELD_MAX: Final = 64
"""Most groups of views of which something is held."""
_FITS_MAX: Final = 16
_OVER: Final = frozenset({STATUS_CODES[Status.SUPERSEDED]})


class Joined:
    """The rows of several views, in their order, column by column."""

    def __init__(self) -> None:
        self._columns: dict[str, NDArray[np.int64]] = {}
        self._live: NDArray[np.bool_] | None = None
        self._fallen: NDArray[np.bool_] | None = None
        self._fits: dict[tuple[str, ...], NDArray[np.bool_]] = {}
        self._counted: tuple[NDArray[np.bool_] | None] | None = None
        self._index: LexicalIndex | None = None

    def column(self, views: Sequence[ScopeView], name: str) -> NDArray[np.int64]:
        """Give one field of all rows."""
        import numpy as np  # noqa: PLC0415 - on first use

        found = self._columns.get(name)
        if found is None:
            found = self._columns[name] = np.concatenate([view.heads[name] for view in views])
        return found

    def live(self, views: Sequence[ScopeView]) -> NDArray[np.bool_]:
        """Give one flag a row: it is neither pending nor ended."""
        if self._live is None:
            self._live = among(self.column(views, "status"), LIVE_CODES)
        return self._live

    def fallen(self, views: Sequence[ScopeView]) -> NDArray[np.bool_]:
        """Give one flag a row: it fell with what it rests on (R26)."""
        found = self._fallen
        if found is None:
            is_marked = (self.column(views, "flags") & FLAG_FALLEN) != 0
            found = self._fallen = is_marked & among(self.column(views, "status"), _OVER)
        return found

    def _answering(self, views: Sequence[ScopeView]) -> NDArray[np.bool_]:
        return self.live(views) | self.fallen(views)

    def fit(self, views: Sequence[ScopeView], purposes: Iterable[str]) -> NDArray[np.bool_]:
        """Give one flag a row: it is live or fell with what it rests on, and is for one of these purposes."""
        key = tuple(purposes)
        found = self._fits.get(key)
        if found is None:
            marks = {purpose_mark(name) for name in key}
            found = self._answering(views) & among(self.column(views, "purpose"), marks)
            if len(self._fits) >= _FITS_MAX:
                self._fits.clear()
            self._fits[key] = found
        return found

    def counted(self, views: Sequence[ScopeView]) -> NDArray[np.bool_] | None:
        """Give one flag a row: an answer may rest on it. None if that is so of all.

        What was superseded or ended is kept for a while; it makes no word common, and is nearest to nothing.
        """
        if self._counted is None:
            held = self._answering(views)
            self._counted = (None if held.all() else held,)
        return self._counted[0]

    def index(self, views: Sequence[ScopeView]) -> LexicalIndex:
        """Give which terms stand in which rows, of those that count."""
        if self._index is None:
            parts = list(zip(starts_of(views), (view.postings for view in views), strict=True))
            size = sum(len(view.ids) for view in views)
            self._index = index_of(parts, size, counts_repeats=False, counted=self.counted(views))
        return self._index

    def vectors(self, views: Sequence[ScopeView]) -> list[tuple[int, Block]]:
        """Give the blocks of vectors, each with the row at which its rows begin to count."""
        return [(start, each) for start, view in zip(starts_of(views), views, strict=True) for each in view.vectors]


def starts_of(views: Sequence[ScopeView]) -> list[int]:
    """Give the row at which each view begins."""
    starts: list[int] = []
    total = 0
    for view in views:
        starts.append(total)
        total += len(view.ids)
    return starts


def among(values: NDArray[np.generic], wanted: Iterable[int]) -> NDArray[np.bool_]:
    """Give one flag a value: it is one of those wanted."""
    import numpy as np  # noqa: PLC0415 - on first use

    held = np.zeros(len(values), dtype=np.bool_)
    for each in wanted:
        held |= values == values.dtype.type(each)
    return held


class _Held:
    """What is held, by the views that it was worked out of."""

    def __init__(self) -> None:
        self._lock = Lock()
        free_in_children(self)
        self._groups: OrderedDict[tuple[int, ...], tuple[tuple[weakref.ref[object], ...], Joined]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._groups)

    def of(self, views: Sequence[ScopeView]) -> Joined:
        key = tuple([id(view.heads) for view in views])
        with self._lock:
            found = self._groups.get(key)
            if found is not None and all(ref() is view.heads for ref, view in zip(found[0], views, strict=True)):
                self._groups.move_to_end(key)
                return found[1]

            def drop(_: object) -> None:
                self._groups.pop(key, None)

            joined = Joined()
            self._groups[key] = (tuple([weakref.ref(view.heads, drop) for view in views]), joined)
            while len(self._groups) > HELD_MAX:
                self._groups.popitem(last=False)
            return joined

    def clear(self) -> None:
        with self._lock:
            self._groups.clear()


_held = _Held()


def joined_of(views: Sequence[ScopeView]) -> Joined:
    """Give what is held of these very views, together and in this order; new if nothing is."""
    return _held.of(views)

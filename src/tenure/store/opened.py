"""Opened search parts of scopes, kept in memory: bounded in bytes, least used dropped, dropped when idle."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import compress
from typing import Final

from tenure.forked import let_go_in_children
from tenure.model.entry import Entry
from tenure.store.database import Mark
from tenure.store.parts import Parts, without_rows
from tenure.store.records import ScopeView
from tenure.store.seal import Row
from tenure.store.since import WrittenSince
from tenure.values import dataclass

ERASED_MAX: Final = 10_000
"""Most scopes of which it is known up to which version they hold what was erased since."""
DECODED_MAX: Final = 256
"""Most decoded entries that one view keeps for the next read."""
_ITEM_BYTES: Final = 250
_DECODED_BYTES: Final = 6_000


@dataclass(slots=True, kw_only=True)
class Decoded:
    """An entry that was read whole and checked, with the row that it was read from.

    Args:
        row: Its row; the entry is given again only while the row is the same in every column.
        entry: The entry.
        mark: Under which mark of the database the row was last found the same; while that is the mark, it is.
    """

    row: Row
    entry: Entry
    mark: Mark | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """One scope's entries, opened and checked.

    Args:
        version: The bucket's version when it was opened.
        commitment: Its commitment.
        total: The sum that the commitment is.
        items: For each row by sequence number: its record id, its version and what it adds to the sum.
        places: The sequence number of each id.
        rows: The view's row of each sequence number, in their order; what has a destroyed key has none.
        decoded: Entries decoded before, by sequence number.
        view: What callers get.
    """

    version: int
    commitment: bytes
    total: int
    items: dict[int, tuple[str, int, int]]
    places: dict[str, int]
    rows: dict[int, int]
    decoded: OrderedDict[int, Decoded]
    view: ScopeView

    def size(self) -> int:
        """Give about how many bytes of memory it takes."""
        count, view = len(self.items), self.view
        parts = view.heads.nbytes + view.postings.nbytes + sum(block.numbers.nbytes for block in view.vectors)
        return parts + _ITEM_BYTES * count + _DECODED_BYTES * min(count, DECODED_MAX)


class OpenedViews:
    """The views that a process holds; safe for many threads.

    Args:
        bytes_max: Most bytes in all.
        idle_seconds: Seconds after which an unused view is dropped, also if nobody calls any more: what another process
            forgets must not stay opened here.
    """

    def __init__(self, *, bytes_max: int, idle_seconds: float) -> None:
        self._bytes_max = bytes_max
        self._idle_seconds = idle_seconds
        self._held: OrderedDict[bytes, tuple[Opened, float]] = OrderedDict()
        self._bytes = 0
        self._least: dict[bytes, int] = {}
        self._guard = threading.Lock()
        self._alarm: threading.Timer | None = None
        self.since: WrittenSince = WrittenSince()
        let_go_in_children(self)

    def bound(self, *, bytes_max: int, idle_seconds: float) -> None:
        """Set the bounds anew; what is too much is dropped with the next view that comes."""
        with self._guard:
            self._bytes_max = bytes_max
            self._idle_seconds = idle_seconds
            if self._held:
                self._set_alarm(idle_seconds)

    def get(self, key: bytes) -> Opened | None:
        """Give a view that is held, and count it as used now."""
        now = time.monotonic()
        with self._guard:
            self._drop_idle(now)
            found = self._held.get(key)
            if found is None:
                return None
            self._held[key] = (found[0], now)
            self._held.move_to_end(key)
            return found[0]

    def put(self, key: bytes, opened: Opened) -> None:
        """Hold a view, dropping the least used until all fit; not one from before something in it was erased."""
        with self._guard:
            if opened.version < self._least.get(key, 0):  # whoever opened it began before the erasure
                return
            self._drop(key)
            size = opened.size()
            while self._held and self._bytes + size > self._bytes_max:
                self._drop(next(iter(self._held)))
            if size <= self._bytes_max:
                self._held[key] = (opened, time.monotonic())
                self._bytes += size
                if self._alarm is None:
                    self._set_alarm(self._idle_seconds)

    def keep_decoded(self, opened: Opened, decoded: Decoded) -> None:
        """Keep a decoded entry beside its view, dropping the oldest over the bound."""
        with self._guard:
            opened.decoded[decoded.row.seq] = decoded
            if len(opened.decoded) > DECODED_MAX:
                opened.decoded.popitem(last=False)

    def kept_of(self, opened: Opened) -> list[tuple[int, Decoded]]:
        """Give the decoded entries that are kept beside a view, by sequence number."""
        with self._guard:
            return list(opened.decoded.items())

    def take_out(self, erased: Mapping[bytes, Sequence[int]], *, versions: Mapping[bytes, int]) -> int:
        """Take erased rows out of the views that are held, and say out of how many.

        Args:
            erased: The sequence numbers of the rows, by scope.
            versions: The version of each of these scopes that no longer has them: no older one is held from now on.
        """
        with self._guard:
            for key in erased:
                self._least.pop(key, None)
                self._least[key] = versions[key]
            while len(self._least) > ERASED_MAX:
                self._least.pop(next(iter(self._least)))
            held = {key: self._held[key] for key in erased if key in self._held}
            for key, (opened, used) in held.items():
                self._bytes -= opened.size()
                reduced = _without(opened, erased[key])
                self._held[key] = (reduced, used)
                self._bytes += reduced.size()
            return len(held)

    def close(self) -> None:
        """Drop every view, and hold none from now on."""
        self.since.clear()
        with self._guard:
            self._bytes_max = 0
            self._held.clear()
            self._bytes = 0
            if self._alarm is not None:
                self._alarm.cancel()
                self._alarm = None

    def forked(self) -> None:
        """Hold nothing: no thread of a child drops what is idle, or what its parent forgets."""
        self._guard, self._alarm = threading.Lock(), None
        self._held, self._bytes = OrderedDict(), 0

    def held_bytes(self) -> int:
        """Give about how many bytes are held."""
        with self._guard:
            return self._bytes

    def _drop(self, key: bytes) -> bool:
        found = self._held.pop(key, None)
        if found is not None:
            self._bytes -= found[0].size()
        return found is not None

    def _set_alarm(self, seconds: float) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = None
        alarm = threading.Timer(seconds, self._wake)
        alarm.daemon = True
        try:
            alarm.start()
        except RuntimeError:  # the system gives no thread: nothing is held that nobody would drop
            self._held.clear()
            self._bytes = 0
        else:
            self._alarm = alarm

    def _wake(self) -> None:
        with self._guard:
            if threading.current_thread() is not self._alarm:  # cleared, or set anew, meanwhile
                return
            now = time.monotonic()
            self._drop_idle(now)
            self._alarm = None
            if self._held:
                _, used = next(iter(self._held.values()))
                self._set_alarm(max(0.05, used + self._idle_seconds - now))

    def _drop_idle(self, now: float) -> None:
        while self._held:
            key, (_, used) = next(iter(self._held.items()))
            if now - used <= self._idle_seconds:
                return
            self._drop(key)


def parts_of(view: ScopeView) -> Parts:
    """Give the arrays of a view."""
    return Parts(heads=view.heads, postings=view.postings, vectors=view.vectors)


def _without(opened: Opened, erased: Sequence[int]) -> Opened:
    """Give the view as if it had never held these rows; what else changed since, the next opening adds."""
    import numpy as np  # noqa: PLC0415 - loaded on first use, so that a start without a recall does not pay

    gone, view = frozenset(erased), opened.view
    stands = np.ones(len(opened.rows), dtype=np.bool_)
    stands[[row for seq, row in opened.rows.items() if seq in gone]] = False
    left = without_rows(parts_of(view), stands)
    items, places, decoded = dict(opened.items), dict(opened.places), opened.decoded.copy()
    total = opened.total
    for seq in gone & items.keys():  # few of many: what stays is copied whole
        record_id, _, item = items.pop(seq)
        total -= item
        places.pop(record_id, None)
        decoded.pop(seq, None)
    kept = stands.tolist()
    return Opened(
        version=opened.version,
        commitment=b"",  # none, so that it passes for no version of the scope
        total=total,
        items=items,
        places=places,
        rows={seq: row for row, seq in enumerate(seq for seq in opened.rows if seq not in gone)},
        decoded=decoded,
        view=replace(
            view,
            ids=tuple(compress(view.ids, kept)),
            versions=tuple(compress(view.versions, kept)),
            heads=left.heads,
            postings=left.postings,
            vectors=left.vectors,
        ),
    )

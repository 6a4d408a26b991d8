"""What this process wrote to a scope since its view was opened: rows that need not be looked for among all others."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from threading import Lock
from typing import Final

from tenure.forked import let_go_in_children
from tenure.store.seal import Row
from tenure.store.written import Written

SCOPES_MAX: Final = 64
"""Scopes of which it is known what was written; the one longest not written to goes first."""
ROWS_MAX: Final = 64
"""Rows of a scope that are held; those of older commits go first, and a view that lacks them reads from the data."""

_Put = tuple[int, Mapping[int, Row]]
"""The version that a commit made of a scope, and the rows that it put, by sequence number."""


class WrittenSince:
    """The sealed rows that each of a scope's newest versions put in its place, without bodies; safe for many threads.

    Only commits of this very store are told to it. Whether another one came between shows in the versions, and whether
    the rows are those of the data in the sum that the scope commits to: who follows a view checks both.
    """

    def __init__(self) -> None:
        self._held: OrderedDict[bytes, list[_Put]] = OrderedDict()
        self._lock = Lock()
        let_go_in_children(self)

    def note(self, written: Written) -> None:
        """Hold the rows of entries that a commit wrote, scope by scope; nothing where it erased something."""
        with self._lock:
            for key, version in ((head.key, head.version) for head in written.heads if head.key in written.put):
                held = self._held.pop(key, [])
                if held and held[-1][0] != version - 1:  # another one wrote between
                    held = []
                if len(written.put[key]) <= ROWS_MAX:
                    bare = {seq: row._replace(body=None) for seq, row in written.put[key].items()}
                    self._held[key] = _newest([*held, (version, bare)])
            for key in written.erased:
                self._held.pop(key, None)
            while len(self._held) > SCOPES_MAX:
                self._held.popitem(last=False)

    def rows(self, key: bytes, *, after: int, version: int) -> list[Row] | None:
        """Give the rows that are new or changed in a version of a bucket; None if not all commits since are known."""
        with self._lock:
            held = [each for each in self._held.get(key, []) if after < each[0] <= version]
        if len(held) != version - after:
            return None
        newest: dict[int, Row] = {}
        for _, rows in held:
            newest.update(rows)
        return [newest[seq] for seq in sorted(newest)]

    def clear(self) -> None:
        """Let go of everything."""
        with self._lock:
            self._held.clear()

    def forked(self) -> None:
        """Hold nothing, and wait for no thread of the parent."""
        self._lock = Lock()
        self._held = OrderedDict()


def _newest(held: list[_Put]) -> list[_Put]:
    count = sum([len(rows) for _, rows in held])
    while count > ROWS_MAX:
        count -= len(held.pop(0)[1])
    return held

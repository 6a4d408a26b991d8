"""Answers about code that need not be worked out again: while HEAD and the files that they rest on are the same."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from typing import Final

from tenure.cite.judge import Judged
from tenure.cite.paths import Stamp
from tenure.cite.view import View
from tenure.model.citation import Citation
from tenure.model.validation import Outcome
from tenure.values import dataclass

KEPT_MAX: Final = 4_096
RACY_NS: Final = 2_000_000_000
"""A file changed this shortly before it was read may change again within one tick of its time stamp."""

SEARCHED_SECONDS: Final = 60
"""How long it is taken for true that a text is nowhere else: other files of the tree are not looked at again."""


@dataclass(frozen=True, slots=True)
class _Kept:
    judged: Judged
    stamps: tuple[tuple[str, Stamp | None], ...]
    index: Stamp | None
    until: float


class Known:
    """Keeps what was found of citations in one process.

    A commit does not change. In a working tree an answer that the cited file alone gave holds while that file has the
    same size, times and inode; one for which other files were looked through holds a minute, while the index and
    the file in which it was found are the same too, and never for whoever checks on purpose.
    """

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[Citation, str, str], _Kept] = OrderedDict()

    def get(self, citation: Citation, view: View, *, is_on_purpose: bool) -> Judged | None:
        """Give what is known of a citation in this view; None if it must be worked out."""
        kept = self._kept.get(_key(citation, view))  # once: a citation is long, and its hash is made anew each time
        if kept is None or not view.has_worktree:
            return None if kept is None else kept.judged
        is_searched = kept.until < math.inf
        if is_searched and (is_on_purpose or time.monotonic() > kept.until or view.index_stamp() != kept.index):
            return None
        return kept.judged if all(view.stamp(path).stamp == stamp for path, stamp in kept.stamps) else None

    def keep(
        self, citation: Citation, view: View, found: Judged, *, path: str, stamp: Stamp | None, asked_ns: int
    ) -> None:
        """Keep an answer, unless what it rests on may have changed since it was asked for.

        Args:
            citation: What was judged.
            view: Where.
            found: The answer.
            path: The cited file.
            stamp: How that file was before.
            asked_ns: When that was, by the machine's clock (`time.time_ns`): it makes the stamps of files too.
        """
        if not view.has_worktree:
            if found.outcome is not Outcome.UNVERIFIED:  # one that took too long may be had later
                self._put(citation, view, _Kept(found, (), None, math.inf))
            return
        if not found.is_local and found.outcome is Outcome.UNVERIFIED:
            return
        there = "" if found.is_local or found.place is None else found.place.rpartition(":")[0]
        stamps = ((path, stamp), *(((there, view.stamp(there).stamp),) if there and there != path else ()))
        is_settled = all(one is None or max(one.modified_ns, one.status_ns) + RACY_NS < asked_ns for _, one in stamps)
        if not is_settled or view.stamp(path).stamp != stamp or (found.is_local and stamp is None):
            return
        until = math.inf if found.is_local else time.monotonic() + SEARCHED_SECONDS
        self._put(citation, view, _Kept(found, stamps, view.index_stamp(), until))

    def _put(self, citation: Citation, view: View, kept: _Kept) -> None:
        self._kept[_key(citation, view)] = kept
        if len(self._kept) > KEPT_MAX:
            self._kept.popitem(last=False)


def _key(citation: Citation, view: View) -> tuple[Citation, str, str]:
    return citation, view.root, view.commit

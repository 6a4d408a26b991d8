"""How often claims held, over what a caller may see; told beside entries of a class that proved worse (R13)."""

from __future__ import annotations

import threading
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from tenure.forked import free_in_children
from tenure.model.scope import Scope
from tenure.recall.answer import Recall
from tenure.recall.calibration import Calibration, calibration
from tenure.recall.outcomes import counts_in
from tenure.store.port import Entries

REMEMBERED: Final = timedelta(minutes=1)
PLACES_MAX: Final = 1_000


class Figures:
    """The figures of one process; threads may share it."""

    def __init__(self) -> None:
        self._known: dict[tuple[Scope, ...], tuple[datetime, Calibration]] = {}
        self._lock = threading.Lock()
        free_in_children(self)

    def of(self, scopes: tuple[Scope, ...], *, entries: Entries, now: datetime) -> Calibration:
        """Give the calibration over these scopes and no other (R35); at most a minute old."""
        with self._lock:
            known = self._known.get(scopes)
        if known is not None and abs(now - known[0]) < REMEMBERED:  # a clock can be set back
            return known[1]
        found = calibration(counts_in(scopes, entries=entries))
        with self._lock:
            if len(self._known) >= PLACES_MAX:
                self._known.clear()
            self._known[scopes] = (now, found)
        return found


def with_measured(found: Recall, figures: Calibration) -> Recall:
    """Give the answer, each usable entry of a class that proved worse than stated with the measured figure."""
    if not any(measured.is_worse for _, _, measured in figures.classes):
        return found
    usable = tuple(
        replace(each, measured=figures.told(each.entry.confidence, each.entry.claim.kind)) for each in found.usable
    )
    return replace(found, usable=usable)

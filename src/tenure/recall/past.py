"""The durable store as it was true, or as it was known, at another instant: what recall reads for `as_of` (R21).

Two times, apart. *Valid time* is when a claim is true: from ``valid_from``, else from when its evidence was seen, until
``valid_until``, else until its successor is true. *Recorded time* is when Tenure knew it: from ``recorded_at`` until it
was superseded. A corrected entry was wrong, so it was never true; that it was known is still so.

Limit: a superseded entry is erased after the policy's ``ended_keep_days``; what is no longer kept cannot be asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from tenure.model.entry import LIVE, Entry, Status
from tenure.model.scope import Scope
from tenure.recall.judge import Usable
from tenure.store.port import Entries, R
from tenure.store.records import Lost, ScopeView
from tenure.store.view import STATUS_CODES
from tenure.values import dataclass

_ACTIVE: Final = STATUS_CODES[Status.ACTIVE]
_SUPERSEDED: Final = STATUS_CODES[Status.SUPERSEDED]
_HIDDEN: Final = STATUS_CODES[Status.FORGOTTEN]
_KEPT: Final = LIVE | {Status.SUPERSEDED}


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """The two instants of a request about the past, each now if None (UTC).

    Args:
        valid_at: When it shall have been true.
        known_at: When it shall have been known here.
    """

    valid_at: datetime | None = None
    known_at: datetime | None = None


Interval = tuple[datetime, datetime | None]
"""From when until when, the end not included; no end if None (UTC)."""


def interval(entry: Entry, successors: Sequence[Entry], *, ended_at: datetime | None) -> Interval:
    """Give from when until when an entry was true; one that its successor corrected was so at no time.

    Args:
        entry: The entry.
        successors: What replaced it, what replaced that, and so on, as far as they are known. One that was replaced
            before its time came was never true: what came in its place ended the entry.
        ended_at: When it was superseded, if it was.
    """
    begin = entry.valid_from or entry.observed_at
    if successors and successors[0].is_correction:
        return begin, begin
    replaced_at = min((each.valid_from or each.observed_at for each in successors), default=ended_at)
    return begin, min((end for end in (entry.valid_until, replaced_at) if end is not None), default=None)


class Past:
    """What recall reads of the store, as of a moment: `views` shows what then held as active, and nothing else.

    Args:
        entries: The store as it is.
        scopes: The scopes of the request: nothing else is read.
        moment: The instants asked for.
    """

    def __init__(self, entries: Entries, scopes: Sequence[Scope], moment: Moment) -> None:
        self._entries = entries
        self._moment = moment
        self.intervals: dict[str, Interval] = self._true_then(scopes)

    def views(self, scopes: Sequence[Scope]) -> tuple[ScopeView, ...]:
        """Give the views with what was not true or not known then taken out, and what was superseded since put back."""
        return tuple(self._as_then(view) for view in self._entries.views(scopes))

    def read(self, scopes: Sequence[Scope], ids: Sequence[str]) -> tuple[Entry | Lost, ...]:
        """Give entries as they are."""
        return self._entries.read(scopes, ids)

    def held(self, form: type[R], scopes: Sequence[Scope]) -> tuple[R, ...]:
        """Give the records of one form as they are: what authorises counts today."""
        return self._entries.held(form, scopes)

    def told(self, usable: Usable) -> Usable:
        """Give what may be used with from when until when it was true."""
        begin, end = self.intervals[usable.entry.id]
        until = "" if end is None else f" until {end:%Y-%m-%dT%H:%M:%SZ}"
        note = f"true from {begin:%Y-%m-%dT%H:%M:%SZ}{until}"
        return replace(usable, note=f"{usable.note}; {note}" if usable.note else note)

    def _as_then(self, view: ScopeView) -> ScopeView:
        import numpy as np  # noqa: PLC0415 - on first use

        shown = np.array([entry_id in self.intervals for entry_id in view.ids], dtype=np.bool_)
        heads = view.heads.copy()
        heads["status"][~shown] = _HIDDEN
        heads["status"][shown & (heads["status"] == _SUPERSEDED)] = _ACTIVE
        return replace(view, heads=heads)

    def _true_then(self, scopes: Sequence[Scope]) -> dict[str, Interval]:
        records = [
            record for view in self._entries.views(scopes) for record in self._entries.read((view.scope,), view.ids)
        ]
        known = [entry for entry in records if isinstance(entry, Entry) and self._was_known(entry)]
        successors = {entry.supersedes: entry for entry in known if entry.supersedes is not None}
        spans = {entry.id: self._span(entry, _after(entry, successors)) for entry in known}
        return {entry_id: span for entry_id, span in spans.items() if span is not None and self._holds(span)}

    def _was_known(self, entry: Entry) -> bool:
        at = self._moment.known_at
        return entry.status in _KEPT and (at is None or entry.recorded_at <= at)

    def _span(self, entry: Entry, successors: Sequence[Entry]) -> Interval | None:
        """Give when it was true as far as was known then, or None if it was superseded then and when is not asked."""
        known_at, ended_at = self._moment.known_at, entry.status_at
        is_over = entry.status is Status.SUPERSEDED
        if is_over and known_at is not None and ended_at is not None and ended_at > known_at:
            is_over, successors = False, ()  # nobody knew then that it would be
        if is_over and self._moment.valid_at is None:
            return None
        return interval(entry, successors, ended_at=ended_at if is_over else None)

    def _holds(self, span: Interval) -> bool:
        at = self._moment.valid_at
        return at is None or (span[0] <= at and (span[1] is None or at < span[1]))


def _after(entry: Entry, successors: Mapping[str, Entry]) -> list[Entry]:
    found: list[Entry] = []
    following = successors.get(entry.id)
    while following is not None and following not in found:
        found.append(following)
        following = successors.get(following.id)
    return found

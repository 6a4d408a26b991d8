"""Tombstones in the journal of ends: their keyed digests alone, so that a restore can put back those that it lacks.

A mark is a run of lines: ``mark`` (the keyed name of the tombstone, its reason) and one for each digest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from datetime import datetime
from typing import Final

from tenure.model.claim import Kind
from tenure.store.ends import REASONS, End
from tenure.store.view import KIND_CODES
from tenure.values import dataclass

MARK: Final = "mark"
_PART: Final = "mark_"
_KINDS: Final = {code: kind.value for kind, code in KIND_CODES.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Noted:
    """What the journal knows of one tombstone.

    Args:
        key: The keyed name under which its own end would be written.
        reason: Why what it stands for ended.
        at: When that ended (UTC).
        until: When the tombstone itself ends (UTC).
        digests: ``bucket``, ``text``, and of ``slot``, ``user``, ``project``, ``repository`` those that there are.
        kind: The category that it closes, or empty.
    """

    key: bytes
    reason: str
    at: datetime
    until: datetime
    digests: Mapping[str, bytes] = field(default_factory=dict[str, bytes])
    kind: str = ""


def tombstone_name(row_id: str) -> str:
    """Give the name under which a tombstone's own end is written; what it stands for has an end under its id."""
    return f"{MARK}:{row_id}"


def noted_lines(mark: Noted) -> list[End]:
    """Give the lines that keep a mark in the journal."""
    lines = [
        End(mark.key, MARK, mark.at, mark.until, REASONS.index(mark.reason if mark.reason in REASONS else "other"))
    ]
    kind = KIND_CODES[Kind(mark.kind)] if mark.kind else 0
    lines += [End(digest, _PART + name, mark.at, mark.until, kind) for name, digest in mark.digests.items()]
    return lines


def ends_and_noted(lines: Iterable[End]) -> tuple[tuple[End, ...], tuple[Noted, ...]]:
    """Tell the ends in a journal from the marks that still stand: those that did not end themselves later. Pure."""
    ends: list[End] = []
    marks: dict[bytes, Noted] = {}
    last: Noted | None = None
    for line in lines:
        if line.reason == MARK:
            last = Noted(key=line.key, reason=REASONS[line.version], at=line.at, until=line.until)
            marks[line.key] = last
        elif line.reason.startswith(_PART):
            if last is not None:
                digests = {**last.digests, line.reason.removeprefix(_PART): line.key}
                kind = _KINDS.get(line.version, "")
                last = Noted(key=last.key, reason=last.reason, at=last.at, until=last.until, digests=digests, kind=kind)
                marks[last.key] = last
        else:
            last = None
            marks.pop(line.key, None)
            ends.append(line)
    return tuple(ends), tuple(marks.values())

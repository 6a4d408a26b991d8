"""Where each line of a span went, commit by commit, and what stands in the place of those that were lost; pure."""

from __future__ import annotations

from collections.abc import Sequence

from tenure.cite.differences import Hunk, map_line
from tenure.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Trail:
    """A span on its way through the versions of its file.

    Args:
        path: The file as it is called now.
        lines: Where each of the span's lines is now; None for one that a version took away.
        place: First and last line of what stands there now, what replaced lost lines included; None if nothing does.
    """

    path: str
    lines: tuple[int | None, ...]
    place: tuple[int, int] | None

    @property
    def is_half_kept(self) -> bool:
        """Whether at least half of the lines were never touched."""
        return 2 * sum(line is not None for line in self.lines) >= len(self.lines)


def begun(path: str, first: int, last: int) -> Trail:
    """Give the trail of a span where it was cited."""
    return Trail(path=path, lines=tuple(range(first, last + 1)), place=(first, last))


def followed(trail: Trail, hunks: Sequence[Hunk], *, path: str) -> Trail:
    """Give a trail one version later."""
    lines = tuple(None if line is None else map_line(hunks, line) for line in trail.lines)
    place = None if trail.place is None else _place(hunks, trail.place)
    return Trail(path=path, lines=lines, place=place)


def _place(hunks: Sequence[Hunk], place: tuple[int, int]) -> tuple[int, int] | None:
    first, last = place
    stayed = [now for line in range(first, last + 1) if (now := map_line(hunks, line)) is not None]
    came = [
        edge
        for old_start, old_lines, new_start, new_lines in hunks
        if new_lines and old_lines and old_start <= last and first < old_start + old_lines
        for edge in (new_start, new_start + new_lines - 1)
    ]
    found = stayed + came
    return (min(found), max(found)) if found else None

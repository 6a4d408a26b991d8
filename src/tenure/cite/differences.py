"""Where lines of an older text are in a newer one, by their differences; pure."""

from __future__ import annotations

from collections.abc import Sequence

from tenure.cite.anchor import Text, windows

Hunk = tuple[int, int, int, int]
"""A difference: old start, old lines, new start, new lines; as in a unified diff without context."""


def map_line(hunks: Sequence[Hunk], line: int) -> int | None:
    """Give where a line of the old text is in the new one, or None if a difference took it away."""
    shift = 0
    for old_start, old_lines, _, new_lines in hunks:
        begin = old_start if old_lines else old_start + 1
        if line < begin:
            break
        if line < begin + old_lines:
            return None
        shift += new_lines - old_lines
    return line + shift


def edge(hunks: Sequence[Hunk], line: int, *, is_first: bool) -> int:
    """Give where a span's first or last line is now: if it was taken away, the edge of what stands in its place."""
    found = map_line(hunks, line)
    if found is not None:
        return found
    for old_start, old_lines, new_start, new_lines in hunks:
        if old_start <= line < old_start + old_lines:
            if not new_lines:
                return new_start + 1 if is_first else new_start
            offset = min(line - old_start, new_lines - 1)
            if is_first:
                return new_start + offset
            from_end = min(old_start + old_lines - 1 - line, new_lines - 1)
            return new_start + new_lines - 1 - from_end
    return line


def other_copies(old: Text, first: int, last: int, hunks: Sequence[Hunk]) -> set[int | None]:
    """Give where the other runs of lines with the text of a span are now that stood in the old text beside it."""
    kept = old.kept
    lines = [old.lines[number - 1] for number in kept]
    found = (kept[index] for index in windows(lines, old.span(first, last)))
    return {map_line(hunks, each) for each in found if each != first}


def is_indented_anew(old: Text, hunks: Sequence[Hunk], loose: Sequence[Hunk]) -> bool:
    """Tell whether a quarter of a text and more differs in nothing but white space."""
    lost, lost_loosely = (sum(hunk[1] for hunk in each) for each in (hunks, loose))
    return 4 * (lost - lost_loosely) >= len(old.lines)

"""Tables for people: columns as wide as their words and the terminal, nothing but text."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Sequence

from tenure.screen import neutralise

WIDTH_MIN = 60
COLUMN_MIN = 8


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], *, width: int | None = None) -> list[str]:
    """Give lines of a table; the second column (what an entry says) is wrapped to what the others leave.

    Args:
        heads: The column names.
        rows: The cells, as many a row as there are heads; control and direction characters become visible.
        width: Characters a line; the terminal's if omitted.
    """
    if not rows:
        return []
    wide = max(WIDTH_MIN, width or shutil.get_terminal_size((100, 24)).columns)
    cells = [[neutralise(cell) for cell in row] for row in rows]
    widths = [max(len(head), *(len(row[index]) for row in cells)) for index, head in enumerate(heads)]
    if len(widths) > 1:
        others = sum(widths) - widths[1] + 2 * (len(widths) - 1)
        widths[1] = max(COLUMN_MIN, min(widths[1], wide - others))
    lines = [_line(heads, widths), _line(["-" * each for each in widths], widths)]
    for row in cells:
        wrapped = textwrap.wrap(row[1], widths[1]) if len(row) > 1 else []
        for index, part in enumerate(wrapped or [row[1] if len(row) > 1 else ""]):
            first = [*row[:1], part, *row[2:]] if index == 0 else ["", part, *([""] * (len(row) - 2))]
            lines.append(_line(first[: len(heads)], widths))
    return lines


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip()

"""Tables for people: plain text, as wide as the terminal; what an entry says goes below its row where it is narrow."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Sequence

from tenure.screen import neutralise

WIDTH_MIN = 60
TEXT_WIDTH_MIN = 32
"""Characters that the second column needs to stand beside the others."""


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], *, width: int | None = None) -> list[str]:
    """Give the lines of a table; its second column (what an entry says) is wrapped, or put below its row.

    Args:
        heads: The column names, at least two.
        rows: The cells, as many a row as there are heads; control and direction characters become visible.
        width: Characters a line; the terminal's if omitted.
    """
    if not rows:
        return []
    wide = max(WIDTH_MIN, width or shutil.get_terminal_size((100, 24)).columns)
    cells = [[" ".join(neutralise(cell).split()) for cell in row] for row in rows]
    widths = [max(len(head), *(len(row[index]) for row in cells)) for index, head in enumerate(heads)]
    left = wide - (sum(widths) - widths[1] + 2 * (len(widths) - 1))
    if left < min(TEXT_WIDTH_MIN, widths[1]):
        return _stacked(heads, cells, widths, wide)
    widths[1] = min(widths[1], left)
    lines = [_line(heads, widths), _line(["-" * each for each in widths], widths)]
    for row in cells:
        parts = textwrap.wrap(row[1], widths[1]) or [""]
        lines.append(_line([row[0], parts[0], *row[2:]], widths))
        lines += [_line(["", part], widths) for part in parts[1:]]
    return lines


def _stacked(heads: Sequence[str], cells: Sequence[Sequence[str]], widths: Sequence[int], wide: int) -> list[str]:
    narrow = [widths[0], *widths[2:]]
    lines = [_line([heads[0], *heads[2:]], narrow), _line(["-" * each for each in narrow], narrow)]
    for row in cells:
        lines.append(_line([row[0], *row[2:]], narrow))
        lines += textwrap.wrap(row[1], wide, initial_indent="  ", subsequent_indent="  ")
    return lines


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=False)).rstrip()

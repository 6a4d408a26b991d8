"""Tables for people: plain text, as wide as the terminal; where it is narrow each row becomes a few lines."""

from __future__ import annotations

import shutil
import unicodedata
from collections.abc import Iterator, Sequence

from tenure.screen import neutralise

WIDTH_MIN = 60
TEXT_WIDTH_MIN = 32
"""Columns of the terminal that the second column needs to stand beside the others."""
GAP = "  "
BETWEEN = " | "


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], *, width: int | None = None) -> list[str]:
    """Give the lines of a table; its second column (what an entry says) is wrapped.

    Where the terminal is too narrow for that, each row is a few lines: the first cell (what one may have to type, never
    cut) with the last, the second one below, then the others by name. Nothing is left out.

    Args:
        heads: The column names, at least two.
        rows: The cells, as many a row as there are heads; control and direction characters become visible.
        width: Columns of the terminal; what it says itself if omitted.
    """
    if not rows:
        return []
    wide = max(WIDTH_MIN, width or shutil.get_terminal_size((100, 24)).columns)
    cells = [[" ".join(neutralise(cell).split()) for cell in row] for row in rows]
    widths = [max(columns(head), *(columns(row[index]) for row in cells)) for index, head in enumerate(heads)]
    left = wide - (sum(widths) - widths[1] + len(GAP) * (len(widths) - 1))
    if left < min(TEXT_WIDTH_MIN, widths[1]):
        return [line for row in cells for line in _block(heads, row, wide)]
    widths[1] = min(widths[1], left)
    lines = [_line(heads, widths), _line(["-" * each for each in widths], widths)]
    for row in cells:
        parts = list(wrapped(row[1], widths[1])) or [""]
        lines.append(_line([row[0], parts[0], *row[2:]], widths))
        lines += [_line(["", part], widths) for part in parts[1:]]
    return lines


def columns(text: str) -> int:
    """Give how many columns of a terminal a text takes: two for wide letters, none for marks set upon another."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def wrapped(text: str, width: int) -> Iterator[str]:
    """Give a text in lines of at most so many columns, broken at spaces, and within a word only if it is longer."""
    line = ""
    for word in text.split():
        joined = f"{line} {word}" if line else word
        if columns(joined) <= width:
            line = joined
            continue
        if line:
            yield line
        line = ""
        for letter in word:
            if line and columns(line + letter) > width:
                yield line
                line = ""
            line += letter
    if line:
        yield line


def _columns(letter: str) -> int:
    if unicodedata.category(letter) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(letter) in {"W", "F"} else 1


def _block(heads: Sequence[str], row: Sequence[str], wide: int) -> Iterator[str]:
    """Give one row as a few lines; only a first cell that is wider than the terminal makes a line longer than it."""
    first, last = row[0], row[-1] if len(row) > 2 else ""
    is_beside = columns(first) + len(GAP) + columns(last) <= wide
    yield f"{first}{GAP}{last}".rstrip() if is_beside else first
    named = [f"{head} {cell}" for head, cell in zip(heads[2:-1], row[2:-1], strict=True) if cell]
    for part in [row[1], *_joined(named if is_beside else [*named, f"{heads[-1]} {last}"], wide - len(GAP))]:
        yield from (f"{GAP}{line}" for line in wrapped(part, wide - len(GAP)))


def _joined(parts: Sequence[str], width: int) -> Iterator[str]:
    """Give the parts in as few lines as hold them whole."""
    line = ""
    for part in parts:
        joined = f"{line}{BETWEEN}{part}" if line else part
        if line and columns(joined) > width:
            yield line
            joined = part
        line = joined
    if line:
        yield line


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = (cell + " " * (width - columns(cell)) for cell, width in zip(cells, widths, strict=False))
    return GAP.join(padded).rstrip()

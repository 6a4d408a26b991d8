"""Reads a cell again that whoever writes it may have been in the midst of: no system promises that 64 bytes go at once.

A writer is done within microseconds. A cell that stays unsound over `READS_MAX` readings was altered or damaged.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from tenure.store.cells import Cells

READS_MAX: Final = 8


def whole_cell(cells: Cells, index: int, found: bytes, is_sound: Callable[[bytes], bool]) -> bytes | None:
    """Give the cell that was found if it is sound, else as it is once its writer is done; None if it never is."""
    for _ in range(READS_MAX):
        if is_sound(found):
            return found
        time.sleep(0)  # the writer may wait for this very processor
        found = cells.read(index)
    return found if is_sound(found) else None


def steady_cell(cells: Cells, index: int) -> bytes:
    """Give a cell that bears no check as two readings in a row find it."""
    found = cells.read(index)
    for _ in range(READS_MAX):
        before, found = found, cells.read(index)
        if found == before:
            break
    return found

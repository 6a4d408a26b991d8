"""A cited passage as it is now, beside what it was, in the lines of a difference; pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

LINES_MAX = 60
LINE_CHARS_MAX = 200


def compared(was: Sequence[str] | None, now: Sequence[str], *, first: int) -> tuple[str, ...]:
    """Give the lines of a passage, at most `LINES_MAX`: `` `` for what stayed, ``-`` for what it was, ``+`` for now.

    Args:
        was: The lines as they were cited; None if the source no longer has them.
        now: The lines as they are now; empty if they are gone.
        first: The number of the first line now.
    """
    found = list(_compared(now if was is None else was, now, first))
    cut = [f"{line[:LINE_CHARS_MAX]}..." if len(line) > LINE_CHARS_MAX else line for line in found[:LINES_MAX]]
    return (*cut, *([f"      ({len(found) - LINES_MAX} more lines)"] if len(found) > LINES_MAX else []))


def _compared(was: Sequence[str], now: Sequence[str], first: int) -> Iterator[str]:
    for kind, begin, end, begin_now, end_now in SequenceMatcher(None, was, now, autojunk=False).get_opcodes():
        if kind != "equal":
            yield from (f"{'':5} - {line}" for line in was[begin:end])
        mark = " " if kind == "equal" else "+"
        yield from (f"{first + number:5} {mark} {now[number]}" for number in range(begin_now, end_now))

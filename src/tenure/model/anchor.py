"""The head of the ledger, written down elsewhere: what who copies data and keys back together cannot take back."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from tenure.errors import RequestError
from tenure.model.plain import read_instant, write_instant
from tenure.screen.pattern import Pattern
from tenure.values import dataclass

LINES_MAX: Final = 100_000
"""Most anchors that one file is read for."""
_LINE: Final = Pattern(r"tenure-anchor-1 ([0-9a-f]{32}) ([0-9]{1,18}) ([0-9a-f]{64}) (\S{1,40})")

_ADVICE: Final = Pattern(r"next \([a-z]+\): ")


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchor:
    """One line of the ledger as it was: it says nothing of what was done.

    Args:
        store: The store's id (hex).
        sequence: The number of its newest line then.
        mac: That line's mac (hex), which binds every line before it.
        at: When that line was written (UTC).
    """

    store: str
    sequence: int
    mac: str
    at: datetime

    def text(self) -> str:
        """Give it as one line to print or to keep in a file elsewhere."""
        return f"tenure-anchor-1 {self.store} {self.sequence} {self.mac} {write_instant(self.at)}"


def read_anchors(text: str) -> tuple[Anchor, ...]:
    """Give the anchors of a file, a line each; blank lines are passed over, and the advice that the command prints.

    Raises:
        RequestError: A line is no anchor, or there is none.
    """
    whole = (line.strip() for line in text.splitlines()[: LINES_MAX + 1])
    lines = [line for line in whole if line and not _ADVICE.match(line)]
    found = [_LINE.fullmatch(line) for line in lines]
    if not found or len(lines) > LINES_MAX or None in found:
        raise RequestError(
            "this file holds no anchors", code="bad_anchor", hint="Give what `tenure ledger anchor` printed or wrote."
        )
    try:
        return tuple(
            Anchor(store=match[1], sequence=int(match[2]), mac=match[3], at=read_instant(match[4]))
            for match in found
            if match is not None
        )
    except ValueError:
        raise RequestError("an anchor has no instant", code="bad_anchor", hint="Take the file as it was.") from None

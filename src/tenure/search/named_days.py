"""The days that a question names, and how near an instant is to them."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from tenure.search.words import words
from tenure.values import dataclass

if TYPE_CHECKING:  # numpy loads on first use, so that `import tenure` does not pay for it
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, kw_only=True)
class Days:
    """The days that a question names.

    Args:
        spans: When they are, at least one: from when until when (UTC), the end not included, and how far beside it
            something is near to it at all.
        written: How they are written in a text that begins dates with the year: days, whole months and years.
        rest: What the question says beside them.
        searched: The words to look for: what it says beside them, and dates, which may stand in what was said.
        is_all: It says nothing beside them.
    """

    spans: tuple[tuple[datetime, datetime, timedelta], ...]
    written: frozenset[str]
    rest: str
    searched: str
    is_all: bool

    def nearness(self, micros: NDArray[np.int64]) -> NDArray[np.float32]:
        """Give each instant 1 within a span, less beside it, and 0 beyond its slack.

        Args:
            micros: Instants, in microseconds since 1970.
        """
        import numpy as np  # noqa: PLC0415 - on first use

        best = np.zeros(len(micros), dtype=np.float32)
        for begin, end, slack in self.spans:
            away = np.maximum(np.maximum(begin.timestamp() * 1e6 - micros, micros - end.timestamp() * 1e6), 0.0)
            near = 1.0 - away / (slack.total_seconds() * 1e6)
            best = np.maximum(best, near.astype(np.float32))
        return best

    def is_named_in(self, text: str) -> bool:
        """Tell whether a text holds one of the days as a date that begins with its year."""
        return not self.written.isdisjoint(words(text))

    def is_near(self, at: datetime) -> bool:
        """Tell whether an instant lies within a span or its slack."""
        return any(begin - slack < at < end + slack for begin, end, slack in self.spans)

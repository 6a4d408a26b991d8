"""The one source of time: aware UTC instants, from the system or held still for tests and replays."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """Gives the present instant, aware and in UTC."""

    def now(self) -> datetime:
        """Give the present instant (UTC)."""
        ...


class SystemClock:
    """Reads the machine's clock."""

    def now(self) -> datetime:
        """Give the machine's instant (UTC)."""
        return datetime.now(UTC)


class FrozenClock:
    """Stands still until it is turned.

    Args:
        at: The first instant; must bear a time zone.

    Raises:
        ValueError: ``at`` bears no time zone.
    """

    def __init__(self, at: datetime) -> None:
        self.set(at)

    def now(self) -> datetime:
        """Give the instant at which the clock stands (UTC)."""
        return self._at

    def set(self, at: datetime) -> None:
        """Turn the clock to ``at``, forwards or back."""
        if at.tzinfo is None:
            raise ValueError("an instant needs a time zone")
        self._at = at.astimezone(UTC)

    def advance(self, by: timedelta) -> None:
        """Turn the clock by ``by``; a negative step sets it back."""
        self._at = self._at + by

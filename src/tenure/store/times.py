"""Instants as the store keeps them: whole microseconds since 1970 in UTC, 0 for none."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICRO: Final = timedelta(microseconds=1)


def instant_micros(at: datetime | None) -> int:
    """Give microseconds since 1970, or 0 for None."""
    return 0 if at is None else (at - _EPOCH) // _MICRO


def micros_instant(micros: int) -> datetime:
    """Give back the instant (UTC)."""
    return _EPOCH + timedelta(microseconds=micros)

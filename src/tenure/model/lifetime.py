"""The rule for an entry's end: expiry, review conditions and the ceiling above them."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from tenure.errors import RequestError
from tenure.screen.pattern import Pattern
from tenure.values import dataclass

SOURCE_CHANGED: Final = "source_changed"
"""The event that nobody raises: it is seen by checking the citation at each use."""
EVENTS_MAX: Final = 8
"""Most named events of one entry."""
_EVENT: Final = Pattern(r"[a-z][a-z0-9_]{0,39}")


def check_event(name: str) -> str:
    """Give the name of an event back if it is one.

    Raises:
        RequestError: It is no word of at most 40 small letters, digits and underscores that begins with a letter.
    """
    if not _EVENT.fullmatch(name):
        raise RequestError(
            "this is no name of an event",
            code="bad_event_name",
            hint="Use small letters, digits and underscores, 40 at most, such as 'release'.",
        )
    return name


@dataclass(frozen=True, slots=True, kw_only=True)
class Lifetime:
    """When an entry ends or must be asked about again (R09). All instants are aware and in UTC.

    Args:
        expires_at: The end of use; at that second the entry is no longer usable.
        review_at: When to ask again; due at that second.
        review_on: Named events that make it due: ``source_changed``, and those that a person raises by the name that
            stands here. Events only shorten.
        idle: Unused this long, it is due.
        age_max: The ceiling from ``recorded_at``; no renewal outlives it.
        fresh_for: For what is true for a short while: this long after it was last seen, verified or confirmed, it must
            be checked again, or is *unverified* (R18).

    Raises:
        ValueError: An instant bears no time zone.
    """

    expires_at: datetime | None = None
    review_at: datetime | None = None
    review_on: tuple[str, ...] = ()
    idle: timedelta | None = None
    age_max: timedelta | None = None
    fresh_for: timedelta | None = None

    def __post_init__(self) -> None:
        for instant in (self.expires_at, self.review_at):
            if instant is not None and instant.tzinfo is None:
                raise ValueError("an instant needs a time zone")

    def ends_at(self, recorded_at: datetime) -> datetime | None:
        """Give the instant after which the entry is never usable again without a new approval, or None."""
        ceiling = None if self.age_max is None else recorded_at + self.age_max
        instants = [instant for instant in (self.expires_at, ceiling) if instant is not None]
        return min(instants, default=None)

    def is_expired(self, *, now: datetime, recorded_at: datetime) -> bool:
        """Tell whether the entry has ended; true at the very second of its end (R23)."""
        end = self.ends_at(recorded_at)
        return end is not None and now >= end

    def due_at(self, last_used_at: datetime) -> datetime | None:
        """Give the instant at which a review is due, or None if only an event can make it due."""
        idle = None if self.idle is None else last_used_at + self.idle
        instants = [instant for instant in (self.review_at, idle) if instant is not None]
        return min(instants, default=None)

    def is_due(self, *, now: datetime, last_used_at: datetime) -> bool:
        """Tell whether a review is due and not done; true at that very second (R24)."""
        due = self.due_at(last_used_at)
        return due is not None and now >= due

"""What became of an entry that was to be mended."""

from __future__ import annotations

from enum import StrEnum

from tenure.model.decision import Decision
from tenure.model.validation import Outcome
from tenure.values import dataclass


class Mended(StrEnum):
    """What healing an entry did: nothing was wrong, its place was renewed, something was drafted, or nothing can be."""

    SOUND = "sound"
    RENEWED = "renewed"
    CORRECTION = "correction"
    REMOVAL = "removal"
    WAITING = "waiting"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Healed:
    """What became of one entry.

    Args:
        entry_id: The entry.
        outcome: What checking it gave before.
        done: What was done: *sound* (nothing to do), *renewed* (its place), *correction* or *removal* (drafted),
            *waiting* (such a draft waits already), *nothing* (no draft can be made; ``reason`` says why).
        place: Where its words, or what stands in their place, are now.
        reason: A code or sentence that says why; never claim or source text.
        decision: What the gates said of the draft, if one was made.
        proposal_id: The draft that waits for a person, or empty.
    """

    entry_id: str
    outcome: Outcome
    done: Mended
    place: str | None = None
    reason: str = ""
    decision: Decision | None = None
    proposal_id: str = ""

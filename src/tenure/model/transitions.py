"""Which status may follow which: one table, and the step that keeps to it."""

from __future__ import annotations

from tenure.errors import TransitionError
from tenure.model.entry import Status

_LIVE_ENDS = {Status.SUPERSEDED, Status.REVOKED, Status.FORGOTTEN}

ALLOWED: dict[Status, frozenset[Status]] = {
    Status.PENDING: frozenset({Status.DECLINED, Status.LAPSED, Status.ACTIVE, Status.FORGOTTEN}),
    Status.DECLINED: frozenset({Status.FORGOTTEN}),
    Status.LAPSED: frozenset({Status.FORGOTTEN}),
    Status.ACTIVE: frozenset({Status.CONTESTED, Status.CHALLENGED} | _LIVE_ENDS),
    Status.CONTESTED: frozenset({Status.ACTIVE, Status.CHALLENGED} | _LIVE_ENDS),
    Status.CHALLENGED: frozenset({Status.ACTIVE, Status.CONTESTED} | _LIVE_ENDS),
    Status.SUPERSEDED: frozenset({Status.FORGOTTEN}),
    Status.REVOKED: frozenset({Status.FORGOTTEN}),
    Status.FORGOTTEN: frozenset(),
}


def check_step(before: Status, after: Status) -> None:
    """Let an allowed step pass.

    Raises:
        TransitionError: The table does not allow ``after`` from ``before``.
    """
    if after not in ALLOWED[before]:
        raise TransitionError(f"an entry that is {before.value} cannot become {after.value}")

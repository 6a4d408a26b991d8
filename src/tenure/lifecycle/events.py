"""Named events: something happened (a release, a move, a new contract), and what waits for it is asked about (R09)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from tenure.errors import RequestError
from tenure.lifecycle.gather import done_by, entries_in, owns
from tenure.lifecycle.reviewing import put_due
from tenure.model.lifetime import SOURCE_CHANGED, check_event
from tenure.model.scope import Scope
from tenure.policy.policy import Policy
from tenure.store.port import Entries
from tenure.store.records import Change

_RULE: Final = "R09"


def raise_event(
    name: str, scopes: Sequence[Scope], *, person: str, entries: Entries, policy: Policy, now: datetime
) -> tuple[str, ...]:
    """Make every live entry of these scopes that names the event due now; give the ids of those that became due.

    An event only shortens: what is due or over already stays as it is, and nothing gets a later end. A proposal that
    waits is not touched: whoever approves it looks at it now.

    Args:
        name: The event's name, as ``review_on`` of an entry names it; it is kept nowhere.
        scopes: Where to look; scopes of other users are passed over.
        person: Who says that it happened.
        entries: The durable store.
        policy: The policy in force.
        now: The reference instant (UTC).

    Raises:
        RequestError: It is no event's name, or the one that only a source itself can raise.
    """
    if check_event(name) == SOURCE_CHANGED:
        raise RequestError(
            "that a source changed is seen by looking at it",
            code="bad_event_name",
            hint="Nothing is to be done: it is checked at each recall.",
        )
    raised: list[str] = []
    for scope in (scope for scope in scopes if owns(person, scope)):
        with entries.holding(scope):
            waiting = [entry for entry in entries_in((scope,), entries=entries) if name in entry.lifetime.review_on]
            raised += put_due(waiting, rule=_RULE, person=person, entries=entries, policy=policy, now=now)
    event = done_by(person, "event", _RULE, "", f"due:{len(raised)}", now=now)
    entries.commit(Change(now=now, events=(event,)))
    return tuple(raised)

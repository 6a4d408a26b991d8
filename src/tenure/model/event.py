"""One line of the record of what was done: who, when, which rule, which entry; never content (R36)."""

from __future__ import annotations

from datetime import datetime

from tenure.model.principal import Origin
from tenure.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One thing that was done.

    Args:
        at: When (UTC).
        actor: Who; the ledger keeps a keyed digest of the principal's id.
        verb: What was done (``propose``, ``approve``, ``recall``, ``forget``, ...).
        rule: The rule under which it was done, as ``R05``.
        record_id: The entry, proposal, grant, task or receipt that it is about.
        code: Outcome code (``admitted``, ``pending``, ``refused:secret``, ``usable``, ...); never content.
    """

    at: datetime
    actor: Origin
    verb: str
    rule: str
    record_id: str = ""
    code: str = ""

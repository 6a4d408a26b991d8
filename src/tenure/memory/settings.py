"""What a store keeps about itself: the policy in force and whose it is, sealed like everything else (R37)."""

from __future__ import annotations

from datetime import datetime

from tenure.model.event import Event
from tenure.model.principal import Channel, Origin
from tenure.model.scope import Scope
from tenure.store.marks import find_mark, next_mark
from tenure.store.port import Entries
from tenure.store.records import Change, Setting

SETTINGS_SCOPE = Scope(project="tenure settings")
"""Where settings are kept: no entry can meet them, for their buckets are of another form, and no caller names it."""

POLICY = "setting_policy"
OWNER = "setting_owner"


def read_setting(name: str, *, entries: Entries) -> Setting | None:
    """Give a setting of the store, or None if it was never set."""
    return find_mark(name, SETTINGS_SCOPE, entries=entries)


def write_setting(
    name: str, value: str, *, person: str, entries: Entries, now: datetime, is_first: bool = False
) -> None:
    """Set a setting, with a line in the ledger.

    Raises:
        ConflictError: Somebody set it meanwhile; or at all, and it was to be the first (``is_first``).
    """
    known = None if is_first else read_setting(name, entries=entries)
    setting = next_mark(name, SETTINGS_SCOPE, value, known=known)
    actor = Origin(channel=Channel.USER, principal=person)
    event = Event(at=now, actor=actor, verb="set", rule="R37", record_id=name)
    entries.commit(Change(now=now, put=(setting,), events=(event,)))

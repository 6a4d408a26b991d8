"""The later steps of an erasure: keys destroyed, log truncated, list cleared; any of them can be repeated."""

from __future__ import annotations

from tenure.store.database import Database
from tenure.store.keyfolder import KeyFolder


def destroy_doomed(database: Database, keys: KeyFolder) -> tuple[bool, int]:
    """Destroy every listed key, then truncate the log, then clear the list; the caller holds the store's lock.

    Returns:
        Whether every step is finished, and how many keys were destroyed by this call. A reader in the way of the
        checkpoint leaves it unfinished: the next call goes on.
    """
    doomed = [slot for slot, _ in database.rows("read_doomed", (keys.tenant,))]
    if not doomed:
        return True, 0
    destroyed = keys.slots.destroy(doomed)
    if not database.checkpoint():
        return False, destroyed
    with database.writing() as transaction:
        transaction.run_many("delete_doomed", [(keys.tenant, slot) for slot in doomed])
    return True, destroyed


def count_doomed(database: Database, keys: KeyFolder) -> tuple[int, bool]:
    """Give how many keys wait, and whether one of them belongs to an erasure."""
    ((count, has_erasure),) = database.rows("count_doomed", (keys.tenant,))
    return int(count), bool(has_erasure)

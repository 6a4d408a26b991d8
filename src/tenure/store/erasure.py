"""The later steps of an erasure: keys destroyed, log truncated, list cleared; any of them can be repeated."""

from __future__ import annotations

from collections.abc import Sequence

from tenure.errors import IntegrityError
from tenure.store.database import Database, Transaction
from tenure.store.keyfolder import KeyFolder


def list_doomed(transaction: Transaction, keys: KeyFolder, doomed: Sequence[tuple[int, bool]]) -> None:
    """List key slots for destruction, each with whether it belongs to an erasure."""
    lines = [(keys.tenant, slot, int(is_erasure), _mac(keys, slot, is_erasure)) for slot, is_erasure in doomed]
    transaction.run_many("insert_doomed", lines)


def destroy_doomed(database: Database, keys: KeyFolder) -> tuple[bool, int]:
    """Destroy every listed key, then truncate the log, then clear the list; the caller holds the store's lock.

    Returns:
        Whether every step is finished, and how many keys were destroyed by this call. A reader in the way of the
        checkpoint leaves it unfinished: the next call goes on.
    """
    done, destroyed = destroy_listed(database, keys)
    if done:
        with database.writing() as transaction:
            clear(transaction, keys, done)
    return done is not None, destroyed


def destroy_listed(database: Database, keys: KeyFolder) -> tuple[list[int] | None, int]:
    """Do as `destroy_doomed` does, but leave the list as it is.

    Returns:
        The slots to be cleared from the list, or None if a reader is in the way of the checkpoint; and how many keys
        were destroyed by this call.
    """
    doomed: list[int] = []
    for slot, is_erasure, mac in database.rows("read_doomed", (keys.tenant,)):
        if mac != _mac(keys, slot, is_erasure):  # somebody else wants a living key destroyed
            raise IntegrityError("the list of keys to destroy was altered", code="tampered")
        doomed.append(slot)
    if not doomed:
        return [], 0
    destroyed = keys.slots.destroy(doomed)
    return (doomed if database.checkpoint() else None), destroyed


def clear(transaction: Transaction, keys: KeyFolder, slots: Sequence[int]) -> None:
    """Take slots from the list whose keys are destroyed and whose rows are out of the log."""
    transaction.run_many("delete_doomed", [(keys.tenant, slot) for slot in slots])


def count_doomed(database: Database, keys: KeyFolder) -> tuple[int, bool]:
    """Give how many keys wait, and whether one of them belongs to an erasure."""
    ((count, has_erasure),) = database.rows("count_doomed", (keys.tenant,))
    return int(count), bool(has_erasure)


def _mac(keys: KeyFolder, slot: object, is_erasure: object) -> bytes:
    return keys.subkeys.digest("mac", b"doomed", keys.bound, f"{slot} {int(bool(is_erasure))}".encode())

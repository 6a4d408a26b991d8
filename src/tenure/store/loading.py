"""Opening a scope's search parts: all of them, or those that changed since the view that is held."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import cast

from tenure.errors import IntegrityError
from tenure.store.buckets import MODULUS
from tenure.store.database import Transaction
from tenure.store.keyfolder import KeyFolder
from tenure.store.opened import Decoded, Opened, OpenedViews, view_after, view_of
from tenure.store.seal import Row, open_searches
from tenure.store.snapshot import Found, Snapshots, full_row
from tenure.store.view import SHAPE_BYTES, is_part


def open_view(
    transaction: Transaction, found: Found, *, keys: KeyFolder, snapshots: Snapshots, views: OpenedViews
) -> Opened | None:
    """Give the opened view of a bucket as it is in this snapshot, or None if the bucket has no row.

    Raises:
        IntegrityError: Its rows are not what it commits to, or one of them was altered.
    """
    held = held_view(found, views)
    if held is not None or found.version is None:
        return held
    snapshots.bucket(transaction, found)
    older = views.get(found.key)
    opened = None
    if older is not None and older.version < found.version:
        kept = views.kept_of(older)
        put = views.since.rows(found.key, after=older.version, version=found.version)
        opened = _load(transaction, found, older, keys=keys, snapshots=snapshots, kept=kept, put=put)
    # What was erased does not show in what changed: then the sum differs and all is read anew.
    opened = opened or _load(transaction, found, None, keys=keys, snapshots=snapshots)
    if opened is None:
        raise IntegrityError("the entries of a scope were altered", code="tampered")
    views.put(found.key, opened)
    return opened


def held_view(found: Found, views: OpenedViews) -> Opened | None:
    """Give the view that is held if it is of the bucket's very version."""
    held = views.get(found.key)
    is_same = held is not None and held.version == found.version and held.commitment == found.commitment
    return held if is_same else None


def _load(
    transaction: Transaction,
    found: Found,
    older: Opened | None,
    *,
    keys: KeyFolder,
    snapshots: Snapshots,
    kept: Sequence[tuple[int, Decoded]] = (),
    put: Sequence[Row] | None = None,
) -> Opened | None:
    """Open what changed since ``older`` (everything if None); None if the sum is not what was committed.

    What this process itself put since, ``put``, is not looked for; that nobody else wrote between, the sum says.
    """
    after = -1 if older is None else older.version
    values = (keys.tenant, found.key, after)
    read = [full_row(row) for row in transaction.rows("read_search", values)] if put is None else put
    plains = snapshots.plains(found.key, read)
    items = {} if older is None else dict(older.items)
    total = 0 if older is None else older.total
    for row, item in zip(read, snapshots.items(plains, read), strict=True):
        total += item - items.get(row.seq, ("", 0, 0))[2]
        items[row.seq] = (row.record_id, row.version, item)
    if total % MODULUS != int.from_bytes(found.commitment, "little"):
        return None
    secrets = keys.slots.open([row.key_slot for row in read])
    alive = [
        (row, plain, secret) for row, plain, secret in zip(read, plains, secrets, strict=True) if secret is not None
    ]
    lines = {} if older is None else dict(older.rows)
    parts = {
        lines.setdefault(row.seq, len(lines)): part
        for (row, _, _), part in zip(alive, _search_parts(alive), strict=True)
    }
    rows = [(row.record_id, row.version) for row, _, _ in alive]
    version = cast("int", found.version)
    decoded = OrderedDict(kept)
    for row in read:
        decoded.pop(row.seq, None)
    places = {} if older is None else dict(older.places)
    places.update((row.record_id, row.seq) for row in read)
    return Opened(
        version=version,
        commitment=found.commitment,
        total=total,
        items=items,
        places=places,
        rows=lines,
        decoded=decoded,
        view=view_of(found.scope, version, rows, parts.values())
        if older is None
        else view_after(older.view, version, rows, parts),
    )


def _search_parts(alive: Sequence[tuple[Row, bytes, bytes]]) -> list[bytes]:
    parts = open_searches(alive)
    shapes = {(part[:SHAPE_BYTES], len(part)): part for part in parts}
    if not all(map(is_part, shapes.values())):
        raise IntegrityError("a search part has a wrong length", code="tampered")
    return parts

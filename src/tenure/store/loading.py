"""Opening a scope's search parts: all of them, or those that changed since the view that is held."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast

from tenure.errors import IntegrityError
from tenure.model.scope import Scope
from tenure.store.buckets import MODULUS
from tenure.store.database import Transaction
from tenure.store.keyfolder import KeyFolder
from tenure.store.opened import Decoded, Opened, OpenedViews, parts_of
from tenure.store.parts import read_parts, with_parts
from tenure.store.records import ScopeView
from tenure.store.seal import Row, open_searches
from tenure.store.snapshot import Found, Snapshots
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
    held = None if found.version is None else views.get(found.key)
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
    # Of a thousand rows none is made a `Row` that is read by number alone.
    read = cast("Sequence[Row]", transaction.rows("read_search", values)) if put is None else put
    plains = snapshots.plains(found.key, read)
    added = snapshots.items(plains, read)
    before = {} if older is None else older.items
    total = (0 if older is None else older.total) + sum(added)
    total -= sum([before[row[0]][2] for row in read if row[0] in before])
    if total % MODULUS != int.from_bytes(found.commitment, "little"):
        return None
    secrets = keys.slots.open([row[12] for row in read])
    alive = [(row, plain, key) for row, plain, key in zip(read, plains, secrets, strict=True) if key is not None]
    version, rows = cast("int", found.version), [(row[1], row[4]) for row, _, _ in alive]
    parts = _search_parts(alive)
    lines = {} if older is None else dict(older.rows)
    for row, _, _ in alive:
        if row[0] not in lines:
            lines[row[0]] = len(lines)
    if older is None:
        view = view_of(found.scope, version, rows, parts)
    else:
        changed = {lines[row[0]]: part for (row, _, _), part in zip(alive, parts, strict=True)}
        view = view_after(older.view, version, rows, changed)
    items = {row[0]: (row[1], row[4], item) for row, item in zip(read, added, strict=True)}
    return Opened(
        version=version,
        commitment=found.commitment,
        total=total,
        items={**before, **items},
        places=({} if older is None else older.places) | {row[1]: row[0] for row in read},
        rows=lines,
        decoded=OrderedDict(each for each in kept if each[0] not in items),
        view=view,
    )


def _search_parts(alive: Sequence[tuple[Row, bytes, bytes]]) -> list[bytes]:
    parts = open_searches(alive)
    shapes = {(part[:SHAPE_BYTES], len(part)): part for part in parts}
    if not all(map(is_part, shapes.values())):
        raise IntegrityError("a search part has a wrong length", code="tampered")
    return parts


def view_of(scope: Scope, version: int, rows: Sequence[tuple[str, int]], parts: Sequence[bytes]) -> ScopeView:
    """Give what callers get.

    Args:
        scope: The scope.
        version: Its version.
        rows: Record id and version of each row that has a search part.
        parts: The search parts, in the same order.
    """
    read = read_parts(parts)
    return ScopeView(
        scope=scope,
        version=version,
        ids=tuple([record_id for record_id, _ in rows]),
        versions=tuple([entry_version for _, entry_version in rows]),
        heads=read.heads,
        postings=read.postings,
        vectors=read.vectors,
    )


def view_after(
    older: ScopeView, version: int, rows: Sequence[tuple[str, int]], changed: Mapping[int, bytes]
) -> ScopeView:
    """Give what callers get once some rows are new or changed: only these are read.

    Args:
        older: The view before.
        version: The scope's version now.
        rows: Record id and version of each row that is new or changed.
        changed: Their search parts by row, in the same order; new ones lie behind all others.
    """
    if not changed:
        return replace(older, version=version)
    ids, versions = list(older.ids), list(older.versions)
    for row, (record_id, entry_version) in zip(changed, rows, strict=True):
        if row < len(ids):
            versions[row] = entry_version
        else:
            ids.append(record_id)
            versions.append(entry_version)
    made = with_parts(parts_of(older), changed, len(ids))
    return replace(
        older,
        version=version,
        ids=tuple(ids),
        versions=tuple(versions),
        heads=made.heads,
        postings=made.postings,
        vectors=made.vectors,
    )

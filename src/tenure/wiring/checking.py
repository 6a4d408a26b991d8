"""Says what is wrong with a store that cannot be opened, reading only: nothing of it is served."""

from __future__ import annotations

from pathlib import Path

from tenure.store.records import Finding
from tenure.store.sqlite_check import check_unopened
from tenure.vault.root import root_for
from tenure.wiring.folders import folders_for


def found_unopened(path: Path | None = None, keys: Path | None = None) -> tuple[Finding, ...]:
    """Audit a store that `tenure.open` refuses; the person's own if no folder is given.

    Raises:
        StoreError: Its folders or its root key cannot be found, so that nothing can be judged.
    """
    folders = folders_for(path, keys, create=False)
    return check_unopened(folders.data, folders.keys, root=root_for(folders.keys))

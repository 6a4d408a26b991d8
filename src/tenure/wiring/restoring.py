"""Finds the folders of a store, and restores a backup there or takes the data as it is."""

from __future__ import annotations

from pathlib import Path

from tenure.clock import Clock
from tenure.errors import RequestError, unwritable
from tenure.memory.rootkey import check_root
from tenure.memory.settings import POLICY, SETTINGS_SCOPE
from tenure.model.event import Event
from tenure.model.principal import Channel, Origin
from tenure.policy.load import dump
from tenure.policy.presets import PRESETS
from tenure.store.folder import can_write
from tenure.store.records import Restored, Setting
from tenure.store.sqlite import FILE as STORE_FILE
from tenure.store.sqlite_copy import check_backup
from tenure.store.sqlite_restore import accept_store, restore_store
from tenure.vault.file import read_private
from tenure.vault.root import RootKey, root_for
from tenure.wiring.folders import Folders, folders_for, home_folder, keys_of, make_mark


def examine(backup: Path) -> None:
    """Refuse what could not be restored here, before anybody is asked for a yes or a passphrase.

    Raises as `restored` does: for what is no sound backup, for keys that are not here, for a place that can only be
    read.
    """
    data, keys = _places(check_backup(backup), None, None)
    if not can_write(data, keys, file=STORE_FILE):
        raise unwritable()
    check_root(keys)


def restored(
    backup: Path, path: Path | None, keys: Path | None, *, by: str, clock: Clock, root: RootKey | None
) -> Restored:
    """Restore a backup; arguments and errors as `tenure.restore`, already checked."""
    store_id = check_backup(backup)
    folders = _folders(store_id, path, keys)
    return restore_store(
        backup,
        folders.data,
        folders.keys,
        root=root or root_for(folders.keys),
        event=Event(at=clock.now(), actor=Origin(channel=Channel.USER, principal=by), verb="restore", rule="R28"),
        instead=_instead(),
    )


def accepted(path: Path | None, keys: Path | None, *, by: str, clock: Clock) -> Restored:
    """Take the data as it is; arguments and errors as `tenure.accept_keys`, already checked."""
    folders = folders_for(path, keys, create=False)
    return accept_store(
        folders.data,
        folders.keys,
        root=root_for(folders.keys),
        event=Event(at=clock.now(), actor=Origin(channel=Channel.USER, principal=by), verb="accept_keys", rule="R34"),
        instead=_instead(),
    )


def _instead() -> tuple[Setting, ...]:
    # Whoever tightened the policy since must not find it loosened (R37).
    return (Setting(id=POLICY, scope=SETTINGS_SCOPE, value=dump(PRESETS["strict"])),)


def _folders(store_id: bytes, path: Path | None, keys: Path | None) -> Folders:
    """Give the folders of a store whose data folder, and with it the mark that names its keys, may be lost."""
    data, found = _places(store_id, path, keys)
    if keys is None and not (data / "store.id").exists():
        make_mark(data, found.name)
    return folders_for(path, keys, create=True)


def _places(store_id: bytes, path: Path | None, keys: Path | None) -> tuple[Path, Path]:
    """Give the data folder, be it there or not, and the key folder, which is there unless it was named."""
    data = home_folder() / "store" if path is None else path
    if keys is not None:
        return data, keys
    found = keys_of(store_id)
    if found is None:
        raise RequestError(
            "the keys of this backup are not on this account",
            code="foreign_backup",
            hint="Put the key folder of its store back first, or name it.",
        )
    if (data / "store.id").exists() and read_private(data / "store.id") != found.name.encode():
        raise RequestError(
            "another memory lies in the place of this backup's",
            code="foreign_backup",
            hint=f"Move the folder {data} away and restore again; the keys of the backup are in {found}.",
        )
    return data, found

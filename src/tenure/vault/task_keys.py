"""Where the key of a task lies, and so what a crash leaves of it (R27).

A task of holder *process* has its key in the process alone. *session*: a file in a private folder that lives in
memory only, else the OS keyring, else, only if asked for, a folder on disk. *server*: a file wrapped by the root key.
"""

from __future__ import annotations

import hashlib
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tenure.errors import IntegrityError, RequestError, StoreError
from tenure.screen.pattern import Pattern
from tenure.vault.file import (
    alone_in,
    check_folder,
    destroy_private,
    make_folder,
    make_private,
    read_private,
    write_private,
)
from tenure.vault.volatile import memory_folder

if TYPE_CHECKING:  # loaded on first use, for start-up is measured
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

_KEY_BYTES: Final = 32
_NONCE_BYTES: Final = 12
_INSTANT_BYTES: Final = 8
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_ID: Final = Pattern(r"[A-Za-z0-9_-]{1,80}")
_SUFFIX: Final = ".key"
_NEWEST: Final = ".newest"
_VERSION_BYTES: Final = 8
_NAME_CHARS: Final = 16


class FolderKeys:
    """Keys in files of mode 0600 of one private folder; wrapped (AES-256-GCM) if a wrapping key is given.

    One process at a time makes or destroys: what is destroyed is the key that was looked at, not one begun since.

    Args:
        folder: The folder; made when the first key is put. Several stores may share it.
        name: The store's id, any text: keys of other names are not seen.
        wrap: The key that wraps (32 bytes), or None for plain files: then the folder should live in memory only.
    """

    def __init__(self, folder: Path, name: str, *, wrap: bytes | None = None) -> None:
        self._folder = folder
        self._name = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:_NAME_CHARS]
        self._wrap = wrap

    def put(self, task_id: str, key: bytes, *, ends_at: datetime) -> None:
        """Keep the key of a new task.

        Raises:
            RequestError: There is a task of this id.
            StoreError: The folder is not a private one, or cannot be written.
        """
        path = self._path(task_id)
        limit = ((ends_at - _EPOCH) // timedelta(microseconds=1)).to_bytes(_INSTANT_BYTES, "big")
        if self._wrap is not None:
            nonce = os.urandom(_NONCE_BYTES)
            key = nonce + _cipher(self._wrap).encrypt(nonce, key, _bound(task_id, limit))
        make_folder(self._folder)
        with alone_in(self._folder):
            is_made = make_private(path, limit + key)
        if not is_made:
            raise RequestError("there is a task of this id already", code="task_exists")

    def get(self, task_id: str) -> bytes | None:
        """Give the key, or None if it is gone.

        Raises:
            IntegrityError: The file was changed, or was wrapped by another key.
            StoreError: The file is not a private one, or cannot be read.
        """
        check_folder(self._folder)
        found = read_private(self._path(task_id))
        if found is None or (found and not any(found)):  # overwritten, and about to be removed
            return None
        limit, key = found[:_INSTANT_BYTES], found[_INSTANT_BYTES:]
        if self._wrap is not None:
            try:
                key = _cipher(self._wrap).decrypt(key[:_NONCE_BYTES], key[_NONCE_BYTES:], _bound(task_id, limit))
            except Exception:  # noqa: BLE001 - InvalidTag and every other failure mean the same, and name no value
                raise _changed() from None
        if len(key) != _KEY_BYTES:
            raise _changed()
        return key

    def destroy(self, task_id: str) -> bool:
        """Overwrite the key's file, remove it with what is noted beside it, and say whether there was one."""
        path = self._path(task_id)
        with alone_in(self._folder):
            return _destroy(path)

    def newest(self, task_id: str) -> int:
        """Give the newest version of the task's data that was noted beside its key; 0 if none was."""
        check_folder(self._folder)
        found = read_private(self._path(task_id).with_suffix(_NEWEST)) or b""
        return int.from_bytes(found, "big") if len(found) == _VERSION_BYTES else 0

    def note_newest(self, task_id: str, version: int) -> None:
        """Note a version of the task's data beside its key, if it is newer and the key is there."""
        path = self._path(task_id)
        with alone_in(self._folder):
            if version > self.newest(task_id) and path.exists():
                write_private(path.with_suffix(_NEWEST), version.to_bytes(_VERSION_BYTES, "big"))

    def sweep(self, *, now: datetime) -> int:
        """Destroy the keys whose limit has passed, also those that no task asks for any more."""
        mark = (now - _EPOCH) // timedelta(microseconds=1)
        with alone_in(self._folder):
            files = sorted(self._folder.glob(f"{self._name}.*{_SUFFIX}"))
            return sum(_destroy(path) for path in files if _limit_of(path) <= mark)

    def _path(self, task_id: str) -> Path:
        return self._folder / f"{self._name}.{checked_id(task_id)}{_SUFFIX}"


class KeyringKeys:
    """Keys in the OS keyring; their limits stand in the scratch file, which asks for each to be destroyed."""

    def __init__(self) -> None:
        from tenure.vault.keyring import Keyring  # noqa: PLC0415 - loads on first use

        self._keyring = Keyring()

    def put(self, task_id: str, key: bytes, *, ends_at: datetime) -> None:  # noqa: ARG002 - see the class
        """Keep the key of a new task."""
        self._keyring.put(f"task:{checked_id(task_id)}", key.hex())

    def get(self, task_id: str) -> bytes | None:
        """Give the key, or None if it is gone."""
        found = self._keyring.get(f"task:{checked_id(task_id)}")
        try:
            return None if found is None else bytes.fromhex(found)
        except ValueError:
            raise _changed() from None

    def destroy(self, task_id: str) -> bool:
        """Remove the key and say whether there was one."""
        is_destroyed = self._keyring.destroy(f"task:{checked_id(task_id)}")
        self._keyring.destroy(f"newest:{task_id}")
        return is_destroyed

    def newest(self, task_id: str) -> int:
        """Give the newest version of the task's data that was noted; 0 if none was."""
        found = self._keyring.get(f"newest:{checked_id(task_id)}") or ""
        return int(found) if found.isdecimal() else 0

    def note_newest(self, task_id: str, version: int) -> None:
        """Note a version of the task's data, if it is newer."""
        if version > self.newest(task_id):
            self._keyring.put(f"newest:{checked_id(task_id)}", str(version))


class SessionKeys:
    """Keys of tasks that several processes of one session share; the place is chosen when it is first needed.

    The order: ``$XDG_RUNTIME_DIR`` if it lives in memory and is this account's alone, then a private folder in
    ``/dev/shm``, then the OS keyring. Disk only if asked for.

    Args:
        name: The store's id, so that stores do not see each other's keys.
        on_disk: A folder on disk that the caller asked for, in place of all others; keys there outlive a reboot
            until their task's limit.
    """

    def __init__(self, name: str, *, on_disk: Path | None = None) -> None:
        self._name = name
        self._on_disk = on_disk
        self._chosen: FolderKeys | KeyringKeys | None = None

    def put(self, task_id: str, key: bytes, *, ends_at: datetime) -> None:
        """Keep the key of a new task.

        Raises:
            StoreError: There is no place but the disk (``no_session_place``).
        """
        place = self._place()
        if place is None:
            raise StoreError(
                "there is no private place in memory for the key of a session's task",
                code="no_session_place",
                hint="Set XDG_RUNTIME_DIR to a private tmpfs, install tenure[keyring], or ask for a folder on disk by "
                "`TENURE_SESSION_KEYS=FOLDER`.",
            )
        place.put(task_id, key, ends_at=ends_at)

    def get(self, task_id: str) -> bytes | None:
        """Give the key, or None if it is gone."""
        place = self._place()
        return None if place is None else place.get(task_id)

    def destroy(self, task_id: str) -> bool:
        """Destroy the key and say whether there was one."""
        place = self._place()
        return place is not None and place.destroy(task_id)

    def newest(self, task_id: str) -> int:
        """Give the newest version of the task's data that was noted beside its key; 0 if none was."""
        place = self._place()
        return 0 if place is None else place.newest(task_id)

    def note_newest(self, task_id: str, version: int) -> None:
        """Note a version of the task's data beside its key, if it is newer."""
        place = self._place()
        if place is not None:
            place.note_newest(task_id, version)

    def sweep(self, *, now: datetime) -> int:
        """Destroy the keys in files whose limit has passed (a keyring is not opened for it)."""
        place = self._files()
        return 0 if place is None else place.sweep(now=now)

    def _place(self) -> FolderKeys | KeyringKeys | None:
        if self._chosen is None:
            self._chosen = self._files() or _keyring_if_any()
        return self._chosen

    def _files(self) -> FolderKeys | None:
        folder = self._on_disk or memory_folder()
        return None if folder is None else FolderKeys(folder, self._name)


def checked_id(text: object) -> str:
    """Give a task's id back if it can be part of a file's name.

    Raises:
        RequestError: It cannot.
    """
    if not isinstance(text, str) or not _ID.fullmatch(text):
        raise RequestError("this is no id of a task", code="bad_id")
    return text


def _destroy(path: Path) -> bool:
    is_destroyed = destroy_private(path)
    path.with_suffix(_NEWEST).unlink(missing_ok=True)
    return is_destroyed


def _keyring_if_any() -> KeyringKeys | None:
    try:
        return KeyringKeys()
    except StoreError:
        return None


def _limit_of(path: Path) -> float:
    try:
        found = read_private(path)
    except StoreError:
        return float("inf")  # not to be trusted or read: no reason to keep the others
    return float("inf") if found is None else int.from_bytes(found[:_INSTANT_BYTES], "big")


def _cipher(key: bytes) -> AESGCM:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415 - start-up is measured

    return AESGCM(key)


def _bound(task_id: str, limit: bytes) -> bytes:
    return b"tenure task key 1\0" + task_id.encode() + b"\0" + limit


def _changed() -> IntegrityError:
    return IntegrityError(
        "the key of a task was changed or belongs to another store", hint="End the task; its notes cannot be opened."
    )

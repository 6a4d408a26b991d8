"""Whether the data and key folders may be used: whose they are, who can read them, whether they can be written."""

from __future__ import annotations

import errno
import os
import stat
import sys
import threading
from pathlib import Path

from tenure.errors import StoreError, unavailable
from tenure.forked import free_in_children

_making = threading.Lock()
free_in_children(sys.modules[__name__], "_making")


def prepare(data: Path, keys: Path, *, file: str, create: bool) -> bool:
    """Check both folders, make what is missing, and tell whether they can be written.

    Args:
        data: The data folder.
        keys: The key folder.
        file: The name of the data file.
        create: Whether missing folders are made (mode 0700).

    Raises:
        StoreError: A folder or file is a symbolic link, belongs to another account, the key folder or a key file can
            be read by others, data and keys lie in one folder, or nothing is there and nothing may be made.
        StoreUnavailableError: A folder cannot be made.
    """
    if data.absolute() == keys.absolute() or data.absolute() in keys.absolute().parents:
        raise StoreError(
            "the keys may not lie in the data folder", code="keys_in_data", hint="Name another key folder."
        )
    if not (data / file).exists() and not create:
        raise StoreError("there is no memory yet", code="no_store", hint="Run `tenure init`.")
    for place in (data, keys):
        if place.is_symlink():
            raise StoreError(
                "a store folder may not be a symbolic link", code="symlink", hint="Name the folder itself."
            )
        if not place.exists():
            _make(place, create=create)
        _check_owner(place)
    if (data / file).is_symlink():
        raise StoreError("a store file may not be a symbolic link", code="symlink", hint="Name the folder itself.")
    if (data / file).exists():
        _check_owner(data / file)
    _check_private(keys)
    return can_write(data, keys, file=file)


def can_write(data: Path, keys: Path, *, file: str) -> bool:
    """Tell whether this account may write what of a store is there: its folders, and its data file."""
    return all(os.access(each, os.W_OK) for each in (data, keys, data / file) if each.exists())


def make_private(file: Path) -> None:
    """Make a data file private from its first byte (mode 0600) unless it is there; a link to elsewhere is refused.

    A file that is there is not opened. Whoever closes any descriptor of a file gives up every POSIX lock that the
    process has on it, and with them what keeps other processes from taking SQLite's log away
    (sqlite.org/howtocorrupt.html, 2.2).

    Raises:
        StoreUnavailableError: It cannot be made or written.
    """
    try:
        with _making:  # no other thread may have it open by the time that it is closed here
            os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
    except FileExistsError:
        number = errno.ELOOP if file.is_symlink() else 0 if os.access(file, os.R_OK | os.W_OK) else errno.EACCES
        if number:
            raise unavailable(number, "the data file") from None
    except OSError as error:
        raise unavailable(error.errno, "the data file") from None


def _make(place: Path, *, create: bool) -> None:
    if not create:
        raise StoreError("a store folder is missing", code="no_store", hint="Run `tenure init`, or restore the folder.")
    try:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise unavailable(error.errno, "a store folder") from None


def _check_owner(place: Path) -> None:
    if not hasattr(os, "geteuid"):
        return
    if place.stat().st_uid != os.geteuid():
        raise StoreError(
            "this store belongs to another account", code="other_owner", hint="Use the account that owns the folder."
        )


def _check_private(keys: Path) -> None:
    if not hasattr(os, "geteuid"):
        return
    for place in (keys, *keys.rglob("*")):
        try:
            mode = place.lstat().st_mode
        except FileNotFoundError:  # another process put it in its place just now
            continue
        if stat.S_ISLNK(mode):
            raise StoreError("a key file may not be a symbolic link", code="symlink", hint="Put the file itself there.")
        if stat.S_IMODE(mode) & 0o077:
            raise StoreError(
                "the key folder or a key file is open to other accounts",
                code="keys_not_private",
                hint="Run `chmod -R go-rwx` on the key folder, and think about who may have read it.",
            )

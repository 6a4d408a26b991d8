"""Keep small secrets in private files: made once, refused if anybody else could have read or placed them."""

from __future__ import annotations

import errno
import fcntl
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import takewhile
from pathlib import Path
from typing import Final

from tenure.errors import StoreError, StoreUnavailableError, unavailable
from tenure.model.identifier import new_id

BYTES_MAX: Final = 65_536
"""A private file holds a key or a password; what is longer is not one."""
_DRAFT: Final = "draft"


def make_folder(folder: Path) -> None:
    """Make a folder that only this account can enter, or check that it is one.

    Raises:
        StoreError: It is a symlink, no folder, another account's, or open to others.
        StoreUnavailableError: It cannot be made.
    """
    try:
        make_way(folder)
    except FileExistsError:
        pass  # a file or a dangling link; the check says which
    except OSError as error:
        raise _unavailable(folder, error) from None
    check_folder(folder)


def make_way(folder: Path) -> None:
    """Make a folder and what is missing above it, all for this account alone; what is there stays as it is.

    Raises:
        OSError: It cannot be made; FileExistsError if something else is there.
    """
    missing = list(takewhile(lambda each: not each.exists(), (folder, *folder.parents)))
    for each in reversed(missing):  # `parents=True` would make those above as open as the umask lets it
        each.mkdir(mode=0o700, exist_ok=True)


def check_folder(folder: Path) -> None:
    """Check that a folder is one that only this account can enter, if it is there.

    Raises:
        StoreError: It is a symlink, no folder, another account's, or open to others.
        StoreUnavailableError: It cannot be looked at.
    """
    try:
        found = folder.lstat()
    except FileNotFoundError:
        return
    except OSError as error:
        raise _unavailable(folder, error) from None
    _check(found, folder, is_folder=True)


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Keep everybody else who asks for it, in this and other processes, out of a private folder; none if it is missing.

    Not re-entrant, and for a few small files only: who waits waits without end.

    Raises:
        StoreError: It is a symlink, no folder, another account's, or open to others.
        StoreUnavailableError: It cannot be opened.
    """
    check_folder(folder)
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except FileNotFoundError:
        yield
        return
    except OSError as error:
        raise _unavailable(folder, error) from None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(descriptor, fcntl.LOCK_UN)  # closing lets go of nothing that a child forked meanwhile has too
    finally:
        os.close(descriptor)


def read_private(path: Path) -> bytes | None:
    """Give the bytes of a private file, or None if there is no such file.

    Raises:
        StoreError: It is a symlink, no regular file, another account's, open to others, or too long.
        StoreUnavailableError: It cannot be read.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK)
    except FileNotFoundError:
        return None
    except OSError as error:
        if error.errno == errno.ELOOP:
            hint = f"Put the file itself at {path}, not a link to it."
            raise _unsafe("is a symbolic link", path, code="keys_symlink", hint=hint) from None
        raise _unavailable(path, error) from None
    try:
        _check(os.fstat(descriptor), path, is_folder=False)
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            found = file.read(BYTES_MAX + 1)
    except OSError as error:
        raise _unavailable(path, error) from None
    finally:
        os.close(descriptor)
    if len(found) > BYTES_MAX:
        raise _unsafe("is too long for a key", path, code="keys_length", hint=f"Look whether {path} is the right file.")
    return found


def make_private(path: Path, data: bytes) -> bool:
    """Make a private file with these bytes, whole or not at all, and say whether this call made it.

    Several processes may try at once: an exclusive link lets one win, the others get False and read the winner's.

    Raises:
        StoreError: The folder is not a private one.
        StoreUnavailableError: The file cannot be written.
    """
    make_folder(path.parent)
    draft = path.parent / f".{new_id(_DRAFT)}"
    try:
        try:
            descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(descriptor)
            os.link(draft, path)
        except FileExistsError:
            return False
        finally:
            draft.unlink(missing_ok=True)
        _sync_folder(path.parent)
    except OSError as error:
        raise _unavailable(path, error) from None
    return True


def destroy_drafts(folder: Path) -> int:
    """Remove what `make_private` left in a folder when it was killed, and say how many; no other may be making there.

    A draft is a key that was never in use, or another name of the file that it became, which is left as it is.

    Raises:
        StoreUnavailableError: One cannot be removed.
    """
    drafts = sorted(folder.glob(f".{_DRAFT}_*"))
    for draft in drafts:
        try:
            if draft.lstat().st_nlink > 1:
                draft.unlink()
                continue
        except OSError as error:
            raise _unavailable(draft, error) from None
        destroy_private(draft)
    return len(drafts)


def write_private(path: Path, data: bytes) -> None:
    """Write a small private file in place, made if it is missing; not synced, so a power cut may lose it.

    Raises:
        StoreError: It is a symlink, no regular file, another account's, or open to others.
        StoreUnavailableError: It cannot be written.
    """
    try:
        flags = os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK
        descriptor = os.open(path, flags, 0o600)
    except OSError as error:
        raise _unavailable(path, error) from None
    try:
        _check(os.fstat(descriptor), path, is_folder=False)
        written = os.pwrite(descriptor, data, 0)
    except OSError as error:
        raise _unavailable(path, error) from None
    finally:
        os.close(descriptor)
    if written != len(data):  # a full disk gives a short write before it gives an error
        raise unavailable(errno.ENOSPC, str(path))


def destroy_private(path: Path) -> bool:
    """Overwrite a private file in place, sync it, remove it, and say whether there was one.

    Raises:
        StoreUnavailableError: It cannot be overwritten or removed.
    """
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except FileNotFoundError:
        return False
    except OSError as error:
        raise _unavailable(path, error) from None
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(bytes(os.fstat(descriptor).st_size))
            file.flush()
            os.fsync(descriptor)
        path.unlink(missing_ok=True)
        _sync_folder(path.parent)
    except OSError as error:
        raise _unavailable(path, error) from None
    return True


def replace_private(fresh: Path, path: Path) -> None:
    """Let a private file take another's place at once, and overwrite what was there.

    Raises:
        StoreUnavailableError: It cannot be done.
    """
    try:
        old = os.open(path, os.O_WRONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
        with os.fdopen(old, "wb") as file:
            fresh.replace(path)
            _sync_folder(path.parent)
            file.write(bytes(os.fstat(old).st_size))
            file.flush()
            os.fsync(old)
    except OSError as error:
        raise _unavailable(path, error) from None


def _check(found: os.stat_result, path: Path, *, is_folder: bool) -> None:
    if stat.S_ISLNK(found.st_mode):
        raise _unsafe("is a symbolic link", path, code="keys_symlink", hint=f"Put the folder itself at {path}.")
    if not (stat.S_ISDIR(found.st_mode) if is_folder else stat.S_ISREG(found.st_mode)):
        kind = "folder" if is_folder else "regular file"
        raise _unsafe(f"is no {kind}", path, code="keys_kind", hint=f"Move {path} away.")
    if found.st_uid != os.geteuid():
        hint = f"Use a place that this account owns, or give it to this account: chown $USER {path}"
        raise _unsafe("belongs to another account", path, code="keys_owner", hint=hint)
    if found.st_mode & 0o077:
        hint = f"Run: chmod {'700' if is_folder else '600'} {path}; if others may have read it, change what it holds."
        raise _unsafe("is open to other accounts", path, code="keys_open", hint=hint)


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _unsafe(what: str, path: Path, *, code: str, hint: str) -> StoreError:
    return StoreError(f"{path} {what}", code=code, hint=hint)


def _unavailable(path: Path, error: OSError) -> StoreUnavailableError:
    hint = "Check that the folder exists, is writable by this account and has free space, then try again."
    return unavailable(error.errno, str(path), code="keys_unavailable", hint=hint)

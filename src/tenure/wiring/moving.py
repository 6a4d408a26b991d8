"""A whole store in one file sealed by a passphrase: data, keys, journal; packed here, unpacked on another machine."""

from __future__ import annotations

import os
import shutil
import tarfile
from contextlib import closing, suppress
from pathlib import Path, PurePosixPath
from typing import BinaryIO, Final, cast

from tenure.clock import Clock
from tenure.errors import IntegrityError, RequestError, StoreUnavailableError
from tenure.model.event import Event
from tenure.model.principal import Channel, Origin
from tenure.store.cells import FileFolder, sync_folder
from tenure.store.records import Change
from tenure.store.sqlite import FILE as DATA_FILE
from tenure.store.sqlite import open_store
from tenure.vault.file import make_private, make_way
from tenure.vault.packed import PackReader, PackWriter, packed_header
from tenure.vault.root import KEYRING_MARK, ROOT_FILE, root_for
from tenure.wiring.folders import Folders, home_folder, make_mark

_DATA: Final = "data"
_MARK: Final = "store.id"
_KEYS: Final = "keys/"
_REPOSITORIES: Final = "repositories.json"
DEPTH_MAX: Final = 3
"""How deep a key file lies: ``keys/TENANT/slots``."""
_LEFT_OUT: Final = frozenset({"lock", KEYRING_MARK, ROOT_FILE, f"{ROOT_FILE}.next"})


def pack(folders: Folders, target: Path, passphrase: str, *, by: str, clock: Clock) -> None:
    """Write a store whole into a new file: data, keys with the root key wherever it lies, journal, repositories.

    Nobody writes meanwhile, so that data and keys are of one moment. Scratch stays: it ends with its tasks.

    Raises:
        RequestError: The passphrase is too short or too long.
        StoreUnavailableError: The file is there already or cannot be written.
    """
    copy = folders.data / f"{DATA_FILE}.packing"
    try:
        descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise _unwritable(error) from None
    is_whole = False
    try:
        store = open_store(folders.data, folders.keys, root=root_for(folders.keys), create=False)
        with closing(store), os.fdopen(descriptor, "wb") as file:
            now = max(clock.now(), store.last_at() or clock.now())
            actor = Origin(channel=Channel.USER, principal=by)
            event = Event(at=now, actor=actor, verb="move", rule="R28", code="packed")
            store.commit(Change(now=now, events=(event,)))
            with FileFolder(folders.keys, is_writable=True).lock(), closing(PackWriter(file, passphrase)) as sealed:
                copy.unlink(missing_ok=True)
                store.copy_to(copy)
                with tarfile.open(fileobj=cast("BinaryIO", sealed), mode="w|") as archive:
                    _add(archive, folders, copy)
            file.flush()
            os.fsync(descriptor)
        is_whole = True
    except OSError as error:
        raise _unwritable(error) from None
    finally:
        copy.unlink(missing_ok=True)
        if not is_whole:
            target.unlink(missing_ok=True)


def examine(source: Path) -> None:
    """Refuse what cannot be unpacked here, before anybody is asked for a passphrase.

    Raises:
        RequestError: It cannot be read or is no packed store, or there is a store here (``store_exists``).
    """
    _check_free(home_folder() / "store")
    try:
        with source.open("rb") as file:
            if source.is_file():  # a pipe gives its bytes but once
                packed_header(file)
    except OSError as error:
        raise RequestError(
            f"that file cannot be read: {os.strerror(error.errno or 0)}",
            code="bad_file",
            hint="Name what `tenure move pack` made.",
        ) from None


def unpack(source: Path, passphrase: str) -> Folders:
    """Put a packed store in the place of this person's own, where there is none yet; whole or not at all.

    Raises:
        RequestError: It is no packed store, or there is a store here (``store_exists``).
        NotAllowedError: The passphrase does not open it.
        IntegrityError: The file was changed or cut short.
    """
    home = home_folder()
    data = home / "store"
    _check_free(data)
    part = home / "unpacking"
    shutil.rmtree(part, ignore_errors=True)
    try:
        make_way(part)
        with source.open("rb") as file:
            _extract(cast("BinaryIO", PackReader(file, passphrase)), part)
        mark = (part / _MARK).read_text(encoding="ascii", errors="replace")
        keys = home / "keys" / mark
        if (
            len(mark) != 32
            or not (mark.isascii() and mark.isalnum())
            or not (part / "keys").is_dir()
            or not (part / _DATA).is_file()
        ):
            raise _no_pack()
        if keys.exists():
            raise RequestError("the keys of this store are here", code="store_exists", hint="Move them away first.")
        make_way(keys.parent)
        (part / "keys").rename(keys)
        make_mark(data, mark)
        (part / _DATA).rename(data / DATA_FILE)
        if (part / _REPOSITORIES).exists() and not (home / _REPOSITORIES).exists():
            (part / _REPOSITORIES).rename(home / _REPOSITORIES)
        sync_folder(data)
    except OSError as error:
        raise _unwritable(error) from None
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return Folders(data=data, keys=keys, home=home)


def _check_free(data: Path) -> None:
    if (data / DATA_FILE).exists() or (data / _MARK).exists():
        raise RequestError("there is a store here", code="store_exists", hint="Move it away first, keys and data.")


def _add(archive: tarfile.TarFile, folders: Folders, copy: Path) -> None:
    archive.add(copy, _DATA)
    archive.add(folders.data / _MARK, _MARK)
    for file in sorted(folders.keys.rglob("*")):
        inside = file.relative_to(folders.keys)
        if file.is_file() and inside.as_posix() not in _LEFT_OUT and inside.parts[0] != "tasks":
            archive.add(file, _KEYS + inside.as_posix())
    root = folders.keys / f"{ROOT_FILE}.packing"
    with suppress(FileNotFoundError):
        root.unlink()
    try:
        make_private(root, root_for(folders.keys).load())
        archive.add(root, _KEYS + ROOT_FILE)
    finally:
        root.unlink(missing_ok=True)
    if (folders.home / _REPOSITORIES).exists():
        archive.add(folders.home / _REPOSITORIES, _REPOSITORIES)


def _extract(opened: BinaryIO, part: Path) -> None:
    """Write the members that a packed store has, as private files; nothing else that an archive may hold."""
    try:
        with tarfile.open(fileobj=opened, mode="r|") as archive:
            for member in archive:
                is_plain = member.isfile() and not member.issparse() and _is_known(member.name)
                read = archive.extractfile(member) if is_plain else None
                if read is None:
                    raise _no_pack()
                target = part / member.name
                make_way(target.parent)
                with os.fdopen(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                    shutil.copyfileobj(read, file)
                    file.flush()
                    os.fsync(file.fileno())
        while opened.read(1 << 16):  # to the last frame, which says that nothing was cut off
            pass
    except (tarfile.TarError, ValueError, OverflowError, RecursionError):
        raise IntegrityError("this file was changed or cut short", code="damaged", hint="Pack anew.") from None


def _is_known(name: str) -> bool:
    parts = PurePosixPath(name).parts
    if ".." in parts or name.startswith("/") or not name.isprintable():
        return False
    return name in {_DATA, _MARK, _REPOSITORIES} or (parts[:1] == ("keys",) and 1 < len(parts) <= DEPTH_MAX)


def _no_pack() -> RequestError:
    return RequestError("this file holds no store", code="bad_pack", hint="Name what `tenure move pack` made.")


def _unwritable(error: OSError) -> RequestError | StoreUnavailableError:
    if isinstance(error, FileExistsError):
        return RequestError("there is a file of this name already", code="backup_exists", hint="Name a new file.")
    return StoreUnavailableError(
        f"a file cannot be used: {os.strerror(error.errno or 0)}", code="copy_unwritable", hint="Check the folders."
    )

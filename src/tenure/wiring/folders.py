"""Where a memory lies: its data folder, the key folder apart from it, and what keeps both out of git."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Final

import platformdirs

from tenure.cite.opened import tracks
from tenure.errors import StoreError, unavailable
from tenure.store.sqlite import FILE as STORE_FILE
from tenure.values import dataclass
from tenure.vault.file import make_private, make_way, read_private

HOME_VARIABLE = "TENURE_HOME"
_BEGIN: Final = "Run `tenure init`."
_LOST: Final = (
    "Run `tenure init`; or, if there was one and its folder was lost, `tenure restore BACKUP`: keys lie in {keys}."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Folders:
    """Where one memory lies.

    Args:
        data: The data folder.
        keys: The key folder, never inside the data folder.
        home: The user's data folder: the registry of repositories and, by default, data and keys.
    """

    data: Path
    keys: Path
    home: Path


def home_folder() -> Path:
    """Give the user's data folder: ``TENURE_HOME`` if set, else the platform's own place for it."""
    named = os.environ.get(HOME_VARIABLE)
    return Path(named) if named else Path(platformdirs.user_data_dir("tenure"))


def folders_for(
    path: str | os.PathLike[str] | None, keys: str | os.PathLike[str] | None = None, *, create: bool
) -> Folders:
    """Say where the memory at ``path`` lies, and make its mark there if it is new.

    Without a path it is this person's one store. The mark (a random id in the data folder) names the key folder, so
    that a moved data folder finds its keys and a copied-in one from elsewhere finds none.

    Raises:
        StoreError: There is no store and none may be made, or the store is tracked by git.
        StoreUnavailableError: A folder cannot be made or looked at.
    """
    try:
        return _folders_for(path, keys, create=create)
    except OSError as error:
        raise unavailable(error.errno, "a store folder") from None


def keys_of(store_id: bytes) -> Path | None:
    """Give the key folder on this account that belongs to the store of this id, or None."""
    folders = sorted((home_folder() / "keys").glob("*"))
    return next((each for each in folders if read_private(each / "store") == store_id), None)


def make_mark(data: Path, name: str) -> None:
    """Make a data folder if it is missing, and in it the mark that names its key folder, unless there is one."""
    make_way(data)
    make_private(data / "store.id", name.encode())


def _folders_for(path: str | os.PathLike[str] | None, keys: str | os.PathLike[str] | None, *, create: bool) -> Folders:
    home = home_folder()
    data = Path(path) if path is not None else home / "store"
    mark = data / "store.id"
    found = read_private(mark) if data.exists() else None
    if found is None:
        if not create:
            raise StoreError("there is no memory yet", code="no_store", hint=_hint(home) if path is None else _BEGIN)
        make_mark(data, secrets.token_hex(16))
        found = read_private(mark)
    _keep_out_of_git(data)
    name = (found or b"").decode("ascii", "replace")
    if len(name) != 32 or not name.isalnum():
        raise StoreError(
            "the mark of this store is damaged", code="bad_mark", hint="Restore `store.id`, or start anew."
        )
    folders = Folders(data=data, keys=Path(keys) if keys is not None else home / "keys" / name, home=home)
    if (data / STORE_FILE).exists() and not folders.keys.exists():
        raise StoreError(
            "the keys of this store are not on this account",
            code="foreign_store",
            hint="Name its key folder; for your own store `tenure init --adopt` says what can be done.",
        )
    if create:
        make_way(folders.keys.parent)
    return folders


def _hint(home: Path) -> str:
    """Say what to do where this person's own store is not there: its keys may be, and then it was lost."""
    keys = home / "keys"
    return _LOST.format(keys=keys) if any(keys.glob("*/store")) else _BEGIN


def _keep_out_of_git(data: Path) -> None:
    """Refuse a store whose files git tracks; in a work tree, write the `.gitignore` that keeps it out."""
    folder = data.absolute()
    if not any((parent / ".git").exists() for parent in (folder, *folder.parents)):
        return
    if tracks(folder):
        raise StoreError(
            "git tracks files of this store",
            code="store_tracked",
            hint="Take it out of git (`git rm -r --cached FOLDER`), or open a store elsewhere.",
        )
    ignore = folder / ".gitignore"
    if not ignore.exists() and os.access(folder, os.W_OK):
        ignore.write_text("*\n", encoding="utf-8")

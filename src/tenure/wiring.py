"""Opens a memory: the only file that names backends, validators and vaults."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from tenure.cite.code import CodeValidator
from tenure.cite.file import FileValidator
from tenure.cite.git import Repositories
from tenure.cite.opened import tracks
from tenure.cite.statement import ApprovalValidator, StatementValidator
from tenure.cite.tool import ToolValidator
from tenure.cite.validator import Registry
from tenure.clock import Clock, SystemClock
from tenure.errors import CitationError, PolicyError, StoreError, StoreUnavailableError
from tenure.memory.arguments import to_clock, to_folder
from tenure.memory.checked import checked_call
from tenure.memory.memory import Memory
from tenure.memory.settings import POLICY, read_setting, write_setting
from tenure.memory.wired import Wired, is_leap
from tenure.policy.load import dump, parse, sound
from tenure.policy.policy import Policy
from tenure.policy.presets import PRESETS
from tenure.policy.tighten import is_looser
from tenure.recall.uses import Uses
from tenure.store.records import Finding
from tenure.store.scratch import ScratchStore
from tenure.store.sealed import DurableStore
from tenure.store.sqlite import FILE as STORE_FILE
from tenure.store.sqlite import open_store
from tenure.vault import present
from tenure.vault.file import make_folder, make_private, read_private
from tenure.vault.root import FileRoot, RootKey, root_for
from tenure.vault.task_keys import FolderKeys, SessionKeys

HOME_VARIABLE = "TENURE_HOME"
SESSION_KEYS_VARIABLE = "TENURE_SESSION_KEYS"
IN_MEMORY = ":memory:"
HOST = "host"


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
        raise StoreUnavailableError(f"a store folder cannot be used: {os.strerror(error.errno or 0)}") from None


def _folders_for(path: str | os.PathLike[str] | None, keys: str | os.PathLike[str] | None, *, create: bool) -> Folders:
    home = home_folder()
    data = Path(path) if path is not None else home / "store"
    mark = data / "store.id"
    found = read_private(mark) if data.exists() else None
    if found is None:
        if not create:
            raise StoreError("there is no store here", code="no_store", hint="Run `tenure init`.")
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        make_private(mark, secrets.token_hex(16).encode())
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
    return folders


def default_branch(folder: Path) -> str:
    """Give the default branch of the repository in which a folder lies, or an empty text."""
    try:
        return Repositories(home_folder()).default_branch(folder)
    except CitationError:
        return ""


@checked_call
def open(  # noqa: A001 - the word that every store's users know
    path: str | os.PathLike[str] | None = None,
    *,
    keys: str | os.PathLike[str] | None = None,
    policy: Policy | str | None = None,
    clock: Clock | None = None,
    create: bool = True,
) -> Memory:
    """Open a memory, and make what is missing.

    Args:
        path: The data folder; ``":memory:"`` for one that ends with the process; this person's own store if omitted.
        keys: The key folder, never inside the data folder; found by the store's mark if omitted.
        policy: A policy, or the name of a preset: kept when the store is made, *personal* if omitted. For a store that
            has a policy it may only be tighter (R37).
        clock: The source of time; the system's if omitted.
        create: Whether a missing store is made.

    Raises:
        StoreError: The store cannot be opened; the code and hint say why.
        PolicyError: ``policy`` is looser than the one in force, or no known preset.
    """
    given = preset(policy) if isinstance(policy, str) else None if policy is None else sound(policy)
    chosen_clock = to_clock(SystemClock() if clock is None else clock)
    folders = None if path == IN_MEMORY else folders_for(to_folder(path), to_folder(keys), create=create)
    bounds = given or PRESETS["personal"]
    root = _MemoryRoot() if folders is None else _root(folders)
    store = open_store(
        None if folders is None else folders.data,
        None if folders is None else folders.keys,
        root=root,
        create=create,
        views_bytes_max=bounds.views_bytes_max,
        view_idle_seconds=bounds.view_idle_seconds_max,
        clock_leap_days_max=bounds.clock_leap_days_max,
    )
    try:
        in_force = _policy_in_force(store, given, chosen_clock)
        return Memory(_wired(store, in_force, chosen_clock, folders))
    except BaseException:
        store.close()
        raise


def _wired(store: DurableStore, policy: Policy, clock: Clock, folders: Folders | None) -> Wired:
    home = home_folder() if folders is None else folders.home
    repositories = Repositories(home)
    return Wired(
        entries=store,
        ledger=store,
        notes=_scratch(store, policy, folders, clock),
        policy=policy,
        registry=_registry(store, repositories, policy),
        repositories=repositories,
        clock=clock,
        uses=Uses(),
        check_signature=present.verify,
        data=None if folders is None else folders.data,
        keys=None if folders is None else folders.keys,
    )


def _registry(store: DurableStore, repositories: Repositories, policy: Policy) -> Registry:
    return Registry(
        (
            StatementValidator(store.digest),
            ApprovalValidator(),
            CodeValidator(repositories, store.digest, trusted_refs=policy.trusted_refs),
            FileValidator(repositories, store.digest),
            ToolValidator(store.digest),
        )
    )


def _scratch(store: DurableStore, policy: Policy, folders: Folders | None, clock: Clock) -> ScratchStore:
    if folders is None:
        return ScratchStore(None, store_id=IN_MEMORY)
    name = folders.keys.name
    notes = ScratchStore(
        folders.data / "scratch.db",
        store_id=name,
        session=SessionKeys(name, on_disk=_session_folder()),
        server=FolderKeys(folders.keys / "tasks", name, wrap=store.task_key),
    )
    now = clock.now()
    if not is_leap(store, policy, now):
        with suppress(StoreUnavailableError):  # a folder that can only be read is swept by those who can write it
            notes.sweep(now=now)
    return notes


def _session_folder() -> Path | None:
    """Give the folder on disk for keys of session tasks, if the person asked for one (R27)."""
    named = os.environ.get(SESSION_KEYS_VARIABLE)
    return Path(named) if named else None


def _policy_in_force(store: DurableStore, given: Policy | None, clock: Clock) -> Policy:
    kept = read_setting(POLICY, entries=store)
    if kept is None:
        chosen = given or PRESETS["personal"]
        if store.is_writable:
            write_setting(POLICY, dump(chosen), person=HOST, entries=store, now=clock.now())
        return chosen
    pinned = parse(kept.value)
    if given is None:
        return pinned
    looser = is_looser(given, pinned)
    if looser:
        raise PolicyError(
            f"this policy is looser than the one in force: {', '.join(looser)}",
            code="looser_policy",
            hint="A person loosens it: `tenure policy set FILE`.",
        )
    return given


def engines() -> tuple[Finding, ...]:
    """Say which libraries keep the data and read git here, and what is known to be wrong with them."""
    from importlib.metadata import version  # noqa: PLC0415 - loaded on first use, start-up is measured

    import pygit2  # noqa: PLC0415 - the same

    from tenure.store.sqlite_engine import engine  # noqa: PLC0415 - the same

    git = f"pygit2 {version('pygit2')}, libgit2 {pygit2.LIBGIT2_VERSION}; no git program is run"
    return engine(), Finding(check="git", is_fault=False, message=git)


def preset(name: str) -> Policy:
    """Give the policy of a preset.

    Raises:
        PolicyError: There is none of this name.
    """
    found = PRESETS.get(name)
    if found is None:
        raise PolicyError("no such preset", code="unknown_preset", hint=f"Presets: {', '.join(PRESETS)}.")
    return found


class _MemoryRoot:
    """A root key for a store in memory: it ends with the process."""

    def __init__(self) -> None:
        self._key = secrets.token_bytes(32)

    def load(self) -> bytes:
        return self._key


def _root(folders: Folders) -> RootKey:
    root = root_for(folders.keys)
    if isinstance(root, FileRoot) and not (folders.data / STORE_FILE).exists():
        make_folder(folders.keys)
        root.make()
    return root


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

"""Puts one memory together from its parts; loaded when the first memory is opened."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import field
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from tenure.cite.git import Repositories
from tenure.cite.validator import CODE, WEB, Registry, Validator, Verifier
from tenure.clock import Clock
from tenure.errors import CitationError, ConflictError, PolicyError, StoreUnavailableError
from tenure.memory.memory import Memory
from tenure.memory.settings import POLICY, read_setting, write_setting
from tenure.memory.wired import Wired, is_leap
from tenure.model.citation import APPROVAL, STATEMENT
from tenure.model.entry import Entry
from tenure.policy.load import dump, parse
from tenure.policy.policy import Policy
from tenure.policy.presets import PRESETS
from tenure.recall.uses import Uses
from tenure.scratch.searched import SearchedNotes
from tenure.search.embed.port import Embedder
from tenure.store.records import Finding
from tenure.store.scratch import ScratchStore
from tenure.store.sealed import DurableStore
from tenure.store.sqlite import FILE as STORE_FILE
from tenure.store.sqlite import open_store
from tenure.store.vector import Vector
from tenure.values import dataclass
from tenure.vault.file import make_folder
from tenure.vault.root import FileRoot, RootKey, root_for
from tenure.vault.task_keys import FolderKeys, SessionKeys
from tenure.wiring import IN_MEMORY
from tenure.wiring.embedders import embedder_for_notes, meanings
from tenure.wiring.folders import Folders, folders_for, home_folder

if TYPE_CHECKING:  # what checks citations, and what writes, loads when it is first used
    from tenure.cite.fetched import Fetching
    from tenure.cite.messages import Messages
    from tenure.write.drafter import Drafter

SESSION_KEYS_VARIABLE = "TENURE_SESSION_KEYS"
HOST = "host"


def default_branch(folder: Path) -> str:
    """Give the default branch of the repository in which a folder lies, or an empty text."""
    try:
        return Repositories(home_folder()).default_branch(folder)
    except CitationError:
        return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Extras:
    """What a host adds.

    Args:
        validators: Validators of further citation schemes.
        verifiers: By tool name, who says whether a cited result still holds.
        file_roots: Folders outside a repository whose files may be cited.
        messages: The host's store of messages.
        embedder: What compares by meaning, ``lexical`` for nothing, None for the policy's.
        drafter: Drafts slots in the place of the package's own forms.
    """

    validators: tuple[Validator, ...] = ()
    verifiers: Mapping[str, Verifier] = field(default_factory=dict[str, Verifier])
    file_roots: tuple[Path, ...] = ()
    messages: Messages | None = None
    embedder: Embedder | str | None = None
    drafter: Drafter | None = None


def opened(
    path: Path | None,
    keys: Path | None,
    *,
    policy: Policy | None,
    clock: Clock,
    create: bool,
    extras: Extras,
    root: RootKey | None,
    sweep_minutes: int | None,
) -> Memory:
    """Open the memory at ``path``; arguments and errors as `tenure.open`, already checked."""
    folders = None if path == Path(IN_MEMORY) else folders_for(path, keys, create=create)
    chosen = _MemoryRoot() if folders is None else _root(folders, root)
    store = open_store(
        None if folders is None else folders.data, None if folders is None else folders.keys, root=chosen, create=create
    )
    try:
        in_force = _policy_in_force(store, policy, clock)
        store.bound(
            views_bytes_max=in_force.views_bytes_max,
            view_idle_seconds=in_force.view_idle_seconds_max,
            clock_leap=timedelta(days=in_force.clock_leap_days_max),
        )
        wired = _wired(store, in_force, clock, folders, extras)
        wired.is_policy_given = policy is not None
        wired.unwritable = store.unwritable
        wired.registry.add_later(WEB, lambda: _web(store, wired))
        for validator in extras.validators:
            wired.registry.add(validator)
        wired.meaning_of(in_force.embedder)  # a model that is not there is told now, not at the first recall
        store.make_vectors(lambda made: _vectors_of(made, wired))
        return Memory(wired, sweep_minutes=sweep_minutes)
    except BaseException:
        store.close()
        raise


def _wired(store: DurableStore, policy: Policy, clock: Clock, folders: Folders | None, extras: Extras) -> Wired:
    home = home_folder() if folders is None else folders.home
    repositories = Repositories(home)
    return Wired(
        entries=store,
        ledger=store,
        notes=_scratch(store, policy, folders, clock),
        policy=policy,
        registry=_registry(store, repositories, extras),
        repositories=repositories,
        clock=clock,
        uses=Uses(),
        digest=store.digest,
        check_signature=_check_signature,
        searched=SearchedNotes(lambda: embedder_for_notes(extras.embedder)),
        meaning_of=meanings(extras.embedder),
        own_drafter=extras.drafter,
        data=None if folders is None else folders.data,
        keys=None if folders is None else folders.keys,
    )


def _vectors_of(entries: Sequence[Entry], wired: Wired) -> tuple[Vector | None, ...]:
    from tenure.write.vectors import vectors_of  # noqa: PLC0415 - loads on first use

    return vectors_of(entries, wired.meaning)


def _check_signature(public_key_hex: str, message: bytes, signature_hex: str) -> bool:
    from tenure.vault.present import verify  # noqa: PLC0415 - loads on first use

    return verify(public_key_hex, message, signature_hex)


def _registry(store: DurableStore, repositories: Repositories, extras: Extras) -> Registry:
    registry = Registry(())

    def statement() -> Validator:
        from tenure.cite.statement import StatementValidator  # noqa: PLC0415 - loads on first use
        from tenure.lifecycle.messages import ToldMessages  # noqa: PLC0415 - loads on first use

        return StatementValidator(store.digest, messages=extras.messages, told=ToldMessages(store, store.digest))

    def approval() -> Validator:
        from tenure.cite.statement import ApprovalValidator  # noqa: PLC0415 - loads on first use

        return ApprovalValidator()

    def tool() -> Validator:
        from tenure.cite.tool import ToolValidator  # noqa: PLC0415 - loads on first use

        return ToolValidator(store.digest, verifiers=extras.verifiers)

    def code() -> Validator:
        from tenure.cite.code import CodeValidator  # noqa: PLC0415 - what reads code loads with its first citation

        return CodeValidator(repositories, store.digest)

    def file() -> Validator:
        from tenure.cite.file import FileValidator  # noqa: PLC0415 - the same

        return FileValidator(repositories, store.digest, roots=extras.file_roots)

    registry.add_later(STATEMENT, statement, stands_unkept=True)
    registry.add_later(APPROVAL, approval, stands_unkept=True)
    registry.add_later("tool", tool)
    registry.add_later(CODE, code)
    registry.add_later("file", file)
    return registry


def _web(store: DurableStore, wired: Wired) -> Validator:
    from tenure.cite.web import WebValidator  # noqa: PLC0415 - what speaks to the web loads with its first citation

    seconds = wired.policy.check_seconds_max

    def fetcher() -> Fetching:
        from tenure.cite.fetch import Fetcher  # noqa: PLC0415 - and this once a page is asked for

        return Fetcher(lambda: wired.policy.web_hosts, seconds=seconds)  # those of the policy that is in force then

    return WebValidator(store.digest, fetcher, seconds=seconds)


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
        if store.unwritable is not None:
            return chosen
        try:
            write_setting(POLICY, dump(chosen), person=HOST, entries=store, now=clock.now())
        except ConflictError:  # of several first starts at once another was first: its policy is in force
            return _policy_in_force(store, given, clock)
        return chosen
    pinned = parse(kept.value)
    if given is None:
        return pinned
    from tenure.policy.tighten import is_looser  # noqa: PLC0415 - loads on first use

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


class _MemoryRoot:
    """A root key for a store in memory: it ends with the process."""

    def __init__(self) -> None:
        self._key = secrets.token_bytes(32)

    def load(self) -> bytes:
        return self._key


def _root(folders: Folders, given: RootKey | None) -> RootKey:
    root = given or root_for(folders.keys)
    if (given is not None or isinstance(root, FileRoot)) and not (folders.data / STORE_FILE).exists():
        make_folder(folders.keys)
        root.make()
    return root

"""Opens a memory: the only package that names backends, validators and vaults."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from tenure.cite.validator import Validator, Verifier
from tenure.clock import Clock, SystemClock
from tenure.errors import PolicyError
from tenure.memory.arguments import SWEEP_MINUTES_MAX, to_clock, to_count, to_embedder, to_folder
from tenure.memory.checked import checked_call
from tenure.memory.memory import Memory
from tenure.policy.load import sound
from tenure.policy.policy import Policy
from tenure.policy.presets import PRESETS
from tenure.search.embed.port import Embedder
from tenure.store.records import Restored
from tenure.vault.root import RootKey

if TYPE_CHECKING:  # load with the first memory to which a host gives one
    from tenure.cite.messages import Messages
    from tenure.write.drafter import Drafter

IN_MEMORY = ":memory:"


@checked_call
def open(  # noqa: A001 - the word that every store's users know
    path: str | os.PathLike[str] | None = None,
    *,
    keys: str | os.PathLike[str] | None = None,
    policy: Policy | str | None = None,
    clock: Clock | None = None,
    create: bool = True,
    validators: Iterable[Validator] = (),
    verifiers: Mapping[str, Verifier] | None = None,
    file_roots: Iterable[str | os.PathLike[str]] = (),
    messages: Messages | None = None,
    root: RootKey | None = None,
    embedder: Embedder | str | None = None,
    drafter: Drafter | None = None,
    sweep_minutes: int | None = None,
) -> Memory:
    """Open a memory, and make what is missing.

    Args:
        path: The data folder; ``":memory:"`` for one that ends with the process; this person's own store if omitted.
        keys: The key folder, never inside the data folder; found by the store's mark if omitted.
        policy: A policy, or the name of a preset: kept when the store is made, *personal* if omitted. For a store that
            has a policy it may only be tighter (R37).
        clock: The source of time; the system's if omitted.
        create: Whether a missing store is made.
        validators: Validators of further citation schemes; one of a known scheme replaces it (R14).
        verifiers: By tool name, who says whether a cited result of that tool still holds.
        file_roots: Folders outside a repository whose files may be cited as ``file:``.
        messages: The host's store of messages, asked whether a heard message still says what was cited.
        root: Gives the root key, as from a key service, in the place of file, keyring and environment.
        embedder: What compares by meaning instead of the policy's; ``"lexical"`` for words alone in this process. Where
            the policy says *lexical*, nothing does.
        drafter: Drafts the slot of a claim from its wording, in the place of the closed list of forms in the package.
        sweep_minutes: Sweep in a thread of this process, first after a minute at the latest and then each so many
            minutes (1 to a week's 10,080), until it is closed; if omitted, only `OperatorHandle.sweep` does. A forked
            child does the same from its first use of the memory on.

    Raises:
        StoreError: The store cannot be opened; the code and hint say why.
        PolicyError: ``policy`` is looser than the one in force, or no known preset.
    """
    from tenure.wiring.parts import Extras, opened  # noqa: PLC0415 - backends load on first use, start-up is measured

    if sweep_minutes is not None:
        to_count(sweep_minutes, name="sweep_minutes", most=SWEEP_MINUTES_MAX)
    return opened(
        None if path is None else to_folder(path),
        None if keys is None else to_folder(keys),
        policy=preset(policy) if isinstance(policy, str) else None if policy is None else sound(policy),
        clock=to_clock(SystemClock() if clock is None else clock),
        create=create,
        extras=Extras(
            validators=tuple(validators),
            verifiers=dict(verifiers or {}),
            file_roots=tuple(map(to_folder, file_roots)),
            messages=messages,
            embedder=to_embedder(embedder),
            drafter=drafter,
        ),
        root=root,
        sweep_minutes=sweep_minutes,
    )


@checked_call
def restore(
    backup: str | os.PathLike[str],
    path: str | os.PathLike[str] | None = None,
    *,
    keys: str | os.PathLike[str] | None = None,
    by: str = "host",
    clock: Clock | None = None,
    root: RootKey | None = None,
) -> Restored:
    """Put a backup in the place of data that was lost; nothing comes back that ended since it was made (R28).

    Data that is there is set aside, never deleted. Without the key folder a backup cannot be opened; without the
    journal of ends in it, what comes back is due for review and grants are not in force.

    Args:
        backup: The file that `OperatorHandle.backup` made.
        path: The data folder; this person's own store if omitted.
        keys: The key folder; found by the store's mark, or by the backup's own store id, if omitted.
        by: Who restores, for the ledger.
        clock: The source of time; the system's if omitted.
        root: Gives the root key, if `open` is given one too.

    Raises:
        RequestError: The backup is none (``no_backup``, ``bad_backup``) or another store's (``foreign_backup``).
        StoreError: Keys are missing.
        IntegrityError: The backup is damaged or was altered.
        StoreUnavailableError: Another process has the store open (``in_use``), or something cannot be written.
    """
    from tenure.wiring.restoring import restored  # noqa: PLC0415 - backends load on first use, start-up is measured

    return restored(
        to_folder(backup),
        None if path is None else to_folder(path),
        None if keys is None else to_folder(keys),
        by=by,
        clock=to_clock(SystemClock() if clock is None else clock),
        root=root,
    )


@checked_call
def accept_keys(
    path: str | os.PathLike[str] | None = None,
    *,
    keys: str | os.PathLike[str] | None = None,
    by: str = "host",
    clock: Clock | None = None,
) -> Restored:
    """Take the data as it is, where the key folder's heads or its journal of ends are damaged (``keys_damaged``).

    Only for when the key folder cannot be put back: nobody can tell any more whether this data is an older copy. What
    can be verified is used again; what was altered stays withheld; what the journal knows to have ended ends. If heads
    and journal are both lost, everything is due for review, and grants and the policy are not in force any more:
    *strict* is.

    Args:
        path: The data folder; this person's own store if omitted.
        keys: The key folder; found by the store's mark if omitted.
        by: Who accepts, for the ledger.
        clock: The source of time; the system's if omitted.

    Raises:
        StoreError: Nothing is damaged (``nothing_damaged``), or keys are missing.
        IntegrityError: The data file or the ledger is damaged too.
        StoreUnavailableError: Something cannot be written.
    """
    from tenure.wiring.restoring import accepted  # noqa: PLC0415 - backends load on first use, start-up is measured

    return accepted(
        None if path is None else to_folder(path),
        None if keys is None else to_folder(keys),
        by=by,
        clock=to_clock(SystemClock() if clock is None else clock),
    )


def preset(name: str) -> Policy:
    """Give the policy of a preset.

    Raises:
        PolicyError: There is none of this name.
    """
    found = PRESETS.get(name)
    if found is None:
        raise PolicyError("no such preset", code="unknown_preset", hint=f"Presets: {', '.join(PRESETS)}.")
    return found

"""The root key as its person keeps it: where it lies, its recovery code, and putting it back from that code."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tenure.errors import Error, RequestError, StoreError
from tenure.vault.file import destroy_private
from tenure.vault.root import (
    ROOT_FILE,
    ROOT_VARIABLE,
    EnvironmentRoot,
    FileRoot,
    KeyringRoot,
    from_recovery_code,
    recovery_code,
    root_for,
)


def root_place(keys: Path) -> str:
    """Say where the root key of a key folder comes from: a file's path, the OS keyring, or an environment variable."""
    root = root_for(keys)
    if isinstance(root, KeyringRoot):
        return "the OS keyring"
    return str(keys / ROOT_FILE) if isinstance(root, FileRoot) else f"the variable {ROOT_VARIABLE}"


def root_text(keys: Path) -> str:
    """Give the root key as the environment variable takes it. It is the key: show it to its person alone."""
    return root_for(keys).load().hex()


def check_root(keys: Path) -> None:
    """Look whether the root key is there and private.

    Raises:
        StoreError: It is missing, damaged or open to others; the hint says the fix.
    """
    root_for(keys).load()


def code_of(keys: Path) -> str:
    """Give the recovery code of the root key. The code is the key: show it to its person alone.

    Raises:
        StoreError: The key is missing or cannot be trusted.
    """
    return recovery_code(root_for(keys).load())


def check_lost(keys: Path) -> None:
    """See that a root key is lost and can be put back, before a person is asked for its recovery code.

    Raises:
        RequestError: There is a root key already, or it comes from the environment.
    """
    root = root_for(keys)
    if isinstance(root, EnvironmentRoot):
        raise RequestError(
            "the root key comes from an environment variable",
            code="root_in_environment",
            hint=f"Set {ROOT_VARIABLE} to the key, or unset it and try again.",
        )
    if _answers(root) if isinstance(root, KeyringRoot) else (keys / ROOT_FILE).exists():
        raise _there_already()


def _there_already() -> RequestError:
    return RequestError(
        "there is a root key already", code="root_exists", hint="Move it away first if it is not the right one."
    )


def restore(keys: Path, code: str, *, check: Callable[[], None]) -> None:
    """Put the root key back from its recovery code, unless there is one; as a file, also if a keyring held it.

    Args:
        keys: The key folder, with everything else that was in it.
        code: The code, as typed.
        check: Opens the store; if it raises, the key is taken away again, for it was another store's.

    Raises:
        RequestError: It is no recovery code, there is a root key already, or it comes from the environment.
        StoreError: What ``check`` raises.
    """
    check_lost(keys)
    root = root_for(keys)
    given, file = from_recovery_code(code), FileRoot(keys / ROOT_FILE)
    lost = root if isinstance(root, KeyringRoot) else None
    # Beside the mark of a keyring a file lies only if this was stopped in its midst.
    if not (file.keep(given) or (lost is not None and file.load() == given)):
        raise _there_already()
    if lost is not None:
        lost.unmark()
    try:
        check()
    except Error:
        destroy_private(keys / ROOT_FILE)
        if lost is not None:
            lost.mark()
        raise


def _answers(root: KeyringRoot) -> bool:
    try:
        root.load()
    except StoreError:
        return False
    return True

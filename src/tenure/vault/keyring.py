"""Keep keys and secrets in the operating system's keyring (the extra `keyring`, imported on first use)."""

from __future__ import annotations

import importlib
from typing import Protocol, cast

from tenure.errors import StoreError, StoreUnavailableError


class _Library(Protocol):
    def get_password(self, service_name: str, username: str) -> str | None: ...

    def set_password(self, service_name: str, username: str, password: str) -> None: ...

    def delete_password(self, service_name: str, username: str) -> None: ...


class Keyring:
    """Named values of one service in the keyring of this account.

    Args:
        service: The service under which the names stand.

    Raises:
        StoreError: The extra is not installed, or no usable keyring is at hand.
    """

    def __init__(self, service: str = "tenure") -> None:
        self._service = service
        self._library = _load()

    def get(self, name: str) -> str | None:
        """Give the value of a name, or None."""
        try:
            return self._library.get_password(self._service, name)
        except Exception as error:  # noqa: BLE001 - the library's errors are those of many systems
            raise _unavailable(error) from None

    def put(self, name: str, value: str) -> None:
        """Keep a value under a name, in place of an earlier one."""
        try:
            self._library.set_password(self._service, name, value)
        except Exception as error:  # noqa: BLE001 - the library's errors are those of many systems
            raise _unavailable(error) from None

    def destroy(self, name: str) -> bool:
        """Remove a name and say whether it was there."""
        if self.get(name) is None:
            return False
        try:
            self._library.delete_password(self._service, name)
        except Exception as error:  # noqa: BLE001 - the library's errors are those of many systems
            raise _unavailable(error) from None
        return True


def _load() -> _Library:
    try:
        library = importlib.import_module("keyring")
    except ImportError:
        raise StoreError(
            "the OS keyring needs the extra 'keyring', which is not installed",
            code="keyring_missing",
            hint="Install it (pip install 'tenure[keyring]'), or use a key file or an environment variable.",
        ) from None
    return cast("_Library", library)


def _unavailable(error: Exception) -> StoreUnavailableError:
    # The class alone: a keyring's message may hold what was being kept.
    return StoreUnavailableError(
        f"the OS keyring did not answer ({type(error).__name__})",
        code="keyring_unavailable",
        hint="Unlock it or start its service, or use a key file or an environment variable.",
    )

"""Where the root key may lie: a private file, an environment variable or the OS keyring; and its recovery code.

Lost keys are lost memory: nothing here can bring back a root key but the file itself or its printed code.
"""

from __future__ import annotations

import hashlib
import os
import secrets
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from tenure.errors import RequestError, StoreError
from tenure.vault.file import check_folder, destroy_drafts, destroy_private, make_private, read_private, replace_private

if TYPE_CHECKING:  # loads where the root key lies in the keyring
    from tenure.vault.keyring import Keyring

ROOT_BYTES: Final = 32
ROOT_VARIABLE: Final = "TENURE_ROOT_KEY"
ROOT_FILE: Final = "root.key"
KEYRING_MARK: Final = "root.keyring"

_ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_MISREAD: Final = str.maketrans({"O": "0", "I": "1", "L": "1"})
_CHECK_BYTES: Final = 3
_GROUP: Final = 4


class RootKey(Protocol):
    """Gives the root key of a store, 32 random bytes."""

    def load(self) -> bytes:
        """Give the key of a store that exists.

        Raises:
            StoreError: It is missing (``keys_missing``) or cannot be trusted; the hint says the fix.
        """
        ...

    def make(self) -> bytes:
        """Give the key of a store that is being made: the one that is there, else a new one, kept."""
        ...


class FileRoot:
    """A root key in a file of mode 0600 in a folder of mode 0700, both this account's.

    Args:
        path: The file.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def load(self) -> bytes:
        """Give the key; of several first starts at once, all get the one that won.

        Raises:
            StoreError: ``keys_missing``, ``keys_length``, or what `file.read_private` refuses.
        """
        check_folder(self._path.parent)
        found = read_private(self._path)
        if found is None:
            raise _missing(f"the root key {self._path} is missing")
        if len(found) != ROOT_BYTES:
            raise StoreError(
                f"the root key {self._path} has {len(found)} bytes instead of {ROOT_BYTES}",
                code="keys_length",
                hint="Restore the file, or make it from its recovery code: `tenure keys recovery --restore`.",
            )
        return found

    def make(self) -> bytes:
        """Make the file unless it is there, and give its key."""
        self.keep(secrets.token_bytes(ROOT_BYTES))
        return self.load()

    def keep(self, root: bytes) -> bool:
        """Keep a given key (a recovered one) unless there is one, and say whether it was kept.

        Raises:
            RequestError: The key has not 32 bytes.
        """
        if len(root) != ROOT_BYTES:
            raise RequestError(f"a root key has {ROOT_BYTES} bytes", code="keys_length")
        check_folder(self._path.parent)
        return read_private(self._path) is None and make_private(self._path, root)

    def stage(self, root: bytes) -> None:
        """Keep the next root key beside this one; the caller holds the store's lock."""
        destroy_drafts(self._path.parent)
        destroy_private(self._next)
        make_private(self._next, root)

    def switch(self, root: bytes) -> None:
        """Let the next root key take this one's place at once, and overwrite this one."""
        if read_private(self._next) != root:
            raise _missing(f"the next root key {self._next} is missing")
        replace_private(self._next, self._path)

    def destroy(self) -> None:
        """Overwrite and remove the file."""
        destroy_private(self._path)

    @property
    def _next(self) -> Path:
        return self._path.with_name(f"{self._path.name}.next")


class EnvironmentRoot:
    """A root key that whoever starts the program puts into an environment variable, in hex or base64.

    Args:
        variable: The variable's name.
    """

    def __init__(self, variable: str = ROOT_VARIABLE) -> None:
        self._variable = variable

    def load(self) -> bytes:
        """Give the key.

        Raises:
            StoreError: ``keys_missing``, ``keys_length``.
        """
        from tenure.vault.environment import read_key  # noqa: PLC0415 - loads on first use

        found = read_key(self._variable, length=ROOT_BYTES)
        if found is None:
            raise _missing(f"the variable {self._variable} is not set")
        return found

    def make(self) -> bytes:
        """Give the key: a variable cannot be made from here."""
        return self.load()


class KeyringRoot:
    """A root key in the OS keyring.

    Args:
        name: The name under which it stands, such as the store's id.
        mark: The file that says so, in the key folder.
    """

    def __init__(self, name: str, mark: Path | None = None) -> None:
        self._name = f"root:{name}"
        self._mark = mark

    def keep(self, root: bytes) -> bool:
        """Keep a given key in the place of what was there."""
        _keyring().put(self._name, root.hex())
        return True

    def stage(self, root: bytes) -> None:
        """Do nothing: a keyring replaces at once."""

    def switch(self, root: bytes) -> None:
        """Let the next root key take this one's place."""
        _keyring().put(self._name, root.hex())

    def mark(self) -> None:
        """Say in the key folder that the key lies in the keyring."""
        if self._mark is not None:
            make_private(self._mark, b"the root key of this folder lies in the OS keyring\n")

    def unmark(self) -> None:
        """Say no longer that the key lies in the keyring."""
        if self._mark is not None:
            destroy_private(self._mark)

    def destroy(self) -> None:
        """Take the key out of the keyring, and the mark out of the key folder first."""
        self.unmark()
        _keyring().destroy(self._name)

    def load(self) -> bytes:
        """Give the key.

        Raises:
            StoreError: ``keys_missing``, ``keys_length``, ``keyring_missing``, ``keyring_unavailable``.
        """
        found = _keyring().get(self._name)
        if found is None:
            raise _missing("the OS keyring holds no root key for this store")
        try:
            root = bytes.fromhex(found)
        except ValueError:
            root = b""
        if len(root) != ROOT_BYTES:
            raise StoreError("the root key in the OS keyring is damaged", code="keys_length", hint=_LOST)
        return root

    def make(self) -> bytes:
        """Keep a new key unless there is one, and give what the keyring holds (it has no exclusive write)."""
        keyring = _keyring()
        if keyring.get(self._name) is None:
            keyring.put(self._name, secrets.token_bytes(ROOT_BYTES).hex())
        return self.load()


class Place(StrEnum):
    """Where a root key may lie."""

    FILE = "file"
    KEYRING = "keyring"
    ENVIRONMENT = "environment"


def _keyring() -> Keyring:
    from tenure.vault.keyring import Keyring  # noqa: PLC0415 - loads on first use

    return Keyring()


def root_at(keys: Path, place: Place) -> FileRoot | KeyringRoot:
    """Give the root key of a key folder at a place that can be written."""
    return KeyringRoot(keys.name, keys / KEYRING_MARK) if place is Place.KEYRING else FileRoot(keys / ROOT_FILE)


def resting_root(keys: Path) -> FileRoot | KeyringRoot | None:
    """Give the root key that lies in the key folder or the keyring, whatever the environment says; None if neither."""
    if (keys / KEYRING_MARK).exists():
        return root_at(keys, Place.KEYRING)
    return root_at(keys, Place.FILE) if (keys / ROOT_FILE).exists() else None


def root_for(keys: Path) -> FileRoot | EnvironmentRoot | KeyringRoot:
    """Give the root key of a key folder: the environment's if its variable is set, else the keyring's or the file's."""
    if os.environ.get(ROOT_VARIABLE):
        return EnvironmentRoot()
    return resting_root(keys) or FileRoot(keys / ROOT_FILE)


def recovery_code(root: bytes) -> str:
    """Give a root key as 14 groups of 4 letters and digits to print and lock away; 24 bits of it are a check.

    Crockford's base 32: no I, L, O or U. The code is the key: who has it can open every copy of the store.

    Raises:
        RequestError: The key has not 32 bytes.
    """
    if len(root) != ROOT_BYTES:
        raise RequestError(f"a root key has {ROOT_BYTES} bytes", code="keys_length")
    number = int.from_bytes(root + _check(root), "big")
    count = (ROOT_BYTES + _CHECK_BYTES) * 8 // 5
    digits = "".join(_ALPHABET[number >> (5 * place) & 31] for place in reversed(range(count)))
    return "-".join(digits[start : start + _GROUP] for start in range(0, count, _GROUP))


def from_recovery_code(code: str) -> bytes:
    """Give back the root key of a recovery code; case, spaces, hyphens and O/0, I/1, L/1 do not matter.

    Raises:
        RequestError: It is no such code, or a character of it is wrong (1 in 16 million goes unseen).
    """
    typed = "".join(code.split()).replace("-", "").upper().translate(_MISREAD)
    count = (ROOT_BYTES + _CHECK_BYTES) * 8 // 5
    places = [_ALPHABET.find(character) for character in typed]
    if len(typed) == count and min(places) >= 0:
        number = 0
        for place in places:
            number = number << 5 | place
        whole = number.to_bytes(ROOT_BYTES + _CHECK_BYTES, "big")
        if _check(whole[:ROOT_BYTES]) == whole[ROOT_BYTES:]:
            return whole[:ROOT_BYTES]
    raise RequestError(
        "this is not a recovery code of Tenure",
        code="bad_recovery_code",
        hint=f"Type all {count // _GROUP} groups of {_GROUP} again, as they are printed.",
    )


def _check(root: bytes) -> bytes:
    return hashlib.sha256(b"tenure recovery code 1" + root).digest()[:_CHECK_BYTES]


_LOST: Final = (
    "Nothing opens without it. Put its file back, or use its recovery code: `tenure keys recovery --restore`."
)


def _missing(message: str) -> StoreError:
    return StoreError(message, code="keys_missing", hint=_LOST)

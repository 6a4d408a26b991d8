"""Where the root key may lie: a private file, an environment variable or the OS keyring; and its recovery code.

Lost keys are lost memory: nothing here can bring back a root key but the file itself or its printed code.
"""

from __future__ import annotations

import hashlib
import os
import secrets
from pathlib import Path
from typing import Final, Protocol

from tenure.errors import RequestError, StoreError
from tenure.vault import environment
from tenure.vault.file import check_folder, make_private, read_private
from tenure.vault.keyring import Keyring

ROOT_BYTES: Final = 32
ROOT_VARIABLE: Final = "TENURE_ROOT_KEY"
ROOT_FILE: Final = "root.key"

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
        found = environment.read_key(self._variable, length=ROOT_BYTES)
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
    """

    def __init__(self, name: str) -> None:
        self._name = f"root:{name}"

    def load(self) -> bytes:
        """Give the key.

        Raises:
            StoreError: ``keys_missing``, ``keys_length``, ``keyring_missing``, ``keyring_unavailable``.
        """
        found = Keyring().get(self._name)
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
        keyring = Keyring()
        if keyring.get(self._name) is None:
            keyring.put(self._name, secrets.token_bytes(ROOT_BYTES).hex())
        return self.load()


def root_for(keys: Path) -> FileRoot | EnvironmentRoot:
    """Give the root key of a key folder: the environment's if its variable is set, else the file in the folder."""
    return EnvironmentRoot() if os.environ.get(ROOT_VARIABLE) else FileRoot(keys / ROOT_FILE)


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

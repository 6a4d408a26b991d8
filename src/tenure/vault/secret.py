"""Handles to secrets: notes and arguments hold ``secret:env/NAME``, the value is resolved where it is used (R32)."""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path
from typing import Final, NoReturn

from tenure.errors import RequestError
from tenure.screen import find_never_kept
from tenure.screen.known import learn
from tenure.values import dataclass
from tenure.vault.environment import read_variable
from tenure.vault.file import read_private
from tenure.vault.keyring import Keyring

_NAME_CHARS_MAX: Final = 200
_SHAPES: Final = {
    "env": re.compile(r"[A-Za-z_][A-Za-z0-9_]*"),
    "keyring": re.compile(r"[^\x00-\x20/\x7f]+/[^\x00-\x20\x7f]+"),
    "file": re.compile(r"/[^\x00-\x1f\x7f]+"),
}
_WANTED: Final = {
    "env": "secret:env/VARIABLE",
    "keyring": "secret:keyring/SERVICE/USER",
    "file": "secret:file//absolute/path",
}


class SecretSource(StrEnum):
    """Where the value lies."""

    ENV = "env"
    KEYRING = "keyring"
    FILE = "file"


class Revealed:
    """A secret's value at the moment of use; it is given by ``value`` and in no other way.

    Printing, formatting, comparing, pickling, copying and JSON neither show nor keep it.
    """

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        self._value = value

    @property
    def value(self) -> str:
        """The secret itself: hand it to the one call that needs it and keep it nowhere."""
        return self._value

    def __repr__(self) -> str:
        return "<revealed secret>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a revealed secret cannot be copied or stored")

    def __getstate__(self) -> NoReturn:  # what serializers that do not pickle ask for
        raise TypeError("a revealed secret cannot be copied or stored")


@dataclass(frozen=True, slots=True, kw_only=True)
class Secret:
    """A handle to a secret; it may be kept, shown and passed on, for it says only where the value lies.

    Args:
        source: ``env`` (a variable), ``keyring`` (the OS keyring, ``service/user``) or ``file`` (absolute path of a
            file of mode 0600 that this account owns).
        name: Which one there.

    Raises:
        RequestError: The source is unknown, the name has not its form, or it is itself a secret.
    """

    source: SecretSource
    name: str

    def __post_init__(self) -> None:
        try:
            object.__setattr__(self, "source", SecretSource(self.source))
        except ValueError:
            raise _malformed(*_WANTED.values()) from None
        if not _has_form(self.source, self.name):
            raise _malformed(_WANTED[self.source])
        if find_never_kept(self.name):  # handed over in place of its name: a handle is kept and shown
            raise _malformed(_WANTED[self.source])

    @classmethod
    def parse(cls, text: str) -> Secret:
        """Give the handle that a text such as ``secret:env/DEPLOY_TOKEN`` names.

        Raises:
            RequestError: It is no such text.
        """
        scheme, _, rest = text.partition(":")
        source, _, name = rest.partition("/")
        if scheme != "secret" or source not in _WANTED:
            raise _malformed(*_WANTED.values())
        return cls(source=SecretSource(source), name=name)

    def __str__(self) -> str:
        return f"secret:{self.source.value}/{self.name}"

    def resolve(self) -> Revealed:
        """Give the value as it is now; it is read anew each time and kept by nobody.

        From now on this process recognises it, by a digest, whatever it looks like: what it writes is refused or cut
        where it holds the value or a good half of it (R31).

        Raises:
            RequestError: There is none (``secret_missing``).
            StoreError: The file or keyring cannot be used or trusted.
        """
        found = _READERS[self.source](self.name)
        if not found:
            raise RequestError(
                "there is no secret where this handle points",
                code="secret_missing",
                hint="Set the variable, keyring item or file that the handle names; Tenure never keeps it for you.",
            )
        learn(found)
        return Revealed(found)


def _has_form(source: SecretSource, name: object) -> bool:
    return isinstance(name, str) and len(name) <= _NAME_CHARS_MAX and _SHAPES[source].fullmatch(name) is not None


def _from_keyring(name: str) -> str | None:
    service, _, user = name.partition("/")
    return Keyring(service).get(user)


def _from_file(name: str) -> str | None:
    found = read_private(Path(name))
    try:
        return None if found is None else found.decode().rstrip("\r\n")
    except UnicodeDecodeError:
        raise RequestError("the secret's file holds no text in UTF-8", code="bad_secret") from None


_READERS: Final = {
    SecretSource.ENV: read_variable,
    SecretSource.KEYRING: _from_keyring,
    SecretSource.FILE: _from_file,
}


def _malformed(*wanted: str) -> RequestError:
    return RequestError("this is no handle to a secret", code="bad_secret", hint=f"Write {' or '.join(wanted)}.")

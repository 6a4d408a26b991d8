"""Files that commands write and read: new ones for this account alone, and what people name."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

from tenure.errors import RequestError, unavailable

STREAM: Final = "-"


@contextmanager
def new_file(path: Path) -> Iterator[IO[str]]:
    """Make a file that only this account can read, whole or not at all; an existing one is not overwritten."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    except FileExistsError:
        raise _taken(path) from None
    except OSError as error:
        raise _unmakeable(error.errno or 0) from None
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as target:
            yield target
    except BaseException as error:
        path.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise unavailable(error.errno, "that file") from None
        raise


def check_new(path: Path) -> None:
    """Refuse a place where no new file can be made, before anything is asked about it; ``new_file`` decides in the end.

    Raises:
        RequestError: Something is there already, or its folder is not there.
    """
    if os.path.lexists(path):
        raise _taken(path)
    if not path.parent.is_dir():
        raise _unmakeable(errno.ENOTDIR if path.parent.exists() else errno.ENOENT)


def check_writable(path: Path) -> None:
    """Refuse a place where no file can be written or written over, before anything is asked about it.

    Raises:
        RequestError: It is a folder, or its folder is not there.
    """
    if not path.is_file():
        check_new(path)


def _taken(path: Path) -> RequestError:
    said = "that is a folder" if path.is_dir() else "that file is there already"
    return RequestError(said, code="file_exists", hint="Name a new file.")


def _unmakeable(number: int) -> RequestError:
    said = f"that file cannot be made: {os.strerror(number)}"
    return RequestError(said, code="bad_file", hint="Name another place.")


def readable(file: str, *, hint: str = "Name what an export wrote.") -> IO[str]:
    """Open a file that a command wrote, or standard input for ``-``; ``hint`` says which one is meant."""
    if not file:
        raise RequestError("no file was named", code="bad_file", hint=hint)
    if file == STREAM:
        if sys.stdin is None:
            raise RequestError("standard input is closed", code="bad_file", hint=hint)
        return sys.stdin
    try:
        return Path(file).open(encoding="utf-8")
    except OSError as error:
        raise RequestError(
            f"that file cannot be read: {os.strerror(error.errno or 0)}", code="bad_file", hint=hint
        ) from None


def text_of(file: str, *, chars_max: int, hint: str) -> str:
    """Give what such a file says, at most ``chars_max`` characters of it."""
    with readable(file, hint=hint) as source:
        try:
            return source.read(chars_max)
        except UnicodeDecodeError:
            raise RequestError("that is no UTF-8 text", code="bad_file", hint=hint) from None
        except OSError as error:
            said = os.strerror(error.errno or 0)
            raise RequestError(f"that file cannot be read: {said}", code="bad_file", hint=hint) from None


def add_line(path: Path, line: str) -> None:
    """Add a line to a file that only this account can read, made if it is missing; on the disk when it returns."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as target:
            target.write(line + "\n")
            target.flush()
            os.fsync(target.fileno())
    except OSError as error:
        raise unavailable(error.errno, "that file") from None

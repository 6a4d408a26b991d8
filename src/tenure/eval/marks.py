"""By what a run knows itself again, and keeps others out of its folder: hashes of data and of code, and a lock."""

from __future__ import annotations

import fcntl
import hashlib
import inspect
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tenure.errors import RequestError

_PACKAGE: Final = Path(__file__).parents[1]
_CODE: Final = frozenset({".py", ".sql"})


def data_sha256(data: Path) -> str:
    """Give one hash of all files of a folder, by name and content, or of one file."""
    return _sha256([data] if data.is_file() else data.rglob("*"), data)


def code_sha256(make: Callable[..., object]) -> str:
    """Give one hash of this package's code and of the file that defines an adapter.

    Limit: other files that an adapter imports, and libraries, are told apart by their versions alone.
    """
    own = _sha256((each for each in _PACKAGE.rglob("*") if each.suffix in _CODE), _PACKAGE)
    try:
        adapter = Path(inspect.getfile(make))
        defined = hashlib.sha256(adapter.read_bytes()).hexdigest()
    except (TypeError, OSError):  # played in another process by a file of this package, or of no file
        return own
    return hashlib.sha256(f"{own}\0{defined}".encode()).hexdigest()


def _sha256(paths: Iterable[Path], below: Path) -> str:
    found = hashlib.sha256()
    for path in sorted(each for each in paths if each.is_file()):
        with path.open("rb") as file:
            content = hashlib.file_digest(file, "sha256").hexdigest()
        found.update(f"{path.relative_to(below).as_posix()}\0{content}\n".encode())
    return found.hexdigest()


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Let no other run write into a folder of results meanwhile; nothing is left there.

    Raises:
        RequestError: Another run does.
    """
    opened = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError:
        raise RequestError(
            "another run writes into this folder",
            code="folder_busy",
            hint="Wait until it ends, or name another folder with --out.",
        ) from None
    finally:
        os.close(opened)

"""Files of fixed 64-byte cells in the key folder, or the same in memory; and the lock that guards their writers."""

from __future__ import annotations

import contextlib
import errno
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Protocol

from tenure.errors import StoreError, unavailable
from tenure.forked import let_go_in_children
from tenure.store.lock import FileLock

CELL: Final = 64


class Cells(Protocol):
    """A growing row of 64-byte cells; reading past the end gives fewer bytes."""

    def count(self) -> int:
        """Give how many cells there are, a torn last one included."""
        ...

    def read(self, first: int, count: int = 1) -> bytes:
        """Give ``count`` cells from ``first`` on."""
        ...

    def write(self, first: int, data: bytes) -> None:
        """Overwrite cells in place, or add at the end; not synced."""
        ...

    def sync(self) -> None:
        """Return once everything written is on the disk."""
        ...

    def is_in_place(self) -> bool:
        """Tell whether these are the cells that whoever opens them now finds."""
        ...

    def close(self) -> None:
        """Let go of the file."""
        ...


class CellFolder(Protocol):
    """Where cell files and small sealed files of one tenant lie."""

    def cells(self, name: str) -> Cells:
        """Open a cell file, made empty if missing."""
        ...

    def replace_cells(self, name: str, data: bytes) -> Cells:
        """Put a whole new cell file in the place of the old one, at once and synced; the old one stays open."""
        ...

    def read_small(self, name: str) -> bytes | None:
        """Give a small file whole, or None if there is none."""
        ...

    def create_small(self, name: str, data: bytes) -> None:
        """Make a small file that does not exist yet, synced."""
        ...

    def lock(self) -> contextlib.AbstractContextManager[None]:
        """Keep every other writer of this store, in this and other processes, out; re-entrant in a thread."""
        ...

    def close(self) -> None:
        """Let go of the lock."""
        ...


class MemoryCells:
    """Cells in memory."""

    def __init__(self, data: bytes = b"") -> None:
        self._data = bytearray(data)
        self._is_open = True

    def count(self) -> int:
        """Give how many cells there are."""
        return len(self._data) // CELL

    def read(self, first: int, count: int = 1) -> bytes:
        """Give ``count`` cells from ``first`` on."""
        if not self._is_open:
            raise _closed()
        return bytes(self._data[first * CELL : (first + count) * CELL])

    def write(self, first: int, data: bytes) -> None:
        """Overwrite cells in place, or add at the end."""
        missing = (first * CELL) - len(self._data)
        if missing > 0:
            self._data.extend(bytes(missing))
        self._data[first * CELL : first * CELL + len(data)] = data

    def sync(self) -> None:
        """Do nothing: memory has no disk."""

    def is_in_place(self) -> bool:
        """Tell that nobody else finds others."""
        return True

    def close(self) -> None:
        """Overwrite what was held."""
        self._is_open = False
        self._data[:] = bytes(len(self._data))


class MemoryFolder:
    """The key folder of a store in memory."""

    def __init__(self) -> None:
        self._cells: dict[str, MemoryCells] = {}
        self._small: dict[str, bytes] = {}
        self._lock = threading.RLock()
        let_go_in_children(self)

    def cells(self, name: str) -> Cells:
        """Open a cell file, made empty if missing."""
        return self._cells.setdefault(name, MemoryCells())

    def replace_cells(self, name: str, data: bytes) -> Cells:
        """Put new cells in the place of the old ones."""
        self._cells[name] = MemoryCells(data)
        return self._cells[name]

    def read_small(self, name: str) -> bytes | None:
        """Give a small file whole, or None if there is none."""
        return self._small.get(name)

    def create_small(self, name: str, data: bytes) -> None:
        """Make a small file."""
        self._small[name] = data

    @contextlib.contextmanager
    def lock(self) -> Iterator[None]:
        """Keep every other writing thread out."""
        with self._lock:
            yield

    def forked(self) -> None:
        """Hold no lock: the copy that a child has is its own."""
        self._lock = threading.RLock()

    def close(self) -> None:
        """Do nothing: what is in memory goes with the process."""


class FileCells:
    """Cells in a file, private to its owner."""

    def __init__(self, path: Path, *, is_writable: bool) -> None:
        with _translated():
            flags = os.O_RDWR | os.O_CREAT if is_writable else os.O_RDONLY
            self._file = os.open(path, flags | getattr(os, "O_CLOEXEC", 0), 0o600)
        self._path = path

    def count(self) -> int:
        """Give how many cells there are, a torn last one included."""
        with _translated():
            return -(-os.fstat(self._file).st_size // CELL)

    def read(self, first: int, count: int = 1) -> bytes:
        """Give ``count`` cells from ``first`` on."""
        try:  # as `_translated` does; this is asked for more often than all else
            return os.pread(self._file, count * CELL, first * CELL)
        except OSError as error:
            raise _refused(error) from None

    def write(self, first: int, data: bytes) -> None:
        """Overwrite cells in place, or add at the end; not synced."""
        with _translated():
            written = os.pwrite(self._file, data, first * CELL)
            if written != len(data):  # a full disk gives a short write before it gives an error
                raise OSError(errno.ENOSPC, "short write")

    def rename(self, path: Path) -> None:
        """Put the file in the place of another one."""
        with _translated():
            self._path = self._path.replace(path)

    def sync(self) -> None:
        """Return once everything written is on the disk."""
        with _translated():
            os.fsync(self._file)

    def is_in_place(self) -> bool:
        """Tell whether the file still has its name: what is written to one that was replaced is lost."""
        with _translated():
            own = os.fstat(self._file)
            try:
                found = os.stat(self._path)  # noqa: PTH116 - asked before every write
            except FileNotFoundError:
                return False
            return (own.st_dev, own.st_ino) == (found.st_dev, found.st_ino)

    def close(self) -> None:
        """Let go of the file; the number that it had may be another's from then on."""
        file, self._file = self._file, -1
        if file >= 0:
            os.close(file)


class FileFolder:
    """A folder on disk, made with mode 0700 if missing.

    Args:
        path: The folder.
        is_writable: False reads only.
        within: The folder whose lock guards this one too; its own if None.
    """

    def __init__(self, path: Path, *, is_writable: bool, within: FileFolder | None = None) -> None:
        self._path = path
        self._within = within
        self._is_writable = is_writable
        self._file_lock = FileLock(path / "lock")
        if is_writable:
            with _translated():
                path.mkdir(mode=0o700, parents=True, exist_ok=True)

    def cells(self, name: str) -> Cells:
        """Open a cell file, made empty if missing."""
        if not self._is_writable and not (self._path / name).exists():
            return MemoryCells()
        return FileCells(self._path / name, is_writable=self._is_writable)

    def replace_cells(self, name: str, data: bytes) -> Cells:
        """Put a whole new cell file in the place of the old one, at once and synced."""
        fresh = self._path / f"{name}.new"
        with _translated():
            fresh.unlink(missing_ok=True)
            cells = FileCells(fresh, is_writable=True)
            cells.write(0, data)
            cells.sync()
            cells.rename(self._path / name)
            sync_folder(self._path)
        return cells

    def read_small(self, name: str) -> bytes | None:
        """Give a small file whole, or None if there is none."""
        with _translated():
            try:
                return (self._path / name).read_bytes()
            except FileNotFoundError:
                return None

    def create_small(self, name: str, data: bytes) -> None:
        """Make a small file that does not exist yet, synced; whole or not at all."""
        fresh = self._path / f"{name}.new"
        with _translated():
            fresh.unlink(missing_ok=True)
            file = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            try:
                if os.write(file, data) != len(data):
                    raise OSError(errno.ENOSPC, "short write")
                os.fsync(file)
            finally:
                os.close(file)
            fresh.replace(self._path / name)
            sync_folder(self._path)

    def lock(self) -> contextlib.AbstractContextManager[None]:
        """Keep every other writer out, in this and other processes; re-entrant in a thread."""
        return self._within.lock() if self._within is not None else self._file_lock.held()

    def close(self) -> None:
        """Let go of the lock file."""
        self._file_lock.close()


def sync_folder(path: Path) -> None:
    """Return once the names in a folder are on the disk."""
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


@contextlib.contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise _refused(error) from None


def _refused(error: OSError) -> StoreError:
    return _closed() if error.errno == errno.EBADF else unavailable(error.errno, "the key folder", code="keys_io")


def _closed() -> StoreError:
    return StoreError("this store is closed", code="closed", hint="Open it again.")

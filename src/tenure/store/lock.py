"""The one lock of a store: keeps writers of this and other processes apart, and ends with the process that holds it."""

from __future__ import annotations

import contextlib
import fcntl
import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tenure.errors import StoreUnavailableError, unavailable
from tenure.forked import let_go_in_children

LOCK_SECONDS_MAX: Final = 60.0
_POLL_SECONDS: Final = 0.002


class FileLock:
    """A lock file, taken with `flock`; re-entrant in a thread.

    Not the package `filelock`: every open of a store takes this lock, and importing that costs 40 ms.

    Args:
        path: The lock file, made with mode 0600; it stays.
        seconds_max: How long to wait for another holder.
    """

    def __init__(self, path: Path, *, seconds_max: float = LOCK_SECONDS_MAX) -> None:
        self._path = path
        self._seconds_max = seconds_max
        self._thread = threading.RLock()
        self._depth = 0
        self._file = -1
        let_go_in_children(self)

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """Hold the lock.

        Raises:
            StoreUnavailableError: Another process kept it too long, or the file cannot be made.
        """
        thread = self._thread
        with thread:
            if self._depth == 0:
                self._acquire()
            self._depth += 1
            try:
                yield
            finally:
                self._depth -= thread is self._thread  # a child that was forked within holds nothing
                if self._depth == 0 and self._file >= 0:
                    fcntl.flock(self._file, fcntl.LOCK_UN)

    def close(self) -> None:
        """Let go of the file, once no other thread holds the lock."""
        with self._thread:
            if self._file >= 0:
                os.close(self._file)
            self._file = -1

    def forked(self) -> None:
        """Hold nothing: a child shares its parent's lock, and keeps it locked beyond its parent's end."""
        if self._file >= 0:
            os.close(self._file)
        self._thread, self._depth, self._file = threading.RLock(), 0, -1

    def _acquire(self) -> None:
        try:
            if self._file < 0:
                self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            until = time.monotonic() + self._seconds_max
            while not _taken(self._file):
                if time.monotonic() > until:
                    raise StoreUnavailableError("another process is writing for too long", code="locked")
                time.sleep(_POLL_SECONDS)
        except OSError as error:
            raise unavailable(error.errno, "the store's lock", code="locked") from None


def _taken(file: int) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True

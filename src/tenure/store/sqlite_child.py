"""Holds a database file for a forked child, so that nobody who closes it takes its log away.

SQLite counts in memory what a process has locked, and a child has its parent's counts, but none of its locks: what it
opens anew counts as locked and is not. Then whoever closes the file thinks itself the last, and removes the log that
the child goes on writing. So a child takes the lock itself that each open connection has (SQLite's shared bytes).
"""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from typing import Final

_SHARED_FIRST: Final = 0x40000002
_SHARED_BYTES: Final = 510
_held: Final[dict[tuple[int, int], int]] = {}
_children: Final[list[int]] = []


def hold_in_child(path: Path | None) -> None:
    """Lock a file that is about to be opened if this process was forked; it stays locked as long as the process lives.

    Args:
        path: The file; nothing is done if there is none yet, or for a database in memory.
    """
    if not _children or path is None:
        return
    try:
        found = os.stat(path)  # noqa: PTH116 - as often as a connection is opened
    except FileNotFoundError:
        return
    place = found.st_dev, found.st_ino
    if place not in _held:
        # Never closed: with any descriptor of it that a process closes, all of its locks go.
        _held[place] = descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        fcntl.lockf(descriptor, fcntl.LOCK_SH, _SHARED_BYTES, _SHARED_FIRST)


def _in_child() -> None:
    _children.append(os.getpid())
    _held.clear()


os.register_at_fork(after_in_child=_in_child)

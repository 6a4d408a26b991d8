"""Tell whether the process that holds something is gone for good, so that nothing of a living one is touched."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Final

_PROC: Final = Path("/proc")


def own_mark() -> str:
    """Give the mark of this process: its id and start, and the boot and the namespace in which they hold."""
    pid = os.getpid()
    return f"{pid} {_started(pid)} {_boot()} {_namespace()}"


def is_gone(mark: str) -> bool:
    """Tell whether the process of a mark has certainly ended.

    False if it lives, and also if that cannot be told from here (another process namespace, no ``/proc``): then
    the time limit of what it holds decides.
    """
    pid, started, boot, namespace = (*mark.split(" "), "", "", "", "")[:4]
    if not pid.isdecimal():
        return True
    if boot != _boot():
        return bool(boot)
    if namespace != _namespace():
        return False
    if not started:
        return not _answers(int(pid))
    return _started(int(pid)) != started


def _started(pid: int) -> str:
    try:
        # The name in parentheses may hold anything; start time is the 20th field after it (proc_pid_stat(5)).
        return (_PROC / str(pid) / "stat").read_text(errors="replace").rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return ""


@cache
def _boot() -> str:
    try:
        return (_PROC / "sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return ""


@cache
def _namespace() -> str:
    try:
        return str((_PROC / "self/ns/pid").readlink())
    except OSError:
        return ""


def _answers(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True

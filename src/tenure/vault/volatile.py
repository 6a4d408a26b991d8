"""Finds a private folder that lives in memory only, which a logout or reboot empties (R27)."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

from tenure.errors import StoreError
from tenure.vault.file import check_folder

_MEMORY_FILE_SYSTEMS: Final = frozenset({"tmpfs", "ramfs"})


def memory_folder() -> Path | None:
    """Give a private folder that lives in memory only and is emptied by logout or reboot, or None."""
    named = os.environ.get("XDG_RUNTIME_DIR")
    if named and Path(named).is_absolute():
        folder = Path(named)
        if file_system_of(folder) in _MEMORY_FILE_SYSTEMS and _is_private(folder):
            return folder / "tenure"
    shared = Path("/dev/shm")  # noqa: S108 - a folder of our own is made there and checked
    if shared.is_dir() and file_system_of(shared) in _MEMORY_FILE_SYSTEMS:
        return shared / f"tenure-{os.geteuid()}"
    return None


def file_system_of(folder: Path, *, mounts: Path = Path("/proc/self/mounts")) -> str:
    """Give the type of the file system that holds a folder, or an empty text if the system does not say."""
    try:
        lines = mounts.read_text(errors="surrogateescape").splitlines()
        place = folder.resolve(strict=True)
    except OSError:
        return ""
    above = {str(point): depth for depth, point in enumerate((*reversed(place.parents), place))}
    found, deepest = "", 0
    for line in lines:
        _, mounted, kind, *_ = line.split(" ")
        if "\\" in mounted:
            mounted = re.sub(r"\\([0-7]{3})", lambda octal: chr(int(octal[1], 8)), mounted)
        # The last mount over a point is the one that is seen.
        if above.get(mounted, -1) >= deepest:
            found, deepest = kind, above[mounted]
    return found


def _is_private(folder: Path) -> bool:
    try:
        check_folder(folder)
    except StoreError:
        return False
    return True

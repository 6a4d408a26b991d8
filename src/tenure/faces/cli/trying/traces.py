"""Looks for traces: which files below some folders hold given bytes, read as they lie on the disk."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

WINDOW: Final = 8


def files_below(folders: Sequence[Path], *, since: float = 0.0) -> list[Path]:
    """Give every file below some folders, whatever its name, that was written at ``since`` (seconds) or later."""
    found = [path for folder in folders for path in sorted(folder.rglob("*")) if path.is_file()]
    return [path for path in found if not path.is_symlink() and path.stat().st_mtime >= since]


def files_with(needles: Iterable[bytes], files: Sequence[Path], *, any_case: bool = False) -> list[Path]:
    """Give every file in which one of the byte strings stands.

    Args:
        needles: What to look for.
        files: Where.
        any_case: Whether ASCII letters of either case count.
    """
    wanted = [needle.lower() if any_case else needle for needle in needles]
    found: list[Path] = []
    for file in files:
        held = file.read_bytes().lower() if any_case else file.read_bytes()
        if any(needle in held for needle in wanted):
            found.append(file)
    return found


def windows(text: str) -> list[bytes]:
    """Give every 8 bytes that stand together in a text."""
    held = text.encode()
    return [held[start : start + WINDOW] for start in range(len(held) - WINDOW + 1)]


def can_see(folders: Sequence[Path]) -> bool:
    """Tell whether looking finds what is there: a random mark is laid into each folder, looked for and taken away."""
    mark = secrets.token_bytes(WINDOW)
    laid = [folder / f".mark-{secrets.token_hex(4)}" for folder in folders]
    try:
        for file in laid:
            file.write_bytes(b"before " + mark + b" after")
        return files_with([mark], files_below(folders)) == laid
    finally:
        for file in laid:
            file.unlink(missing_ok=True)

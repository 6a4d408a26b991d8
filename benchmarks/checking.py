"""Runs inside a checker's own environment: spans as JSON on standard input, what it says of each as JSON out."""

from __future__ import annotations

import importlib
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

Found = tuple[str, int, int]
"""An outcome, and the first and last line where the words are now; 0 where that is not told."""


def claude_fieldnotes(begin: Path, end: Path, path: str, first: int, last: int) -> Callable[[], Found]:
    """Pin the lines by their digest; where they differ, look for them elsewhere in the file (its ``--rebase``)."""
    verify = importlib.import_module("fieldnotes.verify")
    models = importlib.import_module("fieldnotes.models")
    pinned = models.Reference(path=path, lines=[first, last], sha=verify.compute_range_sha(begin / path, [first, last]))

    def check() -> Found:
        state = verify.check_reference(end, pinned).state
        if state in {"ok", "missing"}:
            return ("verified", first, last) if state == "ok" else ("gone", 0, 0)
        moved = verify.find_moved_range(end / path, pinned.sha, last - first + 1)
        return ("moved", *moved[0]) if len(moved) == 1 else ("changed", 0, 0)

    return check


def docpin(begin: Path, end: Path, path: str, first: int, last: int) -> Callable[[], Found]:
    """Pin the lines by their digest, blank lines and trailing white space apart."""
    resolver = importlib.import_module("docpin.resolver")
    pinned: Any = resolver.resolve_reference(f"{path}:{first}-{last}", begin)

    def check() -> Found:
        found = resolver.resolve_reference(f"{path}:{first}-{last}", end)
        if found is None or pinned is None:
            return "gone", 0, 0
        return ("verified", first, last) if found.hash == pinned.hash else ("changed", first, last)

    return check


CHECKERS = {"claude-fieldnotes": claude_fieldnotes, "docpin": docpin}


def main() -> None:
    """Answer for every span, each timed by itself."""
    told: list[tuple[str, int, int, float]] = []
    for span in json.load(sys.stdin):
        folder = Path(span["folder"])
        check = CHECKERS[sys.argv[1]](
            folder / "begin", folder / "end", span["path"], int(span["first"]), int(span["last"])
        )
        begun = time.perf_counter()
        found = check()
        told.append((*found, time.perf_counter() - begun))
    json.dump(told, sys.stdout)


if __name__ == "__main__":
    main()

"""What git itself says of a span between two commits: `blame --reverse`, and `log -L` on the cited place."""

from __future__ import annotations

import os
import re
import subprocess
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

SECONDS_MAX: Final = 60
_LINE = re.compile(rb"^(?P<commit>[0-9a-f]{40}) (?P<line>\d+) \d+")


@dataclass(frozen=True, slots=True)
class Place:
    """Lines of a file, first to last, from 1."""

    path: str
    first: int
    last: int

    def __str__(self) -> str:
        return f"{self.path}:{self.first}-{self.last}"

    @staticmethod
    def read(text: str | None) -> Place | None:
        """Give the place that ``path:first-last`` names."""
        if text is None:
            return None
        path, _, lines = text.rpartition(":")
        first, _, last = lines.partition("-")
        return Place(path, int(first), int(last))


@dataclass(frozen=True, slots=True)
class Said:
    """What one way says of a span: *verified*, *moved*, *changed*, *gone* or why it cannot say; and its seconds."""

    outcome: str
    place: Place | None
    seconds: float
    reason: str = ""


def _git(git_dir: Path, *arguments: str) -> bytes | None:
    alone = {"PATH": os.environ["PATH"], "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull}
    try:
        done = subprocess.run(
            ["git", "--git-dir", str(git_dir), *arguments],
            capture_output=True,
            check=False,
            env=alone,
            timeout=SECONDS_MAX,
        )
    except subprocess.TimeoutExpired:
        return None
    return done.stdout if done.returncode == 0 else None


def blob_at(git_dir: Path, commit: str, path: str) -> bytes | None:
    """Give a file as a commit has it, or None."""
    return _git(git_dir, "cat-file", "blob", f"{commit}:{path}")


def blame_reverse(git_dir: Path, begin: str, end: str, was: Place) -> Said:
    """Follow each line forward; valid if all are at the end and still together."""
    begun = time.perf_counter()
    found = _blamed(git_dir, begin, end, was, "-w")
    took = time.perf_counter() - begun
    if found is None:
        return Said("unverified", None, took)
    path, there = found
    if not there:
        return Said("gone", None, took)
    place = Place(path, min(there), max(there))
    if len(there) == was.last - was.first + 1 == place.last - place.first + 1:
        return Said("verified" if place == was else "moved", place, took)
    return Said("changed", place, took)


def alive_at(git_dir: Path, begin: str, end: str, was: Place) -> list[int] | None:
    """Give where the lines of a place are at the end, as `blame --reverse` follows them; None if it cannot."""
    found = _blamed(git_dir, begin, end, was, "--first-parent")
    return None if found is None else found[1]


def _blamed(git_dir: Path, begin: str, end: str, was: Place, option: str) -> tuple[str, list[int]] | None:
    lines = f"{was.first},{was.last}"
    told = _git(git_dir, "blame", "--reverse", option, "--porcelain", "-L", lines, f"{begin}..{end}", "--", was.path)
    if told is None:
        return None
    names: dict[bytes, str] = {}
    found: list[tuple[bytes, int]] = []
    for line in told.split(b"\n"):
        header = _LINE.match(line)
        if header:
            found.append((header["commit"], int(header["line"])))
        elif line.startswith(b"filename ") and found:
            names[found[-1][0]] = line.removeprefix(b"filename ").decode("utf-8", "replace")
    there = [number for commit, number in found if commit.decode() == end]
    return names.get(end.encode(), was.path), there


def log_lines(git_dir: Path, begin: str, end: str, was: Place) -> Said:
    """Ask whether a commit since touched the lines at the cited place; it follows no line to another."""
    begun = time.perf_counter()
    place = f"-L{was.first},{was.last}:{was.path}"
    told = _git(git_dir, "log", "--no-patch", "--format=%H", place, f"{begin}..{end}")
    took = time.perf_counter() - begun
    if told is None:
        return Said("gone", None, took)
    return Said("changed" if told.strip() else "verified", was, took)


WAYS: Final[Mapping[str, Callable[[Path, str, str, Place], Said]]] = {
    "git blame --reverse -w": blame_reverse,
    "git log -L at the cited place": log_lines,
}

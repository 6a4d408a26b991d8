"""Environments for programs of others: each its own, made on request, never a dependency of this project."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

MINUTES_MOST = 10


def environment(name: str, packages: Sequence[str], below: Path) -> Path:
    """Give the interpreter of an environment that holds these packages, made if it is not there yet.

    Raises:
        OSError: It cannot be made here.
        subprocess.SubprocessError: The packages cannot be had here.
    """
    folder = below / f"{name}-{packages[0].rpartition('==')[2]}"
    python = folder / "bin" / "python"
    stamp = folder / "installed"
    if not stamp.exists():
        run([sys.executable, "-m", "venv", str(folder)])
        run([str(python), "-m", "pip", "--quiet", "--disable-pip-version-check", "install", *packages])
        stamp.touch()
    return python


def run(command: Sequence[str], *, given: str = "") -> str:
    """Run a program to its end and give what it printed."""
    done = subprocess.run(command, input=given, capture_output=True, text=True, timeout=MINUTES_MOST * 60, check=True)
    return done.stdout

"""Environments for programs of others: each its own, made on request, never a dependency of this project."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

MINUTES_MOST: Final = 10
_STAMP: Final = "installed"
_NEWEST_FIRST: Final = ("python3.14", "python3.13", "python3.12")


def environment(name: str, packages: Sequence[str], below: Path, *, base: Path | None = None) -> Path:
    """Give the interpreter of an environment that holds these packages, made if it is not there yet.

    Args:
        name: What the environment's folder is called, with the version of the first package.
        packages: What is installed, pinned.
        below: The folder of environments.
        base: The interpreter that it is made from; this one if None.

    Raises:
        OSError: It cannot be made here.
        subprocess.SubprocessError: The packages cannot be had here.
    """
    python = interpreter(name, packages, below)
    if not is_made(name, packages, below):
        run([str(base or sys.executable), "-m", "venv", str(python.parents[1])])
        run([str(python), "-m", "pip", "--quiet", "--disable-pip-version-check", "install", *packages])
        (python.parents[1] / _STAMP).write_text("\n".join(packages), encoding="utf-8")
    return python


def below(named: Path | None) -> Path:
    """Give the folder of environments: the one that is named, or one in this person's cache."""
    if named is not None:
        return named.absolute()
    from platformdirs import user_cache_path

    return user_cache_path("tenure") / "peers"


def interpreter(name: str, packages: Sequence[str], below: Path) -> Path:
    """Give where the interpreter of an environment is, or will be."""
    return below / f"{name}-{packages[0].rpartition('==')[2]}" / "bin" / "python"


def is_made(name: str, packages: Sequence[str], below: Path) -> bool:
    """Tell whether an environment was made to its end, and holds all of these packages."""
    stamp = interpreter(name, packages, below).parents[1] / _STAMP
    return stamp.exists() and {*packages} <= {*stamp.read_text(encoding="utf-8").split()}


def python_of(least: tuple[int, int], named: str = "") -> Path | None:
    """Give an interpreter of at least this version: this one, the one that is named, or one on the path; else None.

    Args:
        least: The version.
        named: Its path, or its name on the path; looked for by the usual names if empty.
    """
    if sys.version_info[:2] >= least:
        return Path(sys.executable)
    for found in map(shutil.which, [named] if named else _NEWEST_FIRST):
        if found is not None and _is_of(found, least):
            return Path(found)
    return None


def run(command: Sequence[str], *, given: str = "") -> str:
    """Run a program to its end and give what it printed.

    Raises:
        OSError: It is not there.
        subprocess.SubprocessError: It failed, or took longer than `MINUTES_MOST`.
    """
    done = subprocess.run(command, input=given, capture_output=True, text=True, timeout=MINUTES_MOST * 60, check=True)
    return done.stdout


def _is_of(python: str, least: tuple[int, int]) -> bool:
    try:
        return run([python, "-c", f"import sys; print(sys.version_info[:2] >= {least})"]).strip() == "True"
    except (OSError, subprocess.SubprocessError):
        return False

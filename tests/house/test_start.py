"""`import tenure` pays for nothing that is used later: heavy libraries and backends load on first use."""

from __future__ import annotations

import subprocess
import sys

from tests.house.rules import PACKAGE

HEAVY = (
    "anyio",
    "asyncio",
    "cryptography",
    "numpy",
    "pydantic",
    "pygit2",
    "rich",
    "snowballstemmer",
    "sqlite3",
    "typer",
)


def _loaded(statement: str) -> list[str]:
    script = f"{statement}\nimport sys\nprint(*[name for name in {HEAVY!r} if name in sys.modules])"
    environment = {"PYTHONPATH": str(PACKAGE.parent), "PATH": ""}
    seen = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    return seen.stdout.split()


def test_importing_tenure_loads_nothing_heavy() -> None:
    assert _loaded("import tenure") == []


def test_what_is_loaded_is_seen() -> None:
    assert "sqlite3" in _loaded("import sqlite3")

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
    "tenure.search.snowball",
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


def test_opening_a_memory_loads_nothing_that_reads_code_or_pages() -> None:
    def loaded(also: str) -> set[str]:
        names = ("tenure.cite.code", "tenure.cite.file", "tenure.cite.web", "tenure.cite.objects", "tenure.store.audit")
        script = f"import sys, tenure\nmemory = tenure.open(':memory:')\n{also}\nprint(*sys.modules.keys() & {names!r})"
        environment = {"PYTHONPATH": str(PACKAGE.parent), "PATH": "", "HOME": "/nowhere"}
        seen = subprocess.run(
            [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
        )
        return set(seen.stdout.split())

    asked = "agent = memory.agent('coder', scope=tenure.Scope(user='ana'))\nagent.recall('tables')"
    assert loaded(asked) == set()
    cited = f"{asked}\ntry: agent.cite('file:none.txt')\nexcept tenure.CitationError: pass"
    assert "tenure.cite.file" in loaded(cited)

"""The import contracts of pyproject.toml hold, and would be broken by an import that points up."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from tests.house.rules import PACKAGE, ROOT

LINT = "from importlinter.cli import lint_imports_command; lint_imports_command()"


def _lint(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", LINT, "--no-logo", "--no-cache", str(folder / "pyproject.toml")],
        cwd=folder,
        env={"PYTHONPATH": str(folder / "src"), "PATH": "", "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


def _contracts() -> list[str]:
    configured = tomllib.loads((ROOT / "pyproject.toml").read_text())
    return [contract["name"] for contract in configured["tool"]["importlinter"]["contracts"]]


def test_every_contract_is_kept() -> None:
    seen = _lint(ROOT)
    assert seen.returncode == 0, seen.stdout + seen.stderr
    assert f"Contracts: {len(_contracts())} kept, 0 broken." in seen.stdout


def test_each_contract_is_broken_by_what_it_forbids(tmp_path: Path) -> None:
    """One bad import for each contract, in a copy of the house: every contract must report."""
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    house = tmp_path / "src" / "tenure"
    shutil.copytree(PACKAGE, house, ignore=shutil.ignore_patterns("__pycache__"))
    _add(
        house / "errors.py",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:  # which hides nothing from the contracts\n"
        "    from tenure.memory import memory as _up",
    )
    _add(
        house / "write" / "gates" / "scope.py",
        "import sqlite3 as _reading\nfrom tenure.write.gates import trust as _other",
    )
    _add(house / "recall" / "pipeline.py", "from tenure.store import sqlite as _backend")
    _add(house / "faces" / "__init__.py", "from tenure.store import port as _below")
    _add(house / "store" / "rows.py", "from tenure.store import seal as _one")
    _add(house / "store" / "seal.py", "from tenure.store import rows as _two")
    seen = _lint(tmp_path)
    assert f"Contracts: 0 kept, {len(_contracts())} broken." in seen.stdout, seen.stdout + seen.stderr


def test_a_module_without_a_floor_is_reported(tmp_path: Path) -> None:
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    shutil.copytree(PACKAGE, tmp_path / "src" / "tenure", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "src" / "tenure" / "attic.py").write_text('"""A room that no floor names."""\n')
    seen = _lint(tmp_path)
    assert seen.returncode != 0
    assert "attic" in seen.stdout


def _add(file: Path, lines: str) -> None:
    file.write_text(file.read_text() + "\n" + lines + "\n")

"""What the package promises to type checkers is complete: every public name has a known type."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.rules import PACKAGE

# A twin's type is inferred from `_threaded`, which the check calls ambiguous; tests/typing asserts what it is.
INFERRED = "tenure.aio."
# What is made of the classes of another package: the check looks into none, strict mode over the file does.
FOREIGN = (
    "tenure.eval.collecting.SuiteNode",
    "tenure.eval.collecting.Story",
    "tenure.faces.agents.anthropic.",
    "tenure.faces.cli.commands.Commands",
    "tenure.faces.mcp.",
)


def untyped(source: Path) -> tuple[list[str], int]:
    """Give the public names below ``source`` whose type is not known or not declared, and how many are."""
    command = [sys.executable, "-m", "basedpyright", "--ignoreexternal", "--outputjson", "--verifytypes", "tenure"]
    environment = {**os.environ, "PYTHONPATH": str(source), "NO_COLOR": "1"}
    seen = subprocess.run(command, cwd=source, env=environment, capture_output=True, text=True, check=False)
    symbols = json.loads(seen.stdout)["typeCompleteness"]["symbols"]
    public = [
        symbol for symbol in symbols if symbol["isExported"] and not symbol["name"].startswith((INFERRED, *FOREIGN))
    ]
    wrong = [symbol["name"] for symbol in public if symbol["isTypeAmbiguous"] or not symbol["isTypeKnown"]]
    return wrong, len(public) - len(wrong)


@pytest.mark.slow
def test_every_public_name_has_a_known_type() -> None:
    wrong, known = untyped(PACKAGE.parent)
    assert wrong == []
    assert known > 500


@pytest.mark.slow
def test_a_public_name_without_a_type_is_reported(tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / "tenure", ignore=shutil.ignore_patterns("__pycache__"))
    clock = tmp_path / "tenure" / "clock.py"
    clock.write_text(clock.read_text() + "\n\ndef untyped(value):\n    return value\n")
    assert "tenure.clock.untyped" in untyped(tmp_path)[0]

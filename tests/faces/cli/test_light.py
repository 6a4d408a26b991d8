"""What a short command does not load, and that it ends at once but not early."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.faces.cli.shell import Shell

HEAVY = (
    "pydantic",
    "rich",
    "tenure.memory.person",
    "tenure.memory.task",
    "tenure.write.pipeline",
    "tenure.lifecycle.sweep",
)
SCRIPT = f"""
import atexit, sys
atexit.register(lambda: print("at the end:", *[name for name in {HEAVY!r} if name in sys.modules]))
from tenure.faces.cli import main
main()
"""


def _run(shell: Shell, *args: str) -> tuple[int, list[str]]:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *args],
        cwd=shell.folder,
        env=shell.environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout.splitlines()


def test_a_recall_loads_what_it_uses_alone_and_what_ends_with_the_process_is_run(shell: Shell) -> None:
    code, told = _run(shell, "recall", "tables", "--purpose", "coding")
    assert (code, told[-1]) == (1, "at the end:")  # nothing is kept, so it abstains


def test_a_number_that_somebody_typed_is_judged_as_ever(shell: Shell) -> None:
    code, told = _run(shell, "recall", "tables", "--limit", "2")
    assert (code, told[-1]) == (1, "at the end: pydantic")


@pytest.mark.parametrize("limit", ["x", "1.5", ""])
def test_a_number_that_is_none_is_wrong_use(shell: Shell, limit: str) -> None:
    assert shell.run("recall", "tables", "--limit", limit).code == 2

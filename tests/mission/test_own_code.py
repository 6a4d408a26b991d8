"""Tenure keeps claims about its own architecture, and `tenure verify` says that each of them still holds (R18)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import tenure
from tests.house.rules import ROOT

CLAIMS = [
    ("AgentHandle extends Reading", "src/tenure/memory/agent.py::AgentHandle", "class AgentHandle bases Reading"),
    ("AgentHandle has no approve", "src/tenure/memory/agent.py::AgentHandle", "lacks AgentHandle.approve"),
    ("Scope has no tenant", "src/tenure/model/scope.py::Scope", "lacks Scope.tenant"),
    ("RefusedError extends Error", "src/tenure/errors.py::RefusedError", "class RefusedError bases Error"),
    ("judge takes (context)", "src/tenure/write/gates/support.py::judge", "signature judge(context)"),
    ("Registry has for_scheme", "src/tenure/cite/validator.py::Registry", "has Registry.for_scheme"),
    ("requires-python is >=3.11", "pyproject.toml:1-12", 'key project.requires-python == ">=3.11"'),
]


@pytest.fixture
def kept() -> str:
    """Keep the claims in a store of this test's own, and give an id."""
    if not (ROOT / ".git").exists():
        pytest.skip("this is no git checkout")
    with tenure.open() as memory:
        memory.operator("ana").own()
        scope = memory.scope(user="ana", repository_at=ROOT)
        ana = memory.person("ana", at=ROOT)
        for text, place, check in CLAIMS:
            made = ana.remember(text, kind="code", scope=scope, because=place, check=check)
            assert made.status == "admitted", (text, made.verdicts)
        return made.entry_id


def verify(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "TENURE_HOME": str(home), "PYTHONPATH": str(ROOT / "src")}
    return subprocess.run(
        [sys.executable, "-m", "tenure", "verify", *arguments],
        cwd=ROOT / "src",
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        start_new_session=True,
    )


def test_r18_what_is_kept_of_this_project_still_holds(kept: str, home: Path) -> None:
    done = verify(home)
    assert (done.returncode, f"{len(CLAIMS)} verified" in done.stdout) == (0, True), done.stdout + done.stderr
    assert verify(home, kept).returncode == 0


def test_r06_none_of_these_checks_holds_of_what_is_not_so(kept: str) -> None:
    with tenure.open() as memory:
        scope = memory.scope(user="ana", repository_at=ROOT)
        ana = memory.person("ana", at=ROOT)
        for text, place, check in CLAIMS:
            form, _, rest = check.partition(" ")
            turned = {"has": "lacks", "lacks": "has"}.get(form)
            wrong = f"{turned} {rest}" if turned else f"{check[:-1]}x{check[-1]}"
            made = ana.remember(f"{text} after all", kind="code", scope=scope, because=place, check=wrong)
            assert "check_fails" in [verdict.code for verdict in made.verdicts], wrong

"""The pinned requirements are those that pyproject.toml declares, each with its hashes."""

from __future__ import annotations

import re
import tomllib

import pytest
from packaging.requirements import Requirement

from tests.house.rules import ROOT

PIN = re.compile(r"^([\w.-]+)==([^\s;]+)[^\n]*(?:\n    --hash=sha256:[0-9a-f]{64}[^\n]*)+", re.MULTILINE)


def unmet(declared: list[str], pinned: str) -> list[str]:
    """Give the declared requirements that no pin with a hash meets."""
    pins = {(name.lower().replace("_", "-"), version) for name, version in PIN.findall(pinned)}
    wanted = [Requirement(text) for text in declared]
    return [
        str(one)
        for one in wanted
        if not any(name == one.name.lower() and one.specifier.contains(version) for name, version in pins)
    ]


def _declared(group: str) -> list[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    if group == "runtime":
        return list(project["project"]["dependencies"])
    return [text for text in project["dependency-groups"][group] if isinstance(text, str)]


@pytest.mark.parametrize("group", ["runtime", "build", "dev"])
def test_what_is_declared_is_pinned_with_hashes(group: str) -> None:
    pinned = (ROOT / "requirements" / f"{group}.txt").read_text()
    assert unmet(_declared(group), pinned) == []
    assert len(re.findall(r"^[\w.-]+==", pinned, re.MULTILINE)) == len(PIN.findall(pinned)), "a pin without a hash"


def test_what_is_not_pinned_is_reported() -> None:
    pin = f"numpy==2.4.6 ; python_version < '3.12' \\\n    --hash=sha256:{'0' * 64}\n"
    assert unmet(["numpy>=2"], pin) == []
    assert unmet(["numpy>=3"], pin) == ["numpy>=3"]
    assert unmet(["anyio"], pin) == ["anyio"]
    assert unmet(["numpy>=2"], "numpy==2.4.6\n") == ["numpy>=2"]

"""The built wheel, alone in an empty environment outside the checkout, is a working Tenure."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from tests.house.rules import PACKAGE, ROOT


def _run(*command: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "TENURE", "COV", "XDG"))
    }
    seen = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env={**kept, "HOME": str(cwd), "NO_COLOR": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert seen.returncode == 0, f"{command}\n{seen.stdout}\n{seen.stderr}"
    return seen


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    _run(*pip, "--wheel-dir", made, ROOT, cwd=made)
    return next(made.glob("tenure-*.whl"))


@pytest.mark.slow
def test_the_wheel_holds_every_file_of_the_package(wheel: Path) -> None:
    packed = set(zipfile.ZipFile(wheel).namelist())
    wanted = {
        path.relative_to(PACKAGE.parent).as_posix()
        for path in PACKAGE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and not path.name.startswith(".")
    }
    assert "tenure/py.typed" in wanted
    assert any(name.endswith(".sql") for name in wanted)
    assert wanted - packed == set()
    assert {name.split("/")[0] for name in packed} == {"tenure", wheel.name.split("-py3")[0] + ".dist-info"}


@pytest.mark.slow
def test_the_wheel_runs_in_an_empty_environment(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "venv", with_pip=True)
    pip = [tmp_path / "venv" / "bin" / "python", "-m", "pip", "install", "--quiet"]
    _run(*pip, "--require-hashes", "-r", ROOT / "requirements" / "runtime.txt", cwd=tmp_path)
    _run(*pip, "--no-deps", "--no-index", wheel, cwd=tmp_path)
    _run(tmp_path / "venv" / "bin" / "tenure", "--help", cwd=tmp_path)
    _run(tmp_path / "venv" / "bin" / "tenure", "try", cwd=tmp_path)

"""The peers by name: what their adapters need, which are installed, and what is said of one that is not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tenure.errors import RequestError
from tenure.eval.command import app
from tenure.eval.peers import environments
from tenure.eval.peers.environments import interpreter, is_made, python_of
from tenure.eval.peers.known import PEERS
from tenure.eval.peers.remote import PLAYER
from tenure.eval.systems import candidate

IMPORTED = """
import importlib, runpy, sys
player = runpy.run_path(sys.argv[1])
player["stand_in_for_tenure"]()
for adapter in sys.argv[2:]:
    module, _, name = adapter.partition(":")
    system = getattr(importlib.import_module(module), name)
    assert system.name and system.versions
assert not {"numpy", "typer", "cryptography"} & set(sys.modules)
"""


def install(name: str, below: Path) -> None:
    """Leave what tells that an environment was made to its end."""
    stamp = interpreter(PEERS[name].environment, PEERS[name].packages, below).parents[1] / "installed"
    stamp.parent.mkdir(parents=True)
    stamp.write_text("\n".join(PEERS[name].packages))


def test_every_adapter_is_imported_by_the_standard_library_alone() -> None:
    base = Path(sys.base_prefix) / "bin" / f"python{sys.version_info[0]}"
    adapters = [peer.adapter for peer in PEERS.values()]
    done = subprocess.run(
        [str(base), "-I", "-c", IMPORTED, str(PLAYER), *adapters], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_every_package_is_pinned_by_its_first() -> None:
    assert all("==" in peer.packages[0] for peer in PEERS.values())


def test_a_peer_without_its_environment_says_how_to_make_it(tmp_path: Path) -> None:
    with pytest.raises(RequestError) as refused:
        candidate("chroma", environments=tmp_path)
    assert refused.value.code == "no_environment"
    assert "tenure eval peers install chroma" in refused.value.hint


def test_a_half_made_environment_is_none(tmp_path: Path) -> None:
    peer = PEERS["chroma"]
    python = interpreter(peer.environment, peer.packages, tmp_path)
    python.parent.mkdir(parents=True)
    python.touch()
    with pytest.raises(RequestError):
        candidate("chroma", environments=tmp_path)
    (python.parents[1] / "installed").write_text("chromadb==1.5.8")
    assert not is_made(peer.environment, peer.packages, tmp_path)
    (python.parents[1] / "installed").write_text("chromadb==1.5.9")
    assert is_made(peer.environment, peer.packages, tmp_path)


def test_the_list_names_each_and_what_is_installed(tmp_path: Path) -> None:
    install("mem0", tmp_path)
    shown = CliRunner().invoke(app, ["peers", "--environments", str(tmp_path)]).output
    assert [line.split()[0] for line in shown.splitlines()] == list(PEERS)
    assert [line.split()[0] for line in shown.splitlines() if " installed " in line] == ["mem0"]


def test_what_is_installed_needs_nothing_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environments, "python_of", lambda *_: None)
    asked = ["peers", "install", "basic-memory", "--environments", str(tmp_path)]
    lacking = CliRunner().invoke(app, asked)
    assert lacking.exit_code == 1
    assert "needs Python 3.12" in lacking.output
    install("basic-memory", tmp_path)
    assert CliRunner().invoke(app, asked).exit_code == 0


def test_an_unknown_peer_is_refused_before_anything_is_made(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["peers", "install", "chroma", "nothing", "--environments", str(tmp_path)])
    assert done.exit_code == 2
    assert "no such peer" in done.output
    assert list(tmp_path.iterdir()) == []


def test_an_interpreter_that_is_too_old_will_not_do() -> None:
    assert python_of((3, 11)) == Path(sys.executable)
    assert python_of((99, 0), sys.executable) is None
    assert python_of((99, 0)) is None
    assert python_of((99, 0), "/nonexistent/python") is None


def test_an_interpreter_is_named_by_its_path_or_by_its_name_on_the_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    newer = tmp_path / "python-newer"
    newer.write_text("#!/bin/sh\necho True\n")
    newer.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    assert python_of((99, 0), "python-newer") == newer
    assert python_of((99, 0), str(newer)) == newer
    assert python_of((99, 0), "python-newest") is None

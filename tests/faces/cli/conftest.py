"""A home and a repository of their own for every module; starting a process is what costs time."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faces.cli.shell import Shell

CODE = "class Base:\n    pass\n\n\nclass Table(Base):\n    def draw(self):\n        return 1\n"


def make_shell(folder: Path) -> Shell:
    """Give a shell in a repository with one commit, and no store yet."""
    repository = folder / "work"
    repository.mkdir()
    shell = Shell(folder / "home", repository)
    shell.git("init", "-b", "main")
    (repository / "a.py").write_text(CODE)
    shell.git("add", ".")
    shell.git("commit", "-m", "x")
    return shell


@pytest.fixture
def bare(tmp_path: Path) -> Shell:
    """A shell without a store."""
    return make_shell(tmp_path)


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """A shell with ana's store, made without a terminal; shared by the tests of one module."""
    made = make_shell(tmp_path_factory.mktemp("cli"))
    assert made.run("init", "--person", "ana").code == 0
    return made

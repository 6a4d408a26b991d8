"""Which module is imported for which command."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import entry_points

import pytest
import typer

from tenure.faces.cli.app import whole
from tenure.faces.cli.commands import MODULES

LOADED = """
import sys
from tenure.faces.cli.app import run
code = run(sys.argv[1:])
print("loaded", *sorted(name.removeprefix("tenure.faces.cli.") for name in sys.modules), file=sys.stderr)
sys.exit(code)
"""


def test_the_table_names_every_command_and_no_other() -> None:
    root = typer.main.get_command(whole())
    assert isinstance(root, typer.core.TyperGroup)
    others = {point.name for point in entry_points(group="tenure.commands")}
    assert "mcp" in others
    assert set(root.commands) == {*MODULES, *others}


@pytest.mark.parametrize("name", MODULES)
def test_the_module_of_a_command_has_it(name: str) -> None:
    module = sys.modules[f"tenure.faces.cli.{MODULES[name]}"]
    app = typer.Typer()
    app.callback()(lambda: None)
    module.register(app)
    root = typer.main.get_command(app)
    assert isinstance(root, typer.core.TyperGroup)
    assert name in root.commands


@pytest.mark.parametrize(
    ("args", "code", "is_whole"),
    [(["recall", "--help"], 0, False), (["--help"], 0, True), (["recal"], 2, True), ([], 2, True)],
)
def test_one_command_imports_no_other(args: list[str], code: int, is_whole: bool) -> None:
    done = subprocess.run([sys.executable, "-c", LOADED, *args], capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stderr
    assert ("doctor" in done.stderr.splitlines()[-1].split()) is is_whole

"""The plugin: each story a test of a run that asks for it, and nothing at all in a run that does not."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ADAPTER = """
from tests.eval.public_sets import Accumulates, Keeps, Silent
from tenure.eval.system import Found, NotApplicable

class Mine(Accumulates):
    name = "mine"
    def turn(self, now): raise NotApplicable

class Broken(Keeps):
    def tell(self, *given, **more): raise OSError("disk on fire")
"""


@pytest.fixture
def run(tmp_path):
    """Give a run of pytest in a folder that holds an adapter and one ordinary test."""
    (tmp_path / "adapter.py").write_text(ADAPTER)
    (tmp_path / "test_own.py").write_text("def test_own():\n    pass\n")
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --strict-markers\nfilterwarnings = error\n")

    def run(*options):
        command = [sys.executable, "-m", "pytest", "-p", "tenure.eval.plugin", "-p", "no:cacheprovider", "-q", *options]
        done = subprocess.run(
            command,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
            env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        )
        return done.returncode, done.stdout + done.stderr

    return run


def test_each_story_is_a_test_wrong_fails_and_what_does_not_apply_is_skipped(run):
    code, said = run("--memory-system=adapter:Mine", "--memory-suite=stale_entry_removal", "-m", "memory", "-rsf")
    assert code == 1
    assert "FAILED memory::stale_entry_removal::replaced-1" in said
    assert "not applicable: the memory has no" in said
    assert "test_own" not in said


def test_a_memory_that_finds_nothing_fails_though_nothing_is_wrong(run):
    code, said = run("--memory-system=adapter:Silent", "--memory-suite=stale_entry_removal", "-k", "replaced-1")
    assert code == 1
    assert "nothing wrong, but only 0 of" in said


def test_a_story_can_be_chosen_by_name_and_others_tests_run_beside_it(run):
    code, said = run("--memory-system=adapter:Mine", "--memory-suite=isolation", "-k", "own or no_such_story")
    assert code == 0
    assert "1 passed" in said


def test_an_error_of_the_memory_is_shown_with_its_traceback(run):
    code, said = run("--memory-system=adapter:Broken", "--memory-suite=isolation", "-m", "memory", "-x")
    assert code == 1
    assert "disk on fire" in said
    assert "adapter.py" in said


def test_a_memory_that_cannot_be_had_is_a_mistake_of_the_command(run):
    code, said = run("--memory-system=no_such_module:Thing")
    assert code == 4
    assert "bad_system" in said


def test_a_run_that_does_not_ask_imports_nothing_of_it(run, tmp_path):
    (tmp_path / "test_own.py").write_text(
        "import sys\n\ndef test_own():\n    heavy = {'tenure.eval.run', 'tenure.eval.collecting', 'numpy', 'typer'}\n"
        "    assert not heavy & set(sys.modules)\n"
    )
    code, said = run()
    assert code == 0, said
    assert "1 passed" in said

"""Ctrl-C at any moment of any command: exit 130, and never a traceback of ours."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.faces.cli.shell import Shell

SCRIPT = "import re\nimport sys\nfrom tenure.faces.cli import main\nsys.exit(main())"
ENTRIES = {"module": ["-m", "tenure"], "script": ["-c", SCRIPT]}
DELAYS = range(0, 400, 40)
"""Milliseconds after the start of the process."""
SEEN = ("tenure.errors", "typer.main", "tenure.screen.scan", "tenure.memory.reading", "tenure.store.sqlite", "pygit2")
"""Modules that have just loaded when the signal comes, in this order."""
OURS = re.compile(r'faces/cli/\w+\.py", line \d+, in [a-z]')
"""A frame of ours below `main`; what comes before it is the interpreter's and the script's that calls it."""
CONVERTED = """
import signal, sys
from tenure.faces.cli import app, main

def converting(*_):
    try:
        signal.raise_signal(signal.SIGINT)
    except KeyboardInterrupt:
        raise RuntimeError("Error calling __set_name__") from None

app.add_commands = converting
main()
"""

COMPILED = """
import signal
from tenure.faces.cli import app, main

app.add_commands = lambda *_: exec("signal.raise_signal(signal.SIGINT)", {"signal": signal})
main()
"""
"""As a module does that makes its classes from texts, while it loads."""


def _started(shell: Shell, *args: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, *args],
        cwd=shell.folder,
        env=shell.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


@pytest.mark.parametrize("entry", list(ENTRIES))
def test_ctrl_c_early_shows_no_traceback_of_ours(shell: Shell, entry: str) -> None:
    def stopped(delay: int) -> tuple[int, str]:
        process = _started(shell, *ENTRIES[entry], "list")
        time.sleep(delay / 1_000)
        process.send_signal(signal.SIGINT)
        _, told = process.communicate()
        return process.returncode, told

    with ThreadPoolExecutor(2) as several:
        seen = list(several.map(stopped, DELAYS))
    assert [told for _, told in seen if OURS.search(told)] == []
    after = [(code, told) for code, told in seen if "Traceback" not in told and code != -signal.SIGINT]
    assert len(after) > len(DELAYS) / 4, "the interpreter alone took all that time"
    assert set(after) <= {(130, ""), (0, "")}


@pytest.mark.parametrize("module", SEEN)
def test_ctrl_c_when_a_module_has_loaded_is_silent_and_130(shell: Shell, module: str) -> None:
    process = _started(shell, "-X", "importtime", "-m", "tenure", "recall", "tables")
    assert process.stderr is not None
    for line in process.stderr:
        if line.rstrip().endswith(f" {module}"):
            break
    process.send_signal(signal.SIGINT)
    out, told = process.communicate()
    assert (process.returncode, out) == (130, "")
    assert [line for line in told.splitlines() if not line.startswith("import time:")] == []


def test_ctrl_c_inside_code_made_from_a_text_is_130(shell: Shell) -> None:
    (shell.folder / "stopped.py").write_text(COMPILED)
    process = _started(shell, "-m", "stopped", "list")
    out, told = process.communicate()
    assert (process.returncode, out, told) == (130, "", "")


def test_ctrl_c_that_a_library_takes_for_an_error_is_130(shell: Shell, tmp_path: Path) -> None:
    process = _started(shell, "-c", CONVERTED, "list")
    out, told = process.communicate()
    assert (process.returncode, out, told) == (130, "", "")

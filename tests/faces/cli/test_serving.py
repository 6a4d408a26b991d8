"""`doctor --mcp` starts the server as a client would and says what is wrong with it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tenure.faces.cli import serving
from tenure.memory.examine import State
from tests.faces.cli.shell import Shell


def test_a_server_that_serves_and_a_client_that_is_set_up_are_told(shell: Shell) -> None:
    assert shell.run("setup", "cursor").code == 0
    said = shell.run("doctor", "--mcp", "--json")
    checks = {each["check"]: each for each in said.json["data"]["checks"]}
    assert {name: each["state"] for name, each in checks.items()} == dict.fromkeys(
        ("client", "server", "tools", "recall"), "ok"
    )
    assert said.code == 0
    (shell.home.parent / ".cursor" / "mcp.json").write_text('{"mcpServers": {"tenure": {"command": "/gone"}}}')
    said = shell.run("doctor", "--mcp")
    assert "tenure setup cursor" in said.out


def test_without_a_store_the_fault_names_the_way_to_make_one(bare: Shell) -> None:
    said = bare.run("doctor", "--mcp")
    assert said.code == 1
    assert "[no_store]" in said.out
    assert "tenure init" in said.out


ANSWERS = """\
import sys
print('{"id": 1, "result": {}}')
print('{"method": "notifications/message"}')
print('{"id": 2, "result": {"tools": [7, {"name": "recall"}]}}')
print('{"id": 3, "result": {"isError": true}}', flush=True)
sys.stdin.read()
"""


@pytest.mark.parametrize(
    ("program", "told"),
    [
        ("import sys; sys.exit('error: [no_library]')", "it ends at once: error: [no_library]"),
        ("import sys; print('hello', flush=True); sys.stdin.read()", "it prints what is no message"),
        ('import sys; print(\'{"id": 1, "error": {"message": "no"}}\', flush=True); sys.stdin.read()', "refuses"),
        (ANSWERS, "missing: brief"),
    ],
)
def test_a_server_that_does_not_serve_is_told_with_what_to_do(
    program: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(serving, "started_by", lambda: (sys.executable, "-c", program))
    faults = [each for each in serving.examined(tmp_path) if each.state is State.FAULT]
    assert told in faults[0].message
    assert all(each.fix for each in faults)


def test_a_server_that_does_not_answer_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(serving, "SECONDS_MAX", 0.1)
    monkeypatch.setattr(serving, "END_SECONDS_MAX", 0.1)
    monkeypatch.setattr(serving, "started_by", lambda: (sys.executable, "-c", "import time; time.sleep(60)"))
    *_, last = serving.examined(tmp_path)
    assert "does not answer initialize" in last.message


def test_a_server_started_by_hand_says_what_it_waits_for(shell: Shell) -> None:
    """Nobody who types the command at a terminal is left before an empty screen."""
    assert "tenure setup CLIENT" in shell.at_terminal("mcp", answers=[("Ctrl-C", "\x04")]).out
    assert shell.run("mcp").text == ""


def test_a_server_does_not_start_for_a_folder_that_is_not_there(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "a file").touch()
    for wrong in (tmp_path / "gone", tmp_path / "a file"):
        said = shell.run("mcp", "--folder", str(wrong))
        assert said.code == 2
        assert "--folder" in said.err

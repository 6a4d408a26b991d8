"""Real coding agents read what `tenure setup` writes: `make check-clients` installs them and runs this, offline.

The model of the story is a script on loopback; the client, its hooks, its deny rules and the server are the real ones.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.faces.agents.loopback import Model, Request, as_anthropic
from tests.faces.cli.conftest import make_shell
from tests.faces.cli.shell import Shell

PROGRAMS = Path(os.environ.get("CLIENTS", "build/clients")) / "node_modules" / ".bin"
SECONDS_MAX = 120
WORDS = "Please give me a table when you compare things, from now on."
HEARD = re.compile(r"because=\['(note_\w+)'\], task='(task_\w+)'")


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    made = make_shell(tmp_path)
    assert shutil.which("tenure") is not None
    # A client starts its own processes: what they need is what `setup` carries into its settings.
    made.settings = {"PATH": os.environ["PATH"], "PYTHONPATH": "", "CI": "1", "ENABLE_TOOL_SEARCH": "false"}
    assert made.run("init", "--person", "ana").code == 0
    return made


def ran(shell: Shell, program: str, *args: str, **settings: str) -> str:
    """Run a client to its end and give all that it said."""
    done = subprocess.run(
        [str((PROGRAMS / program).resolve()), *args],
        cwd=shell.folder,
        env={**shell.environment, **settings},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=SECONDS_MAX,
        check=False,
    )
    return done.stdout + done.stderr


@pytest.mark.parametrize(
    ("client", "program", "told"),
    [
        ("claude-code", "claude", r"tenure:.*Connected"),
        ("opencode", "opencode", r"tenure.*connected"),
        ("codex", "codex", r"tenure .*enabled"),
        ("gemini", "gemini", r"tenure:.*\(stdio\)"),  # it starts servers in trusted folders alone
    ],
)
def test_the_client_lists_the_server(shell: Shell, client: str, program: str, told: str) -> None:
    assert shell.run("setup", client).code == 0
    assert re.search(told, ran(shell, program, "mcp", "list"))
    assert shell.run("setup", client, "--remove").code == 0
    assert not re.search(told, ran(shell, program, "mcp", "list"))


def test_codex_forbids_the_persons_commands_and_no_others(shell: Shell) -> None:
    assert shell.run("setup", "codex").code == 0
    rules = str(shell.home.parent / ".codex" / "rules" / "tenure.rules")
    for command, decision in (("review approve prop_1", "forbidden"), ("hear x", "forbidden"), ("recall x", "")):
        said = ran(shell, "codex", "execpolicy", "check", "--rules", rules, "--", "tenure", *command.split())
        assert ('"decision":"forbidden"' in said) is bool(decision), said


def test_claude_code_passes_the_persons_words_on_and_what_it_proposes_rests_on_them(shell: Shell) -> None:
    assert shell.run("setup", "claude-code").code == 0
    seen: dict[str, str] = {}

    def propose(request: Request) -> tuple[str, dict[str, object]]:
        told = HEARD.search(json.dumps(request["messages"]))
        assert told is not None
        seen.update(note=told[1], task=told[2])
        claim = {"claim": "give me a table when you compare things", "kind": "preference", "because": [told[1]]}
        return "mcp__tenure__propose", {**claim, "task": told[2]}

    def approve(_: Request) -> tuple[str, dict[str, object]]:
        return "Bash", {"command": "tenure review approve prop_1", "description": "approve it"}

    def finish(request: Request) -> str:
        seen["told"] = json.dumps(request["messages"])
        return "Done."

    with Model([propose, approve, finish], as_anthropic) as model:
        said = ran(
            shell,
            "claude",
            *("-p", WORDS, "--allowedTools", "mcp__tenure__propose,Bash"),
            ANTHROPIC_BASE_URL=model.address,
            ANTHROPIC_API_KEY="none",
            CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC="1",
            MCP_CONNECTION_NONBLOCKING="false",
        )
    assert "Done." in said
    assert "tenure review approve prop_1 has been denied" in seen["told"]
    (waiting,) = shell.run("review", "list", "--json").json["data"]["new"]
    assert waiting["kind"] == "preference"
    assert "verbatim" in seen["told"]  # what it proposed are the words that the hook passed on
    assert shell.run("task", "search", "table", "--task", seen["task"]).code == 2  # the session's end ended its scratch

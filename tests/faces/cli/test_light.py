"""What a short command does not load, and that it ends at once but not early."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.faces.cli.shell import Shell

HEAVY = (
    "fractions",
    "html",
    "pydantic",
    "rich",
    "snowballstemmer",
    "tenure.cite.statement",
    "tenure.cite.tool",
    "tenure.faces.cli.options",
    "tenure.lifecycle.messages",
    "tenure.lifecycle.receipts",
    "tenure.lifecycle.sweep",
    "tenure.lifecycle.verify",
    "tenure.memory.examine",
    "tenure.memory.person",
    "tenure.memory.rereading",
    "tenure.memory.searching",
    "tenure.memory.sources",
    "tenure.memory.task",
    "tenure.policy.tighten",
    "tenure.recall.heard",
    "tenure.recall.listing",
    "tenure.recall.past",
    "tenure.recall.support",
    "tenure.recall.walking",
    "tenure.scratch.notes",
    "tenure.scratch.promote",
    "tenure.screen.instructions",
    "tenure.screen.personal",
    "tenure.screen.seedwords",
    "tenure.search.embed.meaning",
    "tenure.search.embed.minilm",
    "tenure.search.vectors",
    "tenure.write.drafter",
    "tenure.write.hearing",
    "tenure.write.pipeline",
    "tenure.write.vectors",
    "tomllib",
)
BY_MEANING = ("tenure.search.embed.meaning", "tenure.search.embed.minilm", "tenure.search.vectors")
LOADED = f"*[name for name in {HEAVY!r} if name in sys.modules]"
OPENED = "'tenure.memory.memory' in sys.modules"
DEPTH_MAX = 22
"""Open calls under which NumPy loads without the interpreter's stack of calls needing one more piece of memory."""
DEPTH = "*depths"
SEEN = (
    "import importlib.abc, traceback\n"
    "depths = []\n"
    "class Seen(importlib.abc.MetaPathFinder):\n"
    "    def find_spec(self, name, path, target=None):\n"
    "        if name == 'numpy': depths.append(len(traceback.extract_stack()))\n"
    "sys.meta_path.insert(0, Seen())\n"
)
THREADS = "*{each['num_threads'] for each in threadpoolctl.threadpool_info() if each['internal_api'] == 'openblas'}"


def _run(shell: Shell, *args: str, told: str = LOADED, stdin: str = "", **also: str) -> tuple[int, list[str]]:
    script = (
        "import atexit, sys, threadpoolctl\n"
        f"def tell():\n    if {told == THREADS}: import numpy\n    print('at the end:', {told})\n"
        f"atexit.register(tell)\n{SEEN if told == DEPTH else ''}from tenure.faces.cli import main\nmain()"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, *args],
        cwd=shell.folder,
        env={**shell.environment, **also},
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout.splitlines()


def test_a_recall_loads_what_it_uses_alone_and_what_ends_with_the_process_is_run(shell: Shell) -> None:
    code, told = _run(shell, "recall", "tables", "--purpose", "coding", TENURE_EMBEDDER="lexical")
    assert (code, told[-1]) == (1, "at the end:")  # nothing is kept, so it abstains
    code, told = _run(shell, "recall", "tables", "--purpose", "coding")
    assert (code, told[-1]) == (1, " ".join(("at the end:", *BY_MEANING)))


def test_a_recall_that_finds_something_loads_no_more(bare: Shell) -> None:
    bare.run("init", "--person", "ana")
    assert bare.at_terminal("remember", "give me tables", answers=[("[y/N]", "y")]).code == 0
    code, told = _run(bare, "recall", "tables", TENURE_EMBEDDER="lexical")
    assert (code, told[-1]) == (0, "at the end:")
    _, told = _run(bare, "screen", "a.py")  # the same list, where what stands in it is used
    assert {"tenure.screen.instructions", "tenure.screen.personal"} <= set(told[-1].split())


def test_a_command_starts_no_threads_of_numpys_library_but_those_that_somebody_asks_for(shell: Shell) -> None:
    _, told = _run(shell, "recall", "tables", told=THREADS)
    assert told[-1] in {"at the end: 1", "at the end:"}  # nothing: built on another library
    _, told = _run(shell, "recall", "tables", told=THREADS, OPENBLAS_NUM_THREADS="2")
    assert told[-1] in {f"at the end: {min(2, os.cpu_count() or 1)}", "at the end:"}


@pytest.mark.parametrize("command", [("recall", "tables"), ("brief",), ("list",)])
def test_what_searches_loads_numpy_while_few_calls_are_open(shell: Shell, command: tuple[str, ...]) -> None:
    _, told = _run(shell, *command, told=DEPTH)
    (depth,) = told[-1].removeprefix("at the end: ").split()
    assert int(depth) <= DEPTH_MAX


def test_a_number_that_somebody_typed_is_judged_as_ever(shell: Shell) -> None:
    code, told = _run(shell, "recall", "tables", "--limit", "2")
    assert code == 1
    assert "pydantic" in told[-1].split()


@pytest.mark.parametrize("limit", ["x", "1.5", ""])
def test_a_number_that_is_none_is_wrong_use(shell: Shell, limit: str) -> None:
    assert shell.run("recall", "tables", "--limit", limit).code == 2


def test_a_hook_after_a_command_that_asks_for_nothing_opens_no_memory(shell: Shell) -> None:
    said = '{"session_id": "s", "tool_name": "Bash", "tool_input": {"command": "%s"}}'
    for command, is_opened in (("ls", False), ("git checkout main", True)):
        done, told = _run(shell, "hook", "claude-code", "ran", told=OPENED, stdin=said % command)
        assert (done, told[-1]) == (0, f"at the end: {is_opened}")

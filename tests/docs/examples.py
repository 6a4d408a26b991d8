"""Finds and runs the fenced examples of the documentation.

Conventions, for whoever writes a page:

- A page runs in a temporary folder of its own: a git repository on branch ``main`` whose one commit holds
  ``invoice.py``, with a home folder and data folders of its own. Blocks run in the order in which they stand.
- ``python`` blocks of one page share one namespace; show what is true with ``assert``.
- ``console`` blocks run each line that begins with ``$ `` in bash (a line that ends in a backslash goes on). It may end
  in ``# exit 1`` (else 0 is expected) and in ``# typing yes, no``: what the person types at the prompts of a terminal.
  The lines below a command, if any, must be seen in its output in this order; ``...`` stands for anything. The working
  folder and exported variables carry over.
- ``json`` and ``toml`` blocks must parse. ``text``, ``sh``, ``sql`` and ``mermaid`` blocks are shown, not run.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pexpect

from tests.house.rules import ROOT

SHOWN_ONLY = frozenset({"text", "sh", "sql", "mermaid"})
SECONDS_MAX = 60
PROMPT_SECONDS_MAX = 20
FENCE = re.compile(
    r"^(?P<indent> *)(?P<fence>```+)(?P<language>[\w-]*)[^\n]*\n(?P<text>.*?)^(?P=indent)(?P=fence) *$",
    re.MULTILINE | re.DOTALL,
)
ENDING = re.compile(r"\s+# (?:exit (?P<code>\d+))?(?:,? ?typing (?P<typed>.+))?$")
PROMPT = re.compile(r"[:?\])>] ?$")
INVOICE = '''"""Invoices."""


def rounded(cents: float) -> int:
    """Round half up, once, at the end."""
    return int(cents + 0.5)
'''


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """One fenced block: its page, the line of its fence, its language and its text."""

    page: str
    line: int
    language: str
    text: str

    @property
    def place(self) -> str:
        return f"{self.page}:{self.line}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """One line of a console block: what is run, what must be seen, what is typed, how it ends."""

    line: str
    seen: tuple[str, ...]
    typed: tuple[str, ...]
    code: int


def pages() -> list[Path]:
    """Give the pages whose examples run: the README and everything below docs."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(page: str, text: str) -> list[Block]:
    """Give the fenced blocks of a page in their order."""
    return [
        Block(
            page=page,
            line=text.count("\n", 0, found.start()) + 1,
            language=found["language"],
            text=re.sub(rf"^{found['indent']}", "", found["text"], flags=re.MULTILINE),
        )
        for found in FENCE.finditer(text)
    ]


def commands(text: str) -> Iterator[Command]:
    """Give the commands of a console block with what stands below each."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        line, _, below = part.partition("\n")
        while line.endswith("\\"):
            more, _, below = below.partition("\n")
            line = f"{line[:-1]}{more.strip()}"
        ending = ENDING.search(line)
        yield Command(
            line=line[: ending.start()] if ending else line,
            seen=tuple(wanted for wanted in below.splitlines() if wanted.strip()),
            typed=tuple(word.strip() for word in (ending["typed"] or "").split(",") if word.strip()) if ending else (),
            code=int(ending["code"] or 0) if ending else 0,
        )


def missing_line(seen: tuple[str, ...], output: str) -> str | None:
    """Give the first line of ``seen`` that the output lacks after the lines before it, or None."""
    position = 0
    for wanted in seen:
        pattern = ".*?".join(re.escape(part.strip()) for part in wanted.split("..."))
        found = re.compile(pattern, re.DOTALL if wanted.strip() == "..." else 0).search(output, position)
        if found is None:
            return wanted
        position = found.end()
    return None


@dataclass(kw_only=True)
class Page:
    """Runs the blocks of one page in one temporary folder."""

    folder: Path
    names: dict[str, Any] = field(default_factory=lambda: {"__name__": "__example__"})

    def __post_init__(self) -> None:
        self.work = self.folder / "work"
        self.work.mkdir()
        (self.folder / "cwd").write_text(str(self.work))
        programs = self.folder / "programs"
        programs.mkdir()
        shim = programs / "tenure"
        entry = "import sys; sys.argv[0] = 'tenure'; from tenure.faces.cli import main; sys.exit(main())"
        shim.write_text(f'#!/bin/sh\nexec "{sys.executable}" -W error -c "{entry}" "$@"\n')
        shim.chmod(0o755)
        (self.work / "invoice.py").write_text(INVOICE)
        for git in (("init", "-q", "-b", "main"), ("add", "."), ("commit", "-q", "-m", "Round once")):
            subprocess.run(
                ["git", *git], cwd=self.work, env={**os.environ, **self.environment()}, check=True, capture_output=True
            )

    def environment(self) -> dict[str, str]:
        """Give the variables that keep a page's run away from the reader's own folders."""
        home = self.folder / "home"
        home.mkdir(exist_ok=True)
        who = {
            f"GIT_{role}_{part}": value
            for role in ("AUTHOR", "COMMITTER")
            for part, value in (("NAME", "Ana"), ("EMAIL", "ana@example.org"))
        }
        places = {f"XDG_{name}_HOME": str(home / name.lower()) for name in ("DATA", "CONFIG", "CACHE", "STATE")}
        return {
            **who,
            **places,
            "HOME": str(home),
            "XDG_RUNTIME_DIR": str(home / "runtime"),
            "GIT_CONFIG_NOSYSTEM": "1",
            "PYTHONPATH": str(ROOT / "src"),
            "PATH": f"{self.folder / 'programs'}{os.pathsep}{os.environ['PATH']}",
            "NO_COLOR": "1",
            "COLUMNS": "120",
        }

    def run(self, block: Block) -> list[str]:
        """Run a block; give a sentence for each thing that did not go as the page says."""
        if block.language == "python":
            padded = "\n" * block.line + block.text
            exec(compile(padded, block.page, "exec", dont_inherit=True), self.names)
        elif block.language == "console":
            return [f"{block.place}: {wrong}" for command in commands(block.text) if (wrong := self._wrong(command))]
        elif block.language == "json":
            json.loads(block.text)
        elif block.language == "toml":
            tomllib.loads(block.text)
        elif block.language not in SHOWN_ONLY:
            return [f"{block.place}: the language {block.language!r} has no meaning here"]
        return []

    def _wrong(self, command: Command) -> str | None:
        code, output = self._execute(command)
        if code != command.code:
            return f"`{command.line}` ended with {code}, the page says {command.code}:\n{output}"
        wanted = missing_line(command.seen, output)
        return None if wanted is None else f"`{command.line}` did not show {wanted!r}:\n{output}"

    def _execute(self, command: Command) -> tuple[int, str]:
        script = (
            f'[ -f "{self.folder}/env" ] && . "{self.folder}/env"; cd "$(cat "{self.folder}/cwd")"\n{command.line}\n'
            f'code=$?; export -p > "{self.folder}/env"; pwd > "{self.folder}/cwd"; exit $code\n'
        )
        environment = {**os.environ, **self.environment()}
        if not command.typed:
            seen = subprocess.run(
                ["bash", "-c", script],
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                timeout=SECONDS_MAX,
                check=False,
                start_new_session=True,
            )
            return seen.returncode, seen.stdout
        child = pexpect.spawn(
            "bash", ["-c", script], env=environment, encoding="utf-8", timeout=PROMPT_SECONDS_MAX, dimensions=(50, 120)
        )
        output = ""
        try:
            for answer in command.typed:
                child.expect(PROMPT)
                output += child.before + child.after
                child.sendline(answer)
            child.expect(pexpect.EOF)
        except (pexpect.TIMEOUT, pexpect.EOF):
            child.close(force=True)
            return -1, f"{output}{child.before}\n(no prompt for {answer!r}, or no end after it)"
        child.close()
        return child.exitstatus if child.exitstatus is not None else -1, output + child.before

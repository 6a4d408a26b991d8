"""Runs `tenure` as a real process: in a pipe without any terminal, or at a terminal where somebody answers."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pexpect

SRC = Path(__file__).resolve().parents[3] / "src"
DRIVER = Path(__file__).with_name("driver.py")
SECONDS_MAX = 30
KEPT = ("PATH", "LANG", "LC_ALL", "COVERAGE_PROCESS_CONFIG")
"""What a command gets of the environment: nothing by which it would find another store."""

Answer = tuple[str, str]


@dataclass
class Said:
    """What a command printed, and how it ended."""

    code: int
    out: str
    err: str = ""

    @property
    def json(self) -> dict[str, Any]:
        """The envelope that it printed, after whatever was asked before it."""
        return json.loads(self.out.strip().rsplit("\n", 1)[-1])

    @property
    def text(self) -> str:
        return self.out + self.err


class Shell:
    """A home folder of its own, and a folder to stand in."""

    def __init__(self, home: Path, folder: Path) -> None:
        self.home = home
        self.folder = folder
        self.settings: dict[str, str] = {}

    @property
    def environment(self) -> dict[str, str]:
        kept = {name: os.environ[name] for name in KEPT if name in os.environ}
        return kept | {
            "PYTHONPATH": str(SRC),
            "TENURE_HOME": str(self.home),
            "HOME": str(self.home.parent),
            "XDG_RUNTIME_DIR": str(self.home.parent),
            "TERM": "dumb",
            **self.settings,
        }

    def run(self, *args: str, stdin: str | bytes = "", at: Path | None = None) -> Said:
        """Run one process without a terminal: a session of its own has none."""
        done = subprocess.run(
            [sys.executable, "-m", "tenure", *args],
            cwd=at or self.folder,
            env=self.environment,
            input=stdin.encode() if isinstance(stdin, str) else stdin,
            capture_output=True,
            start_new_session=True,
            timeout=SECONDS_MAX,
            check=False,
        )
        return _checked(Said(done.returncode, done.stdout.decode(), done.stderr.decode()))

    def run_each(self, *commands: Sequence[str], stdin: str = "") -> list[Said]:
        """Run several commands without a terminal in one process; output and errors come as one text."""
        done = subprocess.run(
            [sys.executable, str(DRIVER), self._cases([{"args": list(each), "stdin": stdin} for each in commands])],
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            timeout=SECONDS_MAX * 10,
            check=False,
        )
        return _told_apart(done.stdout.decode(), len(commands))

    def at_terminal(self, *args: str, answers: Sequence[Answer] = (), at: Path | None = None) -> Said:
        """Run one process at a terminal; each answer is typed when its question has appeared."""
        child = self._spawn(["-m", "tenure", *args], at)
        seen = _answered(child, answers)
        code = child.exitstatus if child.exitstatus is not None else -1
        return _checked(Said(code, seen))

    def at_terminal_each(self, *commands: tuple[Sequence[str], Sequence[Answer]]) -> list[Said]:
        """Run several commands at a terminal in one process, each with its answers."""
        cases = self._cases([{"args": list(args)} for args, _ in commands])
        answers = [answer for _, each in commands for answer in each]
        return _told_apart(_answered(self._spawn([str(DRIVER), cases], None), answers), len(commands))

    def at_program(self, program: str, *args: str) -> str:
        """Run any program at a terminal, and give what it printed."""
        return _answered(self._spawn(list(args), None, program=program), ())

    def _cases(self, cases: list[dict[str, Any]]) -> str:
        """Write the commands to a file, for an argument's length is bounded, and give its name."""
        file = self.home.parent / "cases.json"
        file.write_text(json.dumps(cases))
        return str(file)

    def _spawn(self, args: list[str], at: Path | None, *, program: str = sys.executable) -> pexpect.spawn:
        return pexpect.spawn(
            program,
            args,
            cwd=str(at or self.folder),
            env=self.environment,
            dimensions=(50, 180),
            timeout=SECONDS_MAX,
            encoding="utf-8",
        )

    def git(self, *args: str) -> str:
        done = subprocess.run(
            ["git", "-c", "user.name=ana", "-c", "user.email=ana@example.org", *args],
            cwd=self.folder,
            check=True,
            capture_output=True,
            text=True,
        )
        return done.stdout


def _answered(child: pexpect.spawn, answers: Sequence[Answer]) -> str:
    seen = ""
    for question, reply in answers:
        child.expect_exact(question)
        seen += child.before + child.after
        child.sendline(reply)
    child.expect(pexpect.EOF)
    child.close()
    return (seen + child.before).replace("\r\n", "\n")


def _told_apart(text: str, count: int) -> list[Said]:
    parts = re.split(r"\[\[exit (-?\d+)\]\]\n", text)
    assert len(parts) == 2 * count + 1, text
    return [_checked(Said(int(code), out)) for out, code in zip(parts[0:-1:2], parts[1::2], strict=True)]


def _checked(said: Said) -> Said:
    assert "Traceback" not in said.text, said.text
    return said

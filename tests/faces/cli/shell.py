"""Runs `tenure` as a real process: in a pipe without any terminal, or at a terminal where somebody answers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pexpect

SRC = Path(__file__).resolve().parents[3] / "src"
SECONDS_MAX = 30


@dataclass
class Said:
    """What a command printed, and how it ended."""

    code: int
    out: str
    err: str = ""

    @property
    def json(self) -> dict[str, Any]:
        return json.loads(self.out)

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
        kept = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL") if name in os.environ}
        return kept | {
            "PYTHONPATH": str(SRC),
            "TENURE_HOME": str(self.home),
            "HOME": str(self.home.parent),
            "XDG_RUNTIME_DIR": str(self.home.parent),
            "TERM": "dumb",
            **self.settings,
        }

    def run(self, *args: str, stdin: str | bytes = "", at: Path | None = None) -> Said:
        """Run without a terminal: a session of its own has none."""
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
        said = Said(done.returncode, done.stdout.decode(), done.stderr.decode())
        assert "Traceback" not in said.text
        return said

    def at_terminal(self, *args: str, answers: Sequence[tuple[str, str]] = (), at: Path | None = None) -> Said:
        """Run at a terminal; each answer is typed when its question has appeared."""
        child = pexpect.spawn(
            sys.executable,
            ["-m", "tenure", *args],
            cwd=str(at or self.folder),
            env=self.environment,
            dimensions=(50, 180),
            timeout=SECONDS_MAX,
            encoding="utf-8",
        )
        seen = ""
        for question, reply in answers:
            child.expect_exact(question)
            seen += child.before + child.after
            child.sendline(reply)
        child.expect(pexpect.EOF)
        child.close()
        said = Said(child.exitstatus if child.exitstatus is not None else -1, (seen + child.before).replace("\r\n", "\n"))
        assert "Traceback" not in said.text
        return said

    def git(self, *args: str) -> str:
        done = subprocess.run(
            ["git", "-c", "user.name=ana", "-c", "user.email=ana@example.org", *args],
            cwd=self.folder,
            check=True,
            capture_output=True,
            text=True,
        )
        return done.stdout

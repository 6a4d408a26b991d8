"""One simulator: a memory in files, a repository with branches, people, and a clock that can be turned."""

from __future__ import annotations

import os
import subprocess
from datetime import timedelta
from pathlib import Path

import tenure
from tenure import AgentHandle, Decision, Entry, FrozenClock, Memory, PersonHandle, Recall, Scope, TaskHandle

PASSPHRASE = "a long enough passphrase"

RATES = """\
from shapes import Shape

TIMEOUT = 30


class Rate(Shape):
    def area(self):
        return 1


def round_half_up(value):
    return int(value + 0.5)
"""
SHAPES = """\
class Shape:
    def area(self):
        raise NotImplementedError
"""


class Repository:
    """A real git repository, driven by the git program."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True)
        self.git("init", "--quiet", "--initial-branch=main")
        self.commit({"rates.py": RATES, "shapes.py": SHAPES, "README.md": "Rates.\n"})

    def git(self, *arguments: str) -> str:
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.folder.parent),
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_AUTHOR_NAME": "Ana",
            "GIT_AUTHOR_EMAIL": "ana@example.org",
            "GIT_COMMITTER_NAME": "Ana",
            "GIT_COMMITTER_EMAIL": "ana@example.org",
        }
        done = subprocess.run(
            ["git", "-C", str(self.folder), *arguments], check=True, capture_output=True, text=True, env=environment
        )
        return done.stdout.strip()

    def write(self, files: dict[str, str]) -> None:
        for name, text in files.items():
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / name).write_text(text)

    def commit(self, files: dict[str, str]) -> None:
        self.write(files)
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "Change")

    def branch(self, name: str, *, new: bool = False) -> None:
        self.git("checkout", "--quiet", *(["-b"] if new else []), name)


class World:
    """A memory and what it is about."""

    def __init__(self, folder: Path, clock: FrozenClock, *, policy: tenure.Policy | str | None = None) -> None:
        self.folder = folder
        self.clock = clock
        self.policy = policy
        self.repository = Repository(folder / "repository")
        self.memory = self._open()

    def _open(self) -> Memory:
        return tenure.open(self.folder / "store", clock=self.clock, policy=self.policy)

    def close(self) -> None:
        self.memory.close()

    def reopen(self) -> Memory:
        self.memory.close()
        self.memory = self._open()
        return self.memory

    @property
    def ana(self) -> PersonHandle:
        return self.memory.person("ana", at=self.repository.folder)

    def present(self, person: str = "ana") -> PersonHandle:
        """Give the person's handle with their own key unlocked."""
        handle = self.memory.person(person, at=self.repository.folder)
        try:
            handle.unlock(PASSPHRASE)
        except tenure.NotFoundError:
            handle.enrol(PASSPHRASE)
        return handle

    @property
    def scope(self) -> Scope:
        return self.memory.scope(user="ana", project="billing", repository_at=self.repository.folder)

    def task(self, name: str = "fix-rounding") -> TaskHandle:
        return self.memory.task(name, scope=self.scope)

    def agent(self, *, scope: Scope | None = None) -> AgentHandle:
        return self.memory.agent("coder", scope=scope or self.scope)

    def recall(self, text: str, **options) -> Recall:
        return self.agent().recall(text, **options)

    def turn(self, **by: float) -> None:
        self.clock.advance(timedelta(**by))

    def said(self, message: str, claim: str, **options) -> Decision:
        """Let the person say something, and an agent propose a claim because of it."""
        options = {"kind": "preference", **options}
        with self.task() as task:
            heard = task.hear(message, by=self.ana)
            return task.agent("coder").propose(claim, because=heard, **options)

    def approve(self, decision: Decision, *, by: PersonHandle | None = None) -> Entry:
        """Let the person approve what a decision left pending."""
        person = by or self.ana
        entry = person.approve(person.show(decision.proposal_id))
        assert isinstance(entry, Entry)
        return entry

    def files_with(self, *needles: bytes) -> list[Path]:
        """Give every file of the memory, keys and home in which one of the byte strings stands."""
        roots = (self.folder / "store", Path(os.environ["TENURE_HOME"]))
        return [
            path
            for root in roots
            for path in root.rglob("*")
            if path.is_file() and any(needle in path.read_bytes() for needle in needles)
        ]

"""A real git repository for stories about code, and a file of constants in it; nothing but pygit2 is asked."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from tenure.eval.system import Place, Scope, System
from tenure.eval.world import World

BRANCH: Final = "main"
_AUTHOR: Final = ("Ana", "ana@example.org")
_FOLDERS: Final = ("src", "service", "app", "lib")
_NAMES: Final = ("RETRY_LIMIT", "POOL_SIZE", "TIMEOUT_SECONDS", "BATCH_ROWS", "CACHE_ENTRIES", "QUEUE_DEPTH")


class Repository:
    """A repository with a working tree, beside the memory's own files.

    Args:
        beside: The memory's folder; the repository lies next to it, so that nothing of it counts as kept.
    """

    def __init__(self, beside: Path) -> None:
        import pygit2

        self.folder: Path = beside.parent / f"{beside.name}-repository"
        self._git: Any = pygit2.init_repository(str(self.folder), initial_head=BRANCH)
        self._signature = pygit2.Signature(*_AUTHOR)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        import shutil

        self._git.free()
        shutil.rmtree(self.folder, ignore_errors=True)

    def commit(self, files: Mapping[str, str | None]) -> None:
        """Write files, or remove those with None, and commit."""
        index = self._git.index
        for name, text in files.items():
            path = self.folder / name
            if text is None:
                path.unlink()
                index.remove(name)
            else:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
                index.add(name)
        index.write()
        parents = [] if self._git.head_is_unborn else [self._git.head.target]
        self._git.create_commit("HEAD", self._signature, self._signature, "Change", index.write_tree(), parents)

    def branch(self, name: str) -> None:
        """Go to a branch; a new one begins here."""
        if name not in self._git.branches.local:
            self._git.branches.local.create(name, self._git.head.peel())
        self._git.checkout(self._git.branches.local[name])


class CodeFile:
    """A file of constants, one of which is claimed.

    Args:
        world: Where names and the value come from.
    """

    def __init__(self, world: World) -> None:
        self.path: str = f"{world.choice(_FOLDERS)}/{world.word().lower()}.py"
        self.name: str = world.choice(_NAMES)
        self.value: str = world.number()

    @property
    def claim(self) -> str:
        """What is claimed of it."""
        return f"{self.name} is {self.value} in {self.path}"

    @property
    def question(self) -> str:
        """What is asked to find it."""
        return f"What is {self.name} in {self.path}?"

    @property
    def text(self) -> str:
        """The file."""
        return self.with_value(self.value)

    def with_value(self, value: str | None, *, above: int = 0) -> str:
        """Give the file with another value, or without the constant, and lines put in above it."""
        lines = ['"""Settings."""', "", "import os", "", *(f"SETTING_{number} = {number}" for number in range(above))]
        constant = [] if value is None else ["# How far it goes.", f"{self.name} = {value}", ""]
        return "\n".join([*lines, *constant, "", "def home():", '    return os.environ["HOME"]', ""])

    def propose(self, system: System, scope: Scope, repository: Repository) -> str | None:
        """Let the agent claim the constant, citing its line; the person allows it where they are asked."""
        entry = self.claim_it(system, scope, repository)
        return system.approve(self.claim, scope) if entry is None else entry

    def claim_it(self, system: System, scope: Scope, repository: Repository) -> str | None:
        """Let the agent claim it, and nobody allow it."""
        line = self.text.splitlines().index(f"{self.name} = {self.value}") + 1
        place = Place(
            repository=repository.folder,
            path=self.path,
            line=line,
            last_line=line,
            name=self.name,
            value=self.value,
        )
        return system.propose(self.claim, scope, origin="code", kind="code", place=place)

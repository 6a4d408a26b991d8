"""A plain folder of Markdown: a file an entry below a folder for the person and the project, found by shared words."""

# ruff: noqa: ARG002 - it has no kinds, slots or origins: whoever writes, writes

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Final
from urllib.parse import quote

from tenure.eval.nearest import nearest
from tenure.eval.system import Answer, Found, NotApplicable, Place, Scope, Slot, System

_WHOLE: Final = "_"
"""The folder of what holds in all of a person's projects."""


class Markdown(System):
    """Files that an agent writes, edits, reads and removes; a task is a folder that goes with it."""

    name = "markdown"

    def __init__(self, folder: Path, now: datetime) -> None:
        super().__init__(folder, now)
        self._root = folder / "memory"
        self._notes = folder / "tasks"
        self._made = 0

    def tell(
        self,
        text: str,
        scope: Scope,
        *,
        kind: str = "fact",
        slot: Slot | None = None,
        expires_at: datetime | None = None,
    ) -> str | None:
        """Write a file; it knows no end."""
        if expires_at is not None:
            raise NotApplicable("expires_at")
        return self._write(self._place(scope), text)

    def propose(
        self,
        text: str,
        scope: Scope,
        *,
        origin: str,
        read: str = "",
        kind: str = "fact",
        slot: Slot | None = None,
        of: Sequence[str] = (),
        place: Place | None = None,
    ) -> str | None:
        """Write a file: an agent's tool is the same."""
        return self._write(self._place(scope), text)

    def recall(self, question: str, scope: Scope, *, limit: int = 8) -> Answer:
        """Give the files that share most words with the question."""
        found = nearest(self._visible(scope), question, limit)
        return Answer(found=found, stance="answer" if found else "abstain")

    def listed(self, scope: Scope) -> Sequence[Found]:
        """Give every file of the scope."""
        return tuple(self._visible(scope))

    def get(self, entry_id: str, scope: Scope) -> Found | None:
        """Give a file of the scope by its name."""
        return next((each for each in self._visible(scope) if each.id == entry_id), None)

    def correct(self, entry_id: str, text: str, scope: Scope, *, slot: Slot | None = None) -> str | None:
        """Write the file anew."""
        if self.get(entry_id, scope) is None:
            return None
        (self._root / entry_id).write_text(text, encoding="utf-8")
        return entry_id

    def forget(self, entry_id: str, scope: Scope) -> None:
        """Remove the file."""
        if self.get(entry_id, scope) is not None:
            (self._root / entry_id).unlink()

    def forget_person(self, user: str) -> None:
        """Remove the person's folder."""
        shutil.rmtree(self._root / quote(user, safe=""), ignore_errors=True)

    def note(self, text: str, scope: Scope, *, task: str) -> str | None:
        """Write a file in the task's folder."""
        return self._write(self._task(scope, task), text)

    def search(self, question: str, scope: Scope, *, task: str, limit: int = 8) -> Sequence[Found]:
        """Give the task's files that share most words with the question."""
        return nearest(self._read(self._task(scope, task)), question, limit)

    def end(self, scope: Scope, *, task: str) -> None:
        """Remove the task's folder."""
        shutil.rmtree(self._task(scope, task), ignore_errors=True)

    def restart(self) -> None:
        """Do nothing: there is nothing but files."""

    def _place(self, scope: Scope) -> Path:
        return self._root / quote(scope.user, safe="") / (quote(scope.project, safe="") or _WHOLE)

    def _task(self, scope: Scope, task: str) -> Path:
        return (
            self._notes / quote(scope.user, safe="") / (quote(scope.project, safe="") or _WHOLE) / quote(task, safe="")
        )

    def _write(self, folder: Path, text: str) -> str:
        self._made += 1
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{self._made:06}.md"
        path.write_text(text, encoding="utf-8")
        return self._id(path)

    def _visible(self, scope: Scope) -> Iterator[Found]:
        for folder in dict.fromkeys((self._place(scope), self._place(Scope(scope.user)))):
            yield from self._read(folder)

    def _read(self, folder: Path) -> Iterator[Found]:
        for path in sorted(folder.glob("*.md")):
            yield Found(id=self._id(path), text=path.read_text(encoding="utf-8"))

    def _id(self, path: Path) -> str:
        root = self._root if self._root in path.parents else self._notes
        return path.relative_to(root).as_posix()

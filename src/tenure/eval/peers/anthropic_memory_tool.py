"""The memory tool of the Anthropic SDK over its own local files: one folder a person, a file an entry.

A project is a folder below it, a slot the name of a file, which a later value is edited into. The tool has no search:
a model views the folder and reads what looks to the point, so the caller here reads the files of the scope and takes
those that share most words with the question. A task is a folder that is deleted at its end. It has no lifetimes.
"""

# ruff: noqa: ARG002 - a file has no kind

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from tenure.eval.nearest import nearest
from tenure.eval.peers.keeping import Keeping, library
from tenure.eval.system import Found, Scope

_WHOLE: Final = "_general"
_TASKS: Final = "_tasks"


class AnthropicMemoryTool(Keeping):
    """`BetaLocalFilesystemMemoryTool`, called as a model's requests call it."""

    name = "Anthropic memory tool"
    versions: Sequence[str] = ("anthropic",)

    def __init__(self, folder: Path, now: datetime) -> None:
        super().__init__(folder, now)
        self._make: Any = library("anthropic.tools").BetaLocalFilesystemMemoryTool
        self._error: Any = library("anthropic.tools").ToolError
        self._tools: dict[str, Any] = {}

    def put(self, key: str, text: str, scope: Scope, kind: str) -> None:
        """Create the file, or replace what it says."""
        before = self._read(scope.user, key)
        if before is None:
            self._call(scope.user, command="create", path=key, file_text=text)
        else:
            self._call(scope.user, command="str_replace", path=key, old_str=before, new_str=text)

    def key(self, key: str, scope: Scope) -> str:
        """Entries are files of the project's folder."""
        return f"{_folder(scope)}/{quote(key, safe=' ')}.md"

    def found(self, question: str, scope: Scope, limit: int) -> Sequence[Found]:
        """Read the files of the scope, and take those nearest by words."""
        return nearest(self.listed(scope), question, limit)

    def listed(self, scope: Scope) -> Sequence[Found]:
        """View the folders of the scope, and every file in them."""
        folders = dict.fromkeys((_folder(scope), _folder(Scope(scope.user))))
        return tuple(each for folder in folders for each in self._files_of(scope.user, folder))

    def get(self, entry_id: str, scope: Scope) -> Found | None:
        """View one file of the person's."""
        text = self._read(scope.user, entry_id)
        return None if text is None else Found(id=entry_id, text=text)

    def forget(self, entry_id: str, scope: Scope) -> None:
        """Delete the file."""
        self._call(scope.user, command="delete", path=entry_id)

    def forget_person(self, user: str) -> None:
        """Clear the person's folder."""
        self._tool(user).clear_all_memory()

    def note(self, text: str, scope: Scope, *, task: str) -> str | None:
        """Create a file in the task's folder."""
        folder = _task(scope, task)
        path = f"{folder}/{len(self._files_of(scope.user, folder)):04}.md"
        self._call(scope.user, command="create", path=path, file_text=text)
        return path

    def search(self, question: str, scope: Scope, *, task: str, limit: int = 8) -> Sequence[Found]:
        """Read the files of the task, and take those nearest by words."""
        return nearest(self._files_of(scope.user, _task(scope, task)), question, limit)

    def end(self, scope: Scope, *, task: str) -> None:
        """Delete the task's folder."""
        self._call(scope.user, command="delete", path=_task(scope, task))

    def restart(self) -> None:
        """Make the tools anew, over the same folders."""
        self._tools.clear()

    def _files_of(self, user: str, folder: str) -> list[Found]:
        view = self._call(user, command="view", path=folder) or ""
        paths = [line.split("\t")[1] for line in view.splitlines() if line.endswith(".md") and "\t" in line]
        return list(_whole((path, self._read(user, path)) for path in paths))

    def _read(self, user: str, path: str) -> str | None:
        view = self._call(user, command="view", path=path)
        if view is None:
            return None
        return "\n".join(line.split("\t", 1)[1] for line in view.splitlines()[1:])

    def _call(self, user: str, **command: str) -> str | None:
        try:
            return str(self._tool(user).call(command))
        except self._error:
            return None

    def _tool(self, user: str) -> Any:  # noqa: ANN401 - the SDK's tool
        if user not in self._tools:
            self._tools[user] = self._make(base_path=str(self.folder / quote(user, safe="")))
        return self._tools[user]


def _whole(read: Iterable[tuple[str, str | None]]) -> Iterable[Found]:
    for path, text in read:
        if text is not None:
            yield Found(id=path, text=text)


def _folder(scope: Scope) -> str:
    return f"/memories/{quote(scope.project, safe='') or _WHOLE}"


def _task(scope: Scope, task: str) -> str:
    return f"/memories/{_TASKS}/{quote(scope.project, safe='') or _WHOLE}/{quote(task, safe='')}"

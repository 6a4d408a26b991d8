"""basic-memory by the tools of its server, with keyword search: its search by meaning fetches a model of its own.

Each person and project is a project of basic-memory, its unit of separation; a task is another one, which is emptied
and removed at its end. A slot is the title of a note, which a later value overwrites. It has no lifetimes.
"""

# ruff: noqa: ARG002 - a note has no kind

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from tenure.eval.peers.keeping import Keeping, library
from tenure.eval.system import Found, Scope

_FOLDER: Final = "notes"
_LIST_MOST: Final = 200
_NEVER_FAIL: Final = frozenset({"create_memory_project", "write_note", "search_notes"})
"""Tools whose error is a failure of the story; the others answer with one that a note or a folder is not there."""


class BasicMemory(Keeping):
    """Its server in this process, with a configuration and a database of its own for each memory."""

    name = "basic-memory"
    versions: Sequence[str] = ("basic-memory", "fastmcp")

    def __init__(self, folder: Path, now: datetime) -> None:
        super().__init__(folder, now)
        os.environ |= {
            "HOME": str(folder),
            "BASIC_MEMORY_CONFIG_DIR": str(folder / "config"),
            "BASIC_MEMORY_HOME": str(folder / "main"),
            "BASIC_MEMORY_SEMANTIC_SEARCH_ENABLED": "false",
        }
        library("loguru").logger.remove()
        library("basic_memory.mcp.tools")  # registers them
        self._runner = asyncio.Runner()
        self._projects: dict[tuple[str, ...], str] = {}
        self._open()

    def _open(self) -> None:
        library("basic_memory.config")._CONFIG_CACHE = None  # noqa: SLF001 - it is of the memory before
        server = library("basic_memory.mcp.server").mcp
        del server._transforms[1:]  # noqa: SLF001 - each start adds one more, and in use a process starts once
        self._client = library("fastmcp").Client(server)
        self._runner.run(self._client.__aenter__())

    def put(self, key: str, text: str, scope: Scope, kind: str) -> None:
        """Write the note, over one of the same title."""
        self._write(self._project(*scope), key, text)

    def found(self, question: str, scope: Scope, limit: int) -> Sequence[Found]:
        """Search the project and what holds in all of the person's, and give the nearest of both."""
        hits = [each for project in self._seen(scope) for each in self._search(project, question, limit)]
        return _found(sorted(hits, key=lambda hit: float(hit["score"]))[:limit])

    def listed(self, scope: Scope) -> Sequence[Found]:
        """List the folder of notes, and read each."""
        return tuple(self._all(self._seen(scope)))

    def get(self, entry_id: str, scope: Scope) -> Found | None:
        """Read it by its title, from the projects of the scope."""
        for project in self._seen(scope):
            told = self._call("read_note", identifier=f"{_FOLDER}/{entry_id}", project=project)
            if told.get("content") is not None:
                return Found(id=entry_id, text=str(told["content"]).strip())
        return None

    def forget(self, entry_id: str, scope: Scope) -> None:
        """Delete it by its title."""
        for project in self._seen(scope):
            self._call("delete_note", identifier=f"{_FOLDER}/{entry_id}", project=project)

    def forget_person(self, user: str) -> None:
        """Delete the notes of each project of the person, and the project."""
        for key in [key for key in self._projects if key[0] == user]:
            self._end(key)

    def note(self, text: str, scope: Scope, *, task: str) -> str | None:
        """Write it into the task's project."""
        project = self._project(*scope, task)
        title = f"note {len(list(self._all([project])))}"
        self._write(project, title, text)
        return title

    def search(self, question: str, scope: Scope, *, task: str, limit: int = 8) -> Sequence[Found]:
        """Search the task's project."""
        key = (*scope, task)
        return _found(self._search(self._projects[key], question, limit)) if key in self._projects else ()

    def end(self, scope: Scope, *, task: str) -> None:
        """Delete the notes of the task's project, and the project."""
        self._end((*scope, task))

    def restart(self) -> None:
        """End the server and begin it anew."""
        self._runner.run(self._client.__aexit__(None, None, None))
        self._open()

    def close(self) -> None:
        """End the server."""
        self._runner.run(self._client.__aexit__(None, None, None))
        self._runner.close()

    def _write(self, project: str, title: str, text: str) -> None:
        self._call("write_note", title=title, content=text, directory=_FOLDER, project=project, overwrite=True)

    def _search(self, project: str, question: str, limit: int) -> Iterable[Mapping[str, Any]]:
        told = self._call("search_notes", query=question, project=project, search_type="text", page_size=limit)
        hits: Iterable[Mapping[str, Any]] = told.get("results", ())
        return hits

    def _all(self, projects: Iterable[str]) -> Iterable[Found]:
        for project in projects:
            told = self._call("list_directory", dir_name=f"/{_FOLDER}", project=project, page_size=_LIST_MOST)
            for node in told.get("nodes", ()):
                read = self._call("read_note", identifier=node["permalink"], project=project)
                yield Found(id=node["title"], text=str(read.get("content", "")).strip())

    def _end(self, key: tuple[str, ...]) -> None:
        if key in self._projects:
            name = self._projects.pop(key)
            self._call("delete_note", identifier=_FOLDER, is_directory=True, project=name)
            self._call("delete_project", project_name=name)

    def _seen(self, scope: Scope) -> tuple[str, ...]:
        keys = dict.fromkeys(((*scope,), (scope.user, "")))
        return tuple(self._projects[key] for key in keys if key in self._projects)

    def _project(self, *key: str) -> str:
        if key not in self._projects:
            name = f"p{len(list(self.folder.iterdir()))}"
            self._call("create_memory_project", project_name=name, project_path=str(self.folder / name))
            (self.folder / name).mkdir(exist_ok=True)
            self._projects[key] = name
        return self._projects[key]

    def _call(self, tool: str, **by: Any) -> Mapping[str, Any]:  # noqa: ANN401 - the tool's own arguments
        if tool not in {"create_memory_project", "delete_project"}:
            by["output_format"] = "json"
        done = self._runner.run(self._client.call_tool(tool, by, raise_on_error=tool in _NEVER_FAIL))
        answer: Mapping[str, Any] = done.structured_content or {}
        return {} if isinstance(answer.get("result"), str) else answer.get("result") or {}


def _found(hits: Iterable[Mapping[str, Any]]) -> tuple[Found, ...]:
    return tuple(Found(id=each["title"], text=str(each["content"]).strip()) for each in hits)

"""LanceDB: one table on disk; person and project are columns that every call filters by.

A row's key is its slot within its scope, so that a later value replaces the earlier (`merge_insert`). Old versions of
the table are removed by `optimize`, at once instead of after the seven days that it would keep them. A backup is a
version of the table. It has no lifetimes and no tasks.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from tenure.eval.peers.given import WIDTH, vector
from tenure.eval.peers.keeping import Keeping, library, projects
from tenure.eval.system import Found, Scope


class LanceDB(Keeping):
    """A table with vector, text, user and project."""

    name = "LanceDB"
    versions: Sequence[str] = ("lancedb", "pyarrow")

    def __init__(self, folder: Path, now: datetime) -> None:
        super().__init__(folder, now)
        arrow = library("pyarrow")
        columns = [(name, arrow.string()) for name in ("key", "text", "user", "project", "kind")]
        columns.append(("vector", arrow.list_(arrow.float32(), WIDTH)))
        library("lancedb").connect(str(folder)).create_table("entries", schema=arrow.schema(columns))
        self.restart()

    def put(self, key: str, text: str, scope: Scope, kind: str) -> None:
        """Merge it in by its key."""
        row = {"key": key, "text": text, "user": scope.user, "project": scope.project, "kind": kind}
        merging = self._table.merge_insert("key").when_matched_update_all().when_not_matched_insert_all()
        merging.execute([{**row, "vector": vector(text)}])

    def key(self, key: str, scope: Scope) -> str:
        """Keys are the table's, so that of a slot names its scope."""
        return json.dumps([*scope, key])

    def found(self, question: str, scope: Scope, limit: int) -> Sequence[Found]:
        """Search by the vector of the question, within the scope."""
        search = self._table.search(vector(question)).distance_type("cosine").where(_where(scope), prefilter=True)
        return _found(search.limit(limit).to_list())

    def listed(self, scope: Scope) -> Sequence[Found]:
        """Give all rows of the scope."""
        return _found(self._table.search().where(_where(scope)).limit(None).to_list())

    def get(self, entry_id: str, scope: Scope) -> Found | None:
        """Give the row of the key, within the scope."""
        rows = self._table.search().where(f"key = {_quoted(entry_id)} AND {_where(scope)}").limit(1).to_list()
        return next(iter(_found(rows)), None)

    def forget(self, entry_id: str, scope: Scope) -> None:
        """Delete the row of the key, within the scope."""
        self._table.delete(f"key = {_quoted(entry_id)} AND {_where(scope)}")

    def forget_person(self, user: str) -> None:
        """Delete the rows of the person."""
        self._table.delete(f"user = {_quoted(user)}")

    def restart(self) -> None:
        """Open the table again."""
        self._table: Any = library("lancedb").connect(str(self.folder)).open_table("entries")

    def back_up(self) -> None:
        """Note the version that the table has now."""
        self._version = self._table.version

    def restore(self) -> None:
        """Make that version the newest."""
        self._table.restore(self._version)

    def settle(self) -> None:
        """Compact, and remove old versions."""
        self._table.optimize(cleanup_older_than=timedelta(0))


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _where(scope: Scope) -> str:
    return f"user = {_quoted(scope.user)} AND project IN ({', '.join(map(_quoted, projects(scope)))})"


def _found(rows: Iterable[Mapping[str, Any]]) -> tuple[Found, ...]:
    return tuple(Found(id=each["key"], text=each["text"]) for each in rows)

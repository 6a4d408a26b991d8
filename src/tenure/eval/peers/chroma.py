"""Chroma: one collection on disk; person and project are fields of metadata that every call filters by.

An entry's id is its slot within its scope, so that a later value replaces the earlier (`upsert`). It is
vacuumed when it settles. It has no lifetimes and no tasks.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from tenure.eval.peers.given import vector
from tenure.eval.peers.keeping import Keeping, library, projects
from tenure.eval.system import Found, Scope


class Chroma(Keeping):
    """`PersistentClient`; embeddings are given with each text, telemetry is off."""

    name = "Chroma"
    versions: Sequence[str] = ("chromadb",)

    def __init__(self, folder: Path, now: datetime) -> None:
        super().__init__(folder, now)
        self._open()

    def _open(self) -> None:
        self._client, self._entries = opened(self.folder)

    def put(self, key: str, text: str, scope: Scope, kind: str) -> None:
        """Upsert it with its vector."""
        about = {"user": scope.user, "project": scope.project, "kind": kind}
        self._entries.upsert(ids=[key], embeddings=[vector(text)], documents=[text], metadatas=[about])

    def key(self, key: str, scope: Scope) -> str:
        """Ids are unique in a collection, so that of a slot names its scope."""
        return json.dumps([*scope, key])

    def found(self, question: str, scope: Scope, limit: int) -> Sequence[Found]:
        """Query by the vector of the question, within the scope."""
        told = self._entries.query(query_embeddings=[vector(question)], n_results=limit, where=_where(scope))
        return _found(told["ids"][0], told["documents"][0])

    def listed(self, scope: Scope) -> Sequence[Found]:
        """Get all of the scope."""
        told = self._entries.get(where=_where(scope))
        return _found(told["ids"], told["documents"])

    def get(self, entry_id: str, scope: Scope) -> Found | None:
        """Get it by its id, within the scope."""
        told = self._entries.get(ids=[entry_id], where=_where(scope))
        return next(iter(_found(told["ids"], told["documents"])), None)

    def forget(self, entry_id: str, scope: Scope) -> None:
        """Delete it by its id, within the scope."""
        self._entries.delete(ids=[entry_id], where=_where(scope))

    def forget_person(self, user: str) -> None:
        """Delete all that bears the person's name."""
        self._entries.delete(where={"user": user})

    def settle(self) -> None:
        """Purge the log and vacuum, as its command line does."""
        chroma = Path(sys.executable).with_name("chroma")
        subprocess.run(
            [str(chroma), "vacuum", "--path", str(self.folder), "--force"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            check=True,
        )

    def restart(self) -> None:
        """Close the client and open the folder again."""
        self.close()
        self._open()

    def close(self) -> None:
        """Close the client."""
        self._client.close()


def opened(folder: Path) -> tuple[Any, Any]:
    """Open the folder; give the client, whose telemetry is off, and its collection, compared by cosine."""
    settings = library("chromadb.config").Settings(anonymized_telemetry=False)
    client = library("chromadb").PersistentClient(path=str(folder), settings=settings)
    space = {"hnsw": {"space": "cosine"}}
    return client, client.get_or_create_collection("entries", embedding_function=None, configuration=space)


def _where(scope: Scope) -> Mapping[str, Any]:
    return {"$and": [{"user": scope.user}, {"project": {"$in": list(projects(scope))}}]}


def _found(ids: Sequence[str], texts: Sequence[str]) -> tuple[Found, ...]:
    return tuple(Found(id=key, text=text) for key, text in zip(ids, texts, strict=True))

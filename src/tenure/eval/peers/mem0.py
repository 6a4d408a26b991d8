"""mem0 with ``infer=False``, on its default store of vectors in a local folder; no language model is called.

Without its language model nothing decides that a new memory replaces an old one, so a slot is not used. The person is
its `user_id`, the project a field of metadata that every search filters by, a task its `run_id`. A memory's
`expiration_date` is a day (UTC); its clock is turned by setting the one that its module reads. By documentation `get`,
`update` and `delete` take an id alone, whoever's it is.
"""

# ruff: noqa: ARG002 - it has no kinds and no origins

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

from tenure.eval.peers.given import WIDTH, Embed, vectors
from tenure.eval.peers.keeping import Keeping, library, projects
from tenure.eval.system import Found, Scope, Slot

_LIST_MOST = 1_000


class Mem0(Keeping):
    """`Memory.from_config` with a Qdrant folder and a history beside it."""

    name = "mem0"
    versions: Sequence[str] = ("mem0ai", "qdrant-client")

    def __init__(self, folder: Path, now: datetime) -> None:
        super().__init__(folder, now)
        self._open()
        self.turn(now)

    def _open(self) -> None:
        self._memory = opened(self.folder, vectors)

    def turn(self, now: datetime) -> None:
        """Set the clock of its module."""
        library("mem0.memory.main").datetime = _clock(now)

    def tell(
        self,
        text: str,
        scope: Scope,
        *,
        kind: str = "fact",
        slot: Slot | None = None,
        expires_at: datetime | None = None,
    ) -> str | None:
        """Add it as it is; its end is the day on which it must no longer be used."""
        end = None if expires_at is None else expires_at.astimezone(UTC).date().isoformat()
        return self._add(text, scope, expiration_date=end)

    def put(self, key: str, text: str, scope: Scope, kind: str) -> None:
        """Update a memory that is there."""
        self._memory.update(memory_id=key, text=text)

    def found(self, question: str, scope: Scope, limit: int) -> Sequence[Found]:
        """Search among the person's memories of the project."""
        return _found(self._memory.search(question, filters=_filters(scope), top_k=limit))

    def listed(self, scope: Scope) -> Sequence[Found]:
        """Give all memories of the person and the project."""
        return _found(self._memory.get_all(filters=_filters(scope), top_k=_LIST_MOST))

    def get(self, entry_id: str, scope: Scope) -> Found | None:
        """Get it by its id."""
        memory = self._memory.get(entry_id)
        return None if memory is None else Found(id=entry_id, text=memory["memory"])

    def forget(self, entry_id: str, scope: Scope) -> None:
        """Delete it by its id."""
        if self._memory.get(entry_id) is not None:
            self._memory.delete(entry_id)

    def forget_person(self, user: str) -> None:
        """Delete all memories of the person."""
        self._memory.delete_all(user_id=user)

    def note(self, text: str, scope: Scope, *, task: str) -> None:
        """Add it with the task as its run."""
        self._add(text, scope, run_id=_run(scope, task))

    def search(self, question: str, scope: Scope, *, task: str, limit: int = 8) -> Sequence[Found]:
        """Search among the memories of the run."""
        filters = {"user_id": scope.user, "run_id": _run(scope, task)}
        return _found(self._memory.search(question, filters=filters, top_k=limit))

    def end(self, scope: Scope, *, task: str) -> None:
        """Delete all memories of the run."""
        self._memory.delete_all(user_id=scope.user, run_id=_run(scope, task))

    def restart(self) -> None:
        """Close everything and open it again."""
        self.close()
        self._open()

    def close(self) -> None:
        """Close the history and the store of vectors."""
        self._memory.close()
        self._memory.vector_store.client.close()

    def _add(self, text: str, scope: Scope, **by: str | None) -> str:
        done = self._memory.add(text, user_id=scope.user, metadata={"project": scope.project}, infer=False, **by)
        return str(done["results"][0]["id"])


def opened(folder: Path, embed: Embed) -> Any:  # noqa: ANN401 - its `Memory`
    """Open a `Memory` on its default store of vectors, a local folder; texts are embedded by what is given."""
    os.environ |= {"MEM0_TELEMETRY": "False", "MEM0_DIR": str(folder), "OPENAI_API_KEY": "none"}
    kept = {"path": str(folder / "vectors"), "embedding_model_dims": WIDTH, "on_disk": True}
    config = {"vector_store": {"provider": "qdrant", "config": kept}, "history_db_path": str(folder / "history.db")}
    memory = library("mem0").Memory.from_config(config)
    memory.embedding_model = _Given(embed)
    return memory


class _Given:
    """Stands where mem0 has its embedder; what the text is embedded for does not matter."""

    def __init__(self, embed: Embed) -> None:
        self._embed = embed

    def embed(self, text: str, *_: object, **__: object) -> list[float]:
        return self._embed([text])[0]

    def embed_batch(self, texts: Sequence[str], *_: object, **__: object) -> list[list[float]]:
        return self._embed(texts)


def _clock(now: datetime) -> type[datetime]:
    class _Turned(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> Any:  # noqa: ANN401 - as the class that it stands for
            return now.astimezone(tz) if tz else now.replace(tzinfo=None)

    return _Turned


def _filters(scope: Scope) -> Mapping[str, Any]:
    return {"user_id": scope.user, "project": {"in": list(projects(scope))}}


def _run(scope: Scope, task: str) -> str:
    return quote(f"{scope.project}:{task}")


def _found(told: Mapping[str, Iterable[Mapping[str, Any]]]) -> tuple[Found, ...]:
    return tuple(Found(id=each["id"], text=each["memory"]) for each in told["results"])

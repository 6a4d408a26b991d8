"""LangGraph's stores of long-term memory, and its checkpointer for what a thread holds; both kept in SQLite or memory.

A namespace is a person and a project, as its documentation shows; texts are embedded in the field `text`. A slot is
the key of an item. Its lifetimes count on the machine's clock, so turning the clock shortens them and waits; items
are deleted by its sweeper, which is set to run once a minute, the shortest that it has, and reading prolongs nothing.
"""

from __future__ import annotations

import sqlite3
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

from tenure.eval.peers.given import WIDTH, Embed, vectors
from tenure.eval.peers.keeping import Keeping, key_of, library
from tenure.eval.system import Found, Scope, Slot

Namespace = tuple[str, ...]

SWEPT_EVERY: Final = timedelta(minutes=1)
_ROOT: Final = "memories"
_LIST_MOST: Final = 1_000
_ENDED_MINUTES: Final = 0.001
_SETTLED_SECONDS: Final = 1.1
"""Its clock has whole seconds."""


class InMemory(Keeping):
    """`InMemoryStore` and `InMemorySaver`: nothing on disk, no lifetimes."""

    name = "LangGraph InMemoryStore"
    versions: Sequence[str] = ("langgraph", "langgraph-checkpoint")

    def __init__(self, folder: Path, now: datetime) -> None:
        super().__init__(folder, now)
        index = {"dims": WIDTH, "embed": _embed, "fields": ["text"]}
        self._store: Any = library("langgraph.store.memory").InMemoryStore(index=index)
        self._threads = _Threads(library("langgraph.checkpoint.memory").InMemorySaver())

    def put(self, key: str, text: str, scope: Scope, kind: str) -> None:
        """Put an item into the namespace of the scope."""
        self._store.put(_namespace(scope), key, {"text": text, "kind": kind})

    def found(self, question: str, scope: Scope, limit: int) -> Sequence[Found]:
        """Search the person's own namespace and that of the project, and give the nearest of both."""
        items = [each for space in _seen(scope) for each in self._search(space, query=question, limit=limit)]
        return _found(sorted(items, key=lambda item: item.score or 0.0, reverse=True)[:limit])

    def listed(self, scope: Scope) -> Sequence[Found]:
        """Search without a question."""
        return _found(each for space in _seen(scope) for each in self._search(space, limit=_LIST_MOST))

    def get(self, entry_id: str, scope: Scope) -> Found | None:
        """Get the item from the namespaces of the scope."""
        items = (self._store.get(space, entry_id, refresh_ttl=False) for space in _seen(scope))
        return next(iter(_found(each for each in items if each is not None)), None)

    def forget(self, entry_id: str, scope: Scope) -> None:
        """Delete the item."""
        for space in _seen(scope):
            self._store.delete(space, entry_id)

    def forget_person(self, user: str) -> None:
        """Delete every item below the person's namespace."""
        for each in self._search((_ROOT, user), limit=_LIST_MOST):
            self._store.delete(each.namespace, each.key)

    def note(self, text: str, scope: Scope, *, task: str) -> None:
        """Add a message to the thread of the task."""
        self._threads.add(_thread(scope, task), text)

    def search(self, question: str, scope: Scope, *, task: str, limit: int = 8) -> Sequence[Found]:  # noqa: ARG002 - a thread is read whole
        """Give the messages of the thread: all of them go into the prompt."""
        return self._threads.messages(_thread(scope, task))

    def end(self, scope: Scope, *, task: str) -> None:
        """Delete the thread."""
        self._threads.delete(_thread(scope, task))

    def files(self) -> Sequence[Path]:
        """It has none: nothing of it outlives its process."""
        return ()

    def _search(self, space: Namespace, **by: Any) -> list[Any]:  # noqa: ANN401 - its own options
        return list(self._store.search(space, refresh_ttl=False, **by))


class Sqlite(InMemory):
    """`SqliteStore` and `SqliteSaver`, their files opened as `from_conn_string` does."""

    name = "LangGraph SqliteStore"
    versions: Sequence[str] = ("langgraph-checkpoint-sqlite", "langgraph", "sqlite-vec")

    def __init__(self, folder: Path, now: datetime) -> None:
        super().__init__(folder, now)
        self._began = now
        self._ends: dict[tuple[Namespace, str], datetime] = {}
        self._open()

    def _open(self) -> None:
        lifetimes = {"refresh_on_read": False, "sweep_interval_minutes": SWEPT_EVERY / timedelta(minutes=1)}
        self._kept = opened(self.folder, _embed, ttl=lifetimes)
        self._store = self._kept.__enter__()
        self._store.setup()
        self._saved = library("langgraph.checkpoint.sqlite").SqliteSaver.from_conn_string(
            str(self.folder / "threads.db")
        )
        self._threads = _Threads(self._saved.__enter__())

    def tell(
        self,
        text: str,
        scope: Scope,
        *,
        kind: str = "fact",
        slot: Slot | None = None,
        expires_at: datetime | None = None,
    ) -> str | None:
        """Put it with its lifetime, in minutes from now."""
        if expires_at is None:
            return super().tell(text, scope, kind=kind, slot=slot)
        key, minutes = key_of(slot), (expires_at - self.now) / timedelta(minutes=1)
        self._store.put(_namespace(scope), key, {"text": text, "kind": kind}, ttl=minutes)
        self._ends[_namespace(scope), key] = expires_at
        return key

    def turn(self, now: datetime) -> None:
        """End the lifetimes that are over by then, those first over which the last sweep would have come."""
        swept = self._began + (now - self._began) // SWEPT_EVERY * SWEPT_EVERY
        self.now = now
        self._end([place for place, end in self._ends.items() if end < swept])
        self._store.sweep_ttl()
        self._end([place for place, end in self._ends.items() if end <= now])

    def settle(self) -> None:
        """Let the sweeper come round."""
        self._store.sweep_ttl()

    def restart(self) -> None:
        """Close both files and open them again."""
        self.close()
        self._open()

    def files(self) -> Sequence[Path]:
        """Its folder."""
        return (self.folder,)

    def close(self) -> None:
        """Close both files."""
        for each in (self._kept, self._saved):
            each.__exit__(None, None, None)

    def _end(self, places: Iterable[tuple[Namespace, str]]) -> None:
        ended = False
        for space, key in places:
            del self._ends[space, key]
            item = self._store.get(space, key, refresh_ttl=False)
            if item is not None:
                self._store.put(space, key, item.value, ttl=_ENDED_MINUTES)
                ended = True
        if ended:
            time.sleep(_SETTLED_SECONDS)


class _Threads:
    """A graph that only keeps messages, with a checkpointer."""

    def __init__(self, saver: Any) -> None:  # noqa: ANN401 - any checkpointer
        graph = library("langgraph.graph")
        made = graph.StateGraph(graph.MessagesState)
        made.add_node("keep", _nothing)
        made.add_edge(graph.START, "keep")
        self._saver = saver
        self._graph = made.compile(checkpointer=saver)

    def add(self, thread: str, text: str) -> None:
        self._graph.invoke({"messages": [("user", text)]}, _config(thread))

    def messages(self, thread: str) -> Sequence[Found]:
        held = self._graph.get_state(_config(thread)).values.get("messages", ())
        return tuple(Found(id=each.id, text=each.content) for each in held)

    def delete(self, thread: str) -> None:
        self._saver.delete_thread(thread)


def opened(folder: Path, embed: Embed, **by: Any) -> AbstractContextManager[Any]:  # noqa: ANN401 - its own options
    """Open a `SqliteStore` as `from_conn_string` does, its texts embedded by what is given; not set up yet."""
    if not hasattr(sqlite3.Connection, "enable_load_extension"):  # this Python's own cannot load `sqlite-vec`
        sys.modules["sqlite3"] = library("pysqlite3")
    index = {"dims": WIDTH, "embed": embed, "text_fields": ["text"]}
    kind = library("langgraph.store.sqlite").SqliteStore
    kept: AbstractContextManager[Any] = kind.from_conn_string(str(folder / "store.db"), index=index, **by)
    return kept


def _nothing(state: Any) -> Mapping[str, Any]:  # noqa: ANN401, ARG001 - the graph's state, to which it adds nothing
    return {"messages": []}


def _embed(texts: Sequence[str]) -> list[list[float]]:
    return vectors(texts)


def _namespace(scope: Scope) -> Namespace:
    return (_ROOT, scope.user, "project", scope.project) if scope.project else (_ROOT, scope.user, "general")


def _seen(scope: Scope) -> tuple[Namespace, ...]:
    return tuple(dict.fromkeys((_namespace(scope), _namespace(Scope(scope.user)))))


def _thread(scope: Scope, task: str) -> str:
    return "\n".join((*scope, task))


def _config(thread: str) -> Mapping[str, Any]:
    return {"configurable": {"thread_id": thread}}


def _found(items: Iterable[Any]) -> tuple[Found, ...]:
    return tuple(Found(id=each.key, text=each.value["text"]) for each in items)

"""The stores of others that are measured, each used as its documentation shows, on disk, with vectors given to it.

Opened by the evaluation's adapters, so that figures of speed and of forgetting are of the same store. The calls are not
theirs: what is timed is the library's own call alone, on many entries, without what an adapter looks up around it.

Runs inside the environment of the store: nothing but the standard library is imported before that store is chosen.
"""

from __future__ import annotations

import random
import runpy
from abc import ABC, abstractmethod
from base64 import b64decode
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any
from uuid import uuid4

EVALUATED = Path(__file__).parents[2] / "src" / "tenure" / "eval" / "peers"
WIDTH = 384
SHOWN = 8


class Store(ABC):
    """What a store is asked to do. A scope is a number; a text is found by its own vector or words."""

    @abstractmethod
    def fill(self, scope: int, texts: Sequence[str]) -> None:
        """Write many at once, in the store's own way for many."""

    def filled(self) -> None:  # noqa: B027 - most have nothing left to do
        """Hear that all is written."""

    @abstractmethod
    def putting(self, scope: int, text: str) -> Callable[[], object]:
        """Prepare one durable write with all that belongs to it; only the call that is given back is timed."""

    def writing(self, scope: int, text: str) -> Callable[[], object]:
        """Prepare one durable write of an entry that was decided on before."""
        return self.putting(scope, text)

    @abstractmethod
    def ask(self, scope: int, text: str) -> list[str]:
        """Give the texts found for one of the texts that the scope holds, best first."""

    def close(self) -> None:  # noqa: B027 - some have nothing to let go of
        """Let go of the files."""


_known: dict[str, list[float]] = {}


def learn(given: Mapping[str, tuple[str, float]]) -> None:
    """Learn the vectors of the texts of one request: whole numbers (signed bytes, base64) and their scale."""
    _known.clear()
    for text, (packed, scale) in given.items():
        _known[text] = [(byte - 256 if byte > 127 else byte) * scale for byte in b64decode(packed)]


def say_like(text: str, other: str) -> None:
    """Let a text have the vector of another."""
    _known[text] = _known[other]


def vector(text: str) -> list[float]:
    """Give the vector of a text: that which Tenure is filled with, or one of no meaning for what is not among them."""
    if text not in _known:
        _known[text] = [chance / 2_000 for chance in random.Random(text).choices(range(-127, 128), k=WIDTH)]
    return _known[text]


def vectors(texts: Sequence[str]) -> list[list[float]]:
    """Give the vectors of texts."""
    return [vector(text) for text in texts]


class LangGraph(Store):
    """`SqliteStore`, its file opened as its `from_conn_string` does."""

    def __init__(self, folder: Path) -> None:
        self._kept = _adapter("langgraph").opened(folder, vectors)
        self._store = self._kept.__enter__()
        self._store.setup()
        self._put = import_module("langgraph.store.base").PutOp

    def fill(self, scope: int, texts: Sequence[str]) -> None:
        self._store.batch([self._put(_space(scope), _name(), {"text": text}) for text in texts])

    def putting(self, scope: int, text: str) -> Callable[[], object]:
        return lambda: self._store.put(_space(scope), _name(), {"text": text})

    def ask(self, scope: int, text: str) -> list[str]:
        return [found.value["text"] for found in self._store.search(_space(scope), query=text, limit=SHOWN)]

    def close(self) -> None:
        self._kept.__exit__(None, None, None)


class Chroma(Store):
    """One collection; the scope is a metadata field."""

    def __init__(self, folder: Path) -> None:
        self._entries = _adapter("chroma").opened(folder)[1]

    def fill(self, scope: int, texts: Sequence[str]) -> None:
        self._entries.add(
            ids=[_name() for text in texts],
            embeddings=vectors(texts),
            documents=list(texts),
            metadatas=[{"scope": scope}] * len(texts),
        )

    def putting(self, scope: int, text: str) -> Callable[[], object]:
        return lambda: self.fill(scope, [text])

    def ask(self, scope: int, text: str) -> list[str]:
        found = self._entries.query(query_embeddings=[vector(text)], n_results=SHOWN, where={"scope": scope})
        return list(found["documents"][0])


class LanceDB(Store):
    """One table with an index on the scope, so that a search reads that scope alone."""

    def __init__(self, folder: Path) -> None:
        self._database = import_module("lancedb").connect(str(folder))
        names = self._database.list_tables().tables
        self._table: Any = self._database.open_table("entries") if "entries" in names else None

    def fill(self, scope: int, texts: Sequence[str]) -> None:
        rows = [{"vector": vector(text), "text": text, "scope": scope} for text in texts]
        if self._table is None:
            arrow = import_module("pyarrow")
            kinds = [
                ("vector", arrow.list_(arrow.float32(), WIDTH)),
                ("text", arrow.string()),
                ("scope", arrow.int64()),
            ]
            self._table = self._database.create_table("entries", schema=arrow.schema(kinds))
        self._table.add(rows)

    def putting(self, scope: int, text: str) -> Callable[[], object]:
        return lambda: self.fill(scope, [text])

    def ask(self, scope: int, text: str) -> list[str]:
        search = self._table.search(vector(text)).where(f"scope = {scope}", prefilter=True)
        return [row["text"] for row in search.limit(SHOWN).to_list()]

    def filled(self) -> None:
        self._table.optimize()
        self._table.create_scalar_index("scope")


class Mem0(Store):
    """`Memory` with ``infer=False`` on its default store of vectors, a local folder; no language model is called."""

    def __init__(self, folder: Path) -> None:
        self._memory = _adapter("mem0").opened(folder, vectors)

    def fill(self, scope: int, texts: Sequence[str]) -> None:
        payloads = [{"data": text, "user_id": str(scope), "text_lemmatized": text} for text in texts]
        names = [_name() for text in texts]
        self._memory.vector_store.insert(vectors=vectors(texts), ids=names, payloads=payloads)

    def putting(self, scope: int, text: str) -> Callable[[], object]:
        return lambda: self._memory.add(text, user_id=str(scope), infer=False)

    def ask(self, scope: int, text: str) -> list[str]:
        found = self._memory.search(text, filters={"user_id": str(scope)}, top_k=SHOWN)
        return [each["memory"] for each in found["results"]]

    def close(self) -> None:
        self._memory.vector_store.client.close()


def _adapter(name: str) -> Any:
    """Import the evaluation's adapter, where nothing of Tenure is installed."""
    runpy.run_path(str(EVALUATED / "player.py"))["stand_in_for_tenure"]()
    return import_module(f"tenure.eval.peers.{name}")


def _space(scope: int) -> tuple[str, ...]:
    return ("entries", str(scope))


def _name() -> str:
    return str(uuid4())


STORES: dict[str, Callable[[Path], Store]] = {
    "LangGraph SqliteStore": LangGraph,
    "Chroma": Chroma,
    "LanceDB": LanceDB,
    "mem0": Mem0,
}

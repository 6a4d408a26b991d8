"""The stores of others that are measured, each used as its documentation shows, on disk, with vectors given to it.

Runs inside the environment of the store: nothing but the standard library is imported before that store is chosen.
"""

from __future__ import annotations

import os
import random
import sqlite3
import sys
from abc import ABC, abstractmethod
from base64 import b64decode
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any
from uuid import uuid4

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
        if not hasattr(sqlite3.Connection, "enable_load_extension"):  # this Python's own cannot load `sqlite-vec`
            sys.modules["sqlite3"] = import_module("pysqlite3")
        base = import_module("langgraph.store.base")
        kind = import_module("langgraph.store.sqlite").SqliteStore
        index = {"dims": WIDTH, "embed": vectors, "text_fields": ["text"]}
        self._kept = kind.from_conn_string(str(folder / "store.db"), index=index)
        self._store = self._kept.__enter__()
        self._store.setup()
        self._put = base.PutOp

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
        chroma = import_module("chromadb")
        settings = import_module("chromadb.config").Settings(anonymized_telemetry=False)
        client = chroma.PersistentClient(path=str(folder), settings=settings)
        space = {"hnsw": {"space": "cosine"}}
        self._entries = client.get_or_create_collection("entries", embedding_function=None, configuration=space)

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
        os.environ |= {"MEM0_TELEMETRY": "False", "MEM0_DIR": str(folder), "OPENAI_API_KEY": "none"}
        kept = {"path": str(folder / "vectors"), "embedding_model_dims": WIDTH, "on_disk": True}
        config = {
            "vector_store": {"provider": "qdrant", "config": kept},
            "history_db_path": str(folder / "history.db"),
        }
        self._memory = import_module("mem0").Memory.from_config(config)
        self._memory.embedding_model = _Given()

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


class _Given:
    """Stands where mem0 has its embedder; what the text is embedded for does not matter."""

    def embed(self, text: str, *_: object, **__: object) -> list[float]:
        return vector(text)

    def embed_batch(self, texts: Sequence[str], *_: object, **__: object) -> list[list[float]]:
        return vectors(texts)


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

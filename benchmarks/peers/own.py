"""Tenure as one of the stores that are measured beside each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import tenure
from benchmarks import filling
from benchmarks.figure import Setting
from benchmarks.peers.stores import WIDTH, Store, say_like, vectors
from benchmarks.propose import admitting
from tenure.search.embed.minilm import NAME

OWNER = "ana"


class _Given:
    """Gives the vectors that the stores of others are given too, in the place of the package's embedder."""

    name, width = NAME, WIDTH
    unrelated, related = 0.0, 0.5

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        rows = np.array(vectors(texts), dtype=np.float32).reshape(len(texts), WIDTH)
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)


class Tenure(Store):
    """A memory that `filling` filled; asked by words and by their vector, through an agent's handle."""

    def __init__(self, folder: Path) -> None:
        self._stack = ExitStack()
        self._memory = self._stack.enter_context(filling.opened(folder, embedder=_Given()))
        self._store = self._memory._wired.entries  # noqa: SLF001 - as another store's put goes through what is asked
        self._agents: dict[int, tenure.Agent] = {}
        texts = filling.claims(Setting(sizes=(), rounds=1, folder=folder))
        self._prepare = self._stack.enter_context(admitting(self._memory, tenure.Scope(user=OWNER), texts))

    def fill(self, scope: int, texts: Sequence[str]) -> None:
        now = datetime.now(UTC)
        filling.put(self._store, [filling.entry(text, filling.scope_number(scope), now) for text in texts], now)

    def putting(self, scope: int, text: str) -> Callable[[], object]:  # noqa: ARG002 - a wish of its own form
        return self._prepare()

    def writing(self, scope: int, text: str) -> Callable[[], object]:
        now = datetime.now(UTC)
        made = filling.change([filling.written(filling.entry(text, filling.scope_number(scope), now))], now)
        return lambda: self._store.commit(made)

    def ask(self, scope: int, text: str) -> list[str]:
        if scope not in self._agents:
            self._agents[scope] = self._memory.agent("coder", scope=filling.scope_number(scope))
        question = " ".join(text.split()[1:9])[: self._memory.policy.query_chars_max]
        say_like(question, text)
        return [each.entry.claim.text for each in self._agents[scope].recall(question).usable]

    def close(self) -> None:
        self._stack.close()

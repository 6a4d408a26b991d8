"""Gives entries the vector that they lack while nobody waits for it: after a change of embedder, in a long process."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Final, TypeAlias

from tenure.errors import Error
from tenure.forked import let_go_in_children, of_own
from tenure.model.scope import Scope

if TYPE_CHECKING:  # what makes vectors loads with the first one
    from tenure.write.vectors import Embedded

IDLE_SECONDS: Final = 1.0
"""How long it waits before it begins: a process that is over by then does nothing of it."""
PAUSE_SECONDS: Final = 0.05
"""How long it lets others write between two batches."""

Embed: TypeAlias = "Callable[[tuple[Scope, ...]], Embedded]"


class Behind:
    """One thread at most, begun when a recall misses vectors, and over when its scopes lack none.

    After an error of the store (it is full, or can only be read) it begins no more: a sweep does the rest, and words
    find what has no vector.

    Args:
        embed: Gives some entries of these scopes their vectors; says how many got one and how many lack one.
    """

    def __init__(self, embed: Embed) -> None:
        self._embed = embed
        self._lock = threading.Lock()
        self._is_over = threading.Event()
        self._thread: threading.Thread | None = None
        let_go_in_children(self)

    def begin(self, scopes: tuple[Scope, ...]) -> None:
        """Begin with these scopes, unless it is at work or was ended."""
        with self._lock:
            if self._is_over.is_set() or (self._thread is not None and self._thread.is_alive()):
                return
            thread = threading.Thread(target=self._run, args=(scopes,), daemon=True, name="tenure-behind")
            with suppress(RuntimeError):  # the system gives no thread: the next recall tries again
                thread.start()
                self._thread = thread

    def end(self) -> None:
        """Let it finish the batch that it is at, and begin no more; safe twice."""
        with self._lock:
            self._is_over.set()
            thread = self._thread
        if thread is not None:
            thread.join()

    def forked(self) -> None:
        """Have no thread: the parent's goes on in the parent alone."""
        self._lock, self._thread = threading.Lock(), None
        self._is_over = of_own(self._is_over)

    def _run(self, scopes: tuple[Scope, ...]) -> None:
        wait = IDLE_SECONDS
        while not self._is_over.wait(wait):
            try:
                made = self._embed(scopes)
            except Error:
                self._is_over.set()
                return
            if not made.embedded or not made.lacking:
                return
            wait = PAUSE_SECONDS

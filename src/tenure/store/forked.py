"""Lets go, as a forked child begins, of what it must not share with its parent: locks, connections, opened views.

A child of a process with threads gets their locks as they were, held by nobody for ever; SQLite allows no connection
across a fork; and what a parent opened and then forgets must not stay opened in a child that never calls again.
"""

from __future__ import annotations

import os
from typing import Final, Protocol
from weakref import WeakSet


class Keeper(Protocol):
    """Keeps something that belongs to one process."""

    def forked(self) -> None:
        """Let go of it: this is a child, and no other thread runs yet."""
        ...


_keepers: Final[WeakSet[Keeper]] = WeakSet()


def let_go_in_children(keeper: Keeper) -> None:
    """Have a keeper told in every child that this process forks, as long as it lives."""
    _keepers.add(keeper)


def _in_child() -> None:
    for keeper in tuple(_keepers):
        keeper.forked()


os.register_at_fork(after_in_child=_in_child)

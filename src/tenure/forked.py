"""Lets go, as a forked child begins, of what it must not share with its parent: locks, connections, opened views.

A child of a process with threads gets their locks as they were, held by nobody for ever; SQLite allows no connection
across a fork; and what a parent opened and then forgets must not stay opened in a child that never calls again.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import Final, Protocol
from weakref import WeakKeyDictionary, WeakSet


class Keeper(Protocol):
    """Keeps something that belongs to one process."""

    def forked(self) -> None:
        """Let go of it: this is a child, and no other thread runs yet."""
        ...


_keepers: Final[WeakSet[Keeper]] = WeakSet()
_owners: Final[WeakKeyDictionary[object, tuple[str, Callable[[], object]]]] = WeakKeyDictionary()


def let_go_in_children(keeper: Keeper) -> None:
    """Have a keeper told in every child that this process forks, as long as it lives."""
    _keepers.add(keeper)


def free_in_children(owner: object, name: str = "_lock", make: Callable[[], object] = threading.Lock) -> None:
    """Let every child that this process forks have a lock of its own in the owner's attribute of this name."""
    _owners[owner] = name, make


def of_own(event: threading.Event) -> threading.Event:
    """Give a child an event that stands as this one of its parent, and whose lock is nobody's."""
    own = threading.Event()
    if event.is_set():
        own.set()
    return own


def _in_child() -> None:
    for owner, (name, make) in tuple(_owners.items()):
        setattr(owner, name, make())
    for keeper in tuple(_keepers):
        keeper.forked()


os.register_at_fork(after_in_child=_in_child)

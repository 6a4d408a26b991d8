"""What the checks stand on: the store that is judged, and how a check fails."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from tenure.store.port import Entries, Ledger


class Store(Entries, Ledger, Protocol):
    """What is judged: durable records and their ledger in one."""


class Judged:
    """A group of checks of stores made by `make`."""

    def make(self) -> Store:
        """Give a new, empty store."""
        raise NotImplementedError


def expect_equal(found: object, wanted: object) -> None:
    """Let equal values pass.

    Raises:
        AssertionError: They differ.
    """
    if found != wanted:
        raise AssertionError(f"found {found!r}, wanted {wanted!r}")


def expect_error(kind: type[Exception], act: Callable[[], object]) -> None:
    """Let an act pass that raises ``kind``.

    Raises:
        AssertionError: It does not.
    """
    try:
        act()
    except kind:
        return
    raise AssertionError(f"no {kind.__name__} was raised")

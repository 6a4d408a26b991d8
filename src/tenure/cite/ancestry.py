"""Whether one commit lies in the history of another, within bounds; what is known of a history is kept."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterator
from typing import Final, cast

import pygit2
from pygit2.enums import SortMode

COMMITS_MAX: Final = 20_000
SECONDS_MAX: Final = 0.3
HEADS_MAX: Final = 4
SKEW_SECONDS: Final = 86_400
"""How far the clocks of those who commit may differ: an older commit than this is not looked for further down."""


class Ancestry:
    """Walks back from a commit, newest first, no further than it is asked.

    Args:
        repository: The opened repository (pygit2).
    """

    def __init__(self, repository: pygit2.Repository) -> None:
        self._git = repository
        self._walks: OrderedDict[str, _Walk] = OrderedDict()

    def has(self, head: str, commit: str) -> bool | None:
        """Tell whether ``commit`` is ``head`` or one of its ancestors; None if that is not known within the bounds.

        Raises:
            KeyError, ValueError, pygit2.GitError: An object cannot be read.
        """
        if head == commit:
            return True
        is_shallow = bool(self._git.is_shallow)
        if commit not in self._git:
            return None if is_shallow else False
        walk = self._walks.get(head)
        if walk is None:
            if len(self._walks) >= HEADS_MAX:
                self._walks.popitem(last=False)
            walk = self._walks[head] = _Walk(self._git, head)
        found = walk.finds(commit, cast("pygit2.Commit", self._git[commit]).commit_time)
        return None if is_shallow and found is False else found


class _Walk:
    def __init__(self, repository: pygit2.Repository, head: str) -> None:
        # Enough of an order to stop early: libgit2 sorts as it goes, and reads no further than it is asked.
        self._commits: Iterator[pygit2.Commit] = iter(repository.walk(head, SortMode.TIME))
        self._seen: set[str] = set()
        self._oldest: int | None = None
        self._is_over = False

    def finds(self, commit: str, at: int) -> bool | None:
        until = time.monotonic() + SECONDS_MAX
        while commit not in self._seen:
            if self._is_over or (self._oldest is not None and self._oldest < at - SKEW_SECONDS):
                return False
            if len(self._seen) >= COMMITS_MAX or time.monotonic() > until:
                return None
            one = next(self._commits, None)
            if one is None:
                self._is_over = True
                continue
            self._seen.add(str(one.id))
            self._oldest = one.commit_time
        return True

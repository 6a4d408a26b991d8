"""Where a file and its lines went between two commits, told commit by commit as `git log --follow` does, in bounds."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import pairwise
from typing import Final, cast

import pygit2

from tenure.cite.differences import Hunk
from tenure.cite.paths import kind_of
from tenure.cite.trail import Trail, begun, followed
from tenure.values import dataclass

COMMITS_MAX: Final = 20_000
CHANGES_MAX: Final = 5_000
"""Most paths that are looked at in one commit that took the file away."""

LINES_MAX: Final = 200_000
"""Versions of a file with more lines are not compared."""

CANDIDATES_MAX: Final = 400
ANSWERS_MAX: Final = 1_000
SECONDS_MAX: Final = 0.7
ALIKE_MIN: Final = 0.4
"""Least share of lines that two files have in common for one to be the other, renamed."""

_FOLDER: Final = 0o040000


@dataclass(frozen=True, slots=True)
class _Commit:
    id: str
    tree: str


@dataclass(frozen=True, slots=True)
class _Step:
    """One commit that touched a file: the trees before and after it, and the file's path and blob in both."""

    before: str
    after: str
    path: str
    blob: str
    path_now: str
    blob_now: str


class History:
    """Follows paths through the first parents of commits; answers are kept as long as this object.

    Args:
        repository: The opened repository (pygit2).
        bytes_max: Files above this size are not compared.
    """

    def __init__(self, repository: pygit2.Repository, *, bytes_max: int) -> None:
        self._git = repository
        self._bytes_max = bytes_max
        self._chains: dict[tuple[str, str], tuple[_Commit, ...]] = {}
        self._found: dict[tuple[str, str, str], str] = {}
        self._trails: dict[tuple[str, str, str, tuple[int, int]], Trail | None] = {}

    def successor(self, begin: str, end: str, path: str, *, until: float) -> str:
        """Give the path that a file of commit ``begin`` has at commit ``end``, or nothing if it is not known there.

        Raises:
            TimeoutError: It is later than ``until`` (`time.monotonic`), or the time for one history is over.
            KeyError, ValueError, pygit2.GitError: An object cannot be read.
        """
        key = (begin, end, path)
        if key not in self._found:
            if len(self._found) > ANSWERS_MAX:
                self._found.clear()
            for step in self._steps(begin, end, path, until):
                path = step.path_now
            self._found[key] = path
        return self._found[key]

    def received(self, begin: str, end: str, path: str, line: bytes, *, until: float) -> tuple[str, ...]:
        """Give the files of the same kind that got ``line`` in the commit in which the file ``path`` lost it.

        Raises:
            TimeoutError: It is later than ``until`` (`time.monotonic`), or the time for one history is over.
            KeyError, ValueError, pygit2.GitError: An object cannot be read.
        """
        for step in self._steps(begin, end, path, until):
            if not step.blob_now or line not in self._data(step.blob_now):
                return tuple(self._got(step, line))
        return ()

    def trail(self, begin: str, end: str, path: str, lines: tuple[int, int], *, until: float) -> Trail | None:
        """Follow lines of a file of ``begin`` to ``end`` through every commit that touched it.

        None if the file was lost on the way, or a version of it is too big to be compared.

        Raises:
            TimeoutError: It is later than ``until`` (`time.monotonic`), or the time for one history is over.
            KeyError, ValueError, pygit2.GitError: An object cannot be read.
        """
        key = (begin, end, path, lines)
        if key not in self._trails:
            if len(self._trails) > ANSWERS_MAX:
                self._trails.clear()
            self._trails[key] = self._trail(begin, end, path, lines, until)
        return self._trails[key]

    def _trail(self, begin: str, end: str, path: str, lines: tuple[int, int], until: float) -> Trail | None:
        found = begun(path, *lines)
        for step in self._steps(begin, end, path, until):
            versions = [self._data(blob) for blob in (step.blob, step.blob_now) if blob]
            if len(versions) < 2 or any(not data or data.count(b"\n") > LINES_MAX for data in versions):
                return None
            found = followed(found, differences(*versions), path=step.path_now)
        return found

    def _got(self, step: _Step, line: bytes) -> Iterator[str]:
        kind = kind_of(step.path)
        for name, blob in changes(self._git, step.before, step.after):
            if blob and name != step.path and kind_of(name) == kind and line in self._data(blob):
                was = self._blob(step.before, name)
                if not was or line not in self._data(was):
                    yield name

    def _steps(self, begin: str, end: str, path: str, until: float) -> Iterator[_Step]:
        """Give each commit on the way that touched a file, oldest first; the last has no path now if it took it away.

        Raises:
            TimeoutError: The time for it is over.
        """
        until = min(until, time.monotonic() + SECONDS_MAX)
        chain = self._chain(begin, end, until)
        held = self._blob(chain[0].tree, path)
        for before, after in pairwise(chain):
            if before.tree == after.tree:
                continue
            if time.monotonic() > until:
                raise TimeoutError
            is_now = self._blob(after.tree, path)
            if is_now == held:
                continue
            path_now = path if is_now else (self._renamed(before.tree, after.tree, path, held) if held else "")
            blob_now = is_now or (self._blob(after.tree, path_now) if path_now else "")
            yield _Step(before.tree, after.tree, path, held, path_now, blob_now)
            if not path_now:
                return
            path, held = path_now, blob_now

    def _chain(self, begin: str, end: str, until: float) -> tuple[_Commit, ...]:
        """Give the commits from ``begin`` to ``end``, oldest first; a merge that brought ``begin`` in is one step."""
        key = (begin, end)
        if key not in self._chains:
            if len(self._chains) > 8:
                self._chains.clear()
            self._chains[key] = tuple(self._walked(begin, end, until))
        return self._chains[key]

    def _walked(self, begin: str, end: str, until: float) -> list[_Commit]:
        first = self._commit(begin)
        found: list[pygit2.Commit] = []
        here = self._commit(end)
        while str(here.id) != begin and len(found) < COMMITS_MAX:
            if time.monotonic() > until:
                raise TimeoutError
            found.append(here)
            parent = here.parent_ids[0] if here.parent_ids else None
            if parent is None or parent not in self._git:
                break
            here = self._commit(parent)
        if str(here.id) != begin:
            # The chain passed it by: keep what descends from it, and let the oldest of that be one step.
            low, high = 0, len(found)
            while low < high:
                if time.monotonic() > until:
                    raise TimeoutError
                middle = (low + high) // 2
                if self._git.descendant_of(found[middle].id, first.id):
                    low = middle + 1
                else:
                    high = middle
            found = found[:low] or found[:1]
        return [_Commit(str(one.id), str(one.tree_id)) for one in (first, *reversed(found))]

    def _commit(self, id_: pygit2.Oid | str) -> pygit2.Commit:
        return cast("pygit2.Commit", self._git[id_])

    def _renamed(self, before: str, after: str, path: str, was: str) -> str:
        """Give where a file went in one step: the same at a new path, or the likest; nothing if there are several."""
        added = [
            (name, blob) for name, blob in changes(self._git, before, after) if blob and not self._blob(before, name)
        ]
        same = [name for name, blob in added if blob == was]
        if same:
            own = [name for name in same if name.rpartition("/")[2] == path.rpartition("/")[2]] or same
            return own[0] if len(own) == 1 else ""
        kind = kind_of(path)
        lines = self._lines(was)
        best, alike, is_tied = "", ALIKE_MIN, False
        for name, blob in [one for one in added if kind_of(one[0]) == kind][:CANDIDATES_MAX]:
            others = self._lines(blob)
            likeness = len(lines & others) / max(1, len(lines), len(others))
            if likeness > alike or (not best and likeness == alike):
                best, alike, is_tied = name, likeness, False
            elif likeness == alike:
                is_tied = True
        return "" if is_tied else best

    def _lines(self, blob: str) -> set[bytes]:
        return {line for raw in self._data(blob).split(b"\n") if (line := raw.strip())}

    def _data(self, blob: str) -> bytes:
        if self._git.odb.read_header(blob)[1] > self._bytes_max:
            return b""
        return cast("pygit2.Blob", self._git[blob]).data

    def _blob(self, tree: str, path: str) -> str:
        try:
            return str(cast("pygit2.Tree", self._git[tree])[path].id)
        except KeyError:
            return ""


def changes(repository: pygit2.Repository, before: str, after: str) -> Iterator[tuple[str, str]]:
    """Give each path that differs between two trees, with its blob in ``after`` or nothing; at most `CHANGES_MAX`.

    Trees of the same id are not entered, so the cost is that of what changed.
    """
    waiting: list[tuple[str, str, str]] = [(before, after, "")]
    left = CHANGES_MAX
    while waiting:
        one, other, above = waiting.pop()
        was, is_now = (_entries(repository, tree) if tree else {} for tree in (one, other))
        for name in was.keys() | is_now.keys():
            (kind, old), (kind_now, new) = was.get(name, (0, "")), is_now.get(name, (0, ""))
            if old == new and kind == kind_now:
                continue
            left -= 1
            if left < 0 or above.count("/") > 60:
                return
            old_tree, new_tree = (old if kind == _FOLDER else ""), (new if kind_now == _FOLDER else "")
            if old_tree or new_tree:
                waiting.append((old_tree, new_tree, f"{above}{name}/"))
            if (old and not old_tree) or (new and not new_tree):
                yield f"{above}{name}", "" if new_tree else new


def differences(old: bytes, new: bytes, *, is_loose: bool = False) -> tuple[Hunk, ...]:
    """Give the differences of two texts without context; white space at line ends, or any if ``is_loose``, is none."""
    option = pygit2.enums.DiffOption
    flag = option.IGNORE_WHITESPACE if is_loose else option.IGNORE_WHITESPACE_EOL
    patch = pygit2.Patch.create_from(old, new, context_lines=0, flag=flag)
    return tuple((one.old_start, one.old_lines, one.new_start, one.new_lines) for one in patch.hunks)


def _entries(repository: pygit2.Repository, tree: str) -> dict[str, tuple[int, str]]:
    found = cast("pygit2.Tree", repository[tree])
    return {one.name: (int(one.filemode), str(one.id)) for one in found if one.name is not None}

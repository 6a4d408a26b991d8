"""What the caller's tree says: the working tree where there is one, else HEAD; and where a lost file may have gone."""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tenure.cite.anchor import Text
from tenure.cite.differences import Hunk
from tenure.cite.paths import FILE_BYTES_MAX, Reading, Stamp, is_citable, kind_of, read_file, stamp_of
from tenure.cite.trail import Trail
from tenure.errors import CitationError
from tenure.values import dataclass

if TYPE_CHECKING:  # what reads a repository loads with the first that is opened
    from tenure.cite.objects import Objects

SEARCH_SECONDS_MAX = 1.5
SEARCH_FILES_MAX = 3_000
SEARCH_BYTES_MAX = 50_000_000
FILE_LINES_MAX = 200_000
RENAME_SIMILAR_MIN = 0.4
_PROBLEMS = {"symlink": "symlink", "submodule": "other_repository"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """One file as it is now: its text and blob id, or a code for why it has none."""

    problem: str = ""
    text: Text | None = None
    blob: str = ""
    stamp: Stamp | None = None


class View:
    """Looks at one repository at one HEAD; made anew for each operation, so that it never mixes two states.

    Args:
        objects: The opened repository.
        ref: A branch, tag or commit id to look at instead of the working tree, or empty.

    Raises:
        CitationError: There is no such ref (``unknown_ref``).
    """

    commit: str
    tree: str

    def __init__(self, objects: Objects, *, ref: str = "") -> None:
        self._objects = objects
        self.commit, self.tree = objects.commit_of(ref) if ref else objects.head()
        if ref and not self.commit:
            raise CitationError("there is no such branch, tag or commit here", code="unknown_ref")
        self._root = None if ref else objects.worktree
        self._until = math.inf

    def hurry(self) -> None:
        """Begin to count the time for one citation: what looks through files or history ends with it."""
        self._until = time.monotonic() + SEARCH_SECONDS_MAX

    @property
    def root(self) -> str:
        """The working tree that is looked at; empty if a commit decides."""
        return "" if self._root is None else str(self._root)

    def index_stamp(self) -> Stamp | None:
        """Look at what git tracks without reading it."""
        return stamp_of(self._objects.git_dir, "index").stamp

    @property
    def has_worktree(self) -> bool:
        """Whether files of a working tree decide; else a commit does."""
        return self._root is not None

    def stamp(self, path: str) -> Reading:
        """Look at the file of the working tree without reading it."""
        root = self._root
        return Reading() if root is None else stamp_of(root, path)

    def now(self, path: str) -> Seen:
        """Give the file as the caller sees it."""
        root = self._root
        if root is None:
            return self.at_head(path)
        read = read_file(root, path)
        if read.problem:
            # A submodule that is not checked out is an empty folder.
            entry = self._objects.entry(self.tree, path) if read.problem in {"missing", "not_a_file"} else None
            is_other = entry is not None and entry.kind == "submodule"
            return Seen(problem="other_repository" if is_other else read.problem, stamp=read.stamp)
        return _seen(read.data, path, blob_id(read.data), read.stamp)

    def raw(self, path: str) -> Reading:
        """Give the bytes of a file as the caller sees it, whatever it is: of the working tree, else of the commit."""
        if self._root is not None:
            return read_file(self._root, path)
        entry = self._objects.entry(self.tree, path)
        if entry is None:
            return Reading(problem="missing")
        if entry.kind != "file":
            return Reading(problem=_PROBLEMS.get(entry.kind, "not_a_file"))
        data = self._objects.read(entry.id, bytes_max=FILE_BYTES_MAX)
        return Reading(problem=data) if isinstance(data, str) else Reading(data=data)

    def at_head(self, path: str) -> Seen:
        """Give the file as HEAD, or the commit that is looked at, has it."""
        return self.at(self.tree, path)

    def at(self, tree: str, path: str) -> Seen:
        """Give the file as a tree has it."""
        entry = self._objects.entry(tree, path)
        if entry is None:
            return Seen(problem="missing")
        if entry.kind != "file":
            return Seen(problem=_PROBLEMS.get(entry.kind, "not_a_file"))
        return self.of_blob(entry.id, path)

    def of_blob(self, blob: str, path: str) -> Seen:
        """Give the text of a blob."""
        data = self._objects.read(blob, bytes_max=FILE_BYTES_MAX) if blob else "bad_object"
        return Seen(problem=data) if isinstance(data, str) else _seen(data, path, blob, None)

    def tree_of(self, name: str) -> str:
        """Give the tree of a ref, branch or commit id, or nothing."""
        return self._objects.commit_of(name)[1]

    def is_marked_foreign(self, path: str) -> bool:
        """Tell whether the repository's attributes call a file generated or somebody else's."""
        return self._objects.is_marked_foreign(path)

    def is_unmerged(self, commit: str) -> bool:
        """Tell whether a commit is surely not in the history of where one looks."""
        return self._objects.is_ancestor(commit, self.commit) is False

    def hunks(self, old: Text, new: Text, *, is_loose: bool = False) -> tuple[Hunk, ...]:
        """Give the differences of two texts in lines, white space at line ends apart, or all of it if ``is_loose``."""
        return self._objects.hunks(_plain(old), _plain(new), is_loose=is_loose)

    def successor(self, path: str, commit: str) -> str:
        """Give the path that a file of ``commit`` has where one looks, if it was renamed; or nothing.

        Raises:
            TimeoutError: The time for it is over.
        """
        found = self._objects.successor(commit, self.commit, path, until=self._until)
        return "" if found == path else found

    def trail(self, path: str, commit: str, lines: tuple[int, int]) -> Trail | None:
        """Give where lines of a file of ``commit`` went through the commits to where one looks; None if unknown."""
        return self._objects.trail(commit, self.commit, path, lines, until=self._until)

    def received(self, path: str, commit: str, line: str) -> tuple[str, ...]:
        """Give the files that got a line of a file of ``commit`` in the very commit in which that file lost it.

        Raises:
            TimeoutError: The time for it is over.
        """
        wanted = line.encode("utf-8", "surrogatepass")
        return self._objects.received(commit, self.commit, path, wanted, until=self._until)

    def same_blob(self, path: str, commit: str, blob: str) -> tuple[str, ...]:
        """Give where a blob is tracked now and was not at ``commit``."""
        then = self._objects.files(self.tree_of(commit)) if commit else {}
        return tuple(
            one for one, id_ in self._tracked().items() if id_ == blob and one != path and then.get(one) != blob
        )

    def fresh(self, path: str, commit: str) -> Iterator[tuple[str, Seen]]:
        """Give the files of the same kind that are new or different since ``commit``, likeliest first, within bounds.

        Raises:
            TimeoutError: The time for searching is over.
        """
        then = self._objects.files(self.tree_of(commit)) if commit else {}
        kind, name = kind_of(path), path.rpartition("/")[2]
        found = [
            one for one, id_ in self._tracked().items() if one != path and kind_of(one) == kind and then.get(one) != id_
        ]
        found.sort(key=lambda one: (one.rpartition("/")[2] != name, one in then, one))
        yield from self._read(found[:SEARCH_FILES_MAX])

    def below(self, folder: str) -> Iterator[tuple[str, Seen]]:
        """Give the tracked files that may be cited and whose path begins with ``folder``, or all with an empty text.

        Raises:
            TimeoutError: They are more than can be looked through.
        """
        found = sorted(one for one in self._tracked() if one.startswith(folder))
        yield from self._read(found[:SEARCH_FILES_MAX])
        if len(found) > SEARCH_FILES_MAX:
            raise TimeoutError

    def _read(self, paths: list[str]) -> Iterator[tuple[str, Seen]]:
        until, left = min(self._until, time.monotonic() + SEARCH_SECONDS_MAX), SEARCH_BYTES_MAX
        for one in paths:
            if time.monotonic() > until or left < 0:
                raise TimeoutError
            seen = self.now(one) if is_citable(one) else Seen(problem="missing")
            if seen.text is not None:
                left -= len(seen.text.raw)
                yield one, seen

    def _tracked(self) -> dict[str, str]:
        return self._objects.tracked() if self.has_worktree else self._objects.files(self.tree)

    def is_new(self, path: str, commit: str) -> bool:
        """Tell whether a path was not there at ``commit``."""
        return path not in self._objects.files(self.tree_of(commit))


def blob_id(data: bytes) -> str:
    """Give the id that git gives a blob of these bytes."""
    return hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


def _seen(data: bytes, path: str, blob: str, stamp: Stamp | None) -> Seen:
    if b"\0" in data[:8_000]:
        return Seen(problem="binary", blob=blob, stamp=stamp)
    if data.count(b"\n") > FILE_LINES_MAX:
        return Seen(problem="too_big", blob=blob, stamp=stamp)
    return Seen(text=Text(data, path), blob=blob, stamp=stamp)


def _plain(text: Text) -> bytes:
    return "".join(f"{line}\n" for line in text.lines).encode("utf-8", "surrogatepass")

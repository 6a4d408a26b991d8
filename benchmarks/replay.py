"""Follows spans through every commit between two, by the differences of each; it shares no code with the product."""

from __future__ import annotations

import difflib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import pygit2
from pygit2.enums import DiffOption

from benchmarks.git_fates import Place, alive_at

SIMILAR_MIN: Final = 0.6
RENAME_PERCENT_MIN: Final = 30
FILE_BYTES_MAX: Final = 400_000

Hunk = tuple[int, int, int, int]


@dataclass(slots=True, kw_only=True)
class Trace:
    """One span on its way: where each of its lines is now, and what stands in the place of those that were lost.

    Args:
        path: The file now.
        first: First line as cited.
        last: Last line as cited.
        text: Its lines as cited.
        lines: Where each line is now; None once it was lost.
        place: First and last line of what stands there now, lost lines' successors included; None if nothing does.
        began: The file as cited.
    """

    path: str
    first: int
    last: int
    text: list[str]
    lines: list[int | None]
    place: tuple[int, int] | None
    began: str
    is_elsewhere: bool = False
    is_doubtful: bool = False
    events: list[str] = field(default_factory=list)


class Repository:
    """One repository, read without the product."""

    def __init__(self, folder: Path) -> None:
        self.git: Any = pygit2.Repository(str(folder))
        self.folder = folder

    def first_parents(self) -> list[Any]:
        """Give the commits before HEAD on its own line, oldest first."""
        found: list[Any] = []
        here = self.git.revparse_single("HEAD").peel(pygit2.Commit)
        while here is not None:
            found.append(here)
            parents = here.parent_ids
            here = self.git[parents[0]] if parents and parents[0] in self.git else None
        return found[::-1]

    def lines(self, tree: Any, path: str) -> list[str]:
        """Give the lines of a file, or none."""
        try:
            blob = tree[path]
        except KeyError:
            return []
        if blob.type_str != "blob" or blob.size > FILE_BYTES_MAX:
            return []
        return [line.rstrip("\r") for line in blob.data.decode("utf-8", "replace").split("\n")]

    def files(self, tree: Any, kinds: Sequence[str], above: str = "") -> Iterator[str]:
        """Give the paths of a tree that end in one of ``kinds``."""
        for entry in tree:
            if entry.type_str == "tree":
                yield from self.files(entry, kinds, f"{above}{entry.name}/")
            elif entry.type_str == "blob" and entry.filemode != 0o120000 and entry.name.endswith(tuple(kinds)):
                yield above + entry.name


def replay(repository: Repository, chain: Sequence[Any], traces: Sequence[Trace]) -> None:
    """Follow every span through the commits of ``chain``."""
    by_path: dict[str, list[Trace]] = defaultdict(list)
    for trace in traces:
        by_path[trace.path].append(trace)
    for before, after in pairwise(chain):
        told = repository.git.diff(before.tree, after.tree, context_lines=0, flags=DiffOption.INDENT_HEURISTIC)
        touched = {delta.old_file.path for delta in told.deltas}
        if not any(by_path.get(path) for path in touched):
            continue
        told.find_similar(rename_threshold=RENAME_PERCENT_MIN, rename_limit=4_000)
        step = _Step(repository, before.tree, after.tree, list(told), str(after.id)[:10])
        came: list[Trace] = []
        for patch in step.patches:
            for trace in by_path.pop(patch.delta.old_file.path, []):
                step.follow(trace, patch)
                came.append(trace)
        for trace in came:
            by_path[trace.path].append(trace)


class _Step:
    """What one commit did."""

    def __init__(self, repository: Repository, before: Any, after: Any, patches: list[Any], name: str) -> None:
        self.repository, self.before, self.after, self.name = repository, before, after, name
        # A copy that git sees beside a change speaks of the same old path: the change has the say.
        self.patches = [patch for patch in patches if patch and patch.delta.status_char() in "MDRT"]
        self.written = [patch for patch in patches if patch and patch.delta.status_char() in "MRTA"]

    def follow(self, trace: Trace, patch: Any) -> None:
        is_gone = patch.delta.status_char() == "D"
        hunks = [(one.old_start, one.old_lines, one.new_start, one.new_lines) for one in patch.hunks]
        was = list(trace.lines)
        now = [None if number is None or is_gone else mapped(hunks, number) for number in was]
        lost = sum(number is not None for number in was) - sum(number is not None for number in now)
        if lost and not any(now) and None not in was and self._moved_whole(trace):
            return
        trace.lines = now
        if lost:
            trace.events.append(f"{self.name} {'file-deleted' if is_gone else f'lines-lost {lost}'}")
        trace.place = None if is_gone or trace.place is None else region(hunks, trace.place)
        if not is_gone:
            trace.path = patch.delta.new_file.path

    def _moved_whole(self, trace: Trace) -> bool:
        """Let a span go where this very commit put all of it, if that is one place."""
        found: list[tuple[str, int]] = []
        for patch in self.written:
            added = [(one.new_start, one.new_lines) for one in patch.hunks]
            self._into(found, trace, patch.delta.new_file.path, added)
        if len(found) != 1 or (len(trace.text) == 1 and len(trace.text[0].strip()) < 20):
            trace.is_doubtful = trace.is_doubtful or bool(found)
            return False
        path, first = found[0]
        trace.is_elsewhere = trace.is_elsewhere or path != trace.path
        trace.lines = list(range(first, first + len(trace.text)))
        trace.place, trace.path = (first, first + len(trace.text) - 1), path
        trace.events.append(f"{self.name} moved {path}")
        return True

    def _into(self, found: list[tuple[str, int]], trace: Trace, path: str, added: list[tuple[int, int]]) -> None:
        lines = self.repository.lines(self.after, path)
        for start, count in added:
            for first in range(start, start + count - len(trace.text) + 1):
                found += [(path, first)] if lines[first - 1 : first - 1 + len(trace.text)] == trace.text else []


def mapped(hunks: Sequence[Hunk], line: int) -> int | None:
    """Give where a line is after a difference, or None if it was taken away."""
    shift = 0
    for old_start, old_lines, _, new_lines in hunks:
        if line < old_start or (not old_lines and line == old_start):
            break
        if old_lines and line < old_start + old_lines:
            return None
        shift += new_lines - old_lines
    return line + shift


def region(hunks: Sequence[Hunk], place: tuple[int, int]) -> tuple[int, int] | None:
    """Give what stands in the place of lines after a difference: those that stayed, and what replaced the others."""
    found: list[int] = []
    for number in range(place[0], place[1] + 1):
        now = mapped(hunks, number)
        if now is not None:
            found.append(now)
            continue
        for old_start, old_lines, new_start, new_lines in hunks:
            if old_start <= number < old_start + old_lines and new_lines:
                found += [new_start, new_start + new_lines - 1]
    return (min(found), max(found)) if found else None


def fate(repository: Repository, end: Any, trace: Trace) -> dict[str, Any]:
    """Give what became of a span at the commit ``end``."""
    left = [number for number in trace.lines if number is not None]
    lines = repository.lines(end.tree, trace.path)
    place = trace.place
    now = lines[place[0] - 1 : place[1]] if place else []
    likeness = difflib.SequenceMatcher(None, "\n".join(trace.text), "\n".join(now), autojunk=False).ratio()
    if now == trace.text and place and len(left) == len(trace.text):
        is_here = place[0] == trace.first
        where = "file_renamed" if trace.path != trace.began else "unchanged" if is_here else "moved_in_file"
        truth = "moved_other_file" if trace.is_elsewhere else where
    elif now and (2 * len(left) >= len(trace.text) or likeness >= SIMILAR_MIN):
        truth = "edited"
    else:
        truth, place = "deleted", None
    return {
        "truth": truth,
        "new_path": trace.path if place else None,
        "new_start": place[0] if place else None,
        "new_end": place[1] if place else None,
        "survivors": [len(left), len(trace.text)],
        "similarity": round(likeness, 3),
        "ws_only": truth == "edited" and "".join("".join(now).split()) == "".join("".join(trace.text).split()),
        "events": trace.events,
    }


def is_agreed(repository: Repository, begin: Any, end: Any, trace: Trace) -> bool:
    """Tell whether `git blame --reverse` finds the same lines alive at the end; it knows nothing of moves elsewhere."""
    if trace.is_elsewhere:
        return True
    was = Place(trace.began, trace.first, trace.last)
    alive = alive_at(repository.folder, str(begin.id), str(end.id), was)
    return alive == [number for number in trace.lines if number is not None]

"""Opens the repository in which a path lies, if it is the caller's, whole, and points at its working tree and back."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from tenure.errors import CitationError
from tenure.forked import free_in_children
from tenure.values import dataclass

if TYPE_CHECKING:  # what reads a repository loads with the first that is opened
    from tenure.cite.objects import Objects

OPENED_MAX = 64
_READ_AT_ONCE = (
    "HEAD", "config", "config.worktree", "commondir", "gitdir", "packed-refs", "shallow", "info/grafts",
    "info/attributes", "objects/info/alternates", "objects/info/commit-graph",
)  # fmt: skip
"""Git's own files that libgit2 reads whole, however long that takes."""


@dataclass(frozen=True, slots=True)
class _Kept:
    objects: Objects
    stops: tuple[str, ...]
    states: tuple[tuple[int, int, int] | None, ...]


class OpenedRepositories:
    """Keeps opened repositories by the path from which they were found, as long as the same path still leads there."""

    def __init__(self) -> None:
        self._by_path: dict[str, _Kept] = {}
        self._lock = threading.Lock()
        free_in_children(self)

    def get(self, path: Path) -> Objects:
        """Open the repository in which ``path`` lies, or give the one that was opened before.

        Raises:
            CitationError: As `open_objects` does.
        """
        key = os.fspath(path)
        if not path.is_absolute():
            return open_objects(path)
        with self._lock:
            kept = self._by_path.get(key)
            if kept is not None and kept.states == _states(kept.stops):
                return kept.objects
            objects = open_objects(path)
            if len(self._by_path) >= OPENED_MAX:
                self._by_path.clear()
            stops = _stops(path, objects)
            self._by_path[key] = _Kept(objects, stops, _states(stops))
            return objects


def _stops(path: Path, objects: Objects) -> tuple[str, ...]:
    """Give every file and folder that decides which repository a path leads to."""
    stops = [objects.git_dir, objects.git_dir / "commondir", objects.git_dir / "gitdir", objects.git_dir / "config"]
    stops += [objects.common_dir / "config", objects.common_dir / "objects" / "info" / "alternates"]
    if objects.worktree is not None:
        stops += [one / ".git" for one in (path, *path.parents) if one.is_relative_to(objects.worktree)]
    return tuple(dict.fromkeys(os.fspath(stop) for stop in stops))


def _states(stops: tuple[str, ...]) -> tuple[tuple[int, int, int] | None, ...]:
    return tuple(map(_state, stops))


def _state(path: str) -> tuple[int, int, int] | None:
    try:
        seen = os.lstat(path)
    except OSError:
        return None
    # A folder's time changes whenever something in it does; which folder it is says enough.
    return (seen.st_ino, seen.st_dev, 0 if stat.S_ISDIR(seen.st_mode) else seen.st_mtime_ns)


def open_objects(path: Path) -> Objects:
    """Open the repository in which ``path`` lies.

    The pointer between working tree and git directory must be mutual: a ``.git`` file or a setting in a repository's
    own configuration cannot make files elsewhere count as its working tree.

    Raises:
        CitationError: ``no_repository``, ``not_owner`` (libgit2's owner validation refused it) or
            ``broken_repository``.
    """
    none = CitationError("there is no git repository here", code="no_repository", hint="Call it inside a repository.")
    broken = CitationError("the repository cannot be opened", code="broken_repository", hint="Run `git fsck`.")
    try:
        start = path.resolve()
    except (ValueError, OSError, RuntimeError):  # too long, or links in a circle
        raise none from None
    if not _may_lie_in_one(start):
        raise none
    if _may_wait(start):
        raise broken
    import pygit2  # noqa: PLC0415 - loaded on first use, start-up is measured

    from tenure.cite.objects import Objects  # noqa: PLC0415 - the same

    try:
        found = pygit2.discover_repository(str(start))
    except (KeyError, ValueError, pygit2.GitError):
        found = None
    if found is None:
        raise none
    try:
        repository = pygit2.Repository(found)
        git_dir = Path(repository.path).resolve()
        workdir = repository.workdir
        has_setting = "core.worktree" in repository.config
    except (KeyError, ValueError, pygit2.GitError) as error:
        if "owne" in str(error):
            raise CitationError(
                "the repository belongs to another account", code="not_owner", hint="See git's safe.directory."
            ) from None
        raise broken from None
    worktree = Path(workdir).resolve() if workdir else None
    common_dir = _common_dir(git_dir)
    if worktree is not None and not (
        start.is_relative_to(worktree) and _is_mutual(worktree, git_dir, common_dir, has_setting=has_setting)
    ):
        raise CitationError("the working tree and its git directory do not point at each other", code="not_mutual")
    if _borrows(common_dir):
        raise CitationError("the repository borrows objects from another folder", code="alternates")
    return Objects(repository, git_dir=git_dir, common_dir=common_dir, worktree=worktree)


def _may_lie_in_one(start: Path) -> bool:
    """Tell whether libgit2, which takes long to load, need be asked: a repository has a ``.git`` above, or a HEAD."""
    return any(os.path.lexists(each / name) for each in (start, *start.parents) for name in (".git", "HEAD"))


def _may_wait(start: Path) -> bool:
    """Tell whether one of git's own files is a pipe, or another thing that a read could wait at."""
    from tenure.cite.paths import may_wait  # noqa: PLC0415 - loads on first use

    for each in (start, *start.parents):
        pointer = each / ".git"
        if may_wait(pointer):
            return True
        if not os.path.lexists(pointer) and not (each / "HEAD").exists():
            continue
        found = each if not os.path.lexists(pointer) else pointer
        if found.is_file():
            found = each / _first_line(found).removeprefix("gitdir:").strip()
        head = _first_line(found / "HEAD").removeprefix("ref:").strip()
        folders = (found, _common_dir(found))
        return any(may_wait(folder / name) for folder in folders for name in (*_READ_AT_ONCE, head))
    return False


def _common_dir(git_dir: Path) -> Path:
    pointed = _first_line(git_dir / "commondir")
    return (git_dir / pointed).resolve() if pointed else git_dir


def _is_mutual(worktree: Path, git_dir: Path, common_dir: Path, *, has_setting: bool) -> bool:
    pointer = worktree / ".git"
    if pointer.is_symlink():
        return False
    if pointer.is_dir():
        return pointer.resolve() == git_dir
    line = _first_line(pointer)
    if not line.startswith("gitdir:") or (worktree / line.removeprefix("gitdir:").strip()).resolve() != git_dir:
        return False
    if git_dir == common_dir:
        # A submodule: libgit2 found this working tree through the git directory's own core.worktree.
        return has_setting
    back = _first_line(git_dir / "gitdir")
    is_inside = git_dir.parent == common_dir / "worktrees"
    return is_inside and bool(back) and (git_dir / back).resolve() == pointer.resolve()


def _borrows(common_dir: Path) -> bool:
    return bool(_first_line(common_dir / "objects" / "info" / "alternates"))


def _first_line(path: Path) -> str:
    from tenure.cite.paths import may_wait  # noqa: PLC0415 - loads on first use

    try:
        if may_wait(path):
            return ""
        with path.open("rb") as file:
            return file.read(4_096).decode("utf-8", "replace").split("\n", 1)[0].strip()
    except OSError:
        return ""


def tracks(folder: Path) -> bool:
    """Tell whether git tracks a file below ``folder``; in no repository, or in none that opens, it does not."""
    try:
        objects = open_objects(folder)
    except CitationError:
        return False
    if objects.worktree is None:
        return False
    below = folder.resolve().relative_to(objects.worktree).as_posix() + "/"
    return any(path.startswith(below) for path in objects.tracked())

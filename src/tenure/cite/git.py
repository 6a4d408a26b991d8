"""The registry of repositories: which folder is which; kept in the user's data folder, never in `.git`."""

from __future__ import annotations

import json
import os
import tempfile
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

from tenure.cite.kin import may_be_copy
from tenure.cite.opened import OpenedRepositories
from tenure.errors import CitationError, NotFoundError, StoreError, StoreUnavailableError
from tenure.forked import free_in_children
from tenure.model.identifier import new_id
from tenure.values import dataclass

if TYPE_CHECKING:  # what reads a repository loads with the first that is opened
    from tenure.cite.objects import Objects

REPOSITORIES_MAX = 10_000
FOLDERS_LEFT_MAX = 4
LOCK_SECONDS_MAX = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class RepositoryRecord:
    """One known repository.

    Args:
        id: ``repo_...``, random; the value of a scope's repository part.
        git_dir: Its common git directory, which linked worktrees share; of several clones the one resolved.
        worktree: The root of the working tree that was resolved; None in a listing and for a bare repository.
        roots: Its root commits, sorted; empty if they are not known. A hint, never identity.
    """

    id: str
    git_dir: Path
    worktree: Path | None = None
    roots: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Known:
    id: str
    roots: tuple[str, ...]
    folders: tuple[str, ...]
    # Where it lay until another history was found there: a rewritten one of its own, or another repository.
    left: tuple[str, ...] = ()


class Repositories:
    """Finds, makes and joins records of repositories (one JSON file, mode 0600, replaced whole under a lock).

    A repository is known by its common git directory, and only while the root commits noted for it are in it: another
    repository cloned into the same folder is not the one that was there. A moved folder and a second clone are unknown
    until a person adopts them.

    Args:
        folder: The user's data folder; made on the first write.

    Attributes:
        alone: Held by whoever reads an opened repository: libgit2's handles serve one thread at a time.
    """

    alone: threading.RLock

    def __init__(self, folder: Path) -> None:
        self._file = folder / "repositories.json"
        self._lock = folder / "repositories.lock"
        self._opened = OpenedRepositories()
        self.alone = threading.RLock()
        free_in_children(self, "alone", threading.RLock)
        self._read: tuple[tuple[int, int, int], tuple[_Known, ...]] | None = None

    def resolve(self, path: Path, *, create: bool = False) -> RepositoryRecord:
        """Give the record of the repository in which ``path`` lies.

        Args:
            path: A folder or file inside a working tree, or inside a bare repository.
            create: Whether to make a record for a repository that is not known yet.

        Raises:
            CitationError: There is no repository, it may not be read, or (code ``unknown_repository``) it is not known.
        """
        return self.open(path, create=create)[0]

    def open(self, path: Path, *, create: bool = False) -> tuple[RepositoryRecord, Objects]:
        """Give the record as `resolve` does, and the opened repository, to be read while `alone` is held."""
        objects = self._opened.get(path)
        known = self._find(objects)
        if known is None:
            if not create:
                raise CitationError(
                    "this repository is not known yet",
                    code="unknown_repository",
                    hint="Run `tenure scope show` in it; a moved or second clone joins with `tenure scope adopt`.",
                )
            known = self._add(objects)
        elif create and not known.roots:
            known = self._rooted(known, objects.roots())
        return _record(known, objects), objects

    def commits_of(self, path: Path, refs: Iterable[str]) -> dict[str, str]:
        """Give the commit at which each of these branches and tags stands; empty for one that is not there.

        Raises:
            CitationError: As `resolve`.
        """
        objects = self.open(path)[1]
        return {ref: objects.commit_of_ref(ref) for ref in refs}

    def knows(self, path: Path) -> bool:
        """Tell whether the repository in which ``path`` lies is known; true where there is none that could be.

        Raises:
            CitationError: It may not be read.
        """
        try:
            return self._find(self._opened.get(path)) is not None
        except CitationError as error:
            if error.code == "no_repository":
                return True
            raise

    def candidates(self, path: Path) -> tuple[RepositoryRecord, ...]:
        """Give the known repositories of which the one at ``path`` may be a copy, or which lay in its very folder."""
        objects = self._opened.get(path)
        own = str(objects.common_dir)
        return tuple(
            _listed(one)
            for one in self._known()
            if own not in one.folders
            and (own in one.left or (one.folders and may_be_copy(objects, one.roots, one.folders, self._opened.get)))
        )

    def default_branch(self, path: Path) -> str:
        """Give the default branch of the repository at ``path``, or an empty text.

        Raises:
            CitationError: There is no repository, or it may not be read.
        """
        return self._opened.get(path).default_branch()

    def adopt(self, path: Path, repository_id: str) -> RepositoryRecord:
        """Let the repository at ``path`` be the known one called ``repository_id``: a person has said so.

        Raises:
            NotFoundError: No repository of that id is known.
            CitationError: There is no repository at ``path``, or it may not be read.
        """
        objects = self._opened.get(path)
        own = str(objects.common_dir)
        with self._locked():
            known = self._known()
            chosen = next((one for one in known if one.id == repository_id), None)
            if chosen is None:
                raise NotFoundError("no repository of this id is known", hint="See `tenure scope show`.")
            # A shallow clone has none of the roots; it is known again by the commits at which its history is cut.
            roots = objects.roots() or (objects.cut() if chosen.roots else ())
            joined = replace(
                chosen,
                roots=tuple(sorted({*chosen.roots, *roots})),
                folders=tuple(sorted({*chosen.folders, own})),
                left=_without(chosen.left, own),
            )
            others = [replace(one, folders=_without(one.folders, own)) for one in known if one.id != repository_id]
            self._write((*others, joined))
        return _record(joined, objects)

    def list(self) -> tuple[RepositoryRecord, ...]:
        """Give every known repository, sorted by id; one that was moved to another record is left out."""
        return tuple(_listed(one) for one in sorted(self._known(), key=lambda one: one.id) if one.folders)

    def _find(self, objects: Objects) -> _Known | None:
        own = str(objects.common_dir)
        for one in self._known():
            if own in one.folders and (not one.roots or any(objects.has(root) for root in one.roots)):
                return one
        return None

    def _add(self, objects: Objects) -> _Known:
        roots = objects.roots()
        with self._locked():
            found = self._find(objects)
            if found is not None:
                return found
            own = str(objects.common_dir)
            # A folder that now holds another repository no longer leads to the record of the old one.
            left = [
                replace(one, left=(*one.left, own)[-FOLDERS_LEFT_MAX:], folders=_without(one.folders, own))
                if own in one.folders
                else one
                for one in self._known()
            ]
            if len(left) >= REPOSITORIES_MAX:
                raise StoreError("too many repositories are known", code="over_limit", hint="Remove old ones.")
            made = _Known(id=new_id("repo"), roots=roots, folders=(own,))
            self._write((*left, made))
        return made

    def _rooted(self, found: _Known, roots: tuple[str, ...]) -> _Known:
        with self._locked():  # what others noted of it since it was read stays
            known = {one.id: one for one in self._known()}
            changed = replace(known.get(found.id, found), roots=roots)
            self._write(tuple((known | {found.id: changed}).values()))
        return changed

    @contextmanager
    def _locked(self) -> Iterator[None]:
        from filelock import FileLock, Timeout  # noqa: PLC0415 - loaded on first use, start-up is measured

        try:
            self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = FileLock(self._lock, timeout=LOCK_SECONDS_MAX, mode=0o600)
            lock.acquire()
        except (OSError, Timeout) as error:
            raise StoreUnavailableError("the registry of repositories cannot be locked") from error
        try:
            yield
        finally:
            lock.release()

    def _known(self) -> tuple[_Known, ...]:
        try:
            seen = self._file.stat()
            stamp = (seen.st_mtime_ns, seen.st_size, seen.st_ino)
            read = self._read  # once: another thread may write meanwhile
            if read is None or read[0] != stamp:
                read = self._read = (stamp, _parsed(self._file.read_bytes()))
        except FileNotFoundError:
            return ()
        except OSError as error:
            raise StoreUnavailableError("the registry of repositories cannot be read") from error
        return read[1]

    def _write(self, known: tuple[_Known, ...]) -> None:
        rows = [
            {"id": one.id, "roots": list(one.roots), "folders": list(one.folders)}
            | ({"left": list(one.left)} if one.left else {})
            for one in known
        ]
        text = json.dumps({"version": 1, "repositories": rows}, indent=1, sort_keys=True) + "\n"
        try:
            # mkstemp makes the file with mode 0600; replacing it is atomic.
            descriptor, made = tempfile.mkstemp(dir=self._file.parent, prefix=".repositories-")
            try:
                with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                    file.write(text)
                    file.flush()
                    os.fsync(descriptor)
                Path(made).replace(self._file)
            except BaseException:
                Path(made).unlink(missing_ok=True)
                raise
        except OSError as error:
            raise StoreUnavailableError("the registry of repositories cannot be written") from error
        self._read = None


def _parsed(data: bytes) -> tuple[_Known, ...]:
    try:
        rows = cast("list[dict[str, object]]", json.loads(data)["repositories"])
        return tuple(
            _Known(
                id=str(row["id"]),
                roots=_texts(row["roots"]),
                folders=_texts(row["folders"]),
                left=_texts(row.get("left", [])),
            )
            for row in rows
        )
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise StoreError(
            "the registry of repositories is damaged",
            code="bad_registry",
            hint="Restore `repositories.json` from a backup, or move it away and adopt the repositories again.",
        ) from error


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise TypeError("not a list")
    return tuple(str(one) for one in cast("list[object]", value))


def _without(folders: tuple[str, ...], folder: str) -> tuple[str, ...]:
    return tuple(one for one in folders if one != folder)


def _record(known: _Known, objects: Objects) -> RepositoryRecord:
    return RepositoryRecord(id=known.id, git_dir=objects.common_dir, worktree=objects.worktree, roots=known.roots)


def _listed(known: _Known) -> RepositoryRecord:
    return RepositoryRecord(id=known.id, git_dir=Path((*known.folders, *known.left, "")[0]), roots=known.roots)

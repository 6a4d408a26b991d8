"""One git repository, read through libgit2: no process, no hook, no filter, bounded; owner validation stays on."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import cast

import pygit2
from pygit2.enums import ObjectType

from tenure.cite.ancestry import Ancestry
from tenure.cite.differences import Hunk
from tenure.cite.history import History, differences
from tenure.cite.paths import FILE_BYTES_MAX, may_wait
from tenure.cite.trail import Trail
from tenure.values import dataclass

TREE_ENTRIES_MAX = 100_000
INDEX_BYTES_MAX = 32_000_000
COMMITS_WALKED_MAX = 200_000
CUTS_MAX = 100

_REF_FOLDERS = ("refs/heads/", "refs/tags/", "refs/remotes/")
_FOREIGN = ("linguist-vendored", "linguist-generated")
_FOLDER, _LINK, _MODULE = 0o040000, 0o120000, 0o160000


@dataclass(frozen=True, slots=True)
class TreeEntry:
    """What a path is in a tree: ``file``, ``folder``, ``symlink`` or ``submodule``, and its object id."""

    kind: str
    id: str


class Objects:
    """Reads the commits, trees and blobs of one opened repository.

    Attributes:
        git_dir: The git directory of this working tree.
        common_dir: The git directory that linked worktrees share; equals ``git_dir`` without them.
        worktree: The root of the working tree, or None for a bare repository.
    """

    def __init__(
        self,
        repository: pygit2.Repository,
        *,
        git_dir: Path,
        common_dir: Path,
        worktree: Path | None,
    ) -> None:
        self._git = repository
        self.git_dir = git_dir
        self.common_dir = common_dir
        self.worktree = worktree
        self._files: dict[str, dict[str, str]] = {}
        self._ancestry = Ancestry(repository)
        self._history = History(repository, bytes_max=FILE_BYTES_MAX)

    @property
    def is_shallow(self) -> bool:
        """Whether older history is missing."""
        return bool(self._git.is_shallow)

    def head(self) -> tuple[str, str]:
        """Give the ids of HEAD's commit and tree, or two empty texts if there is no commit or it cannot be read."""
        return self.commit_of("HEAD")

    def default_branch(self) -> str:
        """Give the branch that the remote *origin* calls its default, else the one checked out; empty if neither."""
        for name, prefix in (("refs/remotes/origin/HEAD", "refs/remotes/origin/"), ("HEAD", "refs/heads/")):
            try:
                target = self._git.lookup_reference(name).target
            except (KeyError, ValueError, pygit2.GitError):
                continue
            if isinstance(target, str) and target.startswith(prefix):
                return target.removeprefix(prefix)
        return ""

    def commit_of(self, name: str) -> tuple[str, str]:
        """Give the ids of the commit that a ref, branch or commit id names and of its tree, or two empty texts."""
        try:
            found = self._git.head if name == "HEAD" else None
            target = found.target if found is not None else self._git.revparse_single(name).id
            commit = self._git[target].peel(ObjectType.COMMIT)
            return str(commit.id), str(commit.tree_id)
        except (KeyError, ValueError, pygit2.GitError):
            return "", ""

    def commit_of_ref(self, name: str) -> str:
        """Give the commit at which one branch or tag stands, or nothing if none or several bear the name.

        Git lets a tag go before a branch of its name, and takes a file of ``.git`` for a ref: neither may pass for the
        branch that a person trusts.
        """
        names = (name,) if name.startswith("refs/") else tuple(f"{folder}{name}" for folder in _REF_FOLDERS)
        found: list[str] = []
        for each in names:
            try:
                found.append(str(self._git.lookup_reference(each).peel(ObjectType.COMMIT).id))
            except (KeyError, ValueError, pygit2.GitError):
                continue
        return found[0] if len(found) == 1 else ""

    def is_marked_foreign(self, path: str) -> bool:
        """Tell whether git attributes say that a file is generated or vendored, as code hosts read them."""
        try:
            if any(map(may_wait, self._read_for_attributes(path))):
                return True
            return any(self._git.get_attr(path, name) not in (None, False) for name in _FOREIGN)
        except (KeyError, ValueError, pygit2.GitError):
            return True

    def _read_for_attributes(self, path: str) -> Iterator[Path]:
        yield from (self.git_dir / "index", self.common_dir / "info" / "attributes")
        if self.worktree is not None:
            yield from (self.worktree / folder / ".gitattributes" for folder in PurePosixPath(path).parents)

    def entry(self, tree: str, path: str) -> TreeEntry | None:
        """Give what ``path`` is in ``tree``, or None."""
        if not tree:
            return None
        try:
            found = cast("pygit2.Tree", self._git[tree])[path]
        except (KeyError, ValueError, TypeError, pygit2.GitError):
            return self._module_above(tree, path)
        return _entry(int(found.filemode), str(found.id))

    def read(self, blob: str, *, bytes_max: int) -> bytes | str:
        """Give the bytes of a blob, or why not: ``too_big``, ``bad_object``. The size is read before the object."""
        try:
            kind, size = self._git.odb.read_header(self._git.expand_id(blob) if len(blob) < 40 else blob)
            if int(kind) != 3:
                return "bad_object"
            if size > bytes_max:
                return "too_big"
            data = cast("pygit2.Blob", self._git[blob]).data
        except (KeyError, ValueError, pygit2.GitError):
            return "bad_object"
        return data

    def has(self, id_: str) -> bool:
        """Tell whether an object is in the repository."""
        try:
            return id_ in self._git
        except (KeyError, ValueError, pygit2.GitError):
            return False

    def files(self, tree: str) -> dict[str, str]:
        """Give the blob id of every regular file of a tree by path; empty if the tree is beyond the bound."""
        if tree not in self._files:
            found: dict[str, str] = {}
            for path, entry in self._walk(tree, ""):
                found[path] = entry.id
                if len(found) > TREE_ENTRIES_MAX:
                    found = {}
                    break
            self._keep(tree, found)
        return self._files[tree]

    def successor(self, begin: str, end: str, path: str, *, until: float) -> str:
        """Give the path at commit ``end`` of a file of commit ``begin``, or nothing if that is not known.

        Raises:
            TimeoutError: The history is too long for the time until then (`time.monotonic`).
        """
        if not begin or not end:
            return ""
        try:
            return self._history.successor(begin, end, path, until=until)
        except (KeyError, ValueError, TypeError, UnicodeDecodeError, pygit2.GitError):
            return ""

    def received(self, begin: str, end: str, path: str, line: bytes, *, until: float) -> tuple[str, ...]:
        """Give the files that got a line in the commit between these two in which ``path`` lost it; none if unknown.

        Raises:
            TimeoutError: As `successor`.
        """
        if not begin or not end:
            return ()
        try:
            return self._history.received(begin, end, path, line, until=until)
        except (KeyError, ValueError, TypeError, UnicodeDecodeError, pygit2.GitError):
            return ()

    def trail(self, begin: str, end: str, path: str, lines: tuple[int, int], *, until: float) -> Trail | None:
        """Give where lines of a file of commit ``begin`` went until ``end``; None if that cannot be told in time."""
        if not begin or not end:
            return None
        try:
            return self._history.trail(begin, end, path, lines, until=until)
        except (TimeoutError, KeyError, ValueError, TypeError, UnicodeDecodeError, pygit2.GitError):
            return None

    def is_ancestor(self, commit: str, head: str) -> bool | None:
        """Tell whether a commit lies in the history of another; None if that is not known."""
        if not commit or not head:
            return None
        try:
            return self._ancestry.has(head, commit)
        except (KeyError, ValueError, pygit2.GitError):
            return None

    def roots(self) -> tuple[str, ...]:
        """Give the root commits of HEAD, sorted; none for a shallow or very long history, where they are not known."""
        commit, _ = self.head()
        if not commit or self.is_shallow:
            return ()
        found: list[str] = []
        try:
            for count, one in enumerate(self._git.walk(commit), start=1):
                if count > COMMITS_WALKED_MAX:
                    return ()
                if not one.parent_ids:
                    found.append(str(one.id))
        except (KeyError, ValueError, pygit2.GitError):
            return ()
        return tuple(sorted(found))

    def cut(self) -> tuple[str, ...]:
        """Give the commits at which a shallow history is cut, at most `CUTS_MAX`, sorted; none for a whole one."""
        try:
            with (self.common_dir / "shallow").open(encoding="ascii") as file:
                found = [line.strip() for line in islice(file, CUTS_MAX)]
        except (OSError, UnicodeDecodeError):
            return ()
        return tuple(sorted(id_ for id_ in found if self.has(id_)))

    def hunks(self, old: bytes, new: bytes, *, is_loose: bool = False) -> tuple[Hunk, ...]:
        """Give the differences of two texts as (old start, old lines, new start, new lines), without context.

        White space at line ends is no difference, and if ``is_loose`` none is.
        """
        return differences(old, new, is_loose=is_loose)

    def tracked(self) -> dict[str, str]:
        """Give the blob id of every regular file in the index by path; HEAD's files where there is no usable index."""
        _, tree = self.head()
        index_file = self.git_dir / "index"
        try:
            seen = index_file.stat()
            if self.worktree is None or seen.st_size > INDEX_BYTES_MAX:
                return self.files(tree)
            key = f"index:{seen.st_mtime_ns}:{seen.st_size}:{seen.st_ino}"
            if key not in self._files:
                index = self._git.index
                index.read(False)
                entries = cast("Iterator[pygit2.IndexEntry]", iter(index))
                found = {str(one.path): str(one.id) for one in entries if int(one.mode) not in {_LINK, _MODULE}}
                self._keep(key, found)
        except (OSError, KeyError, ValueError, pygit2.GitError):
            return self.files(tree)
        return self._files[key]

    def _keep(self, key: str, found: dict[str, str]) -> None:
        if len(self._files) >= 6:
            self._files.clear()
        self._files[key] = found

    def _walk(self, tree: str, prefix: str) -> Iterator[tuple[str, TreeEntry]]:
        waiting = [(tree, prefix)]
        visited = 0
        while waiting:
            here, above = waiting.pop()
            visited += 1
            if visited > TREE_ENTRIES_MAX or above.count("/") > 60:
                continue
            try:
                entries = [(one.name, int(one.filemode), str(one.id)) for one in cast("pygit2.Tree", self._git[here])]
            except (KeyError, ValueError, UnicodeDecodeError, pygit2.GitError):
                continue
            for name, mode, id_ in entries:
                entry = _entry(mode, id_)
                if entry.kind == "folder":
                    waiting.append((id_, f"{above}{name}/"))
                elif entry.kind == "file":
                    yield f"{above}{name}", entry

    def _module_above(self, tree: str, path: str) -> TreeEntry | None:
        parts = path.split("/")
        for length in range(1, len(parts)):
            try:
                found = cast("pygit2.Tree", self._git[tree])["/".join(parts[:length])]
            except (KeyError, ValueError, TypeError, pygit2.GitError):
                return None
            if int(found.filemode) == _MODULE:
                return TreeEntry("submodule", str(found.id))
        return None


def _entry(mode: int, id_: str) -> TreeEntry:
    return TreeEntry({_FOLDER: "folder", _LINK: "symlink", _MODULE: "submodule"}.get(mode, "file"), id_)

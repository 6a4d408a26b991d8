"""The repository of `tenure try`: made, or copied from one's own as it was last committed, which is only read.

Nothing is written into one's own repository and none of its hooks, filters or settings are carried along: the copy has
its objects and refs, a configuration of its own, and a working tree checked out anew.
"""

from __future__ import annotations

import secrets
import shutil
import stat
from pathlib import Path
from typing import Any, Final

import pygit2
from pygit2.enums import CheckoutStrategy

from tenure.errors import CitationError, RequestError
from tenure.faces.cli.trying.functions import Function, in_file, offered
from tenure.values import dataclass

MADE_FILE: Final = "tenure_try_rounding.py"
MADE_SOURCE: Final = '''\
"""How amounts are rounded."""


def round_half_up(amount):
    """Give the nearest whole number; a half goes up."""
    return int(amount + 0.5)
'''
CHANGE: Final = "pass  # changed by `tenure try`, in a copy"
_COPIED: Final = ("objects", "refs", "packed-refs", "HEAD", "shallow")
_CONFIG: Final = "[core]\n\trepositoryformatversion = 0\n\tbare = false\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """A repository to play in.

    Args:
        folder: Its working tree.
        functions: What can be cited, the best first; never empty.
        notes: What a person should know about it, a sentence each.
    """

    folder: Path
    functions: tuple[Function, ...]
    notes: tuple[str, ...] = ()

    def change_on_branch(self, function: Function) -> str:
        """Make a branch, check it out, commit a change of the function there, and give the branch's name."""
        repository = _opened(self.folder)
        branch = f"tenure-try-{secrets.token_hex(3)}"
        repository.branches.local.create(branch, repository[repository.head.target].peel(pygit2.Commit))
        self.go_to(f"refs/heads/{branch}")
        file = self.folder / function.path
        lines = file.read_bytes().splitlines(keepends=True)
        ending = b"\r\n" if lines[function.line - 1].endswith(b"\r\n") else b"\n"
        lines.insert(function.line - 1, f"{function.indent}{CHANGE}".encode() + ending)
        file.write_bytes(b"".join(lines))
        _commit(repository, [function.path], "Change a function")
        return branch

    def here(self) -> str:
        """Give where the working tree stands: a ref, or a commit if HEAD is detached."""
        repository = _opened(self.folder)
        return str(repository.head.target) if repository.head_is_detached else repository.head.name

    def go_to(self, place: str) -> None:
        """Check out a ref or commit."""
        repository = _opened(self.folder)
        is_ref = place.startswith("refs/")
        commit = (repository.references[place] if is_ref else repository[place]).peel(pygit2.Commit)
        repository.checkout_tree(commit, strategy=CheckoutStrategy.FORCE)
        repository.set_head(place if is_ref else pygit2.Oid(hex=place))


def make_repository(folder: Path) -> Ground:
    """Make a small repository with one function in it."""
    repository = pygit2.init_repository(str(folder), initial_head="main")
    return _with_made_function(repository, folder, notes=())


def copy_repository(own: Path, folder: Path) -> Ground:
    """Copy one's own repository as it was last committed, and find functions in it.

    Args:
        own: The repository, or a folder inside it; only read.
        folder: Where the copy goes.

    Raises:
        CitationError: There is no git repository at ``own``, or it cannot be read.
        RequestError: ``own`` is no folder, or the repository has no working tree.
    """
    common, head = _located(own)
    git = folder / ".git"
    git.mkdir(parents=True)
    try:
        for name in _COPIED:
            source = common / name
            if source.is_dir():
                shutil.copytree(source, git / name, ignore=_special, ignore_dangling_symlinks=True)
            elif source.is_file():
                shutil.copyfile(source, git / name)
        shutil.copyfile(head, git / "HEAD")
        (git / "config").write_text(_CONFIG, encoding="utf-8")
        repository = _opened(folder)
        if repository.head_is_unborn:
            return _with_made_function(repository, folder, notes=("it has no commit yet: a made-up file stands in",))
        repository.checkout_head(strategy=CheckoutStrategy.FORCE)
        functions = tuple(offered((each.path for each in repository.index), folder))
    except (OSError, shutil.Error, KeyError, ValueError, pygit2.GitError) as error:
        raise CitationError(
            f"this repository cannot be copied ({type(error).__name__})",
            code="broken_repository",
            hint="Look at it with `git fsck`, or run `tenure try` without --repo.",
        ) from None
    if functions:
        return Ground(folder=folder, functions=functions)
    return _with_made_function(
        repository, folder, notes=("it has no Python function that could be cited: a made-up file stands in",)
    )


def _located(own: Path) -> tuple[Path, Path]:
    """Give the git directory that linked working trees share, and the HEAD of this one."""
    try:
        is_folder = own.is_dir()
    except OSError:  # such as a name that is too long
        is_folder = False
    if not is_folder:
        raise RequestError("--repo names no folder", code="bad_repo", hint="Name a git repository's folder.")
    try:
        found = pygit2.discover_repository(str(own.resolve()))
        repository = None if found is None else pygit2.Repository(found)
    except (KeyError, ValueError, pygit2.GitError):
        repository = None
    if repository is None:
        raise CitationError(
            "there is no git repository here that this account may read",
            code="no_repository",
            hint="Name a git repository's folder, or run `tenure try` without --repo.",
        )
    if repository.is_bare:
        raise RequestError(
            "this repository has no working tree", code="bare_repository", hint="Name a clone that has one."
        )
    git = Path(repository.path)
    pointer = git / "commondir"
    common = git / pointer.read_text(encoding="utf-8").strip() if pointer.is_file() else git
    return common.resolve(), git / "HEAD"


def _special(folder: str, names: list[str]) -> list[str]:
    """Name what is neither file, folder nor link: a socket or pipe cannot be copied."""
    wanted = (stat.S_ISREG, stat.S_ISDIR, stat.S_ISLNK)
    return [name for name in names if not any(kind((Path(folder) / name).lstat().st_mode) for kind in wanted)]


def _with_made_function(
    repository: Any,  # noqa: ANN401 - pygit2 has few types
    folder: Path,
    *,
    notes: tuple[str, ...],
) -> Ground:
    (folder / MADE_FILE).write_text(MADE_SOURCE, encoding="utf-8")
    _commit(repository, [MADE_FILE], "Add how amounts are rounded")
    made = next(in_file(MADE_FILE, MADE_SOURCE.encode()))
    return Ground(folder=folder, functions=(made,), notes=notes)


def _commit(repository: Any, paths: list[str], message: str) -> None:  # noqa: ANN401 - the same
    for path in paths:
        repository.index.add(path)
    repository.index.write()
    who = pygit2.Signature("Tenure", "try@tenure.invalid")
    parents = [] if repository.head_is_unborn else [repository.head.target]
    repository.create_commit("HEAD", who, who, message, repository.index.write_tree(), parents)


def _opened(folder: Path) -> Any:  # noqa: ANN401 - pygit2 has few types
    return pygit2.Repository(str(folder / ".git"))

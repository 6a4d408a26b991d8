"""Repositories made to harm whoever reads them: every look ends in an answer, within bounded work (R19)."""

from __future__ import annotations

import os
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from hashlib import sha1
from pathlib import Path

import pygit2
import pytest

from tenure.cite.history import CHANGES_MAX, changes
from tenure.cite.opened import open_objects
from tenure.errors import CitationError
from tests.cite_git.conftest import CLAIM, NOW, SOURCE, Repo

CALLS_MAX = 3_000_000
"""Most calls of functions for one look: about two seconds of them."""


@contextmanager
def bounded() -> Iterator[None]:
    """Count the calls of functions, Python's and libgit2's, and stop at the bound."""
    left = CALLS_MAX

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal left
        left -= event in {"call", "c_call"}
        if left < 0:
            sys.setprofile(None)
            pytest.fail(f"more than {CALLS_MAX:,} calls")

    sys.setprofile(count)
    try:
        yield
    finally:
        sys.setprofile(None)


def put(repo: Repo, kind: str, body: bytes) -> str:
    """Write a loose object as an attacker would, without git's own checks."""
    data = b"%s %d\0" % (kind.encode(), len(body)) + body
    name = sha1(data, usedforsecurity=False).hexdigest()
    file = repo.folder / ".git" / "objects" / name[:2] / name[2:]
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(zlib.compress(data))
    return name


def tree(repo: Repo, entries: list[tuple[str, str, str]]) -> str:
    lines = (
        f"{mode} {name}\0".encode() + bytes.fromhex(id_) for mode, name, id_ in sorted(entries, key=lambda e: e[1])
    )
    return put(repo, "tree", b"".join(lines))


def head_at(repo: Repo, root: str) -> None:
    """Let HEAD be a commit of this tree, on top of the last."""
    made = repo.git("commit-tree", root, "-p", "HEAD", "-m", "x")
    repo.git("update-ref", "HEAD", made)


def bomb(repo: Repo, leaf: str) -> str:
    """Give a tree that names ten trees of ten trees of ... twelve deep: a million million files in 12 objects."""
    here = tree(repo, [("100644", f"f{number}.py", leaf) for number in range(10)])
    for _ in range(12):
        here = tree(repo, [("40000", f"d{number}", here) for number in range(10)])
    return here


def test_a_tree_bomb_is_not_unfolded(repo) -> None:
    cited = repo.cite("src/a.py:18-20")
    head_at(repo, bomb(repo, put(repo, "blob", b"x = 1\n")))
    repo.git("read-tree", "--empty")
    (repo.folder / "src/a.py").unlink()
    with bounded():
        assert repo.says(cited)[0] in {"gone", "unverified"}
    with bounded():
        assert repo.validator.validate(
            cited.citation, claim=CLAIM, place=replace(repo.place(), ref="HEAD"), now=NOW
        ).outcome in {"gone", "unverified"}


def test_two_bombs_are_compared_within_bounds(repo) -> None:
    one, other = (bomb(repo, put(repo, "blob", text)) for text in (b"x = 1\n", b"x = 2\n"))
    with bounded():
        assert len(list(changes(pygit2.Repository(str(repo.folder)), one, other))) <= CHANGES_MAX


def test_a_tree_that_nests_too_deep_is_left_alone(repo) -> None:
    cited = repo.cite("src/a.py:18-20")
    here = tree(repo, [("100644", "a.py", put(repo, "blob", SOURCE.encode()))])
    for _ in range(5_000):
        here = tree(repo, [("40000", "d", here)])
    head_at(repo, here)
    (repo.folder / "src/a.py").unlink()
    repo.git("read-tree", "--empty")
    with bounded():
        assert repo.says(cited)[0] in {"gone", "unverified"}


def test_a_giant_blob_is_not_read(repo) -> None:
    cited = repo.cite("src/a.py:18-20")
    giant = put(repo, "blob", b"\n" * 60_000_000)
    head_at(repo, tree(repo, [("100644", "b.py", giant), ("100644", "a.py", giant)]))
    repo.git("read-tree", "HEAD")
    (repo.folder / "src/a.py").unlink()
    with bounded():
        assert repo.says(cited)[0] in {"gone", "unverified"}
    place = replace(repo.place(), ref="HEAD")
    with bounded(), pytest.raises(CitationError) as caught:
        repo.validator.cite("b.py:1", place=place, now=NOW, options={})
    assert caught.value.code == "too_big"


@pytest.mark.parametrize("where", ["src/a.py", ".git/index"])
def test_a_pipe_in_the_place_of_a_file_holds_nobody(repo, where: str) -> None:
    cited = repo.cite("src/a.py:18-20")
    (repo.folder / where).unlink()
    os.mkfifo(repo.folder / where)
    with bounded():
        assert repo.says(cited)[0] in {"unverified", "verified"}


@pytest.mark.parametrize("where", [".gitattributes", "src/.gitattributes", ".git/info/attributes", ".git/index"])
def test_r05_a_pipe_where_git_keeps_attributes_holds_no_proposal_and_is_no_ground_for_a_grant(repo, where: str) -> None:
    objects = open_objects(repo.folder)
    assert not objects.is_marked_foreign("src/a.py")
    (repo.folder / where).unlink(missing_ok=True)
    os.mkfifo(repo.folder / where)
    assert objects.is_marked_foreign("src/a.py")


@pytest.mark.parametrize(
    "where", ["config", "commondir", "packed-refs", "objects/info/alternates", "refs/heads/main", ""]
)
def test_a_pipe_in_the_place_of_one_of_gits_own_files_is_no_repository(repo, where: str) -> None:
    place = repo.folder / ".git" / where
    if where:
        place.unlink(missing_ok=True)
    else:
        place.rename(repo.folder / "moved")
    os.mkfifo(place)
    with pytest.raises(CitationError) as caught:
        open_objects(repo.folder / "src")
    assert caught.value.code == "broken_repository"


def test_what_a_repository_configures_is_not_run(repo, tmp_path: Path) -> None:
    cited = repo.cite("src/a.py:18-20")
    ran = tmp_path / "ran"
    script = tmp_path / "script"
    script.write_text(f"#!/bin/sh\ntouch {ran}\n")
    script.chmod(0o755)
    for name in (
        "core.fsmonitor",
        "core.sshCommand",
        "diff.x.textconv",
        "filter.x.smudge",
        "filter.x.clean",
        "core.pager",
    ):
        repo.git("config", name, str(script))
    (repo.folder / ".gitattributes").write_text("*.py diff=x filter=x\n")
    hook = repo.folder / ".git" / "hooks" / "post-checkout"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(script.read_text())
    hook.chmod(0o755)
    (repo.folder / "src/a.py").write_text("# One.\n" + SOURCE)
    with bounded():
        assert repo.says(cited) == ("moved", "src/a.py:19-21")
    repo.cite("src/a.py::Store.put")
    assert not ran.exists()


def test_a_file_of_one_endless_line_and_one_of_a_million_end_in_an_answer(repo) -> None:
    cited = repo.cite("src/a.py:18-20")
    for text in ("x" * 1_900_000, "x\n" * 900_000, "    address = (host, port)\n" * 70_000):
        (repo.folder / "src/a.py").write_text(text)
        with bounded():
            assert repo.says(cited)[0] in {"changed", "gone", "unverified"}


def test_a_history_that_renames_a_file_again_and_again_is_followed_to_its_end(repo) -> None:
    cited = repo.cite("src/a.py:18-20")
    repo.git("mv", "src/a.py", "n0.py")
    repo.commit()
    for number in range(12):
        repo.git("mv", f"n{number}.py", f"n{number + 1}.py")
        repo.write("n.txt", str(number))
        repo.commit()
    with bounded():
        assert repo.says(cited) == ("moved", "n12.py:18-20")

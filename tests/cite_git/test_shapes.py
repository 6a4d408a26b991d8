"""Every shape that a repository can have: who may answer, and what is never answered."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tenure.cite import known, paths, view
from tenure.errors import CitationError
from tests.cite_git.conftest import Repo


def test_a_linked_worktree_is_the_same_repository_on_its_own_branch(repo, tmp_path: Path) -> None:
    cited = repo.cite("src/a.py:3")
    repo.git("worktree", "add", "-q", "-b", "topic", os.fspath(tmp_path / "linked"))
    linked = repo.at(tmp_path / "linked")
    assert repo.registry.resolve(linked.folder).id == repo.registry.resolve(repo.folder).id
    assert linked.says(cited) == ("verified", "src/a.py:3-3")
    linked.write("src/a.py", "TIMEOUT = 31\n")
    assert linked.says(cited) == ("changed", "src/a.py:1-1")
    assert repo.says(cited) == ("verified", "src/a.py:3-3")


def test_a_pointer_that_is_not_mutual_is_refused(repo, tmp_path: Path) -> None:
    cited = repo.cite("src/a.py:3")
    stranger = tmp_path / "stranger"
    stranger.mkdir()
    (stranger / ".git").write_text(f"gitdir: {repo.folder / '.git'}\n")
    found = repo.at(stranger).check(cited)
    assert (str(found.outcome), found.reason) == ("unverified", "not_mutual")
    repo.git("worktree", "add", "-q", os.fspath(tmp_path / "linked"))
    (tmp_path / "thief").mkdir()
    (tmp_path / "thief" / ".git").write_text((tmp_path / "linked" / ".git").read_text())
    assert repo.at(tmp_path / "thief").check(cited).reason == "not_mutual"


def test_a_setting_cannot_make_another_folder_the_working_tree(repo, tmp_path: Path) -> None:
    cited = repo.cite("src/a.py:3")
    repo.git("config", "core.worktree", "/etc")
    assert repo.check(cited).reason == "not_mutual"


def test_a_bare_repository_is_judged_at_head(repo, tmp_path: Path) -> None:
    cited = repo.cite("src/a.py:3")
    repo.git("clone", "-q", "--bare", os.fspath(repo.folder), os.fspath(tmp_path / "bare.git"))
    bare = repo.at(tmp_path / "bare.git")
    assert bare.check(cited).reason == "unknown_repository"
    known = repo.registry.resolve(repo.folder)
    assert [one.id for one in repo.registry.candidates(bare.folder)] == [known.id]
    assert repo.registry.adopt(bare.folder, known.id).worktree is None
    assert bare.says(cited) == ("verified", "src/a.py:3-3")
    assert bare.says(bare.cite("src/a.py::Store")) == ("verified", "src/a.py:6-15")
    repo.write("src/a.py", "TIMEOUT = 31\n")
    repo.commit()
    repo.git("push", "-q", os.fspath(bare.folder), "main")
    assert bare.says(cited) == ("changed", "src/a.py:1-1")


def test_a_detached_head_and_a_rewritten_history(repo) -> None:
    cited = repo.cite("src/a.py::connect")
    repo.write("src/a.py", "import sys\n" + (repo.folder / "src/a.py").read_text())
    repo.commit()
    repo.git("checkout", "-q", "--detach")
    assert repo.says(cited) == ("verified", "src/a.py:19-21")
    repo.git("checkout", "-q", "HEAD~1")
    assert repo.says(cited) == ("verified", "src/a.py:18-20")
    repo.git("checkout", "-q", "main")
    repo.git("commit", "-q", "--amend", "-m", "other")
    repo.git("reflog", "expire", "--expire=now", "--all")
    repo.git("gc", "-q", "--prune=now")
    assert repo.says(cited) == ("verified", "src/a.py:19-21")


def test_a_branch_renamed_and_an_unborn_head(repo, empty) -> None:
    cited = repo.cite("src/a.py:3")
    repo.git("branch", "-m", "main", "trunk")
    assert repo.says(cited)[0] == "verified"
    repo.git("checkout", "-q", "--orphan", "fresh")
    assert repo.says(cited)[0] == "verified"


def test_an_empty_repository_can_be_known_and_cited(empty) -> None:
    record = empty.registry.resolve(empty.folder, create=True)
    assert record.roots == ()
    empty.write("a.py", "X = 1\n")
    cited = empty.cite("a.py:1")
    assert dict(cited.citation.details)["commit"] == ""
    assert empty.says(cited) == ("verified", "a.py:1-1")
    empty.commit()
    assert empty.registry.resolve(empty.folder, create=True).roots != ()
    assert empty.registry.resolve(empty.folder).id == record.id


def test_a_submodule_is_another_repository(repo, tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    inner = repo.at(tmp_path / "inner")
    inner.git("init", "-q")
    inner.write("m.py", "X = 1\n")
    inner.commit()
    repo.git("submodule", "add", "-q", os.fspath(inner.folder), "sub")
    repo.commit()
    with pytest.raises(CitationError) as caught:
        repo.cite("sub/m.py:1")
    assert caught.value.code == "other_repository"
    sub = repo.at(repo.folder / "sub")
    assert sub.registry.resolve(sub.folder, create=True).id != repo.registry.resolve(repo.folder).id
    cited = sub.cite("m.py:1")
    assert sub.says(cited) == ("verified", "m.py:1-1")
    assert repo.check(cited).reason == "other_repository"
    repo.git("submodule", "deinit", "-f", "-q", "sub")
    with pytest.raises(CitationError):
        repo.cite("sub/m.py:1")


def test_a_shallow_clone_is_unknown_until_adopted(repo, tmp_path: Path) -> None:
    repo.write("b.py", "Y = 1\n")
    repo.commit()
    cited = repo.cite("src/a.py:3")
    repo.git("clone", "-q", "--depth", "1", f"file://{repo.folder}", os.fspath(tmp_path / "shallow"))
    shallow = repo.at(tmp_path / "shallow")
    assert shallow.check(cited).reason == "unknown_repository"
    known = repo.registry.resolve(repo.folder).id
    assert [one.id for one in shallow.registry.candidates(shallow.folder)] == [known]
    shallow.registry.adopt(shallow.folder, known)
    assert shallow.says(cited) == ("verified", "src/a.py:3-3")


def test_a_shallow_clone_of_something_else_is_no_candidate(repo, empty, tmp_path: Path) -> None:
    other = repo.at(tmp_path / "other")
    other.folder.mkdir()
    other.git("init", "-q")
    other.write("c.py", "Z = 1\n")
    other.commit()
    repo.git("clone", "-q", "--depth", "1", f"file://{other.folder}", os.fspath(tmp_path / "shallow"))
    shallow = repo.at(tmp_path / "shallow")
    assert shallow.registry.candidates(shallow.folder) == ()


def test_a_history_that_was_rewritten_from_its_first_commit_is_known_again_by_its_folder(repo, tmp_path: Path) -> None:
    cited = repo.cite("src/a.py:3")
    known = repo.registry.resolve(repo.folder).id
    repo.git("commit", "-q", "--amend", "-m", "another beginning")
    repo.git("reflog", "expire", "--expire=now", "--all")
    repo.git("gc", "-q", "--prune=now")
    later = Repo(repo.folder, tmp_path / "data")  # another process: libgit2 remembers what it has read
    assert later.check(cited).reason == "unknown_repository"
    assert later.registry.resolve(repo.folder, create=True).id != known
    assert [one.id for one in later.registry.candidates(repo.folder)] == [known]
    later.registry.adopt(repo.folder, known)
    assert (later.says(cited), later.registry.candidates(repo.folder)) == (("verified", "src/a.py:3-3"), ())


def test_a_moved_folder_is_unknown_until_adopted_and_its_successor_is_a_stranger(repo, tmp_path: Path) -> None:
    cited = repo.cite("src/a.py:3")
    known = repo.registry.resolve(repo.folder)
    new = repo.at(tmp_path / "moved")
    repo.folder.rename(new.folder)
    assert new.check(cited).reason == "unknown_repository"
    assert new.registry.adopt(new.folder, known.id).id == known.id
    assert new.says(cited) == ("verified", "src/a.py:3-3")
    repo.folder.mkdir()
    repo.git("init", "-q")
    repo.write("src/a.py", "TIMEOUT = 30\n")
    repo.commit()
    assert repo.check(cited).reason == "unknown_repository"
    assert repo.registry.resolve(repo.folder, create=True).id != known.id
    assert new.says(cited)[0] == "verified"


def test_borrowed_objects_are_refused(repo, tmp_path: Path) -> None:
    repo.git("clone", "-q", "--shared", os.fspath(repo.folder), os.fspath(tmp_path / "shared"))
    with pytest.raises(CitationError) as caught:
        repo.registry.resolve(tmp_path / "shared", create=True)
    assert caught.value.code == "alternates"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give a folder away")
def test_a_repository_of_another_account_is_refused(repo, tmp_path: Path) -> None:
    cited = repo.cite("src/a.py:3")
    for path in [repo.folder, *repo.folder.rglob("*")]:
        os.chown(path, 12_345, 12_345)
    fresh = type(repo)(repo.folder, tmp_path / "data")
    assert fresh.check(cited).reason == "not_owner"


def test_line_ends_do_not_count(repo) -> None:
    cited = repo.cite("src/a.py:18-20")
    text = (repo.folder / "src/a.py").read_bytes()
    repo.write("src/a.py", text.replace(b"\n", b"\r\n"))
    assert repo.says(cited) == ("verified", "src/a.py:18-20")
    repo.write("crlf.py", b"A = 1\r\nB = 2\r\n")
    repo.commit()
    both = repo.cite("crlf.py:1-2")
    assert both.passage == "A = 1\nB = 2"
    repo.write("crlf.py", b"A = 1\nB = 2\n")
    assert repo.says(both) == ("verified", "crlf.py:1-2")


def test_text_that_is_not_utf_8_is_compared_as_it_is(repo) -> None:
    repo.write("latin.py", b"# caf\xe9\nX = 1\n")
    repo.commit()
    cited = repo.cite("latin.py:1-2")
    assert repo.says(cited) == ("verified", "latin.py:1-2")
    repo.write("latin.py", b"# caf\xe8\nX = 1\n")
    assert repo.says(cited)[0] == "changed"


def _symlink(repo) -> None:
    secret = repo.folder.parent / "secret.py"
    secret.write_text("import os\n\nTIMEOUT = 30\n")
    (repo.folder / "src/a.py").symlink_to(secret)


def _folder_symlink(repo) -> None:
    outside = repo.folder.parent / "outside"
    outside.mkdir()
    (outside / "a.py").write_text("import os\n\nTIMEOUT = 30\n")
    (repo.folder / "src").rmdir()
    (repo.folder / "src").symlink_to(outside)


BECOMES = {
    "symlink": _symlink,
    "folder_symlink": _folder_symlink,
    "not_a_file": lambda repo: (repo.folder / "src/a.py").mkdir(),
    "pipe": lambda repo: os.mkfifo(repo.folder / "src/a.py"),
    "too_big": lambda repo: repo.write("src/a.py", b"x = 1\n" * 400_000),
    "binary": lambda repo: repo.write("src/a.py", b"\0\1\2"),
    "other_repository": lambda repo: (repo.folder / "src/.git").mkdir(),
}


@pytest.mark.parametrize("kind", BECOMES)
def test_r19_what_is_no_plain_text_file_is_unverified_and_not_citable(repo, kind: str) -> None:
    cited = repo.cite("src/a.py:3")
    (repo.folder / "src/a.py").unlink()
    BECOMES[kind](repo)
    found = repo.check(cited)
    reason = {"folder_symlink": "symlink", "pipe": "not_a_file"}.get(kind, kind)
    assert (str(found.outcome), found.reason) == ("unverified", reason)
    with pytest.raises(CitationError) as caught:
        repo.cite("src/a.py:3")
    assert caught.value.code == reason


def test_r19_a_broken_object_and_a_broken_registry_withhold(repo, tmp_path: Path) -> None:
    cited = repo.cite("src/a.py:3")
    blob = repo.git("rev-parse", "HEAD:src/a.py")
    loose = repo.folder / ".git/objects" / blob[:2] / blob[2:]
    loose.chmod(0o600)
    loose.write_bytes(b"broken")
    assert repo.says(cited)[0] == "verified"
    repo.write("src/a.py", "import sys\nimport os\n\nTIMEOUT = 30\n")
    assert repo.says(cited) == ("moved", "src/a.py:4-4")
    (tmp_path / "data/repositories.json").write_text("{")
    found = repo.check(cited)
    assert (str(found.outcome), found.reason) == ("unverified", "unreadable")


@pytest.mark.parametrize("body", ["(" * 5_000, "x = " + "-" * 100_000 + "1", "if a:\n" + "elif b: pass\n" * 20_000])
def test_r19_deep_sources_end_in_an_answer(repo, body: str) -> None:
    cited = repo.cite("src/a.py::connect")
    repo.write("src/a.py", body)
    found = repo.check(cited)
    assert (str(found.outcome), found.reason) == ("unverified", "unparsable")


def test_a_known_answer_is_given_without_reading_the_file_again(repo, monkeypatch) -> None:
    cited = repo.cite("src/a.py::connect")
    read: list[str] = []
    monkeypatch.setattr(view, "read_file", lambda root, path: read.append(path) or paths.read_file(root, path))
    for _ in range(3):
        assert str(repo.check(cited).outcome) == "verified"
    # Written a moment ago, so it may change again within one tick: it is hashed anew each time.
    assert read == ["src/a.py"] * 3
    monkeypatch.setattr(known, "RACY_NS", -60_000_000_000)
    for _ in range(3):
        assert str(repo.check(cited).outcome) == "verified"
    assert read == ["src/a.py"] * 4

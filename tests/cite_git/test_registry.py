"""The registry of repositories: ids that stay, nothing in `.git`, one file that many may write."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tenure.cite.git import Repositories
from tenure.errors import CitationError, NotFoundError, StoreError


def test_a_record_is_made_once_and_found_from_any_folder_inside(repo, tmp_path: Path) -> None:
    known = repo.registry.resolve(repo.folder)
    assert known.id.startswith("repo_")
    assert known.roots == (repo.git("rev-list", "--max-parents=0", "HEAD"),)
    assert (known.worktree, known.git_dir) == (repo.folder, repo.folder / ".git")
    for path in (repo.folder / "src", repo.folder / "src/a.py", repo.folder / ".git"):
        assert repo.registry.resolve(path, create=True).id == known.id
    assert Repositories(tmp_path / "data").resolve(repo.folder).id == known.id
    assert [one.id for one in repo.registry.list()] == [known.id]
    file = tmp_path / "data/repositories.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert {path.name for path in (tmp_path / "data").iterdir()} <= {"repositories.json", "repositories.lock"}


def test_the_registry_is_read_while_another_thread_writes_it(repo) -> None:
    known = repo.registry.resolve(repo.folder)

    class Written(tuple):
        __slots__ = ()

        def __ne__(self, other: object) -> bool:
            repo.registry._read = None  # as whoever has just written leaves it
            return super().__ne__(other)

        __hash__ = tuple.__hash__

    stamp, read = repo.registry._read
    repo.registry._read = Written(stamp), read
    assert [one.id for one in repo.registry.list()] == [known.id]


def test_nothing_is_written_into_the_repository(empty) -> None:
    empty.write("a.py", "X = 1\n")
    empty.commit()
    before = {path: path.lstat().st_mtime_ns for path in empty.folder.rglob("*")}
    empty.registry.resolve(empty.folder, create=True)
    empty.check(empty.cite("a.py:1"))
    assert {path: path.lstat().st_mtime_ns for path in empty.folder.rglob("*")} == before


def test_asking_makes_no_record(empty, tmp_path: Path) -> None:
    with pytest.raises(CitationError) as caught:
        empty.registry.resolve(empty.folder)
    assert caught.value.code == "unknown_repository"
    assert not (tmp_path / "data").exists()
    with pytest.raises(CitationError) as caught:
        empty.registry.resolve(tmp_path, create=True)
    assert caught.value.code == "no_repository"


def test_a_repository_made_later_inside_is_found_at_once(repo) -> None:
    outer = repo.registry.resolve(repo.folder / "src")
    repo.at(repo.folder / "src").git("init", "-q")
    with pytest.raises(CitationError) as caught:
        repo.registry.resolve(repo.folder / "src")
    assert caught.value.code == "unknown_repository"
    assert repo.registry.resolve(repo.folder).id == outer.id


def test_adopting_joins_a_second_clone_and_leaves_its_old_record(repo, tmp_path: Path) -> None:
    known = repo.registry.resolve(repo.folder)
    repo.git("clone", "-q", os.fspath(repo.folder), os.fspath(tmp_path / "clone"))
    clone = repo.at(tmp_path / "clone")
    stranger = repo.registry.resolve(clone.folder, create=True)
    assert stranger.id != known.id
    assert [one.id for one in repo.registry.candidates(clone.folder)] == [known.id]
    assert repo.registry.adopt(clone.folder, known.id).id == known.id
    assert repo.registry.resolve(clone.folder).id == repo.registry.resolve(repo.folder).id == known.id
    assert [one.id for one in repo.registry.list()] == [known.id]
    with pytest.raises(NotFoundError):
        repo.registry.adopt(clone.folder, "repo_none")


def test_what_others_note_of_a_repository_stays_when_its_roots_are_noted(empty, tmp_path: Path, monkeypatch) -> None:
    known = empty.registry.resolve(empty.folder, create=True)
    assert known.roots == ()
    empty.write("a.py", "X = 1\n")
    empty.commit()
    empty.git("clone", "-q", os.fspath(empty.folder), os.fspath(tmp_path / "clone"))
    lock = empty.registry._locked

    def after_another():
        Repositories(tmp_path / "data").adopt(tmp_path / "clone", known.id)
        return lock()

    monkeypatch.setattr(empty.registry, "_locked", after_another)
    assert empty.registry.resolve(empty.folder, create=True).roots
    assert Repositories(tmp_path / "data").resolve(tmp_path / "clone").id == known.id


@pytest.mark.parametrize("text", ["", "{", "[]", '{"repositories": 1}', '{"repositories": [{"id": "x"}]}'])
def test_a_damaged_registry_is_an_error_and_is_left_as_it_is(repo, tmp_path: Path, text: str) -> None:
    file = tmp_path / "data/repositories.json"
    file.write_text(text)
    for create in (False, True):
        with pytest.raises(StoreError) as caught:
            repo.registry.resolve(repo.folder, create=create)
        assert caught.value.hint
    assert file.read_text() == text


def test_many_processes_make_one_record(empty, tmp_path: Path) -> None:
    empty.write("a.py", "X = 1\n")
    empty.commit()
    program = (
        "import sys; from pathlib import Path; from tenure.cite.git import Repositories;"
        "print(Repositories(Path(sys.argv[1])).resolve(Path(sys.argv[2]), create=True).id)"
    )
    command = [sys.executable, "-c", program, os.fspath(tmp_path / "data"), os.fspath(empty.folder)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    started = [subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True) for _ in range(6)]
    ids = {process.communicate()[0].strip() for process in started}
    assert len(ids) == 1
    assert len(json.loads((tmp_path / "data/repositories.json").read_text())["repositories"]) == 1


def test_pygit2_is_imported_on_first_use_only() -> None:
    program = (
        "import sys, tenure.cite.git, tenure.cite.code, tenure.cite.file, tenure.cite.tool, tenure.cite.statement;"
        "print(sorted({'pygit2', 'filelock'} & set(sys.modules)))"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    seen = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert seen.stdout.strip() == "[]"


def test_outside_of_any_repository_libgit2_is_not_loaded_and_in_a_bare_one_it_is(tmp_path: Path) -> None:
    asked = (
        "import sys\nfrom pathlib import Path\nfrom tenure.cite.opened import open_objects\n"
        "from tenure.errors import CitationError\n"
        "try:\n    told = open_objects(Path(sys.argv[1])).common_dir.name\n"
        "except CitationError as error:\n    told = error.code\n"
        "print(told, 'pygit2' in sys.modules)"
    )
    (tmp_path / "out").mkdir()
    subprocess.run(["git", "init", "-q", "--bare", str(tmp_path / "bare.git")], check=True)
    told = [
        subprocess.run(
            [sys.executable, "-c", asked, str(at)], capture_output=True, text=True, check=True
        ).stdout.strip()
        for at in (tmp_path / "out", tmp_path / "bare.git" / "objects")
    ]
    assert told == ["no_repository False", "bare.git True"]

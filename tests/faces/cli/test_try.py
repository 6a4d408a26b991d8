"""`tenure try`: on a repository that it makes, on copies of all sorts, and what it says when something is amiss."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from tenure.faces.cli.app import run
from tenure.faces.cli.trying import believing, traces
from tenure.faces.cli.trying.functions import in_file
from tenure.faces.cli.trying.step import expect, take
from tests.faces.cli.shell import Shell
from tests.world import Repository

OWN = Path(__file__).resolve().parents[3]
STEPS = ["remember", "find", "cite", "change", "supersede", "obey", "leak", "end", "expire", "forget", "copy"]


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a place of their own for temporary folders, to see what is left in it."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def tried(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, dict]:
    code = run(["try", "--json", *args])
    return code, json.loads(capsys.readouterr().out)


def state_of(folder: Path) -> dict[str, tuple[int, int]]:
    """Give every file with its size and time, and HEAD among them."""
    return {
        str(path.relative_to(folder)): (path.lstat().st_size, path.lstat().st_mtime_ns)
        for path in folder.rglob("*")
        if not path.is_dir()
    }


def test_every_step_goes_as_expected_and_nothing_is_left(capsys, temporary: Path, home: Path):
    code, told = tried(capsys)
    assert (code, told["status"], told["data"]["as_expected"]) == (0, "done", len(STEPS)), told
    assert [each["name"] for each in told["data"]["steps"]] == STEPS
    assert all(each["is_expected"] for each in told["data"]["steps"])
    assert list(temporary.iterdir()) == []
    assert list(home.iterdir()) == []
    assert os.environ["TENURE_HOME"] == str(home)


def test_a_person_reads_numbered_steps_and_a_summary_and_may_keep_the_folder(capsys, temporary: Path):
    assert run(["try", "--keep"]) == 0
    told = capsys.readouterr().out
    numbers = [line[:2].strip() for line in told.split("\n") if line[:2].strip().isdigit()]
    assert numbers[: len(STEPS)] == [str(number) for number in range(1, len(STEPS) + 1)]
    assert told.count("    expected") == told.count("\n    ok\n") == len(STEPS)
    assert "11 of 11 steps went as expected" in told
    assert "\x1b" not in told
    (folder,) = temporary.iterdir()
    assert str(folder) in told
    assert {"store", "keys", "home", "repository"} <= {each.name for each in folder.iterdir()}


def test_this_projects_own_repository_is_copied_and_stays_untouched(capsys):
    if not (OWN / ".git").exists():
        pytest.skip("the project was not checked out with git")
    before = _git(OWN, "rev-parse", "HEAD"), _git(OWN, "branch", "--list")
    code, told = tried(capsys, "--repo", str(OWN))
    assert code == 0, told
    assert told["data"]["steps"][2]["seen"][0].partition("verified at ")[2].startswith("src/tenure/")
    assert (_git(OWN, "rev-parse", "HEAD"), _git(OWN, "branch", "--list")) == before
    assert "tenure-try" not in before[1]
    assert "tenure_try" not in _git(OWN, "status", "--porcelain", "--untracked-files=all", "--ignored=no")


def test_a_repository_of_ones_own_is_only_read(capsys, tmp_path: Path):
    repository = Repository(tmp_path / "own")
    repository.commit({"pricing/round.py": "def round_up(value):\n    return int(value) + 1\n"})
    repository.git("clone", "--quiet", str(repository.folder), str(tmp_path / "clone"))
    before = state_of(tmp_path / "clone")
    code, told = tried(capsys, "--repo", str(tmp_path / "clone" / "pricing"))
    assert code == 0, told
    assert state_of(tmp_path / "clone") == before


def test_a_detached_head_stays_a_detached_head(capsys, tmp_path: Path):
    repository = Repository(tmp_path / "own")
    repository.git("checkout", "--quiet", "--detach")
    repository.write({"rates.py": "broken ("})
    before = state_of(repository.folder)
    code, told = tried(capsys, "--repo", str(repository.folder))
    assert code == 0, told
    assert repository.git("rev-parse", "HEAD")[:40] in told["data"]["steps"][3]["seen"][1]
    assert state_of(repository.folder) == before


def test_a_linked_working_tree_is_copied_from_where_its_objects_lie(capsys, tmp_path: Path):
    repository = Repository(tmp_path / "own")
    repository.git("worktree", "add", "--quiet", "-b", "side", str(tmp_path / "linked"))
    before = state_of(repository.folder), state_of(tmp_path / "linked")
    code, told = tried(capsys, "--repo", str(tmp_path / "linked"))
    assert code == 0, told
    assert told["data"]["steps"][3]["seen"][1].startswith("back on side:")
    assert (state_of(repository.folder), state_of(tmp_path / "linked")) == before


def test_settings_hooks_and_links_of_the_own_repository_have_no_effect(capsys, tmp_path: Path):
    repository = Repository(tmp_path / "own")
    repository.git("config", "core.worktree", str(repository.folder))
    hook = repository.folder / ".git" / "hooks" / "post-checkout"
    hook.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n")
    hook.chmod(0o755)
    before = state_of(repository.folder)
    code, told = tried(capsys, "--repo", str(repository.folder))
    assert code == 0, told
    assert state_of(repository.folder) == before
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("kind", ["no python", "empty"])
def test_without_a_function_a_made_up_file_stands_in_and_it_is_said(capsys, tmp_path: Path, kind: str):
    folder = tmp_path / "own"
    folder.mkdir()
    _git(folder, "init", "--quiet", "--initial-branch=main")
    if kind == "no python":
        (folder / "README.md").write_text("Words.\n")
        _git(folder, "add", ".")
        _git(folder, "-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "--quiet", "-m", "x")
    before = state_of(folder)
    assert run(["try", "--repo", str(folder)]) == 0
    told = capsys.readouterr().out
    assert "a made-up file stands in" in told
    assert state_of(folder) == before


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda folder: folder.mkdir(), "no_repository"),
        (lambda folder: None, "bad_repo"),
        (lambda folder: folder.write_text("a file"), "bad_repo"),
        (lambda folder: _git(folder.parent, "init", "--quiet", "--bare", str(folder)), "bare_repository"),
    ],
)
def test_what_is_no_repository_is_refused_with_a_hint(capsys, tmp_path: Path, temporary: Path, make, code: str):
    make(tmp_path / "own")
    exit_code, told = tried(capsys, "--repo", str(tmp_path / "own"))
    assert (exit_code, told["status"], told["data"]["code"]) == (2, "error", code)
    assert told["next"][0]["do"]
    assert list(temporary.iterdir()) == []


def test_a_damaged_repository_is_refused_and_not_mended(capsys, tmp_path: Path):
    repository = Repository(tmp_path / "own")
    shutil.rmtree(repository.folder / ".git" / "objects")
    (repository.folder / ".git" / "objects").mkdir()
    before = state_of(repository.folder)
    exit_code, told = tried(capsys, "--repo", str(repository.folder))
    assert (exit_code, told["data"]["code"]) == (2, "broken_repository")
    assert state_of(repository.folder) == before


def test_a_surprise_ends_it_with_1_and_says_which_step(capsys, monkeypatch: pytest.MonkeyPatch):
    def surprise(stage):
        expect(False, "something else was seen")

    steps = (*believing.STEPS[:1], believing.Step(name="odd", title="Odd", expected="even", act=surprise))
    monkeypatch.setattr(believing, "STEPS", steps)
    code, told = tried(capsys)
    assert (code, told["status"], told["data"]["surprise"]) == (1, "surprise", "odd")
    assert told["data"]["steps"][-1]["seen"] == ["something else was seen"]
    assert len(told["data"]["steps"]) == 2
    assert run(["try"]) == 1
    assert "SURPRISE" in capsys.readouterr().out


def test_a_fault_in_a_step_shows_no_text_of_anybodys():
    def fault(stage):
        raise KeyError("what somebody wrote")

    seen = take(believing.Step(name="odd", title="Odd", expected="even", act=fault), stage=None)  # type: ignore[arg-type]
    assert (seen.is_expected, seen.lines) == (False, ["a fault: KeyError"])


def test_looking_for_bytes_finds_them_and_says_so(tmp_path: Path):
    (tmp_path / "a").write_bytes(b"..secret-word..")
    files = traces.files_below([tmp_path])
    assert traces.files_with([b"secret-w"], files) == [tmp_path / "a"]
    assert traces.files_with([b"SECRET-W"], files) == []
    assert traces.files_with([b"SECRET-W"], files, any_case=True) == [tmp_path / "a"]
    assert traces.windows("0123456789") == [b"01234567", b"12345678", b"23456789"]
    assert traces.can_see([tmp_path])
    assert state_of(tmp_path).keys() == {"a"}


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("def f(a):\n    return a\n", 2),
        ('def f(a):\n    """Says."""\n    return a\n', 3),
        ("def f(a):\r\n\treturn a\r\n", 2),
        ("def f(a): return a\n", None),
        ('def f(a):\n    """Says."""\n', None),
        ("def _f(a):\n    return a\n", None),
        ("def f(a):\n    return a\n\n\ndef f(a):\n    return a\n", None),
        ("class C:\n    def f(self):\n        return 1\n", None),
        ("def f(:\n", None),
    ],
)
def test_a_function_can_be_changed_where_its_body_has_a_line_of_its_own(source: str, line: int | None):
    found = next(in_file("a.py", source.encode()), None)
    assert (found.line if found else None) == line


def test_it_runs_as_a_process_without_a_store_or_a_terminal(bare: Shell):
    said = bare.run("try", "--json")
    assert said.code == 0
    assert said.json["data"]["as_expected"] == len(STEPS)
    assert not bare.home.exists()


def _git(folder: Path, *args: str) -> str:
    done = subprocess.run(["git", "-C", str(folder), *args], check=True, capture_output=True, text=True)
    return done.stdout.strip()

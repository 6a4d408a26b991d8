"""The benchmark of fates: a small history with one span of each fate, all judged right; and what counts as wrong."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import checkers, fates, git_fates
from benchmarks.fates import Row, is_falsely_valid, is_right
from benchmarks.git_fates import Place, Said
from tests.house.rules import ROOT
from tests.world import Repository

BEGIN = {
    "kept.py": "def kept():\n    total = 1\n    return total\n",
    "shifted.py": "def shifted(amount):\n    half = amount / 2\n    return half\n",
    "old.py": "".join(f"NAME_{number} = 'value {number}'\n" for number in range(20)),
    "edited.py": "def edited(amount):\n    first = amount * 3\n    second = first + 1\n    return second\n",
    "deleted.py": "def deleted():\n    return 'no longer needed by anybody'\n\n\nLAST = 1\n",
    "split.py": "class Whole:\n    def part(self):\n        one = 'its'\n        two = one + one\n        return two\n",
}
FATES = [
    ("kept.py", 1, 3, "unchanged", "kept.py", 1, 3),
    ("shifted.py", 1, 3, "moved_in_file", "shifted.py", 4, 6),
    ("old.py", 5, 8, "file_renamed", "new/names.py", 5, 8),
    ("edited.py", 2, 3, "edited", "edited.py", 2, 3),
    ("deleted.py", 1, 2, "deleted", None, None, None),
    ("split.py", 3, 5, "moved_other_file", "part.py", 3, 5),
]


@pytest.fixture
def history(tmp_path: Path) -> tuple[Path, Path]:
    """Give the file of fates and the folder of repositories."""
    repository = Repository(tmp_path / "made")
    repository.commit(BEGIN)
    begin = repository.git("rev-parse", "HEAD")
    repository.commit({"shifted.py": "import math\n\n\n" + BEGIN["shifted.py"], "deleted.py": "LAST = 1\n"})
    (repository.folder / "new").mkdir()
    repository.git("mv", "old.py", "new/names.py")
    names = (repository.folder / "new/names.py").read_text().replace("value 15", "value fifteen")
    edited = BEGIN["edited.py"].replace("first + 1", "first + 2")
    repository.commit(
        {"new/names.py": names, "edited.py": edited, "part.py": BEGIN["split.py"].replace("Whole", "Part")}
    )
    repository.git("rm", "--quiet", "split.py")
    repository.git("commit", "--quiet", "--amend", "--no-edit")
    end = repository.git("rev-parse", "HEAD")
    (tmp_path / "repos").mkdir()
    repository.git("clone", "--quiet", "--bare", ".", str(tmp_path / "repos" / "ana+rates.git"))
    rows = [
        {
            **dict(zip(("path", "start", "end", "truth", "new_path", "new_start", "new_end"), fate, strict=True)),
            "id": f"row-{number}",
            "repo": "ana/rates",
            "commitA": begin,
            "commitB": end,
        }
        for number, fate in enumerate(FATES)
    ]
    (tmp_path / "fates.jsonl").write_text("\n".join(map(json.dumps, rows)) + "\n")
    return tmp_path / "fates.jsonl", tmp_path / "repos"


def test_each_fate_is_judged_through_the_product_and_beside_git(history: tuple[Path, Path]) -> None:
    data, repositories = history
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "benchmarks.fates", "--each", "--data", data, "--repos", repositories],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])},
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(done.stdout.splitlines()[-1])
    took = found.pop("ms_median")
    assert found == {"right": 6, "of": 6, "falsely_valid": 0, "edited_placed": 1, "edited": 1}, done.stdout
    assert took > 0
    assert "git blame --reverse" in done.stdout


def test_open_checkers_see_the_cited_file_as_it_was_and_is(history, tmp_path, monkeypatch) -> None:
    data, repositories = history
    row = next(row for row in fates.rows(data) if row.truth == "edited")
    git_dir = fates.git_dir(repositories, row.repo)
    span = checkers.Span(git_dir=git_dir, begin=row.begin, end=row.end, was=row.was)

    def answer(command: list[str], *, given: str) -> str:
        asked = json.loads(given)[0]
        was, now = (Path(asked["folder"]) / side / asked["path"] for side in ("begin", "end"))
        assert was.read_bytes() == git_fates.blob_at(git_dir, row.begin, row.was.path) != now.read_bytes()
        return json.dumps([["changed", 2, 3, 0.5]])

    monkeypatch.setattr(checkers, "environment", lambda name, packages, below: below / "python")
    monkeypatch.setattr(checkers, "run", answer)
    told = checkers.check_all([span], tmp_path)
    said = [Said("changed", Place(row.was.path, 2, 3), 0.5)]
    assert told == dict.fromkeys(checkers.PACKAGES, said)
    monkeypatch.setattr(checkers, "environment", lambda name, packages, below: (_ for _ in ()).throw(OSError))
    assert set(checkers.check_all([span], tmp_path).values()) == {"could not be had here (OSError)"}


WAS = Place("a.py", 10, 13)


def _row(truth: str, now: Place | None = WAS, *, is_white: bool = False) -> Row:
    return Row(id="r", repo="o/n", begin="a", end="b", was=WAS, truth=truth, is_now=now, is_white=is_white)


@pytest.mark.parametrize(
    ("row", "said", "right", "wrong"),
    [
        (_row("unchanged"), Said("verified", WAS, 0), True, False),
        (_row("unchanged"), Said("verified", Place("a.py", 11, 13), 0), False, True),
        (_row("unchanged"), Said("changed", WAS, 0), False, False),
        (_row("edited"), Said("changed", Place("a.py", 12, 20), 0), True, False),
        (_row("edited"), Said("changed", Place("a.py", 13, 20), 0), False, False),
        (_row("edited"), Said("verified", WAS, 0), False, True),
        (_row("edited", is_white=True), Said("verified", WAS, 0), True, False),
        (_row("deleted", None), Said("gone", None, 0), True, False),
        (_row("deleted", None), Said("moved", WAS, 0), False, True),
        (_row("deleted", None), Said("unverified", None, 0), False, False),
    ],
)
def test_what_is_right_and_what_is_falsely_valid(row: Row, said: Said, right: bool, wrong: bool) -> None:
    assert (is_right(row, said), is_falsely_valid(row, said)) == (right, wrong)

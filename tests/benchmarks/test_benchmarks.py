"""Every benchmark runs at tiny sizes, and its last line is one JSON object with the figures."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import disk, filling, page
from benchmarks.every import BENCHMARKS
from benchmarks.figure import Figure, Setting
from tests.conftest import NOON
from tests.house.rules import ROOT

PAGE = ROOT / "docs" / "reference" / "benchmarks.md"


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    return subprocess.run(
        [sys.executable, "-W", "error", "-m", "benchmarks", *map(str, arguments)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def told(done: subprocess.CompletedProcess[str]) -> dict:
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.slow
@pytest.mark.parametrize("name", BENCHMARKS)
def test_each_runs_at_tiny_sizes_and_ends_in_one_json_object(name: str) -> None:
    found = told(run(name, "--tiny", "--rounds", "2"))["benchmarks"][name]
    assert {"python", "sqlite", "numpy", "cryptography", "cores"} <= set(found["machine"])
    assert found["sizes"] == list(BENCHMARKS[name].tiny)
    assert any("value" in row for row in found["figures"])
    for row in found["figures"]:
        assert "value" in row or row["note"].startswith("not measured here"), row
        assert not ({"most", "least"} & set(row)) or row["goal"]


def test_data_and_sizes_are_options(tmp_path: Path) -> None:
    claims = tmp_path / "claims.jsonl"
    claims.write_text('{"text": "Reports are rounded down"}\nTables come before prose\n')
    found = told(run("disk", "--data", claims, "--sizes", "40", "--rounds", "2", "--scope-entries", "20"))
    assert found["benchmarks"]["disk"]["sizes"] == [40]


@pytest.mark.parametrize(
    "wrong", [["nothing"], ["disk", "--sizes", "many"], ["disk", "--sizes", "0"], ["disk", "--data", "nowhere"]]
)
def test_wrong_use_is_told(wrong: list[str]) -> None:
    done = run(*wrong)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr


def test_a_goal_holds_up_to_its_bound_and_not_beyond() -> None:
    def holds(value: float | None, **bound: float) -> bool | None:
        return Figure(what="a", value=value, goal="a bound", **bound).holds

    assert (holds(2.0, most=2), holds(2.001, most=2)) == (True, False)
    assert (holds(2.0, least=2), holds(1.999, least=2)) == (True, False)
    assert (holds(None, most=2), holds(2.0)) == (None, None)


def test_figures_are_written_beside_those_of_other_benchmarks(tmp_path: Path) -> None:
    copy = tmp_path / PAGE.name
    copy.write_text(f"# Before\n\n{page.BEGIN}\n{page.END}\n\nAfter.\n")
    for name, value in (("one", 1.0), ("two", 2.0), ("one", 3.0)):
        figures = {name: [Figure(what="work", value=value, goal="≤ 2 x", most=2)]}
        page.write(page.results(figures, sizes={name: (10,)}, rounds=3), copy)
    text = copy.read_text()
    assert text.startswith("# Before\n")
    assert text.endswith("\nAfter.\n")
    assert "| work | 3 x | ≤ 2 x | **no** |" in text
    assert "| work | 2 x | ≤ 2 x | yes |" in text
    assert "1 x" not in text
    assert set(json.loads(copy.with_suffix(".json").read_text())["benchmarks"]) == {"one", "two"}


def test_the_page_has_the_marks_and_names_every_benchmark_it_shows() -> None:
    text = PAGE.read_text()
    assert text.index(page.BEGIN) < text.index(page.END)
    shown = [line.removeprefix("### ") for line in text.splitlines() if line.startswith("### ")]
    assert set(shown) <= set(BENCHMARKS)


def test_the_disk_is_measured_of_a_store_to_which_no_other_benchmark_wrote(tmp_path: Path) -> None:
    setting = Setting(sizes=(40,), rounds=1, folder=tmp_path, scope_entries=20)
    (before,) = disk.run(setting)
    shared = filling.filled(setting, 40)
    with filling.entries(shared) as store:
        for _ in range(3):
            filling.put(store, [filling.entry("tables come first", filling.scope_number(0), NOON)], NOON)
    (after,) = disk.run(setting)
    assert before.value == after.value
    assert filling.filled(setting, 40) == shared

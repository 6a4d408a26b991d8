"""Each command of `tenure eval` answers machines in the envelope of every command, and people in lines."""

from __future__ import annotations

import errno
import json

import pytest

from tenure.faces.cli.app import run
from tests.eval.told import results, story

CLEAN = (story("isolation", "a-1", looked=4, found=2, sought=2),)
WORSE = (story("isolation", "a-1", wrong=1, looked=4, found=1, sought=2),)


@pytest.fixture
def said(capsys):
    def said(*args):
        code = run(["eval", *map(str, args), "--json"])
        shown = capsys.readouterr()
        assert shown.out.count("\n") == 1, "an envelope is one line"
        told = json.loads(shown.out)
        assert set(told) == {"tenure", "command", "status", "scope", "data", "verdicts", "next", "warnings"}
        return code, told["command"], told["status"], told["data"]

    return said


def test_suites_name_their_rules_and_goals(said):
    code, command, status, data = said("suites")
    assert (code, command, status) == (0, "eval suites", "done")
    by_name = {each["name"]: each for each in data["suites"]}
    assert by_name["isolation"]["rules"] == ["R15", "R35"]
    assert by_name["halumem"]["needs_data"]
    assert {"kind": "modify", "least": 0.9, "most_wrong": 0, "why": ""} in by_name["halumem"]["abilities"]


def test_a_run_gives_its_counts_and_progress_stays_apart(said, tmp_path):
    ran = ("run", "stale_entry_removal", "--stories", "2", "--out")
    code, command, status, data = said(*ran, tmp_path / "ours", "--strict")
    assert (code, command, status) == (0, "eval run", "done")
    assert data["folder"] == (tmp_path / "ours").as_posix()
    counted = data["suites"]["stale_entry_removal"]
    assert (counted["wrong"]["count"], counted["stories"]) == (0, 2)
    assert counted["wrong"]["interval"][0] == 0
    assert data["runs"][0]["seed"] == 7
    other = (*ran, tmp_path / "other", "--system", "fts5")
    assert said(*other)[::2] == (0, "wrong")
    assert said(*other, "--strict")[::2] == (1, "wrong")


@pytest.mark.parametrize(("after", "status", "code"), [(CLEAN, "done", 0), (WORSE, "worse", 1)])
def test_a_comparison_gives_what_moved_with_its_interval(said, tmp_path, after, status, code):
    results(tmp_path / "before", "mine", CLEAN)
    results(tmp_path / "after", "mine", after)
    asked = ("compare", tmp_path / "before", tmp_path / "after")
    assert said(*asked)[::2] == (0, status)
    ended, _, _, data = said(*asked, "--strict")
    assert ended == code
    (told,) = data["after"]
    assert told["is_worse"] == bool(code)
    moved = told["suites"]["isolation"]
    assert moved["worse"] == (["a-1"] if code else [])
    assert moved["wrong"]["difference"] == (0.25 if code else 0)
    low, high = moved["found"]["interval"]
    assert low <= moved["found"]["difference"] <= high


def test_a_report_names_its_files(said, tmp_path):
    results(tmp_path, "mine", CLEAN)
    assert (tmp_path / "report.html").as_posix() in said("report", tmp_path)[3]["files"]


def test_peers_are_listed_and_one_that_is_unknown_is_an_error(said, tmp_path):
    _, command, _, data = said("peers", "--environments", tmp_path)
    assert command == "eval peers"
    assert not any(each["is_installed"] for each in data["peers"])
    code, command, status, data = said("peers", "install", "nobody", "--environments", tmp_path)
    assert (code, command, status, data["code"]) == (2, "eval peers install", "error", "unknown_peer")
    for named in ("python9.99", str(tmp_path / "python")):  # known before anything is installed for any of them
        code, _, status, data = said("peers", "install", "--environments", tmp_path, "--python", named)
        assert (code, status, data["code"]) == (2, "error", "no_interpreter")
        assert not list(tmp_path.iterdir())


def test_errors_are_lines_for_people(capsys, tmp_path):
    assert run(["eval", "compare", str(tmp_path), str(tmp_path)]) == 2
    shown = capsys.readouterr()
    assert not shown.out
    assert shown.err.splitlines()[0] == "error: this is no folder of results [bad_results]"
    assert shown.err.splitlines()[1].startswith("next (person): ")


def test_results_that_would_lie_in_a_file_are_told_as_wrong_use(capsys, tmp_path):
    (tmp_path / "file").write_text("mine")
    for out in (tmp_path / "file", tmp_path / "file" / "below"):
        assert run(["eval", "run", "bounds", "--system", "fts5", "--out", str(out)]) == 2
        assert capsys.readouterr().err == (
            "error: this is a file [bad_results]\nnext (person): Name a folder for the results.\n"
        )
    assert (tmp_path / "file").read_text() == "mine"


def test_what_the_system_refuses_is_told_with_its_reason(said, tmp_path, monkeypatch):
    def full(*_given, **_named):
        raise OSError(errno.ENOSPC, "no space")

    monkeypatch.setattr("tenure.eval.report.writing.write", full)
    results(tmp_path, "mine", CLEAN)
    code, _, status, data = said("report", tmp_path)
    assert (code, status, data["code"]) == (3, "error", "disk_full")


def test_a_story_that_failed_says_where_its_traceback_is(capsys, tmp_path, monkeypatch):
    (tmp_path / "adapter_that_fails.py").write_text(
        "from tenure.eval.system import System\nclass Fails(System):\n    def tell(self, *a, **b): raise KeyError\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    asked = ["eval", "run", "deletion", "--stories", "1", "--out", str(tmp_path / "out"), "--system"]
    assert run([*asked, "adapter_that_fails:Fails"]) == 1
    assert "next (person): what FAILED shows its traceback as a test: pytest" in capsys.readouterr().out


def test_a_star_beside_a_suite_is_explained(capsys):
    assert run(["eval", "suites"]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert any("*" in line.split()[0] for line in shown[:-1])
    assert shown[-1].startswith("* ")
    assert "--data" in shown[-1]


@pytest.mark.parametrize(("args", "lacking"), [(("compare", "a"), "'AFTER...'"), (("report",), "'FOLDER'")])
def test_a_missing_folder_is_named_as_help_names_it(capsys, args, lacking):
    assert run(["eval", *args]) == 2
    assert lacking in capsys.readouterr().err
    assert run(["eval", args[0], "--help"]) == 0
    assert lacking.strip("'") in capsys.readouterr().out

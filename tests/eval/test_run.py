"""A run writes each outcome at once, goes on where it stopped, and loses no story."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from typer import Exit

from tenure.errors import RequestError
from tenure.eval import results
from tenure.eval import run as running
from tenure.eval.command import _counted, run_suites
from tenure.eval.marks import alone_in, code_sha256, data_sha256
from tenure.eval.scenario import Scenario, Suite, Tally
from tenure.eval.score import summed
from tenure.eval.suites import LIFECYCLE, chosen
from tenure.eval.system import NotApplicable, Scope, System
from tenure.eval.systems import Candidate, candidate, versions_of


class Forgetful(System):
    """A memory that keeps nothing, and cannot be told."""

    name = "forgetful"


def _made(**changes) -> Candidate:
    return replace(Candidate(name="forgetful", versions={}, make=Forgetful), **changes)


def _suite(*stories: Scenario, needs_data: bool = False) -> Suite:
    return Suite(name="some", about="", rules=(), scenarios=lambda seed, data: list(stories), needs_data=needs_data)


def _counts(system: System, tally: Tally) -> None:
    assert list(system.folder.iterdir()) == []
    tally.must_not(True, "leaked")
    tally.must_not(False, "leaked")
    tally.must_find(True)
    tally.figures["depth"] = 2.0


def _breaks(system: System, tally: Tally) -> None:
    tally.must_not(True, "leaked")
    raise OSError("a text of the story")


def _lacks(system: System, tally: Tally) -> None:
    tally.must_not(False, "leaked")
    system.note("x", Scope("ana"), task="t")


COUNTS, BREAKS, LACKS = (Scenario(name=each.__name__, tell=each) for each in (_counts, _breaks, _lacks))


def _run(out: Path, *stories: Scenario, **options) -> results.Run:
    given = {"command": "tenure eval run", **options}
    return running.run(given.pop("system", _made()), [_suite(*stories)], out, **given)


def test_what_a_story_counts_stands_in_the_folder(tmp_path: Path) -> None:
    _run(tmp_path, COUNTS)
    head, [outcome] = results.read(tmp_path)
    assert (head.system, head.seed, list(head.suites)) == ("forgetful", running.SEED, ["some"])
    assert head.ended_at >= head.started_at
    assert outcome.tally == Tally(wrong=1, looked=2, found=1, sought=1, reasons={"leaked": 1}, figures={"depth": 2.0})


def test_a_story_that_breaks_is_an_outcome_and_the_next_is_told(tmp_path: Path) -> None:
    _run(tmp_path, BREAKS, COUNTS)
    broken, counted = results.read(tmp_path)[1]
    assert (broken.failed, broken.tally.wrong, counted.failed, counted.tally.looked) == ("OSError", 1, "", 2)
    assert "a text of the story" not in (tmp_path / results.OUTCOMES).read_text()
    total = summed([broken, counted])
    assert (total.failed, total.tally.wrong, total.is_clean) == ({"OSError": 1}, 2, False)


def test_what_is_not_applicable_counts_nothing_and_is_named(tmp_path: Path) -> None:
    _run(tmp_path, LACKS)
    [outcome] = results.read(tmp_path)[1]
    assert outcome.tally == Tally(not_applicable="note")
    total = summed([outcome])
    assert (total.tally.looked, total.lacking, total.is_clean) == (0, {"note": 1}, False)


def test_an_adapter_may_say_what_is_not_applicable(tmp_path: Path) -> None:
    def ending(system: System, tally: Tally) -> None:
        raise NotApplicable("expires_at")

    _run(tmp_path, Scenario(name="ending", tell=ending))
    assert results.read(tmp_path)[1][0].tally.not_applicable == "expires_at"


def test_a_run_that_was_stopped_goes_on_where_it_was(tmp_path: Path) -> None:
    def stops(system: System, tally: Tally) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        _run(tmp_path, COUNTS, Scenario(name=BREAKS.name, tell=stops))
    with (tmp_path / results.OUTCOMES).open("a") as file:
        file.write('{"suite": "some", "scen')  # cut off in the middle
    begun = results.read(tmp_path)[0]
    assert begun.ended_at == ""
    results.write_head(tmp_path, replace(begun, started_at="2026-01-01T00:00:00Z"))
    told: list[int] = []
    _run(tmp_path, COUNTS, BREAKS, progress=lambda suite, number, count: told.append(number))
    assert told == [2]
    ended, outcomes = results.read(tmp_path)
    assert [each.scenario for each in outcomes] == [COUNTS.name, BREAKS.name]
    assert ended.started_at == "2026-01-01T00:00:00Z" < ended.ended_at


@pytest.mark.parametrize("other", [{"seed": 8}, {"system": _made(versions={"forgetful": "2"})}])
def test_a_folder_of_another_run_is_refused(tmp_path: Path, other: dict[str, object]) -> None:
    _run(tmp_path, COUNTS)
    with pytest.raises(RequestError) as refused:
        _run(tmp_path, COUNTS, **other)
    assert refused.value.code == "other_run"


def test_a_run_of_changed_code_does_not_go_on(tmp_path: Path) -> None:
    _run(tmp_path, COUNTS)
    head = results.read(tmp_path)[0]
    _run(tmp_path, COUNTS)
    results.write_head(tmp_path, replace(head, code_sha256="0" * 64))
    with pytest.raises(RequestError) as refused:
        _run(tmp_path, COUNTS)
    assert refused.value.code == "other_code"


def test_the_hash_of_code_is_of_the_file_that_defines_the_adapter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    file = tmp_path / "changed_adapter.py"
    head = "from tenure.eval.system import System\n\nclass Own(System):\n"
    file.write_text(head + "    pass\n")
    make = candidate("changed_adapter:Own").make
    before = code_sha256(make)
    assert before == code_sha256(make) != code_sha256(Forgetful)
    file.write_text(head + "    kept = ()\n")
    assert code_sha256(make) != before
    monkeypatch.delitem(sys.modules, "changed_adapter")


def test_two_runs_do_not_write_into_one_folder(tmp_path: Path) -> None:
    seen: list[str] = []

    def meanwhile(system: System, tally: Tally) -> None:
        with pytest.raises(RequestError) as refused:
            _run(tmp_path, COUNTS)
        seen.append(refused.value.code)

    _run(tmp_path, Scenario(name="meanwhile", tell=meanwhile))
    assert seen == ["folder_busy"]
    assert sorted(each.name for each in tmp_path.iterdir()) == [results.OUTCOMES, results.RUN]
    with alone_in(tmp_path):
        pass


@pytest.mark.parametrize(
    ("stories", "is_strict", "status", "is_failure"),
    [
        ([COUNTS], False, "wrong", False),
        ([COUNTS], True, "wrong", True),
        ([LACKS], True, "done", False),
        ([BREAKS, LACKS], False, "failed", True),
    ],
)
def test_what_was_not_measured_fails_the_command_and_what_is_wrong_only_if_asked(
    tmp_path: Path, stories: list[Scenario], is_strict: bool, status: str, is_failure: bool
) -> None:
    _run(tmp_path, *stories)
    answer = _counted(tmp_path, is_strict=is_strict)
    assert (answer.status, answer.is_failure) == (status, is_failure)


def test_a_suite_that_needs_data_is_not_told_without(tmp_path: Path) -> None:
    with pytest.raises(RequestError) as refused:
        running.run(_made(), [_suite(COUNTS, needs_data=True)], tmp_path, command="")
    assert refused.value.code == "no_data"


def test_the_hash_of_data_is_that_of_names_and_contents(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("one")
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "c").write_text("two")
    before = data_sha256(tmp_path)
    assert data_sha256(tmp_path) == before
    (tmp_path / "b" / "c").rename(tmp_path / "b" / "d")
    renamed = data_sha256(tmp_path)
    (tmp_path / "a").write_text("three")
    assert len({before, renamed, data_sha256(tmp_path), data_sha256(tmp_path / "a")}) == 4


def test_a_folder_that_holds_no_results_is_told(tmp_path: Path) -> None:
    (tmp_path / results.RUN).write_text(json.dumps({"system": "x"}))
    with pytest.raises(RequestError) as refused:
        results.read(tmp_path)
    assert refused.value.code == "bad_results"


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("nothing", "unknown_system"),
        ("os:nothing", "bad_system"),
        ("nowhere:x", "bad_system"),
        ("sys:path", "bad_system"),
        (":x", "unknown_system"),
        ("os:", "unknown_system"),
        ("../os:path", "bad_system"),
        ("os/path:join", "bad_system"),
    ],
)
def test_a_memory_that_is_none_is_told(name: str, code: str) -> None:
    with pytest.raises(RequestError) as refused:
        candidate(name)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("raise ValueError('words')", "importing the adapter fails (ValueError)"),
        ("def (", "importing the adapter fails (SyntaxError)"),
        ("raise SystemExit(3)", "importing the adapter fails (SystemExit)"),
        ("import no_such_library", "importing the adapter fails (ModuleNotFoundError)"),
        ("Other = 3", "the module defines no such memory"),
        ("Mine = 3", "this makes no memory"),
        ("class Mine:\n    pass", "this makes no memory"),
        (None, "there is no module of this name"),
    ],
)
def test_what_is_the_matter_with_an_adapter_is_told_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: str | None, said: str
) -> None:
    if written is not None:
        (tmp_path / "adapter_of_mine.py").write_text(written)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "adapter_of_mine", raising=False)
    with pytest.raises(RequestError) as refused:
        candidate("adapter_of_mine:Mine")
    assert (str(refused.value), refused.value.code) == (said, "bad_system")


def test_a_run_that_is_stopped_says_how_it_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(*_given: object, **_named: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tenure.eval.run.outcome_of", stopped)
    with pytest.raises(KeyboardInterrupt):
        run_suites(["bounds"], system="fts5", out=tmp_path / "results of mine")
    assert f"--out '{tmp_path}/results of mine'" in capsys.readouterr().err
    with pytest.raises(Exit):
        run_suites(["factconsolidation"], system="fts5", out=tmp_path / "nothing was begun here")
    assert "--out" not in capsys.readouterr().err.partition("next")[0]


def test_an_adapter_of_ones_own_is_found_by_module_and_factory(monkeypatch: pytest.MonkeyPatch) -> None:
    module = type(sys)("mine")
    module.Forgetful = Forgetful
    monkeypatch.setitem(sys.modules, "mine", module)
    assert candidate("mine:Forgetful").name == "forgetful"
    assert versions_of(("no-such-distribution",)) == {"no-such-distribution": "absent"}


def test_suites_are_found_by_name() -> None:
    assert [suite.name for suite in chosen(())] == list(LIFECYCLE)
    with pytest.raises(RequestError) as refused:
        chosen(("nothing",))
    assert refused.value.code == "unknown_suite"

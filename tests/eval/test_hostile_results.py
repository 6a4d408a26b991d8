"""A folder of results that somebody else made, and adapters that misbehave: no file, page or figure suffers."""

from __future__ import annotations

import json

import pytest

from tenure.errors import RequestError
from tenure.eval import results
from tenure.eval import run as running
from tenure.eval.report.gathering import gathered, verdict
from tenure.eval.report.writing import write
from tenure.eval.scenario import Scenario, Suite
from tenure.eval.score import summed
from tenure.eval.system import NotApplicable, System
from tenure.eval.systems import Candidate
from tests.eval import told
from tests.eval.told import story

MARKUP = "<img src=x onerror=alert(1)> `a` [b](javascript:alert(2))"


def _run(out, tell, make=System):
    suite = Suite(name="some", about="", rules=(), scenarios=lambda seed, data: [Scenario(name="only-1", tell=tell)])
    running.run(Candidate(name="odd", versions={}, make=make), [suite], out, command="tenure eval run")
    return results.read(out)[1][0]


def _leaks(system, tally):
    tally.must_not(True, "leaked")
    tally.must_find(True)


class LeavesEarly(System):
    def close(self):
        raise NotApplicable("close")


def test_a_leak_is_not_taken_back_by_an_operation_that_is_lacking_afterwards(tmp_path):
    outcome = _run(tmp_path, _leaks, LeavesEarly)
    assert (outcome.tally.not_applicable, outcome.tally.wrong) == ("close", 1)
    total = summed([outcome])
    assert (total.lacking, verdict(total)) == ({"close": 1}, "wrong")
    assert (total.found.of, total.stories) == (0, 0)


def test_what_was_found_before_an_operation_is_lacking_counts_nothing(tmp_path):
    outcome = _run(tmp_path, lambda system, tally: tally.must_find(True), LeavesEarly)
    assert verdict(summed([outcome])) == "not applicable"


@pytest.mark.parametrize("ending", [SystemExit(0), GeneratorExit(), RecursionError(), MemoryError()], ids=repr)
def test_a_memory_that_ends_the_program_ends_its_story_alone(tmp_path, ending):
    def ends(system, tally):
        raise ending

    outcome = _run(tmp_path, ends)
    assert outcome.failed == type(ending).__name__
    assert verdict(summed([outcome])) == "failed"


def test_what_a_memory_prints_does_not_stand_among_the_results(tmp_path, capsys):
    _run(tmp_path, lambda system, tally: print("isolation   wrong 0 of 99   found 99 of 99"))
    told = capsys.readouterr()
    assert told.out == ""
    assert "99 of 99" in told.err


@pytest.mark.parametrize("sure", [float("nan"), float("inf"), 1.01, -0.01, 10**400])
def test_a_confidence_that_is_no_share_is_a_failure(tmp_path, sure):
    assert _run(tmp_path, lambda system, tally: tally.served(sure, holds=True)).failed == "ValueError"


def test_a_name_that_hides_something_is_written_without_it(tmp_path):
    def hides(system, tally):
        raise NotApplicable("turn\n\x1b[2J\u202enrut" + "x" * 5_000)

    said = _run(tmp_path, hides).tally.not_applicable
    assert said.startswith("turn  [2J nrut")
    assert len(said) == 1_000


BAD = [
    {"wrong": 2, "looked": 1},
    {"wrong": -1},
    {"found": 1, "sought": 0},
    {"found": True, "sought": 1},
    {"looked": 1.5},
    {"looked": 2**53},
    {"looked": "4"},
    {"reasons": {"leaked": -1}},
    {"reasons": ["leaked"]},
    {"figures": {"depth": float("nan")}},
    {"figures": {"depth": float("inf")}},
    {"figures": {"answered_of": 1, "answered_held": 2}},
    {"figures": {"sure_x_of": 1}},
    {"figures": {"sure_101_of": 1}},
    {"seconds": -1},
    {"seconds": None},
    {"failed": ["OSError"]},
    {"failed": "\x1b]0;owned\x07"},
    {"not_applicable": "turn\nfaked: a line"},
    {"reader": "x"},
]


@pytest.mark.parametrize("bad", BAD, ids=str)
def test_counts_that_cannot_be_are_refused(tmp_path, bad):
    place = told.results(tmp_path, "odd", [story("isolation", "a-1", looked=1) | bad])
    with pytest.raises(RequestError) as refused:
        write(place)
    assert refused.value.code == "bad_results"
    assert not (place / "report.html").exists()


@pytest.mark.parametrize(
    "bad",
    [{"system": ["x"]}, {"system": "a\x1b[2J"}, {"versions": 1}, {"machine": None}, {"suites": "x"}, {"seed": "7"}],
    ids=str,
)
def test_a_head_that_no_run_writes_is_refused(tmp_path, bad):
    place = told.results(tmp_path, "odd", [story("isolation", "a-1", looked=1)])
    head = json.loads((place / "run.json").read_text())
    (place / "run.json").write_text(json.dumps(head | bad))
    with pytest.raises(RequestError) as refused:
        gathered(place)
    assert refused.value.code == "bad_results"


def test_names_of_a_result_are_markup_in_no_form_of_the_report(tmp_path):
    lines = [
        story(MARKUP, f"{MARKUP}-1", wrong=1, looked=1, reasons={MARKUP: 1}, figures={MARKUP: 1.0, "entries": 0}),
        story(MARKUP, "other-2", failed=MARKUP),
        story(MARKUP, "other-3", not_applicable=MARKUP),
        story("cost", "entries-0", figures={"entries": 0, "recall_ms": 1}),
        story("abstention", "a-1", looked=1, figures={"asked_of": 1, "answered_of": 1, "sure_090_of": 1}),
    ]
    place = told.results(tmp_path, "odd", lines)
    head = json.loads((place / "run.json").read_text())
    made_by = {"system": MARKUP, "versions": {MARKUP: MARKUP}, "command": MARKUP, "data": MARKUP}
    (place / "run.json").write_text(json.dumps(head | made_by))
    for path in write(place):
        if path.suffix != ".json":
            said = path.read_text(encoding="utf-8")
            assert "<img" not in said
            assert path.suffix != ".md" or "](javascript" not in said
    assert "`a`" not in (place / "report.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["report.html", "report.json", "plot-staleness.svg"])
def test_no_report_is_written_through_a_link(tmp_path, name):
    mine = tmp_path / "mine"
    mine.write_text("precious")
    place = told.results(tmp_path / "runs", "odd", [story("stale_entry_removal", "a-1", looked=1, found=1, sought=1)])
    (place / name).symlink_to(mine)
    write(place)
    assert mine.read_text() == "precious"
    assert not (place / name).is_symlink()


def test_a_run_goes_on_through_no_link(tmp_path):
    mine, out = tmp_path / "mine", tmp_path / "out"
    _run(out, _leaks)
    mine.write_text((out / results.OUTCOMES).read_text())
    before = mine.read_text()
    (out / results.OUTCOMES).unlink()
    (out / results.OUTCOMES).symlink_to(mine)
    _run(out, _leaks)
    assert mine.read_text() == before
    assert not (out / results.OUTCOMES).is_symlink()


def test_a_cell_says_how_many_stories_were_not_applicable(tmp_path):
    lines = [story("isolation", "a-1", looked=1, found=1, sought=1), story("isolation", "a-2", not_applicable="turn")]
    page, text, *_ = write(told.results(tmp_path, "odd", lines))
    for each in (page, text):
        assert "found 1 / 1, 1 of 2 n/a" in each.read_text(encoding="utf-8")

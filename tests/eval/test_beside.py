"""Stories told side by side count what they count one after the other, and none is lost."""

from __future__ import annotations

import json
import os
import signal
from dataclasses import replace
from pathlib import Path

import pytest

from tenure.errors import RequestError
from tenure.eval import results
from tenure.eval.beside import beside
from tenure.eval.run import Given, run
from tenure.eval.scenario import Outcome
from tenure.eval.suites import chosen
from tenure.eval.system import System
from tenure.eval.systems import candidate

HERE = f"{__name__}:Broken"


class Broken(System):
    """A memory that takes the process with it."""

    def tell(self, text, scope, **given):
        os.kill(os.getpid(), signal.SIGKILL)


def _run(out: Path, jobs: int, *, system: str = "fts5", suites=("stale_entry_removal", "deletion")) -> list[Outcome]:
    found = candidate(system)
    given = Given(system=system, environments=None, seed=7, data=None, model="")
    with beside(jobs, given) as told:
        run(found, chosen(suites), out, command="", stories=4, beside=told)
    return [replace(each, seconds=0) for each in results.read(out)[1]]


def test_two_at_once_count_the_same_in_the_same_order_and_go_on_where_one_stopped(tmp_path):
    one = _run(tmp_path / "one", 1)
    assert len(one) == 8
    assert sum(each.tally.wrong for each in one)
    assert _run(tmp_path / "two", 2) == one
    path = tmp_path / "two" / "outcomes.jsonl"
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[1:3] + lines[5:]))
    assert _run(tmp_path / "two", 2) == one
    again = path.read_text().splitlines(keepends=True)
    assert [again[at] for at in (1, 2, 5, 6, 7)] == [lines[at] for at in (1, 2, 5, 6, 7)], "these were told before"


def test_a_process_that_dies_is_told_and_what_was_told_stays(tmp_path):
    with pytest.raises(RequestError) as raised:
        _run(tmp_path, 2, system=HERE)
    assert raised.value.code == "process_ended"
    assert json.loads((tmp_path / "run.json").read_text())["ended_at"] == ""


def test_what_measures_time_is_told_alone():
    assert [each.name for each in chosen(("isolation", "cost")) if each.is_timed] == ["cost"]

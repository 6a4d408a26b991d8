"""Stores beside each other: ratios and their goals, a store that fails is told and leaves the rest, and the plot."""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from benchmarks import page
from benchmarks.measuring import Times
from benchmarks.peers import measured, players
from benchmarks.peers.rows import LANGGRAPH, Taken, figures
from tenure.eval.peers.environments import environment

KINDS = ("first ask", "ask", "ask apart", "put", "write, ask")


def took(seconds: float) -> Taken:
    return Taken(times=dict.fromkeys(KINDS, Times(seconds, seconds)), disk=1_000, memory=5e7, right=1.0)


def rows(**stores: Taken) -> dict[str, float | None]:
    found = figures({100_000: {"Tenure": took(0.001), LANGGRAPH: took(0.004), **stores}})
    return {row.what: row.holds for row in found}


def test_goals_hold_up_to_their_bound_and_not_beyond() -> None:
    hot = "hot recall, CPU, 100,000 entries: against"
    assert rows()[f"{hot} {LANGGRAPH}"] is True
    assert rows(Chroma=took(0.02))[f"{hot} Chroma"] is True
    assert rows(Chroma=took(0.019))[f"{hot} Chroma"] is False
    assert rows()[f"write, then recall in the same scope, CPU, 100,000 entries: against {LANGGRAPH}"] is True
    assert rows()[f"{hot} Chroma"] is None


def test_few_questions_after_others_work_inform_and_are_no_goal() -> None:
    slow = Taken(times={**took(0.001).times, "ask apart": Times(9, 9)}, right=1.0)
    apart = f"four questions after other stores' work (informs), 100,000 entries: against {LANGGRAPH}"
    assert rows()[apart] is None
    assert rows(Tenure=slow)[apart] is None


@pytest.mark.parametrize(("seconds", "questions"), [(0.0001, 32), (0.00625, 32), (0.0066, 30), (0.05, 4), (2.0, 4)])
def test_as_many_hot_questions_come_in_a_row_as_a_store_answers_in_a_moment(seconds: float, questions: int) -> None:
    assert measured._in_a_row(Times(seconds, seconds)) == questions


def test_a_store_that_failed_says_why_and_has_no_figure() -> None:
    found = figures({10: {"Tenure": took(1), "mem0": Taken(why="ask: mem0 failed or took too long")}})
    told = [row for row in found if row.what.endswith("against mem0")]
    assert [(row.value, row.note) for row in told] == [(None, "not measured here: ask: mem0 failed or took too long")]


def test_a_player_that_ends_or_takes_too_long_is_given_up(tmp_path: Path) -> None:
    with pytest.raises(players.GaveUpError), players.playing("nobody", Path("/bin/true"), tmp_path):
        pass
    script = tmp_path / "sleeps"
    script.write_text(f"#!{sys.executable}\nimport time\nprint('{{}}', flush=True)\ntime.sleep(60)\n")
    script.chmod(0o700)
    with players.playing("sleeper", script, tmp_path) as player, pytest.raises(players.GaveUpError):
        player.take("ask", seconds=0.1)


def test_an_environment_that_cannot_be_made_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def fails(*_: object) -> Path:
        raise OSError("no room")

    monkeypatch.setattr(players, "environment", fails)
    assert players.pythons(tmp_path) == dict.fromkeys(players.PACKAGES, "could not be had here (OSError)")


def test_an_environment_is_made_once(tmp_path: Path) -> None:
    made = tmp_path / "some-1.0"
    made.mkdir()
    (made / "installed").write_text("some==1.0")
    assert environment("some", ["some==1.0"], tmp_path) == made / "bin" / "python"


def test_what_stores_cost_is_drawn_beside_the_page(tmp_path: Path) -> None:
    copy = tmp_path / "benchmarks.md"
    copy.write_text(f"{page.BEGIN}\n{page.END}\n")
    found = figures({size: {"Tenure": took(0.001), LANGGRAPH: took(size / 1e6)} for size in (1_000, 100_000)})
    page.write(page.results({"peers": found}, sizes={"peers": (1_000, 100_000)}, rounds=3), copy)
    tree = ET.fromstring((tmp_path / page.PLOT).read_text())
    lines = [each for each in tree if each.tag.endswith("polyline")]
    levels = [[place.split(",")[1] for place in line.attrib["points"].split()] for line in lines]
    assert [len(set(level)) for level in levels] == [1, 2]  # flat, and rising

"""The report: what it says of each memory, that it loads nothing, and that every figure has its counts."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest

from tenure.errors import RequestError
from tenure.eval.report.drawing import Plot, Series, drawn
from tenure.eval.report.gathering import gathered, part_of, suites, verdict
from tenure.eval.report.page import page
from tenure.eval.report.plots import coverage, plots, reliability, staleness
from tenure.eval.report.writing import BEGIN, END, put, write
from tests.eval.told import results, story


@pytest.fixture
def folder(tmp_path):
    """Three memories: one clean, one that serves what is stale, one that answers nothing and lacks a clock."""
    results(
        tmp_path,
        "clean",
        [
            story("stale_entry_removal", "replaced-1", looked=4, found=2, sought=2),
            story("stale_entry_removal", "expired-1", looked=4, found=2, sought=2),
            *(
                story("cost", f"entries-{size}", found=3, sought=3, figures={"entries": size, "recall_ms": size / 100})
                for size in (100, 1000)
            ),
            story(
                "abstention",
                "unsupported-1",
                looked=2,
                found=2,
                sought=2,
                figures={"asked_of": 4, "answered_of": 2, "answered_held": 2, "sure_090_of": 2, "sure_090_held": 2},
            ),
        ],
        started_at="2026-01-01T10:00:00Z",
    )
    results(
        tmp_path,
        "stale<b>",
        [
            story(
                "stale_entry_removal",
                "replaced-1",
                wrong=1,
                looked=4,
                found=2,
                sought=2,
                reasons={"stale_by_recall": 1},
            ),
            story("stale_entry_removal", "expired-1", not_applicable="turn"),
            story("abstention", "unsupported-1", failed="OSError"),
        ],
        started_at="2026-01-01T11:00:00Z",
    )
    results(
        tmp_path,
        "silent",
        [
            story("stale_entry_removal", "replaced-1", looked=4, found=0, sought=2),
            story("abstention", "unsupported-1", not_applicable="turn"),
        ],
        started_at="2026-01-01T12:00:00Z",
    )
    return tmp_path


class _Strict(HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags: list[tuple[str, dict]] = []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))


def test_the_page_loads_nothing_from_anywhere(folder):
    page = write(folder)[0].read_text(encoding="utf-8")
    parser = _Strict()
    parser.feed(page)
    assert {tag for tag, _ in parser.tags} & {"script", "link", "img", "iframe", "object"} == set()
    assert all(attrs.get("href", "#").startswith("#") and "src" not in attrs for _, attrs in parser.tags)
    assert re.findall(r"url\(|@import", page) == []
    assert "prefers-color-scheme: dark" in page


def test_a_name_of_a_memory_is_never_markup(folder):
    page = write(folder)[0].read_text(encoding="utf-8")
    assert "<b>stale<b>" not in page
    assert "stale&lt;b&gt;" in page


def test_a_memory_that_answers_nothing_does_not_hold(folder):
    verdicts = {each.system: verdict(each.scores["stale_entry_removal"]) for each in gathered(folder)}
    assert verdicts == {"clean": "holds", "stale<b>": "wrong", "silent": "finds little"}


def test_a_story_that_failed_or_cannot_be_told_holds_nothing(folder):
    verdicts = {each.system: verdict(each.scores["abstention"]) for each in gathered(folder)}
    assert verdicts == {"clean": "holds", "stale<b>": "failed", "silent": "not applicable"}


def test_every_form_says_the_counts_the_interval_and_how_it_was_made(folder):
    written = {path.name: path.read_text(encoding="utf-8") for path in write(folder)}
    for name in ("report.html", "report.md"):
        said = written[name].replace("\u00a0", " ")
        assert "1 / 4 = 25 % [4.6 %, 69.9 %]" in said
        assert "1 stale_by_recall" in said
        assert "1 not applicable: no turn" in said
        assert "tenure eval run --system clean" in said
        assert "clean 1.2.3" in said
    machine = json.loads(written["report.json"])
    suite = machine["systems"][1]["suites"]["stale_entry_removal"]
    assert suite["wrong"]["count"] == 1
    assert suite["wrong"]["of"] == 4
    assert suite["wrong"]["interval"] == pytest.approx([0.0456, 0.6994], abs=1e-3)
    assert suite["verdict"] == "wrong"


def test_each_plot_is_a_drawing_with_its_numbers_beside_it(folder):
    made = {path.name for path in write(folder)}
    assert {f"plot-{name}.svg" for name in ("cost", "staleness", "coverage", "reliability")} <= made
    for plot in plots(gathered(folder)):
        svg = ET.fromstring(drawn(plot, is_alone=True))
        names = [text.text for text in svg.iter("{http://www.w3.org/2000/svg}text")]
        assert {series.name for series in plot.series} <= set(names)
        assert [row[0] for row in plot.rows]


def test_staleness_is_drawn_over_what_each_memory_was_told(folder):
    points = {series.name: series.points for series in staleness(gathered(folder)).series}
    assert points == {"clean": [(0.0, 1.0)], "stale<b>": [(0.25, 1.0)], "silent": [(0.0, 0.0)]}


def test_risk_is_the_share_of_given_answers_that_are_wrong(folder):
    plot = coverage(gathered(folder))
    assert [(series.name, series.points) for series in plot.series] == [("clean", [(0.5, 0.0)])]


def test_risk_is_drawn_over_questions_that_all_were_asked(tmp_path):
    def asked(suite, right):
        return story(suite, f"{suite}-1", figures={"asked_of": 4, "answered_of": 4, "answered_held": right})

    results(tmp_path, "mine", [asked("abstention", 4), asked("longmemeval_statements", 1)])
    results(tmp_path, "other", [asked("abstention", 2)])
    plot = coverage(gathered(tmp_path))
    assert [(series.name, series.points) for series in plot.series] == [("mine", [(1, 0)]), ("other", [(1, 0.5)])]
    assert [row[:2] for row in plot.rows] == [
        ["mine", "abstention"],
        ["other", "abstention"],
        ["mine", "longmemeval_statements"],
    ]


def test_every_table_of_the_page_is_moved_alone_and_by_keys(folder):
    html = page(gathered(folder))
    assert html.count("<table>") == len(re.findall(r'<div class="wide[ a-z]*" tabindex="0"><table>', html)) > 3


def test_a_memory_that_states_no_confidence_has_no_line(folder):
    plot = reliability(gathered(folder))
    assert [(series.name, series.points) for series in plot.series] == [("clean", [(0.9, 1.0)])]


def test_names_at_the_right_never_lie_over_each_other():
    series = [Series(name=f"memory {at}", colour=at, points=[(0.0, 0.001 * at)]) for at in range(12)]
    plot = Plot(name="p", title="t", about="", across="", upward="", series=series, head=(), rows=())
    svg = ET.fromstring(drawn(plot))
    texts = [text for text in svg.iter("{http://www.w3.org/2000/svg}text") if (text.text or "").startswith("memory")]
    heights = sorted(float(text.attrib["y"]) for text in texts)
    assert all(below - above >= 16 for above, below in pairwise(heights))
    assert heights[0] > 0
    assert heights[-1] < 380


def test_runs_of_other_suites_are_one_column_and_a_second_run_is_another(tmp_path):
    one = [story("cost", "entries-1", found=1, sought=1)]
    results(tmp_path, "mine", one, started_at="2026-01-01T10:00:00Z")
    other = [story("longmemeval", "temporal/1", found=1, sought=1)]
    results(tmp_path, "mine", other, started_at="2026-01-02T10:00:00Z")
    results(tmp_path, "mine", one, started_at="2026-01-03T10:00:00Z")
    found = {each.system: sorted(each.scores) for each in gathered(tmp_path)}
    assert found == {"mine": ["cost", "longmemeval"], "mine 2026-01-03T10:00:00Z": ["cost"]}


def test_tenure_comes_first_and_the_others_as_they_were_run(tmp_path):
    told = [story("cost", "entries-1", found=1, sought=1)]
    for day, name in enumerate(("other", "tenure", "a later one", "tenure-mcp"), start=1):
        results(tmp_path, name, told, started_at=f"2026-01-0{day}T10:00:00Z")
    assert [each.system for each in gathered(tmp_path)] == ["tenure", "tenure-mcp", "other", "a later one"]


def test_suites_stand_in_our_order_however_they_were_run_and_those_of_others_after_them(tmp_path):
    told = [story(name, "a-1", found=1, sought=1) for name in ("of their own", "halumem", "bounds", "isolation")]
    results(tmp_path, "mine", told)
    assert suites(gathered(tmp_path)) == ["isolation", "bounds", "halumem", "of their own"]


def test_stories_are_told_apart_by_kind():
    assert [part_of(name) for name in ("replaced_in_a_crowd-2", "knowledge-update/ab-12")] == [
        "replaced_in_a_crowd",
        "knowledge-update",
    ]


def test_a_folder_without_a_run_is_said_to_be_none(tmp_path):
    with pytest.raises(RequestError) as raised:
        gathered(tmp_path)
    assert raised.value.code == "bad_results"


def test_a_page_of_ones_own_gets_the_table_between_its_marks_again_and_again(folder, tmp_path):
    page = tmp_path / "page.md"
    page.write_text(f"# Mine\n\n{BEGIN}\nformerly\n{END}\n\nafter\n")
    put(folder, page)
    once = page.read_text(encoding="utf-8")
    put(folder, page)
    assert page.read_text(encoding="utf-8") == once
    assert once.startswith("# Mine\n")
    assert once.endswith("after\n")
    assert "formerly" not in once
    assert "| [stale_entry_removal](#stale_entry_removal) |" in once
    page.write_text("no marks")
    with pytest.raises(RequestError) as raised:
        put(folder, page)
    assert raised.value.code == "no_marks"

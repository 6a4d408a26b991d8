"""`report`: figures for the person, and for nobody else (R35, R38)."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import tenure
from tenure.faces.cli import reporting
from tenure.faces.cli.app import run
from tests.faces.cli.shell import Shell

YES = ("[y/N]", "y")


def test_r38_a_hasty_yes_is_told_and_the_report_counts_it(shell: Shell) -> None:
    told = shell.run("propose", "x" * 200 + " comes first", "--kind", "preference", "--json").json
    waiting = told["data"]["proposal_id"]
    approved, asking = shell.at_terminal_each((["review", "approve", waiting], [YES]), (["report", "asking"], []))
    assert "note: you said yes after" in approved.out
    for part in (
        "answered                   1 since",
        "yes, as shown            1 (100%)",
        "approved faster than read  1",
    ):
        assert part in asking.out
    assert "comes first" not in asking.out
    refused, asked = (
        shell.run("report", "asking", "--json"),
        shell.at_terminal("report", "asking", "--json", answers=[YES]),
    )
    assert (refused.code, refused.json["data"]["code"]) == (1, "no_terminal")
    assert asked.json["data"]["answers"] == {"yes": 1}


def test_r13_the_curve_is_a_table_a_text_and_a_picture(shell: Shell) -> None:
    empty = shell.at_terminal("report", "calibration", "--out", "none.svg")
    assert empty.code == 0
    kept = shell.at_terminal("remember", "the fair opens in May", "--kind", "fact", "--everywhere", answers=[YES])
    entry = kept.out.rsplit("tenure why ", 1)[1].split(";")[0]
    told, written, asked = shell.at_terminal_each(
        (["correct", entry, "the fair opens in June"], [YES]),
        (["report", "calibration", "--out", "curve.svg"], []),
        (["report", "calibration", "--json"], [("to standard output?", "y")]),
    )
    assert told.code == 0
    for part in ("confirmed", "fact", "0.95", "0.902", "Brier score", "expected calibration error", "curve.svg"):
        assert part in written.out
    picture = ET.fromstring((shell.folder / "curve.svg").read_text())
    assert picture.findall("{http://www.w3.org/2000/svg}circle")
    facts = [each for each in asked.json["data"]["classes"] if each["kind"] == "fact"]
    assert [(each["held"], each["failed"]) for each in facts] == [(0, 1)]
    assert shell.run("report", "calibration").code == 1
    for place, said in (("", "it takes a file or folder"), (".", "that is a folder"), ("no/c.svg", "cannot be made")):
        refused = shell.run("report", "calibration", "--out", place)  # before anybody is asked for
        assert (refused.code, said in refused.err) == (2, True), refused


def test_a_curve_of_nothing_is_told_and_leaves_no_file(tmp_path: Path, capsys, monkeypatch) -> None:
    with tenure.open() as memory:
        memory.operator("ana").own()
    monkeypatch.setattr(reporting, "agrees_to_show", lambda *_, **__: True)
    assert run(["report", "calibration", "--out", str(tmp_path / "none.svg")]) == 0
    assert "no picture" in capsys.readouterr().out
    assert not (tmp_path / "none.svg").exists()

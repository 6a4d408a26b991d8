"""Reports for the person: `report asking`, how they were asked (R38); `report calibration`, what held (R13)."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from tenure.faces.cli.app import answer
from tenure.faces.cli.commands import Commands
from tenure.faces.cli.curve import svg_curve, text_curve
from tenure.faces.cli.entries import minute
from tenure.faces.cli.envelope import Answer, NextStep
from tenure.faces.cli.files import check_writable
from tenure.faces.cli.leaving import agrees_to_show
from tenure.faces.cli.opening import Json, opened
from tenure.faces.cli.outcomes import declined_answer
from tenure.faces.cli.table import table
from tenure.memory.answers import AskingReport
from tenure.memory.person import Calibration, Measured

_WORDS: Final = {
    "yes": "yes, as shown",
    "edit": "yes, in your own words",
    "only_here": "yes, only here",
    "no": "no",
    "never_this": "no, never this",
    "never_category": "no, never this kind",
}
_CALIBRATION: Final = ("basis", "kind", "stated", "held", "checked", "held with 95 %", "Brier", "")

group: typer.Typer = typer.Typer(
    cls=Commands, help="How well asking and believing work, in figures.", no_args_is_help=True
)


def register(app: typer.Typer) -> None:
    """Add the commands."""
    group.command("asking")(asking)
    group.command("calibration")(calibration)
    app.add_typer(group, name="report")


def asking(json: Json = False) -> None:
    """How often you were asked, how long you took, what you answered, and what you approved faster than reading."""

    def work() -> Answer:
        is_shown = agrees_to_show("Write the report to standard output?", json=json)
        with opened() as memory:
            if not is_shown:
                return declined_answer(scope=memory.everywhere, said="nothing was shown")
            found = memory.person().report_asking()
            steps = [NextStep(who="person", do=f"look again: tenure why {each.record_id}") for each in found.hasty[-1:]]
            return Answer(status="done", lines=_lines(found), data=_data(found), scope=memory.everywhere, next=steps)

    answer("report asking", json=json, work=work)


def _lines(found: AskingReport) -> list[str]:
    lines = [f"questions put by recalls   {found.questions}", f"proposals waiting          {found.waiting}"]
    if found.since is None:
        return [*lines, "you have answered none yet"]
    lines += [f"answered                   {found.answered} since {minute(found.since)}"]
    for name, words in _WORDS.items():
        count = found.counts.get(name, 0)
        lines += [f"  {words:23}  {count} ({count / found.answered:.0%})"] if count else []
    if found.seconds_median is not None and found.seconds_slowest is not None:
        lines += [
            f"seconds to answer          {found.seconds_median:g} in the middle, {found.seconds_slowest:g} at most"
        ]
    lines += [f"approved faster than read  {found.hasty_count}"]
    return lines + [
        f"  {each.record_id}  {each.seconds:g} s; reading takes at least {each.needed:g} s" for each in found.hasty
    ]


def _data(found: AskingReport) -> dict[str, object]:
    return {
        "questions": found.questions,
        "waiting": found.waiting,
        "since": found.since,
        "answered": found.answered,
        "approved": found.approved,
        "answers": dict(found.counts),
        "seconds": {"median": found.seconds_median, "slowest": found.seconds_slowest},
        "hasty": found.hasty_count,
        "hasty_ids": [each.record_id for each in found.hasty],
    }


def calibration(
    out: Annotated[
        Path | None, typer.Option(help="A file for the curve as a picture (SVG); it is written over.")
    ] = None,
    json: Json = False,
) -> None:
    """How often claims held when they were checked, beside how sure they were said to be."""

    def work() -> Answer:
        if out is not None:
            check_writable(out)
        is_shown = agrees_to_show("Write the report to standard output?", json=json)
        with opened() as memory:
            if not is_shown:
                return declined_answer(scope=memory.everywhere, said="nothing was shown")
            found = memory.person().report_calibration()
            lines = _calibration_lines(found)
            if out is not None:
                if found.bins:
                    out.write_text(svg_curve(found.bins), encoding="utf-8")
                lines.append(f"the curve as a picture: {out}" if found.bins else "no picture was written")
            return Answer(status="done", lines=lines, data=_calibration_data(found), scope=memory.everywhere)

    answer("report calibration", json=json, work=work)


def _calibration_lines(found: Calibration) -> list[str]:
    if found.whole is None:
        return ["no claim was checked yet: use, reviews and corrections will show"]
    rows = [(basis.value, kind.value, *_cells(each)) for basis, kind, each in found.classes]
    lines = table(_CALIBRATION, [*rows, ("all", "", *_cells(found.whole))])
    lines += ["", "stated (|) against held (#), by stated confidence:", *text_curve(found.bins)]
    lines += ["", f"Brier score {found.whole.brier:.3f}, expected calibration error {found.error:.3f} (0 is best)"]
    return lines


def _cells(each: Measured) -> tuple[str, ...]:
    low, high = each.interval
    told = "worse than stated" if each.is_worse else ""
    return (
        f"{each.stated:.2f}",
        f"{each.share:.2f}",
        str(each.checked),
        f"{low:.2f} to {high:.2f}",
        f"{each.brier:.3f}",
        told,
    )


def _calibration_data(found: Calibration) -> dict[str, object]:
    return {
        "classes": [{"basis": basis, "kind": kind, **_figures(each)} for basis, kind, each in found.classes],
        "curve": [{"step": step / 10, **_figures(each)} for step, each in found.bins],
        "whole": None if found.whole is None else _figures(found.whole),
        "expected_calibration_error": None if found.whole is None else round(found.error, 4),
    }


def _figures(each: Measured) -> dict[str, object]:
    low, high = each.interval
    return {
        "stated": round(each.stated, 4),
        "held": each.held,
        "failed": each.failed,
        "share": round(each.share, 4),
        "from": round(low, 4),
        "to": round(high, 4),
        "brier": round(each.brier, 4),
        "is_worse": each.is_worse,
    }

"""Reports for the person: `report asking`, how they were asked and how they answered (R38)."""

from __future__ import annotations

from typing import Final

import typer

from tenure.faces.cli.app import answer
from tenure.faces.cli.entries import minute
from tenure.faces.cli.envelope import Answer, NextStep
from tenure.faces.cli.leaving import agrees_to_show
from tenure.faces.cli.opening import Json, opened
from tenure.faces.cli.outcomes import declined_answer
from tenure.memory.answers import AskingReport

_WORDS: Final = {
    "yes": "yes, as shown",
    "edit": "yes, in your own words",
    "only_here": "yes, only here",
    "no": "no",
    "never_this": "no, never this",
    "never_category": "no, never this kind",
}

group: typer.Typer = typer.Typer(help="How well asking and believing work, in figures.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    """Add the commands."""
    group.command("asking")(asking)
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

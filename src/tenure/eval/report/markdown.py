"""Makes the report as Markdown, for a page of documentation or the summary of a build."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final
from urllib.parse import quote

from tenure.eval.report.drawing import Plot
from tenure.eval.report.gathering import Column, suites
from tenure.eval.report.plots import plots
from tenure.eval.report.wording import ABILITIES, HEAD, HOW_TO_READ, VERDICTS, abilities, about, cell, provenance, row
from tenure.eval.score import Sum

_MARKUP: Final = re.compile(r"[<>&`*\\]|(?<=\])\(")
"""What could begin a tag, an entity, a code span or a link."""


def markdown(columns: Sequence[Column], *, drawings: str = "") -> str:
    """Give the whole report.

    Args:
        columns: The memories.
        drawings: Where the plots lie as files, before the name of each; left out if empty.
    """
    lines = [HOW_TO_READ, "", *(f"- {sign} *{name}*: {said}" for name, (sign, said) in VERDICTS.items()), ""]
    lines += [*_lines(["suite", *(_plain(column.system) for column in columns)], _overview(columns)), ""]
    for plot in plots(columns):
        lines += [*_plot(plot, drawings), ""]
    for name in suites(columns):
        lines += [*_suite(name, columns), ""]
    lines += ["### How it was made", ""]
    for column in columns:
        for head in column.heads:
            said = ", ".join(f"{name} <code>{_plain(value)}</code>" for name, value in provenance(head))
            lines.append(f"- **{_plain(column.system)}**: {said}")
    return "\n".join(lines) + "\n"


def _overview(columns: Sequence[Column]) -> Iterator[list[str]]:
    for name in suites(columns):
        yield [f"[{_plain(name)}](#{quote(name)})", *(_cell(column.scores.get(name)) for column in columns)]


def _cell(score: Sum | None) -> str:
    _, wrong, found = cell(score)
    return f"{wrong}<br>{found}" if found else wrong


def _plot(plot: Plot, drawings: str) -> list[str]:
    drawn = [f"![{plot.title}]({drawings}{plot.name}.svg)", ""] if drawings else []
    return [f"### {plot.title}", "", plot.about, "", *drawn, *_table(plot.head, plot.rows)]


def _suite(name: str, columns: Sequence[Column]) -> list[str]:
    told = [column for column in columns if name in column.scores]
    rows = ([column.system, *row(column.scores[name])] for column in told)
    lines = [f"### {_plain(name)}", "", about(name), "", *_table(["system", *HEAD], rows)]
    goals = [line for column in told for line in abilities(name, column)]
    lines += ["", *_table(ABILITIES, goals)] if goals else []
    parts = [[column.system, part, *row(score)] for column in told for part, score in column.parts[name].items()]
    if parts and "/" in next(each.scenario for column in told for each in column.outcomes if each.suite == name):
        lines += ["", *_table(["system", "kind", *HEAD], parts)]
    return lines


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    return _lines([_plain(name) for name in head], ([_plain(said) for said in row] for row in rows))


def _lines(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    return [_line(head), _line(["---"] * len(head)), *(_line(row) for row in rows)]


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(said.replace('|', chr(92) + '|') or '-' for said in cells)} |"


def _plain(said: str) -> str:
    """Give a name that others gave so that it is no markup, whatever reads the Markdown."""
    return _MARKUP.sub(lambda found: f"&#{ord(found[0])};", said)

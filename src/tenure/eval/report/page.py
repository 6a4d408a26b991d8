"""Makes the report as one HTML page that holds all that it shows: it loads nothing, and reads in light and dark."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from importlib.resources import files

from tenure.eval.report.drawing import Plot, drawn, plot_style
from tenure.eval.report.gathering import Column, suites
from tenure.eval.report.plots import plots
from tenure.eval.report.wording import ABILITIES, HEAD, HOW_TO_READ, VERDICTS, abilities, about, cell, provenance, row
from tenure.eval.score import Sum

_WIDE = '<div class="wide" tabindex="0">'
"""Around a table: on a small screen it alone is moved sideways, by keys too."""
TITLE = "What was forgotten, and what was found"


def page(columns: Sequence[Column]) -> str:
    """Give the whole page."""
    style = files("tenure.eval.report").joinpath("page.css").read_text(encoding="utf-8")
    return "\n".join(
        [
            f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{TITLE}</title>',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<style>{style}{plot_style()}</style></head><body>",
            f"<h1>{TITLE}</h1>",
            f"<p>{escape(HOW_TO_READ)}</p>",
            _legend(),
            _overview(columns),
            "<h2>Plots</h2>",
            *(_figure(plot) for plot in plots(columns)),
            "<h2>Suite by suite</h2>",
            *(_suite(name, columns) for name in suites(columns)),
            "<h2>How it was made</h2>",
            *_provenance(columns),
            "</body></html>",
            "",
        ]
    )


def _legend() -> str:
    items = (
        f'<li><span class="{_kind(name)}"><b>{sign} {name}</b></span>: {escape(said)}'
        for name, (sign, said) in VERDICTS.items()
    )
    return f"<ul>{''.join(items)}</ul>"


def _overview(columns: Sequence[Column]) -> str:
    head = "".join(f"<th>{escape(column.system)}" for column in columns)
    rows = (
        f"<tr><th>{_link(name)}{''.join(_cell(column.scores.get(name)) for column in columns)}"
        for name in suites(columns)
    )
    return f'<div class="wide all" tabindex="0"><table><tr><th>suite{head}{"".join(rows)}</table></div>'


def _link(suite: str) -> str:
    return f'<a href="#{escape(suite)}">{escape(suite)}</a>'


def _cell(score: Sum | None) -> str:
    said, wrong, found = cell(score)
    return f'<td class="cell {_kind(said)}"><b>{escape(wrong)}</b><small>{escape(found)}</small>'


def _kind(said: str) -> str:
    return said.partition(" ")[0]


def _figure(plot: Plot) -> str:
    caption = f"<figcaption><h3>{escape(plot.title)}</h3>{escape(plot.about)}</figcaption>"
    return f'<figure id="{plot.name}">{caption}{drawn(plot)}{_table(plot.head, plot.rows)}</figure>'


def _suite(name: str, columns: Sequence[Column]) -> str:
    told = [(column, column.scores[name]) for column in columns if name in column.scores]
    rows = [[column.system, *row(score)] for column, score in told]
    said = f"<p>{escape(about(name))}</p>"
    parts = [[column.system, part, *row(score)] for column, _ in told for part, score in column.parts[name].items()]
    whole = f'<h3 id="{escape(name)}">{escape(name)}</h3>{said}{_table(("system", *HEAD), rows)}'
    goals = [line for column, _ in told for line in abilities(name, column)]
    whole += _table(ABILITIES, goals) if goals else ""
    if not parts:
        return whole
    table = _table(("system", "kind of story", *HEAD), parts)
    return f"{whole}<details><summary>by kind of story</summary>{table}</details>"


def _table(head: Iterable[str], rows: Iterable[Sequence[str]]) -> str:
    first = "".join(f"<th>{escape(name)}" for name in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}" for cell in row) for row in rows)
    return f"{_WIDE}<table><tr>{first}{body}</table></div>"


def _provenance(columns: Sequence[Column]) -> Iterator[str]:
    for column in columns:
        yield f"<h3>{escape(column.system)}</h3>"
        for head in column.heads:
            items = (f"<li>{escape(name)}: <code>{escape(value)}</code>" for name, value in provenance(head))
            yield f"<ul>{''.join(items)}</ul>"

"""Writes the report beside the results that it is made from."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path

from tenure.errors import RequestError
from tenure.eval.report.drawing import drawn
from tenure.eval.report.gathering import Column, gathered, plain
from tenure.eval.report.markdown import markdown
from tenure.eval.report.page import page
from tenure.eval.report.plots import plots
from tenure.eval.results import write_whole

FORM = "tenure-eval-report/1"


def write(folder: Path, *, to: Path | None = None) -> list[Path]:
    """Write `report.html`, `report.md`, `report.json` and a file `plot-NAME.svg` for each plot.

    Args:
        folder: A folder of results, or one that holds several, each a column.
        to: Where to write; the folder itself if None.

    Returns:
        The files, the page first.

    Raises:
        RequestError: There is no run, or one cannot be read.
    """
    columns = gathered(folder)
    place = to or folder
    place.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    for name, text in _files(columns):
        path = place / name
        write_whole(path, text)
        written.append(path)
    return written


BEGIN = "<!-- evaluation: written by `tenure eval report --page` -->"
END = "<!-- end of evaluation -->"


def put(folder: Path, page: Path) -> None:
    """Put the report as Markdown into a page of one's own, between its marks `BEGIN` and `END`.

    Its plots are written beside the results as SVG.

    Raises:
        RequestError: The page lacks the marks, or there is no run.
    """
    text = page.read_text(encoding="utf-8") if page.is_file() else ""
    head, begin, rest = text.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not begin or not end:
        raise RequestError(
            f"{page.name}: lacks the marks of a report", code="no_marks", hint=f"Put in {BEGIN} and {END}."
        )
    plots_at = f"{Path(os.path.relpath(folder, page.parent)).as_posix()}/plot-"
    columns = gathered(folder)
    for name, drawing in _drawings(columns):
        write_whole(folder / name, drawing)
    shown = markdown(columns, drawings=plots_at)
    page.write_text(f"{head}{BEGIN}\n\n{shown}\n{END}{tail}", encoding="utf-8")


def _drawings(columns: Sequence[Column]) -> list[tuple[str, str]]:
    return [(f"plot-{plot.name}.svg", drawn(plot, is_alone=True) + "\n") for plot in plots(columns)]


def _files(columns: Sequence[Column]) -> list[tuple[str, str]]:
    machine = {"form": FORM, "systems": plain(columns)}
    return [
        ("report.html", page(columns)),
        ("report.md", markdown(columns, drawings="plot-")),
        ("report.json", json.dumps(machine, indent=1, ensure_ascii=False) + "\n"),
        *_drawings(columns),
    ]

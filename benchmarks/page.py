"""Shows results: a table for people, one JSON object for machines, and the page of the documentation."""

from __future__ import annotations

import json
import os
import platform
import sqlite3
import sys
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from benchmarks.figure import Figure
from benchmarks.peers import plot

FORM = "tenure-benchmarks/1"
BEGIN = "<!-- figures: written by `python -m benchmarks --write` -->"
PLOT = "peers.svg"
END = "<!-- end of figures -->"
Results = dict[str, Any]


def results(figures: Mapping[str, list[Figure]], *, sizes: Mapping[str, tuple[int, ...]], rounds: int) -> Results:
    """Give what was measured and on what, as plain data."""
    return {
        "form": FORM,
        "benchmarks": {
            name: {
                "at": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
                "sizes": list(sizes[name]),
                "rounds": rounds,
                "machine": machine(),
                "figures": [_plain(figure) for figure in rows],
            }
            for name, rows in figures.items()
        },
    }


def machine() -> dict[str, Any]:
    """Give the versions and the machine that the figures belong to."""
    libraries = {name: version(name) for name in ("tenure", "numpy", "cryptography", "pygit2")}
    return {
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        **libraries,
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
    }


def _plain(figure: Figure) -> dict[str, Any]:
    shown = {name: value for name, value in asdict(figure).items() if value not in (None, "", {})}
    shown |= {name: round(shown[name], 4) for name in ("value",) if name in shown}
    return {**shown, "holds": figure.holds}


def table(figures: Iterable[Figure]) -> str:
    """Give the rows for people at a terminal."""
    lines = []
    for figure in figures:
        lines.append(f"{_verdict(figure.holds):8} {_value(figure.value, figure.unit):>12}  {figure.what}")
        lines += [f"{'':23}goal {figure.goal}"] if figure.goal else []
        lines += [f"{'':23}{figure.note}"] if figure.note else []
    return "\n".join(lines)


def _verdict(holds: bool | None) -> str:
    return {True: "holds", False: "MISSED", None: "-"}[holds]


def _value(value: float | None, unit: str) -> str:
    if value is None:
        return "-"
    shown = f"{value:,.0f}" if value >= 100 or value == int(value) else f"{value:.3g}"
    return f"{shown} {unit}".strip()


def write(found: Results, page: Path) -> None:
    """Put results into a page between its marks, beside those that it has of other benchmarks, and keep the data.

    The data lies beside the page under the same name with the ending ``.json``; what stores cost at each size is drawn
    beside it.
    """
    kept = page.with_suffix(".json")
    known: Results = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {"form": FORM, "benchmarks": {}}
    known["benchmarks"] |= found["benchmarks"]
    text = page.read_text(encoding="utf-8")
    if BEGIN not in text or END not in text:
        sys.exit(f"{page.name}: it lacks the marks between which figures are written")
    head, _, rest = text.partition(BEGIN)
    page.write_text(f"{head}{BEGIN}\n\n{_sections(known)}\n{END}{rest.partition(END)[2]}", encoding="utf-8")
    kept.write_text(json.dumps(known, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    if lines := plot.points(known["benchmarks"].get("peers", {}).get("figures", ())):
        page.with_name(PLOT).write_text(plot.drawn(lines), encoding="utf-8")


def _sections(known: Results) -> str:
    return "\n".join(_section(name, one) for name, one in known["benchmarks"].items())


def _section(name: str, one: Mapping[str, Any]) -> str:
    had = one["machine"]
    sizes = ", ".join(f"{size:,}" for size in one["sizes"])
    versions = ", ".join(f"{name} {had[name]}" for name in ("python", "sqlite", "numpy", "cryptography", "pygit2"))
    lines = [
        f"### {name}",
        "",
        f"{one['at'][:10]}, sizes {sizes}, {one['rounds']} rounds; {versions}, {had['cores']} cores, {had['system']}.",
        "",
        "| what | figure | goal | holds |",
        "| --- | --- | --- | --- |",
    ]
    for row in one["figures"]:
        what = row["what"] + (f" ({row['note']})" if row.get("note") else "")
        value = _value(row.get("value"), row.get("unit", ""))
        lines.append(f"| {what} | {value} | {row.get('goal') or '-'} | {_said(row['holds'])} |")
    return "\n".join([*lines, ""])


def _said(holds: bool | None) -> str:
    return {True: "yes", False: "**no**", None: "-"}[holds]

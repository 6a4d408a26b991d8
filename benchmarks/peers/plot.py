"""Draws what a question costs against how much is stored, both by powers of ten, as one SVG."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from math import ceil, floor, log10
from typing import Any

WIDTH, HEIGHT = 640, 400
LEFT, RIGHT, TOP, BOTTOM = 70, 190, 30, 50
_COLOURS = ("#b03060", "#1f77b4", "#2ca02c", "#ff7f0e", "#7f7f7f")

Points = Mapping[str, Sequence[tuple[float, float]]]


def points(figures: Iterable[Mapping[str, Any]]) -> Points:
    """Give, store by store, how many entries were stored and the microseconds of CPU that a hot question took."""
    found: dict[str, list[tuple[float, float]]] = {}
    for row in figures:
        measured = row.get("measured", {})
        if "entries" in measured:
            name = row["what"].partition(",")[0]
            found.setdefault(name, []).append((measured["entries"], measured["ask cpu us"]))
    return found


def drawn(lines: Points) -> str:
    """Give the plot: a line for each store, a mark for each size."""
    every = [point for line in lines.values() for point in line]
    across = _Axis([entries for entries, _ in every], LEFT, WIDTH - RIGHT)
    upward = _Axis([micros for _, micros in every], HEIGHT - BOTTOM, TOP)
    parts = [_text(LEFT, TOP - 12, "microseconds of CPU for one question in a scope that is open")]
    parts += [_text(WIDTH - RIGHT, HEIGHT - 12, "entries in all", anchor="end")]
    for power in across.powers:
        parts.append(_rule(across(power), TOP, across(power), HEIGHT - BOTTOM))
        parts.append(_text(across(power), HEIGHT - BOTTOM + 18, f"{power:,.0f}", anchor="middle"))
    for power in upward.powers:
        parts.append(_rule(LEFT, upward(power), WIDTH - RIGHT, upward(power)))
        parts.append(_text(LEFT - 8, upward(power) + 4, f"{power:,.0f}", anchor="end"))
    for (name, line), colour in zip(lines.items(), _COLOURS, strict=False):
        places = [(across(entries), upward(micros)) for entries, micros in sorted(line)]
        joined = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        parts.append(f'<polyline points="{joined}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"/>' for x, y in places]
        parts.append(_text(places[-1][0] + 8, places[-1][1] + 4, name, colour=colour))
    body = "\n".join(parts)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif"'
    return f'{head} font-size="12">\n<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>\n{body}\n</svg>\n'


class _Axis:
    """Places values by their logarithm between two ends; it spans whole powers of ten."""

    def __init__(self, values: Sequence[float], begin: float, end: float) -> None:
        low, high = floor(log10(min(values))), ceil(log10(max(values)))
        self._low, self._span = low, max(1, high - low)
        self._begin, self._length = begin, end - begin
        self.powers = [10.0**power for power in range(low, low + self._span + 1)]

    def __call__(self, value: float) -> float:
        return self._begin + self._length * (log10(value) - self._low) / self._span


def _rule(left: float, top: float, right: float, bottom: float) -> str:
    return f'<path d="M{left:.1f} {top:.1f}L{right:.1f} {bottom:.1f}" stroke="#dddddd"/>'


def _text(x: float, y: float, said: str, *, anchor: str = "start", colour: str = "#333333") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}">{escape(said)}</text>'

"""Draws a plot as SVG that reads in light and dark: lines or points, each named at the right with its own mark."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from itertools import pairwise
from math import ceil, floor, log10

WIDTH, HEIGHT = 680, 380
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 500, 24, 330
_APART = 17
"""Least distance between two names at the right."""
COLOURS = 12
"""How many series have a colour of their own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """What one memory measured.

    Args:
        name: The memory.
        colour: Its place among the colours, the same in every plot.
        points: Across and upward.
        is_joined: Whether a line joins them.
    """

    name: str
    colour: int
    points: Sequence[tuple[float, float]]
    is_joined: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Plot:
    """One plot and the numbers beside it.

    Args:
        name: In file names and links.
        title: What it shows.
        about: How to read it, in a sentence or two.
        across: What goes from left to right.
        upward: What goes from below upward.
        series: By memory.
        head: The columns of the numbers beside it.
        rows: The numbers beside it.
        is_share: Whether both axes go from 0 to 1; else both are by powers of ten.
        has_diagonal: Whether the line on which both are the same is drawn.
    """

    name: str
    title: str
    about: str
    across: str
    upward: str
    series: Sequence[Series]
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    is_share: bool = True
    has_diagonal: bool = False


def plot_style() -> str:
    """Give how plots look; each SVG file bears it, a page of several bears it once."""
    return files("tenure.eval.report").joinpath("plot.css").read_text(encoding="utf-8")


def drawn(plot: Plot, *, is_alone: bool = False) -> str:
    """Give the plot as an SVG element.

    Args:
        plot: What to draw.
        is_alone: Whether it is a file of its own, which bears its style and its paper with it.
    """
    across = _share(_LEFT, _RIGHT) if plot.is_share else _powers([x for x, _ in _every(plot)], _LEFT, _RIGHT)
    upward = _share(_BOTTOM, _TOP) if plot.is_share else _powers([y for _, y in _every(plot)], _BOTTOM, _TOP)
    parts = [*_frame(plot, across, upward)]
    ends: list[tuple[float, float, Series]] = []
    for series in plot.series:
        places = [(across.at(x), upward.at(y)) for x, y in series.points]
        ends.append((*max(places), series))
        if series.is_joined and len(places) > 1:
            joined = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
            parts.append(f'<polyline class="line" {_mine(series.colour)} points="{joined}"/>')
        for (x, y), point in zip(places, series.points, strict=True):
            parts.append(_mark(x, y, series.colour, said=f"{series.name}: {_said(plot, point)}"))
    parts += _names(ends)
    style = f'<style>{plot_style()}</style><rect class="paper" width="{WIDTH}" height="{HEIGHT}"/>' if is_alone else ""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
    return f"{head}><title>{escape(plot.title)}</title>{style}\n" + "\n".join(parts) + "\n</svg>"


@dataclass(frozen=True, slots=True)
class _Axis:
    at: Callable[[float], float]
    ticks: Sequence[tuple[float, str]]


def _share(begin: float, end: float) -> _Axis:
    def at(value: float) -> float:
        return begin + (end - begin) * value

    return _Axis(at, [(at(tenth / 10), f"{10 * tenth} %") for tenth in range(0, 11, 2)])


def _powers(values: Sequence[float], begin: float, end: float) -> _Axis:
    low, high = floor(log10(min(values))), ceil(log10(max(values)))
    span = max(1, high - low)

    def at(value: float) -> float:
        return begin + (end - begin) * (log10(value) - low) / span

    ticks = [10.0**power for power in range(low, low + span + 1)]
    return _Axis(at, [(at(tick), f"{tick:,.0f}" if tick >= 1 else f"{tick:g}") for tick in ticks])


def _every(plot: Plot) -> list[tuple[float, float]]:
    return [point for series in plot.series for point in series.points]


def _frame(plot: Plot, across: _Axis, upward: _Axis) -> list[str]:
    parts = [_text(_LEFT - 52, _TOP - 9, plot.upward)]
    parts.append(_text(_RIGHT, _BOTTOM + 40, plot.across, anchor="end"))
    for x, label in across.ticks:
        parts.append(f'<path class="grid" d="M{x:.1f} {_TOP}V{_BOTTOM}"/>')
        parts.append(_text(x, _BOTTOM + 19, label, anchor="middle"))
    for y, label in upward.ticks:
        parts.append(f'<path class="grid" d="M{_LEFT} {y:.1f}H{_RIGHT}"/>')
        parts.append(_text(_LEFT - 8, y + 4, label, anchor="end"))
    if plot.has_diagonal:
        parts.append(f'<path class="same" d="M{_LEFT} {_BOTTOM}L{_RIGHT} {_TOP}"/>')
    return parts


def _names(ends: Sequence[tuple[float, float, Series]]) -> list[str]:
    """Give the names at the right, beside the height of each end but never over each other, and the lines to them."""
    parts: list[str] = []
    for (x, y, series), height in zip(sorted(ends, key=lambda end: end[1]), _heights(ends), strict=True):
        parts.append(f'<path class="grid" d="M{x:.1f} {y:.1f}L{_RIGHT + 12} {height:.1f}"/>')
        parts.append(_mark(_RIGHT + 18, height, series.colour))
        parts.append(_text(_RIGHT + 27, height + 4, series.name, kind=f'class="name" {_mine(series.colour)}'))
    return parts


def _heights(ends: Sequence[tuple[float, float, Series]]) -> list[float]:
    heights = sorted(y for _, y, _ in ends)
    for at, (above, below) in enumerate(pairwise(list(heights)), start=1):
        heights[at] = max(below, heights[at - 1] + _APART, above)
    over = max(0.0, (heights[-1] if heights else 0.0) - _BOTTOM - _APART)
    for at in range(len(heights) - 1, -1, -1):
        lowest = _BOTTOM + _APART - _APART * (len(heights) - 1 - at)
        heights[at] = min(heights[at], lowest) if over else heights[at]
    return heights


def _mark(x: float, y: float, colour: int, *, said: str = "") -> str:
    """Give a mark whose shape tells series apart as well as its colour does."""
    shown = _shape(x, y, colour % 4)
    return f'<g class="mark" {_mine(colour)}>{shown}{f"<title>{escape(said)}</title>" if said else ""}</g>'


def _shape(x: float, y: float, shape: int) -> str:
    if shape == 0:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5"/>'
    if shape == 1:
        return f'<rect x="{x - 4.5:.1f}" y="{y - 4.5:.1f}" width="9" height="9"/>'
    corners = ((0, -6), (5.5, 4.5), (-5.5, 4.5)) if shape == 2 else ((0, -6.5), (6, 0), (0, 6.5), (-6, 0))
    return f'<polygon points="{" ".join(f"{x + right:.1f},{y + down:.1f}" for right, down in corners)}"/>'


def _said(plot: Plot, point: tuple[float, float]) -> str:
    x, y = (f"{100 * value:.1f} %" for value in point) if plot.is_share else (f"{value:,.4g}" for value in point)
    return f"{plot.across} {x}, {plot.upward} {y}"


def _mine(colour: int) -> str:
    return f'style="--mine:var(--c{colour % COLOURS})"'


def _text(x: float, y: float, said: str, *, kind: str = "", anchor: str = "start") -> str:
    return f'<text {kind} x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(said)}</text>'

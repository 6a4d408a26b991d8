"""The reliability curve: stated against measured, as a picture (SVG) and as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from tenure.memory.person import Measured

_SIDE: Final = 320
_EDGE: Final = 48
_BAR: Final = 40
_GREY, _DARK, _LINE = "#999999", "#222222", "#1f5fa8"


def text_curve(bins: Sequence[tuple[int, Measured]]) -> list[str]:
    """Give one line a step of stated numbers: a bar of what held, and a mark where the stated number lies."""
    lines: list[str] = []
    for step, measured in bins:
        bar = ["#" if place < round(measured.share * _BAR) else "." for place in range(_BAR)]
        bar[min(int(measured.stated * _BAR), _BAR - 1)] = "|"
        lines.append(
            f"  {step / 10:.1f} to {(step + 1) / 10:.1f}  {''.join(bar)}  "
            f"stated {measured.stated:.0%}, held {measured.share:.0%} of {measured.checked}"
        )
    return lines


def svg_curve(bins: Sequence[tuple[int, Measured]]) -> str:
    """Give the curve as an SVG document: stated number to the right, share that held upwards, 95 % ranges as bars."""
    size = _SIDE + 2 * _EDGE
    form = f'width="{size}" height="{size}" viewBox="0 0 {size} {size}" font-family="sans-serif" font-size="11"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {form}>',
        "<title>Stated confidence and how often such claims held</title>",
        f'<rect width="{size}" height="{size}" fill="white"/>',
        *_axes(),
        f'<line x1="{_x(0)}" y1="{_y(0)}" x2="{_x(1)}" y2="{_y(1)}" stroke="{_GREY}" stroke-dasharray="4 4"/>',
    ]
    points = " ".join(f"{_x(each.stated)},{_y(each.share)}" for _, each in bins)
    if len(bins) > 1:
        parts.append(f'<polyline points="{points}" fill="none" stroke="{_LINE}" stroke-width="2"/>')
    for _, each in bins:
        low, high = each.interval
        across = _x(each.stated)
        parts.append(f'<line x1="{across}" y1="{_y(low)}" x2="{across}" y2="{_y(high)}" stroke="{_LINE}"/>')
        parts.append(f'<circle cx="{across}" cy="{_y(each.share)}" r="4" fill="{_LINE}"/>')
        parts.append(f'<text x="{across - 8}" y="{_y(each.share) - 8}" text-anchor="end">{each.checked}</text>')
    return "\n".join([*parts, "</svg>", ""])


def _axes() -> Iterator[str]:
    yield f'<rect x="{_x(0)}" y="{_y(1)}" width="{_SIDE}" height="{_SIDE}" fill="none" stroke="{_DARK}"/>'
    for tenth in range(0, 11, 2):
        at = tenth / 10
        yield f'<text x="{_x(at)}" y="{_y(0) + 16}" text-anchor="middle" fill="{_DARK}">{at:.1f}</text>'
        yield f'<text x="{_x(0) - 6}" y="{_y(at) + 4}" text-anchor="end" fill="{_DARK}">{at:.1f}</text>'
    yield f'<text x="{_x(0.5)}" y="{_y(0) + 36}" text-anchor="middle" fill="{_DARK}">stated</text>'
    yield f'<text x="{_x(0)}" y="{_y(1) - 10}" fill="{_DARK}">share that held when checked (number: claims)</text>'


def _x(value: float) -> float:
    return round(_EDGE + value * _SIDE, 1)


def _y(value: float) -> float:
    return round(_EDGE + (1 - value) * _SIDE, 1)

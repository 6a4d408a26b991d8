"""Whether two runs of lines differ in white space alone, where white space means nothing; pure."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from tenure.cite.anchor import LINE_CHARS_MAX, QUOTED, Text, indent_of
from tenure.cite.symbols import parse_python

_GAP = re.compile(r"(?<!\w)\s+|\s+(?!\w)|(?<=\w)\s+(?=\s\w)")

Lines = Sequence[tuple[int, int]]
"""Runs of lines: first and last of each."""


def is_white_change(old: Text, was: Lines, new: Text, now: Lines) -> bool:
    """Tell whether some lines of two texts of one language differ in white space alone.

    White space inside quoted texts counts, also where they run over several lines of Python, and so does some
    between two words. In Python the indentation of the lines against each other must be the same, for it is code.
    """
    before, after = _lines(old, was), _lines(new, now)
    if [line if is_text else _tight(line) for line, is_text in before] != [
        line if is_text else _tight(line) for line, is_text in after
    ]:
        return False
    return not new.is_python or _depths(before) == _depths(after)


def _lines(text: Text, runs: Lines) -> list[tuple[str, bool]]:
    """Give the lines that are not blank, each with whether it lies in a text of several lines."""
    inside = _long_texts(text)
    numbers = [number for first, last in runs for number in range(first, min(last, len(text.lines)) + 1)]
    return [(text.lines[number - 1], number in inside) for number in numbers if text.lines[number - 1]]


def _long_texts(text: Text) -> frozenset[int]:
    tree = parse_python(text.raw) if text.is_python else None
    if tree is None:
        return frozenset()
    found = (
        range(node.lineno, (node.end_lineno or node.lineno) + 1)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant | ast.JoinedStr) and (node.end_lineno or 0) > node.lineno
    )
    return frozenset(number for numbers in found for number in numbers)


def _tight(line: str) -> str:
    """Give a line without white space outside quoted texts; between two words one space stays."""
    if len(line) > LINE_CHARS_MAX:
        return line.strip()
    found, at = "", 0
    for match in QUOTED.finditer(line):
        found += _GAP.sub("", line[at : match.start()]) + match[0]
        at = match.end()
    return (found + _GAP.sub("", line[at:])).strip()


def _depths(lines: Sequence[tuple[str, bool]]) -> list[int]:
    indents = [indent_of(line) for line, is_text in lines if not is_text]
    order = sorted(set(indents))
    return [order.index(indent) for indent in indents]

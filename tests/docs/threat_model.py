"""Reads the tables of the threat model, for the tests that compare them with what the code does."""

from __future__ import annotations

import re

from tests.house.rules import ROOT

PAGE = ROOT / "docs" / "explanation" / "threat-model.md"


def rows(heading: str) -> list[dict[str, str]]:
    """Give the rows of the first table under a heading, each by the names of its columns.

    A cell of the first column that is left empty repeats the one above it.
    """
    _, _, section = PAGE.read_text().partition(f"# {heading}\n")
    table = re.search(r"(?:^\|.*\n)+", section, re.MULTILINE)
    assert table is not None, f"no table under {heading}"
    names, _, *lines = ([cell.strip() for cell in line.strip("|").split("|")] for line in table[0].splitlines())
    found: list[dict[str, str]] = []
    for cells in lines:
        row = dict(zip(names, cells, strict=True))
        row[names[0]] = row[names[0]] or found[-1][names[0]]
        found.append(row)
    return found

"""The page of the rules tells the truth: each rule has its section, and the tests that it names exist.

A section begins with a heading such as ``## R07 Scope`` and names in backticks at least one test called
``test_r07_...``; a rule that is not kept yet says *Not yet* and why.
"""

from __future__ import annotations

import re

import pytest

from tests.house import rules
from tests.house.rules import ROOT

PAGE = ROOT / "docs" / "explanation" / "rules.md"
RULES = [f"R{number:02}" for number in range(1, 42)]
HEADING = re.compile(r"^#+ (R\d\d)\b.*$", re.MULTILINE)
NAMED = re.compile(r"`(?:[\w/.]+::)?(test_r\d\d_\w+)`")
DEFINED = re.compile(r"^ *(?:async )?def (test_r\d\d_\w+)\(", re.MULTILINE)


def untrue(page: str, defined: set[str], wanted: list[str]) -> list[str]:
    """Give the rules without a section, the sections that show nothing, and the tests that do not exist."""
    _, *parts = HEADING.split(page)
    sections = dict(zip(parts[::2], parts[1::2], strict=True))
    found = [f"{rule} has no section" for rule in wanted if rule not in sections]
    for rule, text in sections.items():
        named = NAMED.findall(text)
        found += [f"{rule} names {name}, which does not exist" for name in named if name not in defined]
        if not any(name.startswith(f"test_{rule.lower()}_") for name in named) and "Not yet" not in text:
            found.append(f"{rule} names no test of its own")
    return found


def test_every_rule_is_shown_by_tests_that_exist() -> None:
    defined = {name for source in rules.sources("tests/") for name in DEFINED.findall(source.text)}
    assert untrue(PAGE.read_text(), defined, RULES) == []


def test_every_file_that_keeps_a_rule_exists() -> None:
    kept = re.compile(r"`((?:\w+/)+(?:\w+\.py)?)`")
    named = {each for line in PAGE.read_text().split("\n- ") if "ept in " in line for each in kept.findall(line)}
    assert len(named) > 50
    assert sorted(each for each in named if not (ROOT / "src" / "tenure" / each).exists()) == []


@pytest.mark.parametrize(
    "page",
    [
        "## R01 Two stores\n",
        "## R01 Two stores\n`test_r02_other`\n",
        "## R01 Two stores\n`test_r01_gone`\n",
        "Only words about `test_r01_real`.\n",
    ],
)
def test_a_rule_that_nothing_shows_is_reported(page: str) -> None:
    assert untrue(page, {"test_r01_real", "test_r02_other"}, ["R01"])
    good = "## R01 Two stores\nSee `tests/mission/test_two_stores.py::test_r01_real`.\n## R02 Writes\nNot yet: later.\n"
    assert untrue(good, {"test_r01_real"}, ["R01", "R02"]) == []

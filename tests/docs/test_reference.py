"""The reference says what the code says: signatures, values, settings, outcomes and codes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from enum import Enum

import pytest

from tenure.faces.cli.envelope import ExitCode
from tenure.model.decision import DecisionStatus, Fix, GateOutcome
from tenure.model.entry import Status
from tenure.model.validation import Outcome
from tenure.recall.answer import Stance
from tests.docs.completeness import unmentioned
from tests.docs.reference import api_tables, policy_tables
from tests.house.rules import ROOT

REFERENCE = ROOT / "docs" / "reference"
CELL = re.compile(r"^(?:\| |- )(`[^`]+`)")
RULING = re.compile(r"^\| (\w+) \| (passes|asks|refuses) \|", re.MULTILINE)
WANTED = "run `python -m tests.docs.reference {}` and take over what it prints"


def test_the_page_of_names_has_every_signature_field_and_value() -> None:
    page = (REFERENCE / "api.md").read_text().splitlines()
    have = [found[1] for line in page if (found := CELL.match(line))]
    wanted = [found[1] for line in api_tables() if (found := CELL.match(line))]
    assert [cell for cell in wanted if cell not in have] == [], WANTED.format("api")
    values = [line for line in api_tables() if line.startswith("Values: ")]
    assert [line for line in values if line not in page] == [], WANTED.format("api")


def test_the_page_of_settings_has_the_values_of_every_preset() -> None:
    page = (REFERENCE / "policy.md").read_text().splitlines()
    assert [line for line in policy_tables() if line not in page] == [], WANTED.format("policy")


@pytest.mark.parametrize(
    ("page", "tables", "beside"),
    [("policy", policy_tables, ()), ("api", api_tables, ("open", "screen_fields", "tools"))],
)
def test_no_row_tells_of_what_the_code_does_not_have(
    page: str, tables: Callable[[], Iterator[str]], beside: tuple[str, ...]
) -> None:
    rows = [line for line in (REFERENCE / f"{page}.md").read_text().splitlines() if line.startswith("| `")]
    known, functions = set(tables()), tuple(f"| `{name}(" for name in beside)
    assert [row for row in rows if row not in known and not row.startswith(functions)] == [], WANTED.format(page)


@pytest.mark.parametrize("values", [DecisionStatus, Fix, GateOutcome, Outcome, Stance, Status])
def test_every_outcome_is_told(values: type[Enum]) -> None:
    wanted = [str(each.value) for each in values]
    assert unmentioned(wanted, (REFERENCE / "outcomes.md").read_text()) == []


def test_every_exit_code_is_told() -> None:
    page = (REFERENCE / "outcomes.md").read_text()
    assert [code for code in ExitCode if f"| {int(code)} |" not in page] == []


def test_every_ruling_of_every_gate_is_told_with_its_outcome() -> None:
    page = (REFERENCE / "outcomes.md").read_text()
    gates = [path for path in (ROOT / "src/tenure/write/gates").glob("*.py") if path.stem != "__init__"]
    wanted = [
        f"| {path.stem} | `{code}` | {outcome} |"
        for path in gates
        for code, outcome in RULING.findall(path.read_text())
    ]
    assert len(wanted) > 40
    assert [row for row in wanted if row not in page] == []


def test_a_missing_row_is_seen() -> None:
    assert CELL.match("| `Memory.close()` | Close. |")
    assert CELL.match("- `Scope.parts()`: Give.")
    assert RULING.findall("| ok | passes | all |\nno | passes |\n") == [("ok", "passes")]

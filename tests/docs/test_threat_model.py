"""The threat model tells the truth: its plain columns are those of the schema, and the tests that it names exist."""

from __future__ import annotations

import re
import sqlite3

import typer.main

from tenure.faces.cli.app import whole
from tenure.store.sql import load_statements
from tenure.store.sqlite_schema import MIGRATIONS
from tests.attacks.acts import ACTS, OTHERS
from tests.attacks.test_command_line import commands
from tests.docs.threat_model import rows
from tests.house.rules import ROOT

NAMED = re.compile(r"`(\w+)`")


def columns() -> set[tuple[str, str]]:
    """Give every column of every table that Tenure makes."""
    made = sqlite3.connect(":memory:")
    for name in MIGRATIONS:
        for statement in load_statements(f"migrations/{name}").values():
            made.execute(statement)
    scratch = load_statements("scratch")
    for name in ("create_tasks", "create_notes"):
        made.execute(scratch[name])
    tables = [row[0] for row in made.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    return {
        (table, column)
        for table in tables
        for (column,) in made.execute("SELECT name FROM pragma_table_info(?)", (table,))
    }


def test_every_plain_column_is_told_and_none_that_does_not_exist() -> None:
    told = {
        (NAMED.findall(row["table"])[0], column)
        for row in rows("What the plain columns tell".removeprefix("# "))
        for column in NAMED.findall(row["column"])
    }
    assert sorted(columns() - told) == []
    assert sorted(told - columns()) == []
    assert len(told) > 50


def test_each_control_of_asi06_names_tests_that_exist() -> None:
    defined = {
        name
        for path in (ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r"^ *(?:async )?def (test_\w+)\(", path.read_text(), re.MULTILINE)
    }
    controls = rows("OWASP ASI06: memory and context poisoning")
    assert len(controls) >= 12
    for row in controls:
        named = NAMED.findall(row["shown by"])
        assert named, row["control"]
        assert [name for name in named if name not in defined] == [], row["control"]


def test_every_command_is_tried_by_the_shell_test_or_decides_nothing() -> None:
    """Add a new command of a person's to `ACTS` in tests/attacks/acts.py and to the page, any other to `OTHERS`."""
    every = commands(typer.main.get_command(whole()))
    known = {" ".join(path) for path, command in every if not hasattr(command, "commands")}
    lines = [" ".join(act.line("x")) for act in ACTS]
    tried = {name for name in known if any(f"{line} ".startswith(f"{name} ") for line in lines)}
    assert sorted(known - tried - OTHERS) == []
    assert sorted(OTHERS & tried) == []
    assert len(tried) > 15

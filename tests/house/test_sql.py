"""Every SQL statement has a name and a sentence of purpose, and stands in a .sql file alone."""

from __future__ import annotations

import ast
import re
import sqlite3

import pytest

from tests.house import rules
from tests.house.rules import Source

NAME = re.compile(r"^-- name: (?P<name>[a-z][a-z0-9_]*)\n", re.MULTILINE)
SENTENCE = re.compile(r"-- [A-Z0-9].*(?:\n-- .*)*\.\n")
IN_PYTHON = re.compile(
    r"\s*(?:SELECT\s.+\sFROM\s|INSERT\s+(?:OR\s+[A-Z]+\s+)?INTO\s|UPDATE\s+\w+\s+SET\s|DELETE\s+FROM\s"
    r"|(?:CREATE|DROP|ALTER)\s+(?:TABLE|INDEX|UNIQUE|TRIGGER|VIEW)\s)",
    re.DOTALL,
)


def unnamed(source: Source) -> list[str]:
    """Each statement stands alone below its name and a sentence that says what it is for; no name comes twice."""
    before, *parts = NAME.split(source.text)
    found = [f"{source.path}: a statement has no name"] if _statements(before) else []
    names, bodies = parts[::2], parts[1::2]
    for name, body in zip(names, bodies, strict=True):
        sentence = SENTENCE.match(body)
        if sentence is None:
            found.append(f"{source.path}: {name}: no sentence says what it is for")
        if _statements(body) != 1:
            found.append(f"{source.path}: {name}: {_statements(body)} statements, one is wanted")
    return found + [f"{source.path}: {name} is named twice" for name in sorted(set(names)) if names.count(name) > 1]


def _statements(text: str) -> int:
    """Count complete statements; what is left over without a semicolon counts as one more."""
    count, begun = 0, ""
    for line in text.splitlines():
        if not line.lstrip().startswith("--"):
            begun += line + "\n"
        if begun.strip() and sqlite3.complete_statement(begun):
            count, begun = count + 1, ""
    return count + bool(begun.strip()) * 2


def in_python(source: Source) -> list[str]:
    """No SQL about rows or tables is written in Python; a connection module may set its pragmas."""
    return [
        f"{source.path}:{node.lineno}: SQL in Python"
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and IN_PYTHON.match(node.value)
    ]


def test_every_statement_is_named_and_explained() -> None:
    asked = rules.sources("src/", suffix=".sql")
    assert asked
    assert [sentence for source in asked for sentence in unnamed(source)] == []


def test_no_sql_is_written_in_python() -> None:
    assert [sentence for source in rules.sources("src/") for sentence in in_python(source)] == []


GOOD = "-- name: one\n-- Give one row.\nSELECT 1\nFROM a;\n\n-- name: two\n-- Erase, and\n-- say so.\nDELETE FROM a;\n"


def test_a_well_made_file_is_not_reported() -> None:
    assert unnamed(Source(path="a.sql", text="-- Statements of a.\n" + GOOD)) == []
    trigger = "-- name: t\n-- Refuse.\nCREATE TRIGGER t AFTER INSERT ON a BEGIN\n    SELECT 1;\n    SELECT 2;\nEND;\n"
    assert unnamed(Source(path="a.sql", text=trigger)) == []


@pytest.mark.parametrize(
    "text",
    [
        "SELECT 1;\n" + GOOD,
        GOOD + "SELECT 1;\n",
        GOOD.replace("-- Give one row.\n", ""),
        GOOD.replace("-- Give one row.\n", "-- Give one row\n"),
        GOOD.replace("name: two", "name: one"),
        GOOD.replace("FROM a;\n\n", "FROM a\n\n"),
        "-- name: one\n-- Give nothing.\n",
    ],
)
def test_a_badly_made_file_is_reported(text: str) -> None:
    assert unnamed(Source(path="a.sql", text=text))


@pytest.mark.parametrize("text", ["SELECT a FROM b", "INSERT INTO a VALUES (?)", "DELETE FROM a "])
def test_sql_in_python_is_reported(text: str) -> None:
    assert in_python(Source(path="a.py", text=f"x = {text!r}\n"))
    assert in_python(Source(path="a.py", text=f"x = f'{text} {{y}}'\n"))
    assert in_python(Source(path="a.py", text='"""Delete from a; select one from them."""\n')) == []

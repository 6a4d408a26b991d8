"""Every command that a hint, a fix or a next step names is there, with the options that it is given."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.main import get_command

from tenure.faces.cli.app import whole
from tenure.faces.cli.commands import MODULES, TRIED
from tests.faces.cli.shell import Shell
from tests.house.rules import PACKAGE

NAMED = re.compile(
    r"`?\btenure ((?:[a-z][a-z-]*|--?[a-z][a-z-]*|[A-Z]+|\x00)(?: (?:[a-z][a-z-]*|--?[a-z][a-z-]*|[A-Z]+|\x00))*)`"
)


def _texts(node: ast.AST) -> Iterator[str]:
    for each in ast.walk(node):
        if isinstance(each, ast.JoinedStr):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "\0" for part in each.values)
        elif isinstance(each, ast.Constant) and isinstance(each.value, str):
            yield each.value


def named_in(source: Path) -> Iterator[str]:
    """Give each command line in backquotes that a text of the module names, values as NUL."""
    for text in _texts(ast.parse(source.read_text())):
        yield from (found[1] for found in NAMED.finditer(text))


def wrong_in(line: str) -> str | None:
    """Say what of a command line does not exist; None if all of it does."""
    command, words = get_command(whole()), line.split()
    while words and hasattr(command, "commands"):
        if words[0] not in command.commands:
            return None if getattr(command, "invoke_without_command", False) and words[0][0] in "-\0" else words[0]
        command = command.commands[words.pop(0)]
    options = {option for each in command.params for option in each.opts} | {"--help"}
    takes = any(each.param_type_name == "argument" for each in command.params)
    for word in words:
        if word.startswith("-") and word not in options:
            return word
    loose = [word for word in words if not word.startswith("-")]
    return loose[0] if loose and not takes and not any(word.startswith("-") for word in words) else None


FILLED_IN = "\0"
"""A hint that is a command of a table, whole: `TRIED`."""
LINES = sorted(
    {line for source in PACKAGE.rglob("*.py") for line in named_in(source)} - {FILLED_IN}
    | ({*TRIED.values()} - {"--version"})
)


def test_the_hints_are_found() -> None:
    assert len(LINES) > 25
    assert {"init", "keys recovery --restore", "policy set FILE"} <= set(LINES)


@pytest.mark.parametrize("line", LINES)
def test_what_a_hint_names_exists(line: str) -> None:
    assert wrong_in(line) is None


@pytest.mark.parametrize("line", ["frobnicate", "keys frobnicate", "doctor --frobnicate", "ledger check THAT"])
def test_what_does_not_exist_is_seen(line: str) -> None:
    assert wrong_in(line) is not None


def test_words_that_people_try_lead_to_commands_that_are_there(bare: Shell) -> None:
    assert not set(TRIED) & set(MODULES)
    assert [line for line in TRIED.values() if not line.startswith("--") and wrong_in(line) is not None] == []
    tried, unknown, asked, known = bare.run_each(
        ["delete", "x"], ["frobnicate"], ["help", "forget"], ["forget", "--help"]
    )
    assert tried.code == unknown.code == 2
    assert "You may mean `tenure forget`." in tried.out
    assert "You may mean" not in unknown.out
    assert asked == known
    assert (asked.code, "Erase for good" in asked.out) == (0, True)

"""Every example of the documentation runs as the page says, and a page that says wrong is reported."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

from tests.docs.examples import Block, Page, blocks, commands, missing_line, pages
from tests.house.rules import ROOT


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Page:
    made = Page(folder=tmp_path)
    for name, value in made.environment().items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(made.work)
    return made


@pytest.mark.parametrize("path", pages(), ids=lambda path: str(path.relative_to(ROOT)))
def test_the_examples_of_the_page_run(path: Path, page: Page) -> None:
    found = blocks(str(path.relative_to(ROOT)), path.read_text())
    assert [sentence for block in found for sentence in page.run(block)] == []


def test_the_examples_of_docstrings_run() -> None:
    package = importlib.import_module("tenure")
    failed = 0
    for found in pkgutil.walk_packages(package.__path__, "tenure."):
        if not found.name.endswith("__main__"):
            failed += doctest.testmod(importlib.import_module(found.name)).failed
    assert failed == 0


def _block(language: str, text: str) -> Block:
    return Block(page="page.md", line=7, language=language, text=text)


def test_blocks_are_found_with_their_lines_and_without_their_indent() -> None:
    text = "# Title\n\n```python\nx = 1\n```\n\n1. Step\n\n   ```console\n   $ tenure list\n   none\n   ```\n"
    assert [(b.line, b.language, b.text) for b in blocks("page.md", text)] == [
        (3, "python", "x = 1\n"),
        (9, "console", "$ tenure list\nnone\n"),
    ]


def test_a_command_carries_its_ending_its_typing_and_what_is_seen() -> None:
    first, second, third = commands("$ a b  # exit 1\nline\n\n$ c # typing yes, no\n$ d  # exit 2, typing y\n")
    assert (first.line, first.code, first.seen, first.typed) == ("a b", 1, ("line",), ())
    assert (second.line, second.code, second.typed) == ("c", 0, ("yes", "no"))
    assert (third.line, third.code, third.typed) == ("d", 2, ("y",))


def test_a_command_goes_on_after_a_backslash() -> None:
    (command,) = commands("$ tenure hear \\\n    'hello'  # exit 1\nheard\n")
    assert (command.line, command.code, command.seen) == ("tenure hear 'hello'", 1, ("heard",))


def test_output_is_compared_in_order_and_dots_stand_for_anything() -> None:
    assert missing_line(("ent_... active", "done"), "ent_12 active\nmore\ndone\n") is None
    assert missing_line(("done", "ent_... active"), "ent_12 active\nmore\ndone\n") == "ent_... active"
    assert missing_line(("ent_... active",), "ent_12\nactive\n") == "ent_... active", "dots do not reach over a line"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("console", "$ true  # exit 1\n"),
        ("console", "$ false\n"),
        ("console", "$ echo yes\nno\n"),
        ("console", "$ printf 'Sure? '; read -r answer; test $answer = yes # typing no\n"),
        ("pyton", "x = 1\n"),
    ],
)
def test_a_page_that_says_wrong_is_reported(page: Page, language: str, text: str) -> None:
    assert page.run(_block(language, text))


def test_typing_reaches_the_terminal(page: Page) -> None:
    line = "printf 'Sure? ' > /dev/tty; read -r answer < /dev/tty; echo \"said $answer\""
    assert page.run(_block("console", f"$ {line} # typing yes\nsaid yes\n")) == []


def test_folder_and_variables_carry_over_and_python_blocks_share_names(page: Page) -> None:
    assert (
        page.run(_block("console", "$ mkdir -p deep; cd deep; export SEEN=here\n$ pwd; echo $SEEN\n.../deep\nhere\n"))
        == []
    )
    assert page.run(_block("python", "x = 1\n")) == []
    assert (
        page.run(_block("python", "from pathlib import Path\nassert x == 1\nassert Path('invoice.py').exists()\n"))
        == []
    )
    with pytest.raises(AssertionError):
        page.run(_block("python", "assert x == 2\n"))

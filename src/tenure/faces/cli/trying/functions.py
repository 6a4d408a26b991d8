"""Finds Python functions that `tenure try` can cite and change: small, whole, at module level, named once."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from tenure.values import dataclass

FUNCTIONS_MAX: Final = 30
"""Most functions that are offered."""
_FILES_MAX: Final = 400
_BYTES_MAX: Final = 200_000
_LINES_MIN: Final = 2
_LINES_MAX: Final = 40
_LATER: Final = ("test", "doc", "example", "script", "bench", "tool", "vendor", "setup", "conf")


@dataclass(frozen=True, slots=True, kw_only=True)
class Function:
    """A Python function that can be cited and changed.

    Args:
        path: Its file, relative to the repository.
        name: Its name.
        line: The first line of its body (after the docstring), counted from 1: where a change goes.
        indent: What that line starts with.
    """

    path: str
    name: str
    line: int
    indent: str


def offered(paths: Iterable[str], folder: Path) -> Iterator[Function]:
    """Give one function a file, the product's own code before tests and tools; none of a link or a long file."""
    count = 0
    for path in sorted((each for each in paths if each.endswith(".py")), key=_rank)[:_FILES_MAX]:
        file = folder / path
        if file.is_symlink() or not file.is_file() or file.stat().st_size > _BYTES_MAX:
            continue
        found = next(in_file(path, file.read_bytes()), None)
        if found is not None:
            yield found
            count += 1
        if count == FUNCTIONS_MAX:
            return


def in_file(path: str, source: bytes) -> Iterator[Function]:
    """Give the functions of one file; none if Python cannot parse it."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    lines = source.splitlines()
    names = [node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    for node in tree.body:
        if not isinstance(node, ast.FunctionDef) or names.count(node.name) > 1 or node.name.startswith("_"):
            continue
        length = (node.end_lineno or node.lineno) - node.lineno + 1
        body = node.body if ast.get_docstring(node) is None else node.body[1:]
        if not body or not _LINES_MIN <= length <= _LINES_MAX:
            continue
        start = lines[body[0].lineno - 1]
        indent = start[: len(start) - len(start.lstrip())]
        if indent and len(indent) == body[0].col_offset:  # a line of its own
            yield Function(path=path, name=node.name, line=body[0].lineno, indent=indent.decode("ascii"))


def _rank(path: str) -> tuple[bool, bool, int, str]:
    words = path.casefold().split("/")
    return any(word.lstrip("_.").startswith(_LATER) for word in words), words[0] != "src", len(words), path

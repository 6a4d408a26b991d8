"""Literals and parameters as checks state them, in Python's syntax; nothing is executed."""

from __future__ import annotations

import ast
from typing import cast

from tenure.cite.symbols import parse_python

_WORDS = {"true": True, "false": False, "null": None, "nil": None}
"""What other languages write for Python's own words."""

Value = tuple[object]
"""A value in a tuple of its own, so that None as a value differs from no literal at all."""


def parameters_stated(text: str) -> ast.arguments | None:
    """Give the parameters that a check states, or None if these are none."""
    tree = parse_python(f"def f{text}: pass")
    if tree is None or len(tree.body) != 1 or not isinstance(tree.body[0], ast.FunctionDef):
        return None
    return tree.body[0].args


def literal_stated(text: str) -> Value | None:
    """Give the value that a check states, or None if it is no literal."""
    if text.strip() in _WORDS:
        return (_WORDS[text.strip()],)
    tree = parse_python(f"_ = ({text})")
    if tree is None or len(tree.body) != 1 or not isinstance(tree.body[0], ast.Assign):
        return None
    return literal_of(tree.body[0].value)


def literal_of(node: ast.expr) -> Value | None:
    """Give the value of a literal, or None for any other expression."""
    try:
        return (ast.literal_eval(node),)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return None


def written(value: object) -> str:
    """Give a literal in one form, with types told apart (1, 1.0 and True differ) and order only where it counts."""
    if isinstance(value, dict):
        items = cast("dict[object, object]", value).items()
        return f"dict({sorted(f'{written(key)}: {written(one)}' for key, one in items)})"
    if isinstance(value, set):
        return f"set({sorted(written(one) for one in cast('set[object]', value))})"
    if isinstance(value, list | tuple):
        parts = cast("list[object] | tuple[object, ...]", value)
        return f"{type(parts).__name__}({[written(one) for one in parts]})"
    return repr(value)

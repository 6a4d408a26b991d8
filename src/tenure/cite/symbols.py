"""Where the symbols of a Python file are defined, through `ast`: nothing is executed; broken files have none."""

from __future__ import annotations

import ast
import sys
import threading
import warnings
from collections.abc import Iterator, Sequence

from tenure.forked import free_in_children
from tenure.values import dataclass

SOURCE_BYTES_MAX = 1_000_000
SYMBOL_CHARS_MAX = 200

_PARSING = threading.Lock()
"""Silencing the parser's warnings changes the process's filters; two threads must not put them back crosswise."""
free_in_children(sys.modules[__name__], "_PARSING")


@dataclass(frozen=True, slots=True, kw_only=True)
class Definition:
    """One definition of a symbol: its dotted path and its first and last line, decorators included.

    A block's ``header`` is the line of its name, below its decorators; 0 for a name that is assigned.
    """

    name: str
    first: int
    last: int
    is_block: bool
    header: int = 0


def parse_python(text: str) -> ast.Module | None:
    """Give the syntax tree, or None for what Python cannot parse, is too long (1 MB) or nests too deeply."""
    if len(text) > SOURCE_BYTES_MAX:
        return None
    try:
        with _PARSING, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def definitions(tree: ast.Module) -> tuple[Definition, ...]:
    """Give every function, class and assigned name at module and class level, nested ones too, in source order.

    Bodies of ``if``, ``try``, ``with`` and loops count to what they stand in; names of a function's variables do not.
    """
    found: list[Definition] = []
    waiting: list[tuple[Sequence[ast.stmt], str, bool]] = [(tree.body, "", True)]
    while waiting:
        body, owner, takes_names = waiting.pop()
        for node in body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                name = f"{owner}{node.name}"
                first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
                found.append(Definition(name=name, first=first, last=_last(node), is_block=True, header=node.lineno))
                waiting.append((node.body, f"{name}.", isinstance(node, ast.ClassDef)))
                continue
            if takes_names:
                found += [
                    Definition(name=f"{owner}{name}", first=node.lineno, last=_last(node), is_block=False)
                    for name, _ in assigned(node)
                ]
            waiting += [(inner, owner, takes_names) for inner in bodies(node)]
    return tuple(sorted(found, key=lambda definition: (definition.first, definition.last)))


def assigned(node: ast.stmt) -> Iterator[tuple[str, ast.expr | None]]:
    """Give each plain name that a statement assigns, with the expression; None if it is not the name's own."""
    if isinstance(node, ast.Assign):
        for target in node.targets:
            if isinstance(target, ast.Name):
                yield target.id, node.value
            elif isinstance(target, ast.Tuple | ast.List):
                yield from ((part.id, None) for part in target.elts if isinstance(part, ast.Name))
    elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        yield node.target.id, node.value
    elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        yield node.target.id, None


def bodies(node: ast.stmt) -> Iterator[Sequence[ast.stmt]]:
    """Give the statement lists inside a compound statement that opens no namespace."""
    if isinstance(node, ast.If | ast.For | ast.AsyncFor | ast.While):
        yield from (node.body, node.orelse)
    elif isinstance(node, ast.With | ast.AsyncWith):
        yield node.body
    elif isinstance(node, ast.Try | ast.TryStar):
        yield from (node.body, node.orelse, node.finalbody, *(handler.body for handler in node.handlers))
    elif isinstance(node, ast.Match):
        yield from (case.body for case in node.cases)


def defined_as(found: Sequence[Definition], symbol: str) -> tuple[Definition, ...]:
    """Give every definition of ``symbol`` (overloads, setters, branches), in source order."""
    return tuple(definition for definition in found if definition.name == symbol)


def enclosing(found: Sequence[Definition], first: int) -> str:
    """Give the dotted path of the innermost definition in which a span that starts at ``first`` stands, or nothing.

    A span that starts with a definition stands in what is around that definition.
    """
    around = [one for one in found if one.is_block and one.header < first <= one.last]
    return max(around, key=lambda one: one.first).name if around else ""


def _last(node: ast.stmt) -> int:
    return node.end_lineno or node.lineno

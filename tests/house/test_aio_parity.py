"""`tenure.aio` offers what the handles offer, one line a method, and nothing of its own."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator

import pytest

from tests.house.public_names import HANDLES, handle
from tests.house.rules import PACKAGE


def twin_of(name: str) -> type:
    """Give the async handle: ``AsyncTask`` for ``TaskHandle``."""
    found: type = getattr(importlib.import_module("tenure.aio"), f"Async{name.removesuffix('Handle')}")
    return found


def verbs(cls: type) -> set[str]:
    """Give the public methods of a class, inherited ones of Tenure included; a property needs no twin."""
    own = [base for base in cls.__mro__ if base.__module__.split(".")[0] == "tenure"]
    return {name for base in own for name, value in vars(base).items() if not name.startswith("_") and callable(value)}


def long_twins(tree: ast.Module) -> Iterator[str]:
    """Give the members of ``Async...`` classes that do more than hand on, in one line, to the same name."""
    for cls in (node for node in tree.body if isinstance(node, ast.ClassDef)):
        if not cls.name.startswith("Async"):
            continue
        for node in cls.body:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                name = node.targets[0].id
                same = any(isinstance(part, ast.Attribute) and part.attr == name for part in ast.walk(node.value))
                if not name.startswith("_") and not (same and node.lineno == node.end_lineno):
                    yield f"{cls.name}.{name}"
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_"):
                body = node.body[1:] if ast.get_docstring(node) else node.body
                if len(body) != 1:
                    yield f"{cls.name}.{node.name}"


@pytest.mark.parametrize("name", HANDLES)
def test_every_method_has_its_async_twin(name: str) -> None:
    sync, twin = handle(name), twin_of(name)
    assert verbs(sync) - verbs(twin) == set(), "missing in the async twin"
    assert verbs(twin) - verbs(sync) == set(), "only in the async twin"
    assert hasattr(sync, "__exit__") == hasattr(twin, "__aexit__")


def test_each_twin_is_one_line() -> None:
    assert list(long_twins(ast.parse((PACKAGE / "aio.py").read_text()))) == []


@pytest.mark.parametrize(
    "body",
    [
        "recall = _threaded(Agent.brief)",
        "recall = _threaded(\n        Agent.recall\n    )",
        "async def recall(self):\n        checked = 1\n        return checked",
    ],
)
def test_a_twin_with_a_mind_of_its_own_is_reported(body: str) -> None:
    assert list(long_twins(ast.parse(f"class AsyncAgent:\n    {body}\n"))) == ["AsyncAgent.recall"]


def test_a_missing_verb_is_seen() -> None:
    sync = type(
        "Agent", (), {"__module__": "tenure.memory.agent", "recall": print, "brief": print, "_x": print, "y": 1}
    )
    twin = type("AsyncAgent", (), {"__module__": "tenure.aio", "recall": print})
    assert verbs(sync) - verbs(twin) == {"brief"}

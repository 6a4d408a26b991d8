"""The public names of Tenure, one a line: exported names, their public members, and the public names of each submodule.

A frozen copy lies in public_names.txt; `make names` writes it anew, so that a change of the list shows in review.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

HANDLES = ("Memory", "TaskHandle", "AgentHandle", "PersonHandle", "OperatorHandle")
FROZEN = Path(__file__).with_name("public_names.txt")


def handle(name: str) -> type:
    """Give the class of a handle; each has a module of its own, named after it."""
    module = importlib.import_module(f"tenure.memory.{name.removesuffix('Handle').lower()}")
    found: type = getattr(module, name)
    return found


def exported(module: ModuleType) -> list[str]:
    """Give what a module exports: its ``__all__``, or else the public names it defines itself."""
    declared = getattr(module, "__all__", None)
    if declared is not None:
        return sorted(declared)
    return sorted(
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and getattr(value, "__module__", None) == module.__name__
    )


def members(value: object) -> list[str]:
    """Give the public names that a class of Tenure adds or overrides, its own bases in Tenure included."""
    if not inspect.isclass(value):
        return []
    own = [base for base in value.__mro__ if base.__module__.split(".")[0] == "tenure"]
    found = {name for base in own for name in [*vars(base), *vars(base).get("__annotations__", {})]}
    return sorted(name for name in found if not name.startswith("_"))


def public_names() -> Iterator[str]:
    """Give every public name, sorted within its module."""
    root = importlib.import_module("tenure")
    for name in exported(root):
        yield f"tenure.{name}"
        yield from (f"tenure.{name}.{member}" for member in members(getattr(root, name)))
    for found in pkgutil.iter_modules(root.__path__):
        if not found.name.startswith("_"):
            module = importlib.import_module(f"tenure.{found.name}")
            yield module.__name__
            yield from (f"{module.__name__}.{name}" for name in exported(module))


if __name__ == "__main__":
    print("\n".join(public_names()))

"""The suites, by name."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Final

from tenure.errors import RequestError
from tenure.eval.scenario import Suite

LIFECYCLE: Final = (
    "stale_entry_removal",
    "preference_change",
    "conflicting_sources",
    "isolation",
    "poisoned_tool_output",
    "expired_scratch",
    "abstention",
    "secrets",
    "deletion",
    "cascade",
    "resurrection",
    "bounds",
    "code_drift",
)
"""The suites without data, in the order of the report; each is the `SUITE` of the module of its name."""


def chosen(names: Sequence[str]) -> tuple[Suite, ...]:
    """Give the suites of these names; every one that needs no data if none is named.

    Raises:
        RequestError: There is none of a name.
    """
    unknown = [name for name in names if name not in LIFECYCLE]
    if unknown:
        raise RequestError("no such suite", code="unknown_suite", hint=f"Suites: {', '.join(LIFECYCLE)}.")
    return tuple(_suite(name) for name in names or LIFECYCLE)


def _suite(name: str) -> Suite:
    found = import_module(f"tenure.eval.suites.{name}").SUITE
    assert isinstance(found, Suite)  # noqa: S101 - a module of this package
    return found

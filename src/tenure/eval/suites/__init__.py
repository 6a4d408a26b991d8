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
    "overreach",
)
"""The suites without data, in the order of the report; each is the `SUITE` of the module of its name."""

MEASURES: Final = ("cost",)
"""Suites without data that are told by name alone: they take long, and what they measure is the machine's too."""

PUBLIC: Final = {
    "longmemeval": "longmemeval",
    "longmemeval_statements": "statements",
    "factconsolidation": "factconsolidation",
    "memoryagentbench": "memoryagentbench",
    "locomo": "locomo",
    "beam": "beam",
    "halumem": "halumem",
    "mquake": "mquake",
}
"""The suites that are told from public data: of each the module in `tenure.eval.public` whose `SUITE` it is."""


def chosen(names: Sequence[str]) -> tuple[Suite, ...]:
    """Give the suites of these names; those of `LIFECYCLE` if none is named.

    Raises:
        RequestError: There is none of a name.
    """
    known = (*LIFECYCLE, *MEASURES, *PUBLIC)
    if not set(names) <= set(known):
        raise RequestError("no such suite", code="unknown_suite", hint=f"Suites: {', '.join(known)}.")
    return tuple(_suite(name) for name in names or LIFECYCLE)


def every() -> tuple[Suite, ...]:
    """Give all suites: those without data, then those of public sets."""
    return chosen((*LIFECYCLE, *MEASURES, *PUBLIC))


def _suite(name: str) -> Suite:
    place = f"public.{PUBLIC[name]}" if name in PUBLIC else f"suites.{name}"
    found = import_module(f"tenure.eval.{place}").SUITE
    assert isinstance(found, Suite)  # noqa: S101 - a module of this package
    return found

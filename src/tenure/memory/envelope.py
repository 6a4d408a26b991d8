"""The JSON envelope in which every face answers machines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final, cast

from tenure.model.decision import GateOutcome, NextStep, Verdict
from tenure.model.scope import Scope
from tenure.screen import neutralise

VERSION: Final = 1


def envelope(
    command: str,
    status: str,
    *,
    scope: Scope | None = None,
    data: Mapping[str, object] | None = None,
    verdicts: Sequence[Verdict] = (),
    next_steps: Sequence[NextStep] = (),
    warnings: Sequence[str] = (),
) -> dict[str, object]:
    """Give the envelope: absent rather than null, times UTC with ``Z``.

    Args:
        command: What was asked for.
        status: One word: ``done``, ``pending``, ``refused``, ``answer``, ``ask``, ``abstain``, ``error``, ...
        scope: Where it was asked.
        data: The answer itself.
        verdicts: What the gates said.
        next_steps: What to do next.
        warnings: What the caller should know.
    """
    return {
        "tenure": VERSION,
        "command": command,
        "status": status,
        "scope": plain(dict(scope.parts())) if scope else {},
        "data": plain(data or {}),
        "verdicts": [verdict_data(each) for each in verdicts],
        "next": [{"who": each.who, "do": neutralise(each.do)} for each in next_steps],
        "warnings": plain(warnings),
    }


def plain(value: object) -> object:
    """Give a value as JSON carries it: instants as UTC with ``Z``, enumerations by value, nothing that is None.

    Texts are neutralised: what a program reads and shows is as harmless as what a person sees.
    """
    if isinstance(value, Mapping):
        pairs = cast("Mapping[object, object]", value).items()
        return {neutralise(str(key)): plain(each) for key, each in pairs if each is not None}
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    if isinstance(value, str | int | float):  # an enumeration of texts is its value
        return neutralise(str(value)) if isinstance(value, str) else value
    if isinstance(value, Sequence | set | frozenset):
        return [plain(each) for each in cast("Iterable[object]", value)]
    return None if value is None else str(value)


def verdict_data(verdict: Verdict) -> dict[str, object]:
    """Give one verdict as the envelope carries it."""
    told: dict[str, object] = {
        "gate": verdict.gate,
        "rule": verdict.rule,
        "outcome": verdict.outcome.value,
        "code": verdict.code,
    }
    if verdict.outcome is not GateOutcome.PASSES:
        told |= {"field": verdict.field, "reason": verdict.reason, "fix": verdict.fix.value}
        if verdict.try_:
            told["try"] = dict(verdict.try_)
    return told

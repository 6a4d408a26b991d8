"""What a command answers, and its two forms: lines for people, one JSON envelope for machines."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import IntEnum
from typing import Final, cast

from tenure.model.decision import Decision, GateOutcome, Verdict
from tenure.model.scope import Scope
from tenure.screen import neutralise

VERSION = 1


class ExitCode(IntEnum):
    """How a command ends, for scripts."""

    DONE = 0
    """Done, or pending a person."""
    NOT_SO = 1
    """Refused, ask, abstain, or a check that found something."""
    WRONG_USE = 2
    """The call was wrong."""
    BROKEN_STORE = 3
    """The store could not do its work."""
    ERASURE_PENDING = 4
    """An erasure has steps to go."""


NOTES: Final[list[str]] = []
"""What the running command found on its way, told as warnings of whatever it answers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NextStep:
    """One thing to do next: who, and the command or call."""

    who: str
    do: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a command answers.

    Args:
        status: One word: ``done``, ``pending``, ``refused``, ``answer``, ``ask``, ``abstain``, ``error``, ...
        lines: What a person reads; control characters already visible.
        data: What a machine reads.
        scope: Where it was asked.
        verdicts: What the gates said.
        next: What to do next.
        warnings: What the caller should know.
        exit_code: How the command ends.
    """

    status: str
    lines: Sequence[str] = ()
    data: Mapping[str, object] = field(default_factory=dict[str, object])
    scope: Scope | None = None
    verdicts: Sequence[Verdict] = ()
    next: Sequence[NextStep] = ()
    warnings: Sequence[str] = ()
    exit_code: ExitCode = ExitCode.DONE

    def envelope(self, command: str) -> str:
        """Give the JSON envelope: absent rather than null, times UTC with ``Z``."""
        return json.dumps(
            {
                "tenure": VERSION,
                "command": command,
                "status": self.status,
                "scope": plain(dict(self.scope.parts())) if self.scope else {},
                "data": plain(self.data),
                "verdicts": [verdict_data(each) for each in self.verdicts],
                "next": [{"who": each.who, "do": neutralise(each.do)} for each in self.next],
                "warnings": plain(self.warnings),
            },
            ensure_ascii=True,
        )

    def text(self) -> str:
        """Give the lines for people, warnings and next steps last."""
        steps = [f"next ({each.who}): {each.do}" for each in self.next]
        return "\n".join([*self.lines, *(f"note: {each}" for each in self.warnings), *steps])


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


def verdict_lines(decision: Decision, *, refusals_only: bool = False) -> list[str]:
    """Give what the gates lacked, a line each, for people; what refuses comes first."""
    lacking = [verdict for verdict in decision.verdicts if verdict.outcome is not GateOutcome.PASSES]
    refusing = [verdict for verdict in lacking if verdict.outcome is GateOutcome.REFUSES]
    asking = [] if refusals_only else [verdict for verdict in lacking if verdict not in refusing]
    return [
        f"  {verdict.outcome.value:8} {verdict.code}: {verdict.reason} ({verdict.rule}"
        + (f", field {verdict.field}" if verdict.field else "")
        + ")"
        for verdict in (*refusing, *asking)
    ]

"""What a command answers, and its two forms: lines for people, one JSON envelope for machines."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import field
from enum import IntEnum
from typing import Final

from tenure.memory.envelope import envelope
from tenure.model.decision import Decision, GateOutcome, NextStep, Verdict
from tenure.model.scope import Scope
from tenure.values import dataclass

__all__ = ["NOTES", "Answer", "ExitCode", "NextStep", "verdict_lines"]


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
        told = envelope(
            command,
            self.status,
            scope=self.scope,
            data=self.data,
            verdicts=self.verdicts,
            next_steps=self.next,
            warnings=self.warnings,
        )
        return json.dumps(told, ensure_ascii=True)

    def text(self) -> str:
        """Give the lines for people, warnings and next steps last."""
        steps = [f"next ({each.who}): {each.do}" for each in self.next]
        return "\n".join([*self.lines, *(f"note: {each}" for each in self.warnings), *steps])


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

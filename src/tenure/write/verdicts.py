"""How a gate speaks: its name and rule, said once, on each of its verdicts; and what all verdicts say together."""

from __future__ import annotations

from collections.abc import Sequence

from tenure.model.decision import DecisionStatus, Fix, GateOutcome, Verdict
from tenure.values import dataclass

NOT_AGAIN = "not_again"
"""The one code for what ended here, was declined, is already kept or already waits (R28, R35)."""


@dataclass(frozen=True, slots=True)
class Voice:
    """Makes the verdicts of one gate."""

    gate: str
    rule: str

    def passes(self, code: str = "ok") -> Verdict:
        """Nothing is lacking."""
        return Verdict(gate=self.gate, rule=self.rule, outcome=GateOutcome.PASSES, code=code)

    def asks(self, code: str, reason: str, *, field: str = "", rule: str = "") -> Verdict:
        """A person must decide; waiting is all that the proposer can do."""
        return Verdict(
            gate=self.gate,
            rule=rule or self.rule,
            outcome=GateOutcome.ASKS,
            code=code,
            field=field,
            reason=reason,
            fix=Fix.PERSON,
        )

    def refuses(
        self,
        code: str,
        reason: str,
        *,
        field: str = "",
        fix: Fix = Fix.NOBODY,
        try_: Sequence[tuple[str, str]] = (),
        rule: str = "",
    ) -> Verdict:
        """It cannot be kept so; with ``try_`` it is for the agent to mend, and applying that literally mends it."""
        return Verdict(
            gate=self.gate,
            rule=rule or self.rule,
            outcome=GateOutcome.REFUSES,
            code=code,
            field=field,
            reason=reason,
            fix=Fix.AGENT if try_ else fix,
            try_=tuple(try_),
        )


def decide(verdicts: Sequence[Verdict]) -> DecisionStatus:
    """Any refusal refuses; else any question leaves it pending; else it is admitted. No verdicts at all refuse."""
    outcomes = {verdict.outcome for verdict in verdicts}
    if not outcomes or GateOutcome.REFUSES in outcomes:
        return DecisionStatus.REFUSED
    return DecisionStatus.PENDING if GateOutcome.ASKS in outcomes else DecisionStatus.ADMITTED

"""The gates: every one is asked, and one answer names all that is lacking.

What a verdict's ``try_`` names are arguments of `propose`: ``claim``, ``kind``, ``purpose`` (``name: detail``),
``applies_when``, ``entity``, ``attribute``, ``value``, ``concerns``, ``because`` (empty: cite nothing),
``expires_at``, ``valid_until`` (empty: leave it out), ``reason``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from tenure.model.decision import Fix, Verdict
from tenure.screen import Category
from tenure.write.context import WriteContext
from tenure.write.gates import authorization, bounds, form, lifetime, purpose, scope, sensitivity, support, trust
from tenure.write.verdicts import Voice

__all__ = ["GATES", "judge_all"]

Gate = Callable[[WriteContext], Verdict]

GATES: tuple[Gate, ...] = (
    purpose.judge,
    authorization.judge,
    support.judge,
    scope.judge,
    sensitivity.judge,
    lifetime.judge,
    form.judge,
    trust.judge,
    bounds.judge,
)
"""In the order in which their verdicts are given."""


def judge_all(context: WriteContext, gates: Sequence[Gate] = GATES) -> tuple[Verdict, ...]:
    """Ask every gate; an empty list of gates refuses.

    If a secret was found, no verdict carries a ``try_``: it could repeat the text around the secret.
    """
    if not gates:
        return (Voice("gates", "R04").refuses("no_gates", "No gate was asked, so nothing may pass."),)
    verdicts = tuple(gate(context) for gate in gates)
    if any(finding.category is Category.SECRET for finding in context.findings):
        return tuple(replace(verdict, try_=(), fix=Fix.NOBODY if verdict.try_ else verdict.fix) for verdict in verdicts)
    return verdicts

from __future__ import annotations

from dataclasses import replace

from tenure.model.claim import Kind, Purpose
from tenure.model.decision import DecisionStatus, Fix
from tenure.model.lifetime import Lifetime
from tenure.write.gates import (
    GATES,
    judge_all,
)
from tenure.write.verdicts import decide
from tests.unit.write.making import (
    NOW,
    PASSES,
    REFUSES,
    SECRET,
    claim,
    context,
    draft,
    for_purpose,
    seen,
)


def test_an_empty_list_of_gates_refuses():
    verdicts = judge_all(context(), gates=())
    assert decide(verdicts) is DecisionStatus.REFUSED
    assert decide(()) is DecisionStatus.REFUSED


def test_every_gate_is_asked_and_one_answer_names_all_that_is_lacking():
    made = replace(
        for_purpose("what we do right now", "gossip"),
        claim=claim("Always push. Then sleep.", Kind.PREFERENCE),
        cited=(seen(),),
        lifetime=Lifetime(expires_at=NOW),
    )
    verdicts = judge_all(context(made))
    assert [verdict.gate for verdict in verdicts] == [
        "purpose",
        "authorization",
        "support",
        "scope",
        "sensitivity",
        "lifetime",
        "form",
        "trust",
        "bounds",
    ]
    refused = {verdict.gate for verdict in verdicts if verdict.outcome is REFUSES}
    assert refused == {"purpose", "lifetime", "form", "trust"}
    assert all(verdict.reason and verdict.code != "ok" for verdict in verdicts if verdict.outcome is not PASSES)
    assert len(GATES) == len(verdicts)


def test_r31_where_a_secret_was_found_no_verdict_repeats_any_text():
    made = draft(f"One thing {SECRET}. Another thing.", purpose=Purpose(name="gossip", detail="x"))
    verdicts = judge_all(context(made))
    assert all(not verdict.try_ for verdict in verdicts)
    assert all(verdict.fix is not Fix.AGENT for verdict in verdicts if verdict.outcome is REFUSES)
    assert SECRET not in repr(verdicts)

from __future__ import annotations

from dataclasses import replace

import pytest

from tenure.model.claim import Kind, Purpose
from tenure.model.decision import Fix
from tenure.policy.policy import DataRule
from tenure.policy.presets import PERSONAL, STRICT
from tenure.write.gates import sensitivity
from tests.unit.write.making import (
    ASKS,
    PASSES,
    PERSON,
    REFUSES,
    SECRET,
    context,
    draft,
    says,
)


@pytest.mark.parametrize(
    "made",
    [
        draft(f"the key is {SECRET}", Kind.FACT),
        draft(fields={"applies_when": f"using {SECRET}"}),
        draft(purpose=Purpose(name="answering", detail=f"pushing with {SECRET}")),
        draft(reason=SECRET),
        draft(extra_fields={"query": SECRET}),
        draft(f"the key is {SECRET}", Kind.FACT, proposer=PERSON),
    ],
)
def test_r31_a_secret_in_whatever_field_is_refused_from_everybody(made):
    verdict = sensitivity.judge(context(made))
    assert (verdict.outcome, verdict.code, verdict.rule) == (REFUSES, "never_kept", "R31")
    assert verdict.fix is Fix.NOBODY
    assert verdict.field
    assert SECRET not in verdict.reason


def test_r08_personal_data_goes_by_the_policy_s_categories():
    made = draft("write to ana@example.org")
    for rule, expected in (
        (DataRule.ASK, (ASKS, "personal")),
        (DataRule.ALLOW, (PASSES, "ok")),
        (DataRule.REFUSE, (REFUSES, "personal_refused")),
    ):
        policy = replace(PERSONAL, personal={**PERSONAL.personal, "email": rule})
        assert says(sensitivity, made, policy=policy) == expected
    assert says(sensitivity, made, policy=replace(PERSONAL, personal={})) == (ASKS, "personal")


def test_r08_special_categories_are_asked_singly_or_refused():
    made = draft("my doctor says I have diabetes")
    assert says(sensitivity, made) == (ASKS, "special_category")
    assert says(sensitivity, made, policy=STRICT) == (REFUSES, "personal_refused")


def test_r08_a_claim_about_somebody_else_is_asked():
    assert says(sensitivity, draft(fields={"concerns": "ana"})) == (PASSES, "ok")
    assert says(sensitivity, draft(fields={"concerns": "ben"})) == (ASKS, "concerns_person")

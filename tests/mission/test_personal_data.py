"""Personal data by category and by the policy's rule, through every call that keeps something (R08)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType

import pytest

import tenure
from tenure import DecisionStatus, Memory, Scope
from tenure.policy.policy import DataRule
from tenure.policy.presets import IDENTIFYING, PERSONAL, SPECIAL

TOLD = {
    "address": "My office is at 660 Sunset Avenue, Springfield.",
    "birth_date": "My date of birth is 1988-01-04.",
    "card": "I pay with 4539 1488 0343 6467.",
    "email": "My mail goes to raven.wizard@mailbox.test.",
    "iban": "My salary goes to GB29NWBK60161331926819.",
    "ip_address": "I am logged in from 203.104.41.210.",
    "national_id": "My passport number is M15270517.",
    "phone": "My mobile is +44 7700 900459.",
    "belief": "I am a practising Catholic.",
    "biometrics": "My fingerprint scan is on file.",
    "children": "My daughter goes to the Linden school.",
    "family": "I am divorced.",
    "health": "I was diagnosed with diabetes.",
    "offences": "I have a criminal record.",
    "origin": "I am of Kurdish descent.",
    "politics": "I voted for the Green party.",
    "sexuality": "I came out as gay.",
    "union": "I am a union rep.",
}
RULES = tuple(DataRule)


@pytest.fixture(params=RULES, ids=str, scope="module")
def ruled(request: pytest.FixtureRequest) -> Iterator[tuple[DataRule, Memory]]:
    special = DataRule.ASK if request.param is DataRule.ALLOW else request.param  # no policy allows a special category
    every = MappingProxyType(dict.fromkeys(IDENTIFYING, request.param) | dict.fromkeys(SPECIAL, special))
    with tenure.open(":memory:") as memory:
        ana = memory.person("ana")
        ana.enrol("a passphrase of this test alone")  # to allow more than the preset does needs *present*
        memory.operator("ana").set_policy(replace(PERSONAL, personal=every), by=ana)
        yield request.param, memory


def codes(decision: tenure.Decision) -> set[str]:
    return {each.code for each in decision.verdicts if each.gate == "sensitivity"}


def expected(category: str, rule: DataRule) -> set[str]:
    if rule is DataRule.REFUSE:
        return {"personal_refused"}
    if category in SPECIAL:
        return {"special_category"}  # asked singly, whatever the policy allows
    return {"personal"} if rule is DataRule.ASK else {"ok"}


def test_r08_every_category_has_its_example():
    assert set(TOLD) == {*IDENTIFYING, *SPECIAL}


def test_r08_what_an_agent_proposes_is_judged_by_the_rule_of_its_category(ruled: tuple[DataRule, Memory]):
    rule, memory = ruled
    scope = Scope(user="ana", project="proposed")
    ana = memory.person("ana")
    ana.grant("preference")
    for category, text in TOLD.items():
        with memory.task(f"talk about {category}", scope=scope) as task:
            heard = task.hear(text, by=ana)
            task.note(text)
            assert text in {note.text for note in task.search(text)}, "scratch keeps it: only what is never kept is cut"
            asked = task.agent("coder").propose(text, kind="fact", because=heard)
        assert codes(asked) == expected(category, rule), category
        if not asked.proposal_id:
            continue
        shown = ana.show(asked.proposal_id)
        assert any(category in flag for flag in shown.proposal.flags), category
        ana.decline(shown)


def test_r08_no_grant_covers_what_is_asked(ruled: tuple[DataRule, Memory]):
    rule, memory = ruled
    scope = Scope(user="ana", project="granted")
    ana = memory.person("ana")
    ana.grant("preference")
    for category, text in TOLD.items():
        with memory.task(f"talk about {category}", scope=scope) as task:
            said = task.agent("coder").propose(text, kind="preference", because=task.hear(text, by=ana))
        is_asked = rule is not DataRule.ALLOW or category in SPECIAL
        assert not (is_asked and said.status is DecisionStatus.ADMITTED), category


def test_r08_a_persons_own_word_is_judged_too(ruled: tuple[DataRule, Memory]):
    rule, memory = ruled
    scope = Scope(user="ana", project="stated")
    ana = memory.person("ana")
    for category, text in TOLD.items():
        kept = ana.remember(text, kind="fact", scope=scope)
        assert (kept.status is DecisionStatus.REFUSED) is (rule is DataRule.REFUSE), category
        assert codes(kept) == expected(category, rule), category


def test_r08_a_correction_that_an_agent_asks_for_is_judged_as_a_claim_is(ruled: tuple[DataRule, Memory]):
    rule, memory = ruled
    scope = Scope(user="ana", project="corrected")
    ana = memory.person("ana")
    entry = ana.remember("the rates service answers slowly", kind="fact", scope=scope).entry_id
    agent = memory.agent("coder", scope=scope)
    for category, text in TOLD.items():
        asked = agent.correct(entry, text)
        assert codes(asked) == expected(category, rule), category
        if asked.proposal_id:
            agent.drop(asked.proposal_id)

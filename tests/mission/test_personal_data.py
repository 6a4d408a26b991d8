"""Personal data by category and by the policy's rule, through every call that keeps something (R08)."""

from __future__ import annotations

import json
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


PHONE = "+44 7700 900459"
FIELDS = {
    "text": {"text": f"The office is called at {PHONE}"},
    "value": {"entity": "ana", "attribute": "mobile", "value": PHONE},
    "attribute": {"entity": "office", "attribute": f"line {PHONE}", "value": "open"},
    "purpose": {"purpose": f"answering: calls from {PHONE}"},
    "applies_when": {"applies_when": f"a call from {PHONE} comes in"},
    "scope": {"project": f"calls of {PHONE}"},
    "concerns": {"concerns": PHONE},
}


@pytest.mark.parametrize("place", FIELDS)
def test_r08_personal_data_is_judged_in_whatever_field_it_stands(ruled: tuple[DataRule, Memory], place: str):
    rule, memory = ruled
    given = {"text": "the office opens at nine", "kind": "fact", "project": "fields"} | FIELDS[place]
    scope = Scope(user="ana", project=given.pop("project"))
    agent = memory.agent("coder", scope=scope)
    asked = agent.propose(**given)
    wanted = {"concerns_person"} if place == "concerns" and rule is DataRule.ALLOW else expected("phone", rule)
    assert codes(asked) == wanted
    if asked.proposal_id:
        assert any("phone" in flag for flag in memory.person("ana").show(asked.proposal_id).proposal.flags)
        agent.drop(asked.proposal_id)


def test_r08_another_wording_at_the_approval_is_judged_anew(ruled: tuple[DataRule, Memory]):
    rule, memory = ruled
    scope = Scope(user="ana", project=f"edited {rule}")
    ana = memory.person("ana")
    asked = memory.agent("coder", scope=scope).propose("the office opens at nine", kind="fact")
    shown = ana.show(asked.proposal_id)
    if rule is DataRule.REFUSE:
        with pytest.raises(tenure.RefusedError):
            ana.approve(shown, text=f"the office is called at {PHONE}")
    else:
        # The person's own words are their approval: where the policy asks, this is the answer.
        assert PHONE in ana.approve(shown, text=f"the office is called at {PHONE}").claim.text


def test_r08_what_an_import_brings_is_judged_and_waits(ruled: tuple[DataRule, Memory]):
    rule, memory = ruled
    scope = Scope(user="ana", project=f"imported {rule}")
    ana = memory.person("ana")
    kept = ana.remember("the office opens at nine", kind="fact", scope=scope).entry_id
    line = next(each for each in ana.export() if str(kept) in each)
    for text in TOLD.values():
        data = json.loads(line)
        data["claim"]["text"] = text
        (decision,) = ana.import_lines([json.dumps(data)], scope=scope)
        category = next(name for name, told in TOLD.items() if told == text)
        assert codes(decision) == expected(category, rule), category
        assert decision.status is not DecisionStatus.ADMITTED


def test_r08_a_person_known_by_an_address_is_asked_no_more_than_others():
    name = "raven.wizard@mailbox.test"
    scope = Scope(user=name, project="p")
    with tenure.open(":memory:") as memory:
        raven = memory.person(name)
        raven.grant("preference")
        with memory.task("t", scope=scope) as task:
            heard = task.hear("When you compare things, give me a table please.", by=raven)
            own = task.agent("coder").propose(
                "give me a table", kind="preference", because=heard, applies_when="comparing things", concerns=name
            )
        assert own.status is DecisionStatus.ADMITTED
        other = memory.agent("coder", scope=scope).propose("tables are wide", kind="fact", concerns="bob@mailbox.test")
        assert codes(other) == {"personal"}


def test_r32_a_handle_holds_no_personal_data_of_its_value(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("OFFICE_LINE", PHONE)
    with tenure.open(":memory:") as memory, memory.task("t", scope=Scope(user="ana", project="p")) as task:
        handle = task.secret("OFFICE_LINE")
        task.note(f"call the office by {handle}")
        asked = task.agent("coder").propose(f"the office is called by {handle}", kind="fact")
        assert codes(asked) == {"ok"}
        assert PHONE not in f"{handle!r} {handle} {task.search('office')}"

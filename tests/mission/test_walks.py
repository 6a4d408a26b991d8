"""A question is answered along a chain of slots, or not at all; what is found answers only what it carries (R20)."""

from __future__ import annotations

from datetime import timedelta

import pytest

import tenure
from tenure.clock import FrozenClock
from tenure.errors import LimitError, RequestError

ANA = tenure.Scope(user="ana")
FACTS = (
    "The chairperson of Fund is Bo",
    "Bo works at Acme",
    "The headquarters of Acme is Oslo",
    "The country of Oslo is Norway",
    "The language of Norway is Norwegian",
)


@pytest.fixture
def memory(clock: FrozenClock):
    with tenure.open(":memory:", clock=clock) as opened:
        for text in FACTS:
            opened.person("ana").remember(text, kind="fact")
        yield opened


def asked(memory, question, hops=4):
    found = memory.agent("coder", scope=ANA).recall(question, hops=hops)
    return found.stance.value, found.reason, [each.entry.claim.value for each in found.usable]


def test_a_chain_answers_with_its_entries_in_order(memory) -> None:
    question = "Which country are the headquarters of the employer of Fund's chairperson in?"
    assert asked(memory, question) == ("answer", "", ["Bo", "Acme", "Oslo", "Norway"])
    found = memory.person("ana").recall(question, hops=4)
    assert found.chain == tuple(each.entry.id for each in found.usable)
    assert " -> ".join(found.chain) in found.render()


def test_a_chain_is_no_longer_than_asked_and_ends_within_four(memory) -> None:
    assert asked(memory, "the employer of the chairperson of Fund?", hops=2)[2] == ["Bo", "Acme"]
    assert asked(memory, "the headquarters of the employer of the chairperson of Fund?", hops=2)[1] == "chain_broken"
    for wrong in (0, 5):
        with pytest.raises((RequestError, LimitError)):
            asked(memory, "what?", hops=wrong)


@pytest.mark.parametrize(
    "question",
    [
        "Who is the spouse of the chairperson of Fund?",
        "What is the birthplace of the chairperson of Fund?",
        "Which country was the chairperson of Fund born in?",
        "What is the height of the tallest building of the employer of Bo?",
    ],
)
def test_a_chain_that_lacks_a_step_abstains(memory, question) -> None:
    assert asked(memory, question) == ("abstain", "chain_broken", [])


def test_two_chains_with_different_ends_abstain(memory) -> None:
    for hobby in ("chess", "golf"):
        memory.person("ana").remember(f"Cy likes {hobby}", kind="fact", entity="Cy", attribute="hobby", value=hobby)
    assert asked(memory, "What is the hobby of Cy?") == ("abstain", "chains_differ", [])


def test_r17_a_chain_with_a_doubtful_entry_is_not_used(memory) -> None:
    ana = memory.person("ana")
    kept = next(each.entry for each in ana.list_entries() if each.entry and each.entry.claim.value == "Acme")
    ana.challenge(kept.id)
    assert asked(memory, "the headquarters of the employer of Bo?") == ("ask", "challenged", [])


def test_r35_a_chain_does_not_lead_through_another_scope(memory) -> None:
    memory.person("bo").remember("The capital of Norway is Oslo", kind="fact")
    assert asked(memory, "What is the capital of the country of Oslo?")[1] == "chain_broken"


def test_a_question_that_names_nothing_known_is_answered_as_without_hops(memory) -> None:
    assert asked(memory, "who is the chairperson?") == asked(memory, "who is the chairperson?", hops=1)


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("Where does Bo work?", ""),
        ("Who employs Bo?", ""),
        ("What is the country of Oslo?", ""),
        ("What is the shoe size of Bo?", "attribute_unknown"),
        ("What is the language of Acme?", "attribute_unknown"),
        ("What is the country of Peru?", "entity_unknown"),
        ("the country of Peru", ""),
    ],
)
def test_r20_a_question_is_answered_only_by_what_carries_it(memory, question, reason) -> None:
    found = memory.agent("coder", scope=ANA).recall(question)
    assert (found.stance.value, found.reason) == (("abstain", reason) if reason else ("answer", "")), found.usable
    assert bool(found.explanation) is bool(reason)


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("Which on-call team looks after Acme day and night?", ""),
        ("Which on-call phone looks after Acme day and night?", "attribute_unknown"),
        ("Which team looks after Acme day and night?", "attribute_unknown"),
    ],
)
def test_r20_an_attribute_named_in_full_is_asked_for_whatever_else_is_said(memory, question, reason) -> None:
    memory.person("ana").remember(
        "The on-call team of Acme is Falcon", kind="fact", entity="Acme", attribute="on-call team", value="Falcon"
    )
    found = memory.agent("coder", scope=ANA).recall(question)
    assert (found.stance.value, found.reason) == (("abstain", reason) if reason else ("answer", "")), found.usable


@pytest.mark.parametrize("question", ["What is the port of billing?", "Which port does the Billing have?"])
def test_r20_an_entity_is_asked_for_without_its_article_too(memory, question) -> None:
    memory.person("ana").remember(
        "The port of billing is 9090", kind="fact", entity="the Billing", attribute="ports", value="9090"
    )
    found = memory.agent("coder", scope=ANA).recall(question)
    assert (found.stance.value, [each.entry.claim.value for each in found.usable][:1]) == ("answer", ["9090"])


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("Can you tell me the country of Peru?", ""),
        ("How do I write the country of Peru?", ""),
        ("the country of Peru", ""),
        ("Which flag do I want beside countries?", ""),
        ("Does Ana want a flag beside each country?", ""),
        ("What is the country of Peru?", "entity_unknown"),
        ("What is the country of Acme?", "attribute_unknown"),
    ],
)
def test_r20_a_preference_helps_with_every_task_and_is_no_answer_to_what_it_does_not_name(
    memory, question, reason
) -> None:
    memory.person("ana").remember("give countries with their flag")
    found = memory.agent("coder", scope=ANA).recall(question)
    assert (found.stance.value, found.reason) == (("abstain", reason) if reason else ("answer", "")), found.usable
    assert "give countries with their flag" in {each.entry.claim.text for each in found.usable}, "it may be used anyway"


@pytest.mark.parametrize(
    ("question", "stance"),
    [
        ("How long are answers about Ledger?", "answer"),
        ("Which format do notes about Ledger have?", "abstain"),
    ],
)
def test_r20_a_preference_with_a_slot_answers_what_its_slot_says(memory, question, stance) -> None:
    memory.person("ana").remember(
        "keep answers about Ledger short", entity="Ledger", attribute="how long answers are", value="short"
    )
    assert memory.agent("coder", scope=ANA).recall(question).stance.value == stance


def test_r26_the_answer_says_what_is_unknown_since_its_ground_changed(memory, clock) -> None:
    ana = memory.person("ana")
    kept = next(each.entry for each in ana.list_entries() if each.entry and each.entry.claim.value == "Acme")
    agent = memory.agent("coder", scope=ANA)
    asked_for = agent.propose(
        "Bo commutes by tram", kind="fact", derived_from=(kept.id,), entity="Bo", attribute="commute", value="tram"
    )
    ana.approve(ana.show(asked_for.proposal_id))
    assert agent.recall("how does Bo commute by tram?").stance.value == "answer"
    ana.challenge(kept.id)
    clock.advance(timedelta(seconds=1))
    found = agent.recall("commute tram")
    assert found.stance.value != "answer"
    assert any('"commute" of "bo"' in each for each in found.unknown), found
    assert found.unknown[0] in found.render()
    assert "by tram" not in found.render(), "never the text of what is held back"


def host(memory, value, *, project=None, **more):
    scope = tenure.Scope(user="ana", project=project)
    text = f"The host of Ledger is {value}"
    slot = {"entity": "Ledger", "attribute": "host", "value": value}
    return memory.person("ana").remember(text, kind="fact", scope=scope, **slot, **more).entry_id


def hosted(memory, *, project=None, hops=2, **more):
    at = tenure.Scope(user="ana", project=project)
    found = memory.agent("coder", scope=at).recall("What is the host of Ledger?", hops=hops, **more)
    return found.stance.value, found.reason, [each.entry.claim.value for each in found.usable]


def test_what_is_true_at_another_time_differs_from_no_chain(memory, clock) -> None:
    turn = clock.now() + timedelta(days=5)
    host(memory, "alpha", valid_until=turn)
    host(memory, "beta", valid_from=turn, valid_until=turn + timedelta(days=30))
    for at, value in ((turn - timedelta(microseconds=1), "alpha"), (turn, "beta")):
        clock.set(at)
        assert hosted(memory) == hosted(memory, hops=1) == ("answer", "", [value])
        assert hosted(memory, as_of=turn)[2] == ["beta"]
    clock.set(turn + timedelta(days=30))
    assert hosted(memory) == ("abstain", "no_longer_valid", [])


@pytest.mark.parametrize("how", ["expired", "challenged"])
def test_what_is_held_back_in_a_narrower_scope_hides_no_chain_of_a_wider_one(memory, clock, how) -> None:
    host(memory, "alpha")
    narrow = host(memory, "beta", project="shop", expires_at=clock.now() + timedelta(days=1))
    assert hosted(memory, project="shop") == ("answer", "", ["beta"])
    if how == "expired":
        clock.advance(timedelta(days=1))
    else:
        memory.person("ana").challenge(narrow)
    assert hosted(memory, project="shop") == hosted(memory, project="shop", hops=1) == ("answer", "", ["alpha"])


@pytest.mark.parametrize("hops", [1, 2])
@pytest.mark.parametrize("purpose", [None, "coding"])
def test_r21_no_side_of_a_contest_of_then_is_given_alone(memory, clock, hops, purpose) -> None:
    ana, wide = memory.person("ana"), tenure.Scope(project="shop")
    slot = {"entity": "Ledger", "attribute": "host"}
    ana.remember("The host of Ledger is alpha", kind="fact", scope=wide, purpose="coding", value="alpha", **slot)
    then, other = clock.now(), host(memory, "beta")
    both = memory.agent("coder", scope=tenure.Scope(user="ana", project="shop"))
    clock.advance(timedelta(days=1))
    ana.supersede(other, "The host of Ledger is alpha", value="alpha")
    assert both.recall("What is the host of Ledger?", hops=hops, purpose=purpose).stance == "answer"
    found = both.recall("What is the host of Ledger?", hops=hops, purpose=purpose, as_of=then)
    assert (found.stance == "answer", found.usable) == (False, ())


def test_a_chain_has_no_more_entries_than_are_wanted(memory) -> None:
    agent = memory.agent("coder", scope=ANA)
    found = agent.recall("the employer of the chairperson of Fund?", hops=4, limit=1)
    assert (found.reason, found.usable, found.chain) == ("chain_broken", (), ())
    assert len(agent.recall("the employer of the chairperson of Fund?", hops=4, limit=2).chain) == 2

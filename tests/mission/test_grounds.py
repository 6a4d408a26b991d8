"""When the ground of a conclusion changes, the answer says what is not known any more, and none of its text (R26)."""

from __future__ import annotations

from datetime import timedelta

import pytest

import tenure
from tenure.clock import FrozenClock

ANA = tenure.Scope(user="ana")
DAY = timedelta(days=1)
SECOND = timedelta(seconds=1)
QUESTION = "Where is the courier of Billing?"
SLOT = {"entity": "Billing", "attribute": "courier city"}
LEAD = {"entity": "Billing", "attribute": "lead"}


@pytest.fixture
def memory(clock: FrozenClock):
    with tenure.open(":memory:", clock=clock, embedder="lexical") as opened:
        yield opened


def asked(memory, question=QUESTION, **more):
    return memory.agent("coder", scope=ANA).recall(question, **more)


def kept(memory, text, *, kind="fact", **more):
    decision = memory.person("ana").remember(text, kind=kind, **more)
    assert decision.entry_id, decision.verdicts
    return decision.entry_id


def concluded(memory, *grounds, text="The courier of Billing is in Oslo", value="Oslo", **more):
    ana = memory.person("ana")
    slot = {**SLOT, "value": value} if value else {}
    decision = memory.agent("coder", scope=ANA).propose(text, kind="fact", derived_from=grounds, **slot, **more)
    return ana.approve(ana.show(decision.proposal_id)).id


@pytest.fixture
def grounded(memory):
    """Give the ids of a ground and of what was concluded from it."""
    ground = kept(memory, "The lead of Billing is Bea", **LEAD, value="Bea")
    return ground, concluded(memory, ground)


CHANGES = {
    "a newer statement of its slot": lambda ana, ground: ana.remember(
        "The lead of Billing is Cem", kind="fact", **LEAD, value="Cem"
    ),
    "superseded by its person": lambda ana, ground: ana.supersede(ground, "The lead of Billing is Cem", value="Cem"),
    "corrected by its person": lambda ana, ground: ana.correct(ground, "The lead of Billing is Cem", value="Cem"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_r26_what_a_replaced_ground_took_along_is_said_to_be_unknown(memory, clock, grounded, change) -> None:
    ground, child = grounded
    assert (asked(memory).stance.value, asked(memory).unknown) == ("answer", ())
    clock.advance(SECOND)
    change(memory.person("ana"), ground)
    found = asked(memory)
    assert (found.stance.value, found.reason) == ("abstain", "ground_changed")
    held = {each.entry_id: (each.reason, each.detail) for each in found.withheld}
    assert held == {child: ("ground_changed", "parent_superseded")}
    assert found.unknown == (
        f'Not known any more: the "courier city" of "billing", for what it was concluded from changed. (entry {child})',
    )
    assert found.unknown[0] in found.render()
    assert "Oslo" not in found.render() + str(found)
    assert [step.do for step in asked(memory, "courier").next if step.who == "agent"], "what to do about it"


def test_r26_a_conclusion_without_a_slot_is_named_by_its_id_alone(memory, clock) -> None:
    ground = kept(memory, "The lead of Billing is Bea", **LEAD, value="Bea")
    child = concluded(memory, ground, value="")
    kept(memory, "The lead of Billing is Cem", **LEAD, value="Cem")
    found = asked(memory, "where is the courier in Oslo?")
    assert found.unknown == (f"What fact {child} said is not known any more: what it rests on changed.",)
    assert "Oslo" not in found.render()


def test_r26_once_it_is_known_again_nothing_is_unknown(memory, grounded) -> None:
    _, child = grounded
    new = kept(memory, "The lead of Billing is Cem", **LEAD, value="Cem")
    again = concluded(memory, new, text="The courier of Billing is in Bergen", value="Bergen")
    found = asked(memory)
    assert (found.stance.value, found.unknown, found.withheld) == ("answer", (), ())
    assert again in {each.entry.id for each in found.usable}
    assert child not in {each.entry_id for each in found.withheld}


def test_r26_the_same_words_on_another_ground_count_as_known_again(memory) -> None:
    ground = kept(memory, "The lead of Billing is Bea", **LEAD, value="Bea")
    concluded(memory, ground, value="")
    kept(memory, "The lead of Billing is Cem", **LEAD, value="Cem")
    assert asked(memory).unknown
    kept(memory, "The courier of Billing is in Oslo")
    found = asked(memory)
    assert (found.stance.value, found.unknown, found.withheld) == ("answer", (), ())


def test_r26_of_several_values_another_one_does_not_stand_for_the_one_that_fell(memory) -> None:
    ground = kept(memory, "The lead of Billing is Bea", **LEAD, value="Bea")
    hobby = {"entity": "Bea", "attribute": "hobby"}
    ana = memory.person("ana")
    made = memory.agent("coder", scope=ANA).propose(
        "Bea likes chess", kind="fact", derived_from=(ground,), **hobby, value="chess"
    )
    ana.approve(ana.show(made.proposal_id))
    kept(memory, "Bea likes golf", **hobby, value="golf")
    kept(memory, "The lead of Billing is Cem", **LEAD, value="Cem")
    found = asked(memory, "What is the hobby of Bea?")
    assert [each.entry.claim.value for each in found.usable] == ["golf"]
    assert len(found.unknown) == 1


def test_r26_what_was_replaced_for_itself_before_is_not_told_of(memory, grounded) -> None:
    kept(memory, "The courier of Billing is in Bergen", **SLOT, value="Bergen")
    kept(memory, "The lead of Billing is Cem", **LEAD, value="Cem")
    found = asked(memory)
    assert (found.stance.value, found.unknown, found.withheld) == ("answer", (), ())


def test_r26_a_list_says_what_fell_until_it_is_known_again(memory, grounded) -> None:
    _, child = grounded
    agent = memory.agent("coder", scope=ANA)
    new = kept(memory, "The lead of Billing is Cem", **LEAD, value="Cem")
    found = agent.list_entries()
    assert {each.entry_id: each.reason for each in found.withheld} == {child: "ground_changed"}
    assert [child in each for each in found.unknown] == [True]
    assert "Oslo" not in found.render()
    concluded(memory, new, text="The courier of Billing is in Bergen", value="Bergen")
    found = agent.list_entries()
    assert (found.unknown, found.withheld) == ((), ())


def test_r28_of_a_forgotten_ground_and_what_fell_with_it_nothing_is_said(memory, grounded) -> None:
    memory.person("ana").forget(grounded[0])
    found = asked(memory)
    assert (found.reason, found.unknown, found.withheld) == ("nothing_relevant", (), ())


def test_r26_at_the_second_at_which_its_ground_expires_a_conclusion_is_unknown(memory, clock) -> None:
    end = clock.now() + DAY
    ground = kept(memory, "The lead of Billing is Bea", expires_at=end, **LEAD, value="Bea")
    child = concluded(memory, ground)
    clock.advance(DAY - SECOND)
    assert asked(memory).stance.value == "answer"
    clock.advance(SECOND)
    found = asked(memory)
    held = {each.entry_id: (each.reason, each.detail, each.place) for each in found.withheld}
    assert held[child] == ("ground_changed", "parent_expired", f"entry:{ground}")
    assert (found.stance.value, len(found.unknown)) == ("abstain", 1)


def test_r26_a_doubted_ground_is_what_the_person_is_asked_to_settle(memory, grounded) -> None:
    ground, _ = grounded
    ana = memory.person("ana")
    ana.challenge(ground)
    found = asked(memory)
    assert (found.stance.value, found.reason) == ("ask", "challenged")
    assert {step.do for step in found.next} == {f"tenure review settle {ground}"}
    ana.settle(ground, keep=True)
    assert asked(memory).stance.value == "answer"


def test_r26_a_brief_says_what_of_its_standing_entries_is_unknown(memory, clock) -> None:
    ana, agent = memory.person("ana"), memory.agent("coder", scope=ANA)
    kept(memory, "answers are short", kind="preference")
    ground = kept(memory, "The lead of Billing is Bea", **LEAD, value="Bea")
    form = {"entity": "reports", "attribute": "form"}
    made = agent.propose("reports come as tables", kind="preference", derived_from=(ground,), **form, value="tables")
    child = ana.approve(ana.show(made.proposal_id)).id
    before = agent.brief()
    assert (len(before.usable), before.unknown) == (2, ())
    kept(memory, "The lead of Billing is Cem", **LEAD, value="Cem")
    after = agent.brief()
    assert [each.entry.claim.text for each in after.usable] == ["answers are short"]
    assert after.stance.value == "answer"
    assert after.unknown == (
        f'Not known any more: the "form" of "reports", for what it was concluded from changed. (entry {child})',
    )
    assert [(each.entry_id, each.reason, each.detail) for each in after.withheld] == [
        (child, "ground_changed", "parent_superseded")
    ]
    assert after.unknown[0] in after.render()
    assert "tables" not in after.render()
    assert agent.brief(limit=1).unknown == after.unknown
    assert agent.brief(limit=1).dropped == ()
    kept(memory, "reports come as lists", kind="preference", **form, value="lists")
    assert (agent.brief().unknown, agent.brief().withheld) == ((), ())


def test_r26_what_fell_is_told_until_it_is_erased(memory, clock, grounded) -> None:
    kept(memory, "The lead of Billing is Cem", **LEAD, value="Cem")
    agent = memory.agent("coder", scope=ANA)
    assert not agent.brief().unknown, "a fact stands in no brief"
    assert agent.verify(grounded[1]).reason == "parent_superseded"
    clock.advance(30 * DAY - SECOND)
    memory.operator("ana").sweep()
    assert asked(memory).unknown == agent.list_entries().unknown != ()
    clock.advance(SECOND)
    memory.operator("ana").sweep()
    assert asked(memory).unknown == agent.list_entries().unknown == ()


def test_r26_a_chain_that_needs_what_fell_says_so(memory, grounded) -> None:
    kept(memory, "The mayor of Oslo is Dag", entity="Oslo", attribute="mayor", value="Dag")
    question = "Who is the mayor of the courier city of Billing?"
    assert asked(memory, question, hops=2).chain
    kept(memory, "The lead of Billing is Cem", **LEAD, value="Cem")
    found = asked(memory, question, hops=2)
    assert (found.stance.value, found.reason, len(found.unknown)) == ("abstain", "ground_changed", 1)
    kept(memory, "The courier city of Billing is Oslo again", **SLOT, value="Oslo")
    assert asked(memory, question, hops=2).chain


def test_r21_what_fell_was_true_until_then(memory, clock, grounded) -> None:
    then = clock.now()
    clock.advance(DAY)
    kept(memory, "The lead of Billing is Cem", **LEAD, value="Cem")
    found = asked(memory, as_of=then)
    assert (found.stance.value, found.unknown) == ("answer", ())
    assert "Oslo" in found.render()


@pytest.fixture
def billing(memory):
    """Give the id of an entry that answers, beside one that shares the question's words and does not."""
    kept(memory, "The courier of Sales is in Rome", entity="Sales", attribute="courier city", value="Rome")
    return kept(memory, "The courier of Billing is in Oslo", **SLOT, value="Oslo")


def test_r20_what_would_answer_and_is_doubted_is_asked_though_something_else_may_be_used(memory, billing) -> None:
    memory.person("ana").challenge(billing)
    found = asked(memory)
    assert (found.stance.value, found.reason) == ("ask", "challenged")
    assert found.question == f'Is the "courier city" of "billing" still "Oslo"? (entry {billing})'
    assert {step.do for step in found.next} == {f"tenure review settle {billing}"}
    assert [each.entry.claim.value for each in found.usable] == ["Rome"], "what was found may be used, and is no answer"
    elsewhere = asked(memory, "What is the budget of Sales?")
    assert (elsewhere.stance.value, elsewhere.reason) == ("abstain", "attribute_unknown"), "nothing to ask about"
    assert elsewhere.question == ""


def test_r20_of_what_is_held_back_what_would_answer_is_asked_about(memory, billing) -> None:
    ana = memory.person("ana")
    (other,) = {each.entry.id for each in asked(memory).usable} - {billing}
    ana.challenge(other)
    ana.challenge(billing)
    for question, wanted in ((QUESTION, billing), ("Where is the courier of Sales?", other)):
        found = asked(memory, question)
        assert {each.entry_id for each in found.withheld} == {billing, other}
        assert found.question.endswith(f"(entry {wanted})")
        assert {step.do for step in found.next} == {f"tenure review settle {wanted}"}


def test_r23_at_the_second_at_which_it_ends_the_answer_says_so_though_something_else_may_be_used(memory, clock) -> None:
    kept(memory, "The courier of Sales is in Rome", entity="Sales", attribute="courier city", value="Rome")
    kept(memory, "The courier of Billing is in Oslo", **SLOT, value="Oslo", expires_at=clock.now() + DAY)
    clock.advance(DAY - SECOND)
    assert asked(memory).stance.value == "answer"
    clock.advance(SECOND)
    found = asked(memory)
    assert (found.stance.value, found.reason) == ("abstain", "expired")
    assert found.next

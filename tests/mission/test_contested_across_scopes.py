"""What contests each other across scopes has no status, and is settled like any contest (R20, R21)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

import tenure
from tenure.policy.presets import PERSONAL

MINE, SHOP, BOTH = tenure.Scope(user="ana"), tenure.Scope(project="shop"), tenure.Scope(user="ana", project="shop")
DAY = timedelta(days=1)
SLOT = {"entity": "Ledger", "attribute": "host"}


@pytest.fixture
def memory(clock):
    with tenure.open(":memory:", clock=clock) as opened:
        yield opened


@pytest.fixture
def ana(memory):
    person = memory.person("ana")
    for scope, value in ((MINE, "alpha"), (SHOP, "beta")):
        person.remember(f"The host of Ledger is {value}", kind="fact", scope=scope, value=value, **SLOT)
    return person


def hosts(memory, **more):
    found = memory.agent("coder", scope=BOTH).recall("What is the host of Ledger?", **more)
    return found.stance.value, [each.entry.claim.value for each in found.usable]


def of(ana, value):
    return next(each.id for each in ana.list_entries() if each.entry and each.entry.claim.value == value)


def test_r20_the_step_that_the_question_names_settles_it(memory, ana) -> None:
    found = memory.agent("coder", scope=BOTH).recall("What is the host of Ledger?")
    assert (found.stance, len(found.about)) == ("ask", 2)
    assert {each.id for each in ana.review().disputed} == set(found.about)
    settled = ana.settle(found.next[0].do.rpartition(" ")[2], keep=True)
    assert settled.kept is not None
    assert {settled.kept.id, *settled.ended} == set(found.about)
    assert hosts(memory) == hosts(memory, hops=2) == ("answer", [settled.kept.claim.value])
    assert ana.review().disputed == ()


@pytest.mark.parametrize(
    ("how", "left"),
    [
        ({"keep": True}, ["alpha"]),
        ({"retire": True}, ["beta"]),
        ({"text": "The host of Ledger is gamma"}, ["gamma"]),
        ({"text": "The host of Ledger is beta"}, ["beta"]),
    ],
)
def test_r21_each_way_to_settle_leaves_one_value_and_nothing_disputed(memory, ana, how, left) -> None:
    ana.settle(of(ana, "alpha"), **how)
    assert hosts(memory) == ("answer", left)
    assert ana.review().disputed == ()
    with pytest.raises(tenure.TransitionError):
        ana.settle(of(ana, left[0]), keep=True)


def test_r21_what_is_not_seen_together_is_no_dispute(memory, ana) -> None:
    other = tenure.Scope(project="other")
    ana.remember("The host of Ledger is gamma", kind="fact", scope=other, value="gamma", **SLOT)
    settled = ana.settle(of(ana, "alpha"), keep=True)
    assert len(settled.ended) == 2  # the person's own is seen beside either project's
    ana.forget(of(ana, "alpha"))
    for scope, value in ((SHOP, "beta"), (other, "gamma")):
        ana.remember(f"{value} hosts Ledger", kind="fact", scope=scope, value=value, **SLOT)
    assert ana.review().disputed == ()
    with pytest.raises(tenure.TransitionError):
        ana.settle(of(ana, "beta"), keep=True)


def test_r35_another_persons_entry_does_not_give_way(memory, ana) -> None:
    bob = memory.person("bob")
    bob.remember("The host of Ledger is gamma", kind="fact", value="gamma", **SLOT)
    assert {each.scope for each in ana.review().disputed} == {MINE, SHOP}
    ana.settle(of(ana, "alpha"), keep=True)
    assert [each.verdict.entry.claim.value for each in bob.list_entries(scope=tenure.Scope(user="bob"))] == ["gamma"]
    assert ana.review().disputed == bob.review().disputed == ()


def test_what_has_ended_or_is_due_disputes_nothing(memory, clock, ana) -> None:
    ana.supersede(of(ana, "alpha"), "The host of Ledger is delta", value="delta", expires_at=clock.now() + DAY)
    assert len(ana.review().disputed) == 2
    clock.advance(DAY)
    assert ana.review().disputed == ()
    assert hosts(memory) == ("answer", ["beta"])


def test_r21_two_values_of_what_has_one_from_now_on_are_settled_too(clock) -> None:
    many = replace(PERSONAL, many_valued=("host",))
    with tenure.open(":memory:", clock=clock, policy=many) as memory:
        ana = memory.person("ana")
        for value in ("alpha", "beta"):
            ana.remember(f"The host of Ledger is {value}", kind="fact", value=value, **SLOT)
        assert sorted(hosts(memory)[1]) == ["alpha", "beta"]
        ana.enrol("four words that differ")
        ana.unlock("four words that differ")
        memory.operator("ana").set_policy(replace(many, many_valued=()), by=ana)
        assert hosts(memory) == ("ask", [])
        assert len(ana.review().disputed) == 2
        ana.settle(of(ana, "beta"), keep=True)
        assert hosts(memory) == ("answer", ["beta"])


@pytest.mark.parametrize("alias", ["server: host", "machine: ledger"])
def test_r21_what_was_kept_under_a_name_declared_since_is_not_given_beside_what_it_contradicts(clock, alias) -> None:
    with tenure.open(":memory:", clock=clock) as memory:
        ana = memory.person("ana")
        slot = {"entity": "Ledger", "attribute": "server"} if "server" in alias else {**SLOT, "entity": "Machine"}
        ana.remember("Ledger is served by alpha", kind="fact", value="alpha", **slot)
        ana.enrol("four words that differ")
        ana.unlock("four words that differ")
        memory.operator("ana").set_policy(replace(memory.policy, aliases=(alias,)), by=ana)
        ana.remember("The host of Ledger is beta", kind="fact", value="beta", **SLOT)
        assert hosts(memory) == ("ask", [])
        assert hosts(memory, hops=2)[1] == []
        assert len(ana.review().disputed) == 2
        settled = ana.settle(of(ana, "beta"), keep=True)
        assert len(settled.ended) == 1
        assert hosts(memory) == ("answer", ["beta"])
        assert ana.review().disputed == ()


@pytest.mark.parametrize(("value", "after"), [("beta", ("answer", ["beta"])), ("gamma", ("ask", []))])
def test_r21_a_contest_is_not_over_before_what_one_side_announces_begins(memory, clock, ana, value, after) -> None:
    begins, agent = clock.now() + 9 * DAY, memory.agent("coder", scope=BOTH)
    ana.remember(f"The host of Ledger will be {value}", kind="fact", scope=MINE, value=value, valid_from=begins, **SLOT)
    for more in ({}, {"hops": 2}, {"as_of": clock.now()}):
        assert hosts(memory, **more) == ("abstain", []), more
    assert agent.list_entries().usable == ()
    assert ana.report_asking().questions == 0, "nothing that is said of either side settles it"
    clock.set(begins)
    assert hosts(memory) == after

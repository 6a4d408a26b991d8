"""Asking is bounded and never blocks (R38)."""

from __future__ import annotations

from datetime import timedelta

import tenure
from tenure import ConflictError, Stance
from tenure.memory import asking
from tests.world import World

TOPICS = ("amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "heath", "indigo", "juniper")


def doubtful(world: World) -> None:
    for topic in TOPICS:
        entry_id = world.ana.remember(f"the colour of the {topic} wall is white", kind="fact").entry_id
        world.ana.challenge(entry_id)


def test_r38_three_questions_a_session_and_the_rest_waits_in_the_inbox(world: World):
    doubtful(world)
    agent = world.agent()
    stances = [agent.recall(f"the {topic} wall").stance for topic in TOPICS[:4]]
    assert stances == [Stance.ASK, Stance.ASK, Stance.ASK, Stance.ABSTAIN]
    fourth = agent.recall(f"the {TOPICS[3]} wall")
    assert (fourth.reason, fourth.question) == ("asked_enough", "")
    assert fourth.withheld
    assert agent.recall(f"the {TOPICS[0]} wall").stance is Stance.ASK, "the same question is no further one"
    assert len(world.ana.review().disputed) == len(TOPICS)


def test_r38_each_of_the_doubts_that_are_found_together_is_a_question_of_its_own(world: World):
    for number in range(5):
        slot = {"entity": "Ledger", "attribute": f"port {number}", "value": "80"}
        kept = world.ana.remember(f"Port {number} of Ledger is 80", kind="fact", **slot)
        world.ana.challenge(kept.entry_id)
    agent, asked = world.agent(), set()
    for number in (*range(5), 0):
        found = agent.recall(f"What is port {number} of Ledger?")
        assert len(found.withheld) == 5
        asked |= {found.question} - {""}
    assert (len(asked), found.stance) == (3, Stance.ASK), "the first one again is no further one"
    assert world.ana.report_asking().questions == 3


def test_r38_both_sides_of_a_contest_are_one_question_whichever_is_found_first(world: World):
    slot = {"entity": "Ledger", "attribute": "host"}
    sides = {"alpha": "The host of Ledger is alpha", "beta": "Ledger has for its host beta"}
    for (value, text), scope in zip(
        sides.items(), (tenure.Scope(user="ana"), tenure.Scope(project="other")), strict=True
    ):
        world.ana.remember(text, kind="fact", scope=scope, value=value, **slot)
    both = world.memory.agent("coder", scope=tenure.Scope(user="ana", project="other"))
    found = [both.recall(text) for text in sides.values()]
    assert [each.stance for each in found] == [Stance.ASK] * 2
    assert set(found[0].about) == set(found[1].about) == {each.entry_id for each in found[0].withheld}
    assert world.ana.report_asking().questions == 1


def test_nobody_is_asked_whether_what_has_ended_holds(world: World):
    slot = {"entity": "Ledger", "attribute": "host"}
    project, other = tenure.Scope(project="shop"), tenure.Scope(user="ana")
    ends_at = world.clock.now() + timedelta(days=1)
    world.ana.remember(
        "The host of Ledger is gamma", kind="fact", scope=other, value="gamma", valid_until=ends_at, **slot
    )
    world.turn(hours=24)
    world.ana.remember("The host of Ledger is alpha", kind="fact", scope=project, value="alpha", **slot)
    world.ana.remember("The host of Ledger is beta", kind="fact", scope=other, value="beta", **slot)
    found = world.memory.agent("coder", scope=tenure.Scope(user="ana", project="shop")).recall("the host of Ledger")
    assert {each.reason for each in found.withheld} == {"values_differ", "no_longer_valid"}
    assert '"alpha" or "beta"?' in found.question or '"beta" or "alpha"?' in found.question
    assert "gamma" not in found.question


def test_r38_eight_questions_a_day_whatever_the_sessions(world: World):
    doubtful(world)
    stances = []
    for topic in TOPICS:
        with world.task(topic) as task:
            stances.append(task.agent("coder").recall(f"the {topic} wall").stance)
    assert stances == [Stance.ASK] * 8 + [Stance.ABSTAIN] * 2
    world.reopen()
    assert world.agent().recall(f"the {TOPICS[9]} wall").stance is Stance.ABSTAIN
    world.turn(hours=12)
    assert world.agent().recall(f"the {TOPICS[9]} wall").stance is Stance.ASK, "a new day"


def test_r35_what_one_person_was_asked_takes_no_question_of_anothers_agent_by_that_name(world: World):
    doubtful(world)
    entry_id = world.memory.person("bob").remember("the colour of the amber wall is white", kind="fact").entry_id
    world.memory.person("bob").challenge(entry_id)
    agent = world.agent()
    for topic in TOPICS[:4]:
        agent.recall(f"the {topic} wall")
    bobs = world.memory.agent(agent.name, scope=world.memory.scope(user="bob"))
    assert bobs.recall("the amber wall").stance is Stance.ASK


def test_r38_a_question_counts_although_another_process_counts_one_at_the_same_moment(world: World, monkeypatch):
    doubtful(world)
    store = world.memory._wired.entries
    commit, met = store.commit, []

    def busy(change):
        if any(event.verb == "ask" for event in change.events) and len(met) < 2:
            met.append(change)
            raise ConflictError("the record changed since it was read", code="changed_meanwhile")
        return commit(change)

    monkeypatch.setattr(store, "commit", busy)
    assert world.agent().recall(f"the {TOPICS[0]} wall").stance is Stance.ASK
    assert (len(met), world.ana.report_asking().questions) == (2, 1)


def test_r38_many_other_sessions_do_not_let_one_ask_more(world: World, monkeypatch):
    doubtful(world)
    monkeypatch.setattr(asking, "SESSIONS_MAX", 2)
    for name in ("older", "old"):
        world.memory.agent(name, scope=world.scope).recall(f"the {TOPICS[9]} wall")
    stances = [world.agent().recall(f"the {topic} wall").stance for topic in TOPICS[:4]]
    assert stances == [Stance.ASK, Stance.ASK, Stance.ASK, Stance.ABSTAIN]

"""Asking is bounded and never blocks (R38)."""

from __future__ import annotations

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

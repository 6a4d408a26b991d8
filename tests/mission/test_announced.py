"""What is announced for a day to come leaves what is true until then in use (R21)."""

from __future__ import annotations

from datetime import timedelta

import pytest

import tenure
from tenure.clock import FrozenClock

ANA = tenure.Scope(user="ana")
DAY = timedelta(days=1)
BO = {"entity": "Bo", "attribute": "employer"}


@pytest.fixture
def memory(clock: FrozenClock):
    with tenure.open(":memory:", clock=clock) as opened:
        opened.person("ana").remember("Bo works at Acme", kind="fact", value="Acme", **BO)
        clock.advance(DAY)
        yield opened


def announce(memory, clock, value, days):
    begins = clock.now() + days * DAY
    text = f"Bo will work at {value}"
    return memory.person("ana").remember(text, kind="fact", value=value, valid_from=begins, **BO).entry_id


def faces(memory, **more):
    """Give what each way of asking answers: they are one."""
    agent, ana = memory.agent("coder", scope=ANA), memory.person("ana")
    question = "Who is the employer of Bo?"
    found = [
        agent.recall(question, **more),
        agent.recall(question, hops=2, **more),
        ana.recall(question, **more),
        agent.list_entries(**{name: given for name, given in more.items() if name == "purpose"}),
    ]
    values = {tuple(each.entry.claim.value for each in every.usable) for every in found}
    assert len(values) == 1
    return list(values.pop())


def test_r21_what_is_announced_replaces_at_its_very_second_and_not_before(memory, clock) -> None:
    begins = clock.now() + 30 * DAY
    announced = announce(memory, clock, "Umbrella", 30)
    found = memory.agent("coder", scope=ANA).recall("Who is the employer of Bo?")
    assert (found.stance, [each.reason for each in found.withheld]) == ("answer", ["not_yet_valid"])
    assert f"true until {begins:%Y-%m-%dT%H:%M:%SZ}, then {announced}" in found.render()
    assert faces(memory) == ["Acme"]
    clock.set(begins - timedelta(microseconds=1))
    assert faces(memory) == ["Acme"]
    clock.set(begins)
    assert faces(memory) == ["Umbrella"]


def test_r21_behind_several_announced_changes_the_present_answers(memory, clock) -> None:
    announce(memory, clock, "Umbrella", 20)
    announce(memory, clock, "Initech", 10)
    assert faces(memory) == ["Acme"]
    clock.advance(10 * DAY)
    assert faces(memory) == ["Initech"]


def test_a_standing_preference_stays_in_the_brief_until_another_begins(memory, clock) -> None:
    ana, slot = memory.person("ana"), {"entity": "answers", "attribute": "form"}
    ana.remember("give me a table", kind="preference", value="table", **slot)
    begins = clock.now() + 3 * DAY
    ana.remember("give me a chart", kind="preference", value="chart", valid_from=begins, **slot)
    agent = memory.agent("coder", scope=ANA)
    assert [each.entry.claim.value for each in agent.brief().usable] == ["table"]
    assert agent.brief(purpose="coding").usable == ()
    clock.set(begins)
    assert [each.entry.claim.value for each in agent.brief().usable] == ["chart"]


@pytest.mark.parametrize(
    "how", ["expired", "forgotten", "challenged", "heard", "heard_early", "corrected", "other_purpose", "erased"]
)
def test_r17_what_is_doubted_over_or_gone_answers_for_no_time_before_an_announcement(memory, clock, how) -> None:
    ana, more = memory.person("ana"), {}
    first = ana.list_entries()[0].id
    if how == "expired":
        first = ana.supersede(first, "Bo works at Hooli", value="Hooli", expires_at=clock.now() + DAY).entry_id
    announced = announce(memory, clock, "Umbrella", 40)
    assert faces(memory) == [{"expired": "Hooli"}.get(how, "Acme")]
    if how == "expired":
        clock.advance(DAY)
    elif how == "forgotten":
        ana.forget(first)
    elif how == "challenged":
        ana.challenge(announced)
    elif how == "heard":
        with memory.task("chat", scope=ANA) as task:
            task.hear("The employer of Bo is Initech", by=ana)
    elif how == "heard_early":  # what begins later is so already: the earlier entry is contradicted
        with memory.task("chat", scope=ANA) as task:
            task.hear("The employer of Bo is Umbrella", by=ana)
    elif how == "corrected":
        ana.correct(announced, "Bo will be employed by Initech", value="Initech")
        assert faces(memory) == ["Initech"]
        return
    elif how == "other_purpose":
        more = {"purpose": "coding"}
    else:
        clock.advance(timedelta(days=memory.policy.ended_keep_days))
        memory.operator("ana").sweep()
    assert faces(memory, **more) == []


def test_r26_what_fell_with_its_ground_is_not_back_until_another_begins(memory, clock) -> None:
    ana = memory.person("ana")
    agent, ground = memory.agent("coder", scope=ANA), ana.remember("The host is alpha", kind="fact").entry_id
    agent.propose("The port of Ledger is 80", kind="fact", derived_from=[ground])
    ana.approve(ana.pending()[0])
    fallen = next(each.id for each in ana.list_entries() if each.entry.derived_from)
    ana.supersede(ground, "The host is beta")
    begins = clock.now() + 9 * DAY
    slot = {"entity": "Ledger", "attribute": "port"}
    ana.remember("The port of Ledger will be 81", kind="fact", value="81", valid_from=begins, **slot)
    found = agent.recall("What is the port of Ledger?")
    assert (found.usable, fallen in {each.entry_id for each in found.withheld}) == ((), True)


def test_r21_what_was_replaced_before_its_time_came_was_never_true(memory, clock) -> None:
    before = clock.now()
    announced = announce(memory, clock, "Umbrella", 30)
    clock.advance(DAY)
    memory.person("ana").supersede(announced, "Bo works at Initech", value="Initech")
    clock.advance(DAY)
    assert faces(memory) == ["Initech"]
    said = [
        [each.entry.claim.value for each in memory.agent("coder", scope=ANA).recall("Bo's employer", as_of=at).usable]
        for at in (before, clock.now(), before + 40 * DAY)
    ]
    assert said == [["Acme"], ["Initech"], ["Initech"]]

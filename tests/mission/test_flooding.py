"""Thousands of proposals fill their own room and nothing else: nobody is starved, hidden, delayed or evicted (R38)."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from pathlib import Path

import pytest

import tenure
from tenure import Decision, DecisionStatus, FrozenClock, Memory, Scope
from tests.conftest import NOON

ANA = Scope(user="ana", project="billing")
FLOOD = 2_000
SHAPES = ("round", "square", "flat", "long", "wide", "thin", "deep", "tall", "small", "broad")
THINGS = ("table", "door", "lamp", "shelf", "bench", "gate", "bridge", "tower", "wheel", "sail")


def claims(count: int):
    """Give so many facts that differ in their words."""
    for number in range(count):
        yield f"the {THINGS[number // 10 % 10]} {THINGS[number // 100 % 10]} {number // 1000} is {SHAPES[number % 10]}"


@pytest.fixture
def memory(tmp_path: Path):
    opened = tenure.open(":memory:", clock=FrozenClock(NOON))
    yield opened
    opened.close()


def _code(decision: Decision) -> str:
    if decision.status is not DecisionStatus.REFUSED:
        return decision.status.value
    return next(each.code for each in decision.verdicts if each.outcome.value == "refuses")


def test_r38_thousands_of_proposals_of_one_agent_fill_its_own_share_alone(memory: Memory):
    ana, policy = memory.person("ana"), memory.policy
    kept = ana.remember("the office has two doors", kind="fact", scope=ANA).entry_id
    other = ana.remember("the office has a red roof", kind="fact", scope=ANA).entry_id
    flooder = memory.agent("flooder", scope=ANA)
    codes = Counter(_code(flooder.propose(claim, kind="fact")) for claim in claims(FLOOD))
    assert codes == {"pending": policy.pending_source_max, "over_share": FLOOD - policy.pending_source_max}
    honest = memory.agent("coder", scope=ANA)
    assert honest.propose("prefers short lists", kind="preference").status is DecisionStatus.PENDING
    assert honest.correct(kept, "the office has three doors").status is DecisionStatus.PENDING
    assert honest.challenge(other, reason="it was painted").status is DecisionStatus.PENDING
    assert honest.forget(kept).status is DecisionStatus.PENDING
    with memory.task("t", scope=ANA) as task:
        heard = task.hear("When you list names, sort them unless I say otherwise.", by=ana)
        said = task.agent("coder").propose("sort them unless I say otherwise", kind="preference", because=heard)
    assert said.status is DecisionStatus.PENDING
    assert {each.entry.id for each in honest.recall("office doors roof").usable} == {kept, other}
    assert len(ana.review().new) == policy.pending_source_max + 5
    assert ana.correct(kept, "the office has four doors").status is DecisionStatus.ADMITTED
    assert memory.agent("x", scope=Scope(user="ana", project="other")).propose("a b c", kind="fact").proposal_id


def test_r38_one_task_and_one_tool_take_their_part_and_no_more(memory: Memory):
    policy = memory.policy
    with memory.task("one", scope=ANA) as task:
        agent = task.agent("coder")
        codes = Counter(_code(agent.propose(claim, kind="fact")) for claim in claims(100))
    assert codes == {"pending": policy.pending_task_max, "over_share": 100 - policy.pending_task_max}
    shell = Counter[str]()
    for part in range(2):
        with memory.task(f"tool {part}", scope=ANA) as task:
            for claim in list(claims(300))[100 * (part + 1) : 100 * (part + 1) + 40]:
                seen = task.observe(claim, tool="shell", call="c")
                shell[_code(task.agent("coder").propose(claim, kind="fact", because=seen))] += 1
    assert shell["pending"] == policy.pending_source_max, "over two tasks, one tool"


def test_r38_every_room_is_full_at_its_number(memory: Memory):
    policy, count = memory.policy, Counter[str]()
    for number, claim in enumerate(claims(policy.pending_max + 5)):
        count[_code(memory.agent(f"agent {number}", scope=ANA).propose(claim, kind="fact"))] += 1
    assert count == {"pending": policy.pending_max, "over_limit": 5}
    kept = memory.person("ana").remember("the office has two doors", kind="fact", scope=ANA).entry_id
    agent = memory.agent("coder", scope=ANA)
    corrections = [_code(agent.correct(kept, f"the office has {each} doors")) for each in ("no", "ten", "six", "four")]
    assert corrections == ["pending"] * 3 + ["over_limit"]
    assert [_code(agent.forget(kept)) for _ in range(2)] == ["pending", "not_again"]


def test_r38_nothing_is_approved_by_silence_and_what_lapsed_makes_room(memory: Memory):
    agent = memory.agent("coder", scope=ANA)
    for claim in claims(memory.policy.pending_source_max):
        agent.propose(claim, kind="fact")
    clock = memory._wired.clock
    assert isinstance(clock, FrozenClock)
    clock.advance(timedelta(days=memory.policy.pending_days_max, microseconds=-1))
    assert _code(agent.propose("one more is green", kind="fact")) == "over_share"
    clock.advance(timedelta(microseconds=1))
    assert memory.person("ana").pending() == ()
    assert agent.list_entries().usable == ()
    assert _code(agent.propose("one more is green", kind="fact")) == "pending"


def test_r38_what_was_declined_is_not_asked_again_in_other_clothes(memory: Memory):
    ana, agent = memory.person("ana"), memory.agent("coder", scope=ANA)
    slot = {"entity": "answers", "attribute": "colour", "value": "green"}
    asked = agent.propose("answers are green", kind="preference", **slot)
    ana.decline(ana.show(asked.proposal_id))
    for text in ("answers are green", "ANSWERS  are green.", "\uff41nswers are green!", " answers\tare green "):
        assert _code(agent.propose(text, kind="preference")) == "not_again", text
    worded = {"entity": "The Answers", "attribute": "colour", "value": "GREEN"}
    assert _code(agent.propose("let green be their hue", kind="preference", **worded)) == "not_again"
    assert _code(agent.propose("answers are blue", kind="preference")) == "pending"
    memory._wired.clock.advance(timedelta(hours=1))  # type: ignore[attr-defined]
    with memory.task("t", scope=ANA) as task:
        heard = task.hear("Well, unless they are long, answers are green.", by=ana)
        again = task.agent("coder").propose("answers are green", kind="preference", because=heard)
    assert again.status is DecisionStatus.PENDING, "the person said it anew: it may be asked"


def test_r38_alike_proposals_are_one_group_and_requests_come_first(memory: Memory):
    ana, agent = memory.person("ana"), memory.agent("coder", scope=ANA)
    kept = ana.remember("the office has two doors", kind="fact", scope=ANA).entry_id
    alike = ["the wheel of the bench is round", "the wheel of the bench is very round", "the bench's wheel is round"]
    slot = {"entity": "roof", "attribute": "colour"}
    texts = [alike[0], "tests run on three machines", *alike[1:]]
    ids = [agent.propose(text, kind="fact").proposal_id for text in texts]
    slotted = [
        agent.propose(text, kind="fact", value=value, **slot).proposal_id
        for text, value in (("the roof is red", "red"), ("somebody painted it blue", "blue"))
    ]
    request = agent.correct(kept, "the office has three doors").proposal_id
    groups = [[each.proposal.id for each in group] for group in ana.review().groups()]
    assert groups == [[request], [ids[0], ids[2], ids[3]], [ids[1]], slotted]
    elsewhere = memory.agent("coder", scope=Scope(user="ana")).propose(alike[0], kind="fact").proposal_id
    assert [elsewhere] in [[each.proposal.id for each in group] for group in ana.review().groups()]

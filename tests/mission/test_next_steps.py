"""A question is put only where its answer settles something: the step that it names brings the answer back (R20)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

import tenure
from tenure.model.claim import Kind
from tenure.policy.policy import WhenUnreachable
from tenure.policy.presets import PERSONAL

ANA = tenure.Scope(user="ana")
DAY = timedelta(days=1)
LIMIT = {"entity": "Ledger", "attribute": "limit", "value": "5"}
SAID = "The limit of Ledger is 5"
STRICT_ON_FACTS = replace(
    PERSONAL,
    kinds={**PERSONAL.kinds, Kind.FACT: replace(PERSONAL.kinds[Kind.FACT], when_unreachable=WhenUnreachable.WITHHELD)},
)


@pytest.fixture
def memory(clock):
    with tenure.open(":memory:", clock=clock, policy=STRICT_ON_FACTS) as opened:
        yield opened


def asked(memory):
    return memory.agent("coder", scope=ANA).recall("What is the limit of Ledger?")


def do(ana, step):
    _, _, verb, entry_id = step.do.split()
    return ana.settle(entry_id, keep=True) if verb == "settle" else ana.confirm(entry_id)


def begin(memory, clock, how):
    ana = memory.person("ana")
    if how == "ground":
        ground = ana.remember("Ledger is small", kind="fact", review_on=["release"]).entry_id
        memory.agent("coder", scope=ANA).propose(SAID, kind="fact", derived_from=[ground], **LIMIT)
        ana.approve(ana.pending()[0])
    else:
        more = {"stale": {"fresh_hours": 2}, "event": {"review_on": ["release"]}}.get(how, {})
        kept = ana.remember(SAID, kind="fact", **LIMIT, **more).entry_id
    if how == "challenged":
        ana.challenge(kept)
    if how == "heard":
        with memory.task("chat", scope=ANA) as task:
            task.hear("The limit of Ledger is 6", by=ana)
    clock.advance({"stale": DAY / 12, "due": 90 * DAY}.get(how, DAY))
    if how in {"event", "ground"}:
        ana.raise_event("release")
    return ana


@pytest.mark.parametrize("how", ["stale", "due", "event", "ground", "challenged", "heard"])
def test_r20_what_a_question_names_as_its_next_step_brings_the_answer(memory, clock, how) -> None:
    ana = begin(memory, clock, how)
    found = asked(memory)
    assert (found.stance, len(found.next)) == ("ask", 1)
    do(ana, found.next[0])
    assert [each.entry.claim.value for each in asked(memory).usable if each.entry.claim.value] == ["5"]


def test_r19_nobody_is_asked_about_a_source_that_no_word_makes_reachable(memory) -> None:
    ana = memory.person("ana")
    with memory.task("look", scope=ANA) as task:
        seen = task.observe(SAID, tool="web")
        task.agent("coder").propose(SAID, kind="fact", because=seen, **LIMIT)
    ana.approve(ana.pending()[0])
    found = asked(memory)
    assert (found.stance, found.reason, found.question) == ("abstain", "source_unreachable", "")
    assert [each.do for each in found.next] == ["make its source reachable, then recall again"]
    ana.confirm(found.withheld[0].entry_id)
    assert asked(memory).reason == "source_unreachable"
    assert ana.report_asking().questions == 0

"""What a person says anew meets what they said before: drafted slots, contests at hearing, suggestions (R21)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

import tenure
from tenure.clock import FrozenClock
from tenure.errors import NotFoundError, TransitionError
from tenure.policy.presets import PERSONAL
from tenure.write.drafter import Drafted

ANA = tenure.Scope(user="ana")


@pytest.fixture
def memory(clock: FrozenClock):
    with tenure.open(":memory:", clock=clock) as opened:
        yield opened


def value_of(memory: tenure.Memory, question: str, scope: tenure.Scope = ANA):
    found = memory.agent("coder", scope=scope).recall(question)
    return found.stance.value, [each.entry.claim.value for each in found.usable]


def test_r21_a_person_s_newer_word_for_a_drafted_slot_wins(memory, clock) -> None:
    ana = memory.person("ana")
    ana.remember("My time zone is CET", kind="fact")
    clock.advance(timedelta(days=1))
    ana.remember("My timezone is GMT", kind="fact")
    assert value_of(memory, "time zone") == ("answer", ["GMT"])


def test_r21_hearing_a_plain_contradiction_contests_at_once_and_a_person_settles_it(memory, clock) -> None:
    ana = memory.person("ana")
    kept = ana.remember("My editor is Emacs", kind="fact").entry_id
    clock.advance(timedelta(days=1))
    with memory.task("t", scope=tenure.Scope(user="ana", project="billing")) as task:
        task.hear("My editor is the Emacs.", by=ana)
        assert value_of(memory, "editor") == ("answer", ["Emacs"]), "the same value contests nothing"
        task.hear("> My editor is Vim", by=ana)
        task.hear("Bo says my editor is Vim", by=ana)
        task.hear("My editor is not Emacs", by=ana)
        task.observe("ana's editor is Vim", tool="shell")
        assert value_of(memory, "editor")[0] == "answer", "only the person's own plain words contest"
        task.hear("Thanks! My editor is Vim.", by=ana)
    assert value_of(memory, "editor") == ("ask", [])
    asked = memory.agent("coder", scope=tenure.Scope(user="ana")).recall("which editor?").question
    assert f"something else was heard on {clock.now():%Y-%m-%d}" in asked
    assert '"Emacs"' in asked
    assert "Vim" not in asked, "what was heard is not kept"
    ana.settle(kept, keep=True)
    assert value_of(memory, "editor") == ("answer", ["Emacs"])


def test_r21_another_person_s_word_contests_nothing_of_mine(memory, clock) -> None:
    memory.person("ana").remember("My editor is Emacs", kind="fact", scope=tenure.Scope(user="ana"))
    memory.person("ana").remember("ana's desk is red", kind="fact", scope=tenure.Scope(project="p"))
    clock.advance(timedelta(days=1))
    with memory.task("t", scope=tenure.Scope(user="bo", project="p")) as task:
        task.hear("ana's editor is Vim. ana's desk is blue.", by=memory.person("bo"))
    assert value_of(memory, "editor")[0] == "answer"
    assert value_of(memory, "desk", tenure.Scope(user="ana", project="p"))[0] == "answer"


def test_r21_an_agent_s_newer_claim_of_lower_trust_changes_nothing_and_is_flagged(memory) -> None:
    ana = memory.person("ana")
    ana.remember("The staging port is 8080", kind="fact")
    with memory.task("t", scope=ANA) as task:
        seen = task.observe("staging runs on 9090 now", tool="shell")
        decision = task.agent("coder").propose("The staging port is 9090", kind="fact", because=seen)
    assert decision.status.value == "pending"
    assert "lower_trust" in ana.show(decision.proposal_id).proposal.flags
    assert value_of(memory, "staging port") == ("answer", ["8080"])


def test_a_wrong_draft_is_corrected_at_approval_and_replaces_only_what_is_named(memory) -> None:
    ana = memory.person("ana")
    old = ana.remember("The staging port is 8080", kind="fact").entry_id
    asked = memory.agent("coder", scope=ANA).propose("The staging port is 9090", kind="fact")
    shown = ana.show(asked.proposal_id)
    assert shown.proposal.supersedes == old
    kept = ana.approve(shown, entity="staging admin page")
    assert isinstance(kept, tenure.Entry)
    assert (kept.claim.entity, kept.claim.attribute, kept.claim.value) == ("staging admin page", "port", None)
    assert sorted(map(str, value_of(memory, "staging port")[1])) == ["8080", "None"]
    asked = memory.agent("coder", scope=ANA).propose("The review port is 7070", kind="fact")
    kept = ana.approve(ana.show(asked.proposal_id), entity="")
    assert isinstance(kept, tenure.Entry)
    assert kept.claim.slot is None


def test_likeness_suggests_and_retires_nothing_until_a_person_names_it(memory) -> None:
    ana = memory.person("ana")
    old = ana.remember("releases are cut every second Friday", kind="fact").entry_id
    ana.remember("the office has plants", kind="fact")
    billing = tenure.Scope(user="ana", project="billing")
    elsewhere = ana.remember("invoices are cut on Fridays", kind="fact", scope=billing).entry_id
    text = "releases are cut every first Monday"
    asked = memory.agent("coder", scope=ANA).propose(text, kind="fact")
    shown = ana.show(asked.proposal_id)
    assert [each.entry.id for each in shown.similar] == [old]
    ana.approve(shown)
    assert len(memory.agent("coder", scope=ANA).recall("when are releases cut").usable) == 2
    asked = memory.agent("coder", scope=ANA).propose("releases are cut on demand", kind="fact")
    shown = ana.show(asked.proposal_id)
    with pytest.raises(NotFoundError):
        ana.approve(shown, supersedes="ent_404")
    with pytest.raises(TransitionError):
        ana.approve(shown, supersedes=elsewhere)
    ana.approve(shown, supersedes=old)
    found = memory.agent("coder", scope=ANA).recall("when are releases cut")
    assert {each.entry.claim.text for each in found.usable} == {text, "releases are cut on demand"}


def test_nothing_is_drafted_where_the_policy_says_so(clock) -> None:
    with tenure.open(":memory:", clock=clock, policy=replace(PERSONAL, drafts_slots=False)) as memory:
        ana = memory.person("ana")
        ana.remember("My editor is Emacs", kind="fact")
        clock.advance(timedelta(days=1))
        with memory.task("t", scope=ANA) as task:
            task.hear("My editor is Vim", by=ana)
        assert value_of(memory, "editor") == ("answer", [None])


def test_a_host_s_own_drafter_takes_the_place_of_the_forms(clock) -> None:
    class Shouting:
        def draft(self, text: str, *, speaker: str | None) -> Drafted | None:
            return Drafted(entity="it", attribute="mood", value=text) if text.isupper() else None

    with tenure.open(":memory:", clock=clock, drafter=Shouting()) as memory:
        memory.person("ana").remember("ALL IS WELL", kind="fact")
        memory.person("ana").remember("My editor is Emacs", kind="fact")
        assert value_of(memory, "well editor")[1] in (["ALL IS WELL", None], [None, "ALL IS WELL"])

"""What a person says anew meets what they said before: drafted slots, contests at hearing, suggestions (R21)."""

from __future__ import annotations

import re
from dataclasses import asdict, replace
from datetime import timedelta

import pytest

import tenure
from tenure.clock import FrozenClock
from tenure.errors import NotFoundError, TransitionError
from tenure.model.validation import Outcome
from tenure.policy.presets import PERSONAL
from tenure.write.drafter import Drafted, Templates

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
    assert re.search(rf'something else was heard: "ana", {clock.now():%Y-%m-%d}, statement "note_\w+"', asked)
    assert '"Emacs"' in asked
    assert "Vim" not in asked, "what was heard is not kept"
    ana.settle(kept, keep=True)
    assert value_of(memory, "editor") == ("answer", ["Emacs"])


def test_r21_a_value_by_another_declared_name_contests_nothing(clock) -> None:
    policy = replace(PERSONAL, aliases=("Postgres: PostgreSQL",))
    with tenure.open(":memory:", clock=clock, policy=policy) as memory:
        ana, scope = memory.person("ana"), tenure.Scope(user="ana", project="p")
        ana.remember("The database of billing is Postgres", kind="fact", scope=ANA)
        clock.advance(timedelta(days=1))
        with memory.task("t", scope=ANA) as task:
            task.hear("The database of billing is PostgreSQL.", by=ana)
            assert value_of(memory, "database of billing") == ("answer", ["Postgres"]), "the value stays as it was said"
        ana.remember("The database of sales is postgres", kind="fact", scope=tenure.Scope(user="ana"))
        ana.remember("The database of sales is PostgreSQL", kind="fact", scope=tenure.Scope(project="p"))
        assert value_of(memory, "database of sales", scope)[0] == "answer"
        ana.remember("The database of shop is MySQL", kind="fact", scope=tenure.Scope(user="ana"))
        ana.remember("The database of shop is PostgreSQL", kind="fact", scope=tenure.Scope(project="p"))
        assert value_of(memory, "database of shop", scope)[0] == "ask"
        with memory.task("t", scope=ANA) as task:
            task.hear("The database of billing is MySQL.", by=ana)
        assert value_of(memory, "database of billing")[0] == "ask"


class Chat:
    """A host's store of messages."""

    answers_at_once = True

    def __init__(self, **texts: str) -> None:
        self.texts = texts
        self.fails = False

    def ask(self, message: str, *, speaker: str, is_same) -> Outcome:
        if self.fails:
            raise OSError("unreadable")
        text = self.texts.get(message)
        if text is None:
            return Outcome.GONE
        return Outcome.VERIFIED if is_same(text) else Outcome.CHANGED


def emacs_kept(memory, clock) -> str:
    kept = memory.person("ana").remember("My editor is Emacs", kind="fact").entry_id
    clock.set((clock.now() + timedelta(days=1)).replace(hour=12))
    return kept


def test_r21_while_its_task_lives_the_question_gives_source_and_date_of_both_values(memory, clock) -> None:
    kept = emacs_kept(memory, clock)
    with memory.task("t", scope=ANA) as task:
        task.hear("Thanks! My editor is Vim.", by=memory.person("ana"))
        agent = task.agent("coder")
        asked = agent.recall("which editor?").question
        today, before = clock.now(), clock.now() - timedelta(days=1)
        assert asked.startswith('Which holds for the "editor" of "ana": "Emacs" or "Vim"? (')
        assert re.search(rf'"Emacs": "ana", {before:%Y-%m-%d}, approval "prop_\w+"; ', asked)
        assert re.search(rf'"Vim": "ana", {today:%Y-%m-%d}, statement "note_\w+"; ', asked)
        clock.advance(timedelta(minutes=1))
        task.hear("My editor is Nano.", by=memory.person("ana"))
        assert '"Emacs" or "Vim" or "Nano"?' in agent.recall("which editor?").question
        with memory.task("other", scope=ANA) as other:
            assert "Vim" not in other.agent("coder").recall("which editor?").question, "another task's scratch is shut"
    assert "Vim" not in agent.recall("which editor?").question, "it went with its task"
    assert not memory.agent("coder", scope=ANA).list_entries().usable
    memory.person("ana").settle(kept, keep=True)
    (again,) = memory.agent("coder", scope=ANA).recall("which editor?").usable
    assert again.entry.heard_against == ()


def test_r21_a_message_that_its_host_keeps_is_read_again_for_its_speaker_alone(clock) -> None:
    chat = Chat(m7="Thanks! My editor is Vim.")
    shared = tenure.Scope(project="p")
    with tenure.open(":memory:", clock=clock, messages=chat) as memory:
        ana = memory.person("ana")
        ana.remember("ana's editor is Emacs", kind="fact", scope=shared)
        clock.advance(timedelta(days=1))
        with memory.task("t", scope=tenure.Scope(user="ana", project="p")) as task:
            task.hear(chat.texts["m7"], by=ana, message="m7")
        mine = memory.agent("coder", scope=tenure.Scope(user="ana", project="p"))
        both = mine.recall("ana's editor?").question
        assert '"Emacs" or "Vim"?' in both
        assert f'"Vim": "ana", {clock.now():%Y-%m-%d}, statement "m7"' in both
        for scope in (shared, tenure.Scope(user="bo", project="p")):
            asked = memory.agent("coder", scope=scope).recall("ana's editor?").question
            assert '"Emacs"' in asked
            assert "Vim" not in asked
            assert '"m7"' not in asked, "an id may hold these letters"
        chat.fails = True
        assert "Vim" not in mine.recall("ana's editor?").question
        chat.fails = False
        chat.texts["m7"] = "My editor is Nano."
        assert "Nano" not in mine.recall("ana's editor?").question, "an edited message is no longer what was heard"
        chat.texts.clear()
        assert 'something else was heard: "ana"' in mine.recall("ana's editor?").question


def test_a_drafter_that_fails_when_words_are_read_again_costs_the_value_and_no_answer(clock) -> None:
    class Failing(Templates):
        fails = False

        def draft(self, text: str, *, speaker: str | None) -> Drafted | None:
            if self.fails:
                raise RuntimeError(text)
            return super().draft(text, speaker=speaker)

    drafter = Failing()
    with tenure.open(":memory:", clock=clock, drafter=drafter) as memory:
        emacs_kept(memory, clock)
        with memory.task("t", scope=ANA) as task:
            task.hear("My editor is Vim.", by=memory.person("ana"))
            drafter.fails = True
            found = task.agent("coder").recall("which editor?")
        assert (found.stance.value, "something else was heard" in found.question) == ("ask", True)


def test_r21_what_was_heard_contests_on_when_the_proposal_made_of_it_lapses(memory, clock) -> None:
    kept = emacs_kept(memory, clock)
    ana = memory.person("ana")
    with memory.task("t", scope=ANA) as task:
        heard = task.hear("ana's editor is Vim.", by=ana)
        proposal = task.agent("coder").propose("ana's editor is Vim", kind="fact", because=heard).proposal_id
    assert '"Emacs" or "Vim"?' in memory.agent("coder", scope=ANA).recall("which editor?").question
    assert "contests" in ana.show(proposal).proposal.flags
    clock.set(ana.show(proposal).proposal.lapses_at)
    memory.operator("ana").sweep()
    assert value_of(memory, "editor") == ("ask", []), "nobody has settled it"
    ana.settle(kept, keep=True)
    assert value_of(memory, "editor") == ("answer", ["Emacs"])


def test_r21_declining_what_was_heard_settles_it(memory, clock) -> None:
    emacs_kept(memory, clock)
    ana = memory.person("ana")
    with memory.task("t", scope=ANA) as task:
        heard = task.hear("ana's editor is Vim.", by=ana)
        asked = task.agent("coder").propose("ana's editor is Vim", kind="fact", because=heard)
    ana.decline(ana.show(asked.proposal_id))
    assert value_of(memory, "editor") == ("answer", ["Emacs"])


def test_r21_forgetting_another_entry_of_the_slot_does_not_settle_what_was_heard(memory, clock) -> None:
    ana, end = memory.person("ana"), clock.now() + timedelta(days=9)
    ana.remember("My editor is Emacs", kind="fact", valid_until=end)
    later = ana.remember("My editor is Nano", kind="fact", valid_from=end, valid_until=end + timedelta(days=9)).entry_id
    clock.advance(timedelta(days=1))
    with memory.task("t", scope=ANA) as task:
        task.hear("My editor is Vim.", by=ana)
    assert value_of(memory, "editor") == ("ask", [])
    ana.forget(later)
    assert value_of(memory, "editor") == ("ask", [])


def test_r02_of_what_contests_an_entry_no_word_is_kept(tmp_path, clock) -> None:
    with tenure.open(tmp_path / "state", clock=clock) as memory:
        emacs_kept(memory, clock)
        with memory.task("t", scope=ANA) as task:
            task.hear("My editor is Vim.", by=memory.person("ana"), message="m7")
        (found,) = memory.person("ana").disclose().entries
        assert found.entry.heard_against[0].address == "m7"
        assert "vim" not in str(asdict(found)).casefold()


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

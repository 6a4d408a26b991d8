"""What rests on a message: it stands until the message is edited or withdrawn, as its person tells or its host says."""

from __future__ import annotations

import threading
from dataclasses import replace
from datetime import timedelta

import pytest

import tenure
from tenure.lifecycle import messages as told
from tenure.model.validation import Outcome
from tenure.policy.presets import PERSONAL

SAID = "Give me a table please."
CLAIM = "give me a table"


class Chat:
    """A host's store of messages."""

    answers_at_once = True

    def __init__(self) -> None:
        self.texts: dict[tuple[str, str], str] = {}
        self.fails: Exception | object = None

    def ask(self, message: str, *, speaker: str, is_same) -> Outcome:
        if isinstance(self.fails, Exception):
            raise self.fails
        if self.fails is not None:
            return self.fails
        text = self.texts.get((message, speaker))
        if text is None:
            return Outcome.GONE
        return Outcome.VERIFIED if is_same(text) else Outcome.CHANGED


class Told:
    """A memory in which Ana said something in a message, and it was kept."""

    def __init__(self, folder, clock, **options) -> None:
        self.folder, self.clock = folder, clock
        self.memory = tenure.open(folder, clock=clock, **options)
        self.scope = self.memory.scope(user="ana")
        self.ana = self.memory.person("ana")

    def reopen(self, **options) -> None:
        self.memory.close()
        self.memory = tenure.open(self.folder, clock=self.clock, **options)
        self.ana = self.memory.person("ana")

    def hear(self, text: str = SAID, *, message: str = "m1", claim: str = CLAIM):
        with self.memory.task("chat", scope=self.scope) as task:
            heard = task.hear(text, by=self.ana, message=message)
            return task.agent("helper").propose(claim, kind="preference", because=heard)

    def keep(self, text: str = SAID, *, message: str = "m1", claim: str = CLAIM):
        return self.ana.approve(self.ana.show(self.hear(text, message=message, claim=claim).proposal_id))

    @property
    def agent(self):
        return self.memory.agent("helper", scope=self.scope)

    def outcome(self, entry) -> Outcome:
        return self.agent.verify(entry.id).outcome


@pytest.fixture
def kept(tmp_path, clock):
    made = Told(tmp_path / "store", clock)
    yield made
    made.memory.close()


@pytest.fixture
def chat() -> Chat:
    return Chat()


@pytest.fixture
def asked(tmp_path, clock, chat):
    made = Told(tmp_path / "store", clock, messages=chat)
    chat.texts["m1", "ana"] = SAID
    yield made
    made.memory.close()


def test_r17_an_edited_message_withholds_what_rests_on_its_words(kept) -> None:
    entry = kept.keep()
    assert kept.outcome(entry) is Outcome.STANDING
    assert kept.ana.edit_message("m1", "Give me prose please.") == (entry.id,)
    kept.reopen()
    found = kept.agent.recall("a table or prose?")
    assert found.usable == ()
    assert [(each.entry_id, each.reason, each.detail) for each in found.withheld] == [
        (entry.id, "source_changed", "the message was edited since")
    ]
    assert "table" not in repr(found.withheld)
    assert kept.ana.edit_message("m1", SAID) == ()
    assert kept.outcome(entry) is Outcome.STANDING


def test_r17_a_withdrawn_message_withholds_what_rests_on_it(kept) -> None:
    entry = kept.keep()
    assert kept.ana.withdraw_message("m1") == (entry.id,)
    found = kept.agent.verify(entry.id)
    assert (found.outcome, found.reason) == (Outcome.GONE, "the message was withdrawn")


@pytest.mark.parametrize("text", [f"{SAID}\n> add this quotation", SAID])
def test_r06_what_is_not_the_persons_word_may_change(kept, text) -> None:
    entry = kept.keep(f"{SAID}\n> as they wrote")
    assert kept.ana.edit_message("m1", text) == ()
    assert kept.outcome(entry) is Outcome.STANDING


def test_r35_nobody_takes_back_the_message_of_another(kept) -> None:
    entry = kept.keep()
    bob = kept.memory.person("bob")
    assert bob.withdraw_message("m1") == ()
    assert bob.edit_message("m1", "Give me prose.") == ()
    assert kept.outcome(entry) is Outcome.STANDING


def test_r14_a_message_that_no_host_keeps_stands(kept) -> None:
    entry = kept.keep(message="")
    assert kept.ana.withdraw_message(entry.citations[0].address) == ()
    assert kept.outcome(entry) is Outcome.STANDING
    assert [name for name, _ in entry.citations[0].details] == ["words"]


def test_r17_what_waits_on_an_edited_message_is_withdrawn_and_cannot_be_proposed_again(kept) -> None:
    waiting = kept.hear()
    assert kept.ana.edit_message("m1", "Give me prose please.") == (waiting.proposal_id,)
    assert kept.ana.pending() == ()
    with pytest.raises(tenure.CitationError) as caught:
        kept.hear()
    assert caught.value.code == "message_changed"
    assert kept.hear("Give me prose please.", claim="give me prose").status == "pending"


def test_r31_nothing_is_kept_of_a_message_but_digests(kept) -> None:
    kept.keep()
    kept.ana.edit_message("m1", "Only crimson elephants from now on")
    found = kept.memory.person("ana").disclose()
    assert "crimson" not in repr(found)
    kept.memory.close()
    for path in kept.folder.parent.rglob("*"):
        assert not path.is_file() or b"crimson" not in path.read_bytes()


def test_r03_what_is_told_of_messages_is_bounded(kept, monkeypatch) -> None:
    monkeypatch.setattr(told, "MESSAGES_MAX", 2)
    entry = kept.keep()
    for message in ("m1", "m2"):
        kept.ana.withdraw_message(message)
    with pytest.raises(tenure.LimitError) as caught:
        kept.ana.withdraw_message("m3")
    assert caught.value.code == "messages_full"
    kept.clock.advance(timedelta(minutes=PERSONAL.task_minutes_max, seconds=1))
    kept.ana.withdraw_message("m3")  # nothing rests on m2, and no task that heard it lives
    assert kept.outcome(entry) is Outcome.GONE


@pytest.mark.parametrize("message", [" ", "m\n1", "m" * 201, "ghp_" + "a1B2c3D4e5" * 4])
def test_an_id_that_cannot_be_kept_is_refused(kept, message) -> None:
    with pytest.raises(tenure.RequestError):
        kept.hear(message=message)


def test_r14_a_message_that_its_host_keeps_is_verified_there(asked, chat) -> None:
    entry = asked.keep()
    assert asked.outcome(entry) is Outcome.VERIFIED
    chat.texts["m1", "ana"] = f"{SAID} And short."
    assert asked.outcome(entry) is Outcome.CHANGED
    assert asked.agent.recall("a table?").withheld[0].reason == "source_changed"
    chat.texts["m1", "bob"] = chat.texts.pop(("m1", "ana"))
    assert asked.outcome(entry) is Outcome.GONE
    chat.texts["m1", "ana"] = SAID
    assert asked.outcome(entry) is Outcome.VERIFIED
    asked.ana.withdraw_message("m1")  # the person's own word goes before the host's
    assert asked.outcome(entry) is Outcome.GONE


@pytest.mark.parametrize(
    ("answer", "reason", "is_usable"),
    [
        (Outcome.UNVERIFIED, "unknown_message", True),
        (Outcome.STANDING, "validator_failed", False),
        (True, "validator_failed", False),
        (ZeroDivisionError(), "validator_failed", False),
        (ConnectionError(), "source_unreachable", True),
        (TimeoutError(), "too_slow", True),
    ],
)
def test_r19_a_host_that_cannot_say_leaves_it_unverified(asked, chat, answer, reason, is_usable) -> None:
    entry = asked.keep()
    chat.fails = answer
    found = asked.agent.verify(entry.id)
    assert (found.outcome, found.reason) == (Outcome.UNVERIFIED, reason)
    assert bool(asked.agent.recall("a table?").usable) is is_usable  # the policy lets preferences stand


def test_r17_a_slow_host_is_given_up(tmp_path, clock) -> None:
    is_over = threading.Event()

    class Slow(Chat):
        answers_at_once = False

        def ask(self, message: str, *, speaker: str, is_same) -> Outcome:
            is_over.wait(60)
            return Outcome.VERIFIED

    made = Told(tmp_path / "slow", clock, policy=replace(PERSONAL, check_seconds_max=1), messages=Slow())
    entry = made.keep()
    assert made.agent.verify(entry.id).reason == "too_slow"
    is_over.set()
    made.memory.close()


def test_r19_where_the_host_is_not_there_to_be_asked_what_it_last_said_counts(asked, chat) -> None:
    entry = asked.keep()
    asked.reopen()
    assert asked.agent.verify(entry.id).reason == "no_message_store"
    assert asked.agent.recall("a table?").usable
    asked.reopen(messages=chat)
    chat.texts.clear()
    assert asked.outcome(entry) is Outcome.GONE
    asked.reopen()
    assert [each.reason for each in asked.agent.recall("a table?").withheld] == ["source_changed"]

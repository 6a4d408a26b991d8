"""A person who says no to what was heard against an entry has settled that contest; nothing less settles it (R21)."""

from __future__ import annotations

from datetime import timedelta

import pytest

import tenure
from tenure.clock import FrozenClock

ANA = tenure.Scope(user="ana")
HEARD = "Thanks! My editor is Vim."


@pytest.fixture
def memory(clock: FrozenClock):
    with tenure.open(":memory:", clock=clock, embedder="lexical") as opened:
        opened.person("ana").remember("My editor is Emacs", kind="fact")
        clock.advance(timedelta(days=1))
        yield opened


def stance(memory) -> str:
    return memory.agent("coder", scope=ANA).recall("which editor?").stance.value


@pytest.mark.parametrize(
    ("said", "kind", "is_cited", "after"),
    [
        ("My editor is Vim", "fact", True, "answer"),
        ("My editor is Vim", "preference", True, "ask"),  # that it is no preference leaves the fact open
        ("My editor is fine", "fact", True, "ask"),  # nobody said so
        ("ana's editor is Vim", "fact", False, "answer"),  # a guess of the very value that was heard
        ("ana's editor is vim", "fact", False, "answer"),
        ("ana's editor is Nano", "fact", False, "ask"),  # nobody said so
        ("ana's editor is Vim", "preference", False, "ask"),
    ],
)
def test_r21_a_person_who_declines_what_was_heard_has_settled_it(memory, said, kind, is_cited, after) -> None:
    ana = memory.person("ana")
    with memory.task("t", scope=ANA) as task:
        heard = task.hear(HEARD, by=ana)
        task.agent("coder").propose(said, kind=kind, **({"because": heard} if is_cited else {}))
    assert stance(memory) == "ask"
    for shown in ana.pending():
        ana.decline(shown)
    assert stance(memory) == after


def test_r21_of_two_statements_that_contest_declining_one_settles_nothing(memory) -> None:
    ana = memory.person("ana")
    with memory.task("t", scope=ANA) as task:
        task.hear("My editor is Nano.", by=ana)
        task.agent("coder").propose("My editor is Vim", kind="fact", because=task.hear(HEARD, by=ana))
    (shown,) = ana.pending()
    ana.decline(shown)
    assert stance(memory) == "ask"


def test_r21_of_two_values_that_were_heard_declining_a_guess_of_one_settles_nothing(memory) -> None:
    ana = memory.person("ana")
    with memory.task("t", scope=ANA) as task:
        task.hear("My editor is Nano.", by=ana)
        task.hear(HEARD, by=ana)
        task.agent("coder").propose("ana's editor is Vim", kind="fact")
    (shown,) = ana.pending()
    ana.decline(shown)
    assert stance(memory) == "ask"


def test_r02_of_the_value_that_was_heard_a_keyed_digest_alone_is_kept(memory) -> None:
    with memory.task("t", scope=ANA) as task:
        task.hear(HEARD, by=memory.person("ana"))
    (listed,) = memory.person("ana").list_entries()
    (heard,) = listed.entry.heard_against
    assert len(str(heard.detail("said"))) >= 32
    assert "vim" not in repr(heard).lower()
    with tenure.open(":memory:", embedder="lexical") as other:
        other.person("ana").remember("My editor is Emacs", kind="fact")
        with other.task("t", scope=ANA) as task:
            task.hear(HEARD, by=other.person("ana"))
        (elsewhere,) = other.person("ana").list_entries()
    assert elsewhere.entry.heard_against[0].detail("said") != heard.detail("said")


def test_r21_an_agent_that_drops_its_proposal_settles_nothing(memory) -> None:
    with memory.task("t", scope=ANA) as task:
        agent = task.agent("coder")
        made = agent.propose("My editor is Vim", kind="fact", because=task.hear(HEARD, by=memory.person("ana")))
        agent.drop(made.proposal_id)
    assert stance(memory) == "ask"

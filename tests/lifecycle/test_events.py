"""Named events: what names one is due from that second on, and nothing else; no agent raises one (R09)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

import tenure
from tenure import AgentHandle, FrozenClock, TaskHandle
from tenure.errors import LimitError, RequestError
from tests.world import World as Whole

SAID = "the changelog is written by hand"


@pytest.fixture
def whole(tmp_path: Path, clock: FrozenClock) -> Iterator[Whole]:
    made = Whole(tmp_path, clock)
    yield made
    made.close()


def remember(whole: Whole, text: str = SAID, **more):
    said = whole.ana.remember(text, kind="fact", scope=whole.scope, **more)
    assert said.entry_id, said.verdicts
    return said.entry_id


def reasons(whole: Whole) -> dict[str, str]:
    return {each.entry_id: each.reason for each in whole.recall("how is the changelog written").withheld}


def entry(whole: Whole, entry_id: str) -> tenure.Entry:
    return whole.ana.show_entry(entry_id)[0]


def test_r09_a_named_event_makes_what_names_it_due_at_once_until_it_is_confirmed(whole):
    waiting = remember(whole, review_on=("release", "new_team"))
    other = remember(whole, "the changelog is translated", review_on="move")
    assert reasons(whole) == {}
    assert whole.ana.raise_event("release") == (waiting,)
    assert reasons(whole) == {waiting: "review_due"}
    assert [each.id for each in whole.ana.review().due] == [waiting]
    whole.ana.confirm(waiting)
    assert reasons(whole) == {}
    assert whole.ana.raise_event("new_team") == (waiting,)  # the other event still counts
    assert whole.ana.raise_event("move") == (other,)


def test_r09_an_event_only_shortens(whole):
    waiting = remember(whole, review_on="release")
    before = entry(whole, waiting)
    review_at = before.lifetime.review_at
    whole.clock.set(review_at)  # due by its date already: an event does not make that later
    assert whole.ana.raise_event("release") == ()
    assert entry(whole, waiting) == before
    whole.clock.set(before.lifetime.ends_at(before.recorded_at))
    assert whole.ana.raise_event("release") == ()


def test_r09_an_event_takes_nothing_of_the_policy_s_life_away(whole):
    plain = entry(whole, remember(whole))
    named = entry(whole, remember(whole, "b is c", review_on="release"))
    assert replace(named.lifetime, review_on=()) == plain.lifetime
    end = whole.clock.now() + timedelta(days=9)
    ended = entry(whole, remember(whole, "d is e", review_on="release", expires_at=end))
    assert ended.lifetime.ends_at(ended.recorded_at) == end
    assert ended.lifetime.review_on == ("release",)


def test_r09_an_unanswered_event_ends_in_erasure_after_the_grace_of_a_review(whole):
    waiting = remember(whole, review_on="release")
    whole.ana.raise_event("release")
    whole.turn(days=whole.memory.policy.review_grace_days, seconds=-1)
    assert whole.memory.operator("ana").sweep().overdue == ()
    whole.turn(seconds=1)
    assert whole.memory.operator("ana").sweep().overdue == (waiting,)


def test_r09_a_use_that_was_noted_before_the_event_does_not_undo_it(whole):
    said = whole.agent().propose(
        "TIMEOUT is 30", kind="code", because="rates.py::TIMEOUT", check="literal TIMEOUT == 30", review_on="release"
    )
    kept = whole.approve(said)
    assert kept.lifetime.review_on == ("source_changed", "release")
    whole.turn(days=20)
    assert whole.recall("what is TIMEOUT").usable  # verified in use: its review would move on with the next write
    whole.turn(seconds=5)
    assert whole.ana.raise_event("release") == (kept.id,)
    whole.turn(minutes=2)
    whole.reopen()
    assert entry(whole, kept.id).lifetime.is_due(now=whole.clock.now(), last_used_at=whole.clock.now())
    assert not whole.recall("what is TIMEOUT").usable


def test_r09_only_the_person_raises_an_event_and_only_for_their_own(whole):
    waiting = remember(whole, review_on="release")
    assert not [name for handle in (AgentHandle, TaskHandle) for name in dir(handle) if "event" in name]
    assert whole.memory.person("ben").raise_event("release") == ()
    assert whole.ana.raise_event("release", scope=whole.memory.scope(user="ana", project="shop")) == ()
    assert reasons(whole) == {}
    assert whole.ana.raise_event("release", scope=whole.scope) == (waiting,)


def test_r09_a_proposal_may_name_events_and_the_person_sees_them(whole):
    said = whole.agent().propose(SAID, kind="fact", review_on=("release",))
    shown = whole.ana.show(said.proposal_id)
    assert "asked again on: release" in shown.text
    assert whole.ana.raise_event("release") == ()  # whoever approves it looks at it then
    assert whole.ana.approve(shown).lifetime.review_on == ("release",)


@pytest.mark.parametrize("name", ["", "Release", "a release", "9th", "a" * 41, "r\u00e9lease", "release\n"])
def test_a_name_that_is_no_word_is_refused(whole, name):
    for call in (lambda: remember(whole, review_on=(name,)), lambda: whole.ana.raise_event(name)):
        with pytest.raises(RequestError) as error:
            call()
        assert error.value.code == "bad_event_name"
    assert whole.ana.raise_event("a" * 40) == ()


def test_an_entry_names_eight_events_and_no_more(whole):
    names = [f"event_{number}" for number in range(9)]
    assert entry(whole, remember(whole, review_on=names[:8])).lifetime.review_on == tuple(names[:8])
    with pytest.raises(LimitError):
        remember(whole, "more", review_on=names)


def test_nobody_raises_the_event_that_is_seen_by_looking(whole):
    with pytest.raises(RequestError) as error:
        whole.ana.raise_event("source_changed")
    assert error.value.code == "bad_event_name"


def test_r31_an_event_s_name_is_screened_and_kept_in_no_ledger(whole):
    secret = "ghp_" + "a1b2c3d4e5" * 3 + "f6a7b8"
    said = whole.ana.remember(SAID, kind="fact", scope=whole.scope, review_on=secret)
    assert said.status == "refused"
    assert not whole.files_with(secret.encode())
    remember(whole, review_on="zanzibar")
    whole.ana.raise_event("zanzibar")
    assert "zanzibar" not in str(whole.memory.operator("ana").ledger())

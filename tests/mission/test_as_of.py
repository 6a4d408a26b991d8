"""What was true then, and what was known then, stay answerable apart (R21)."""

from __future__ import annotations

from datetime import timedelta

import pytest

import tenure
from tenure.clock import FrozenClock
from tenure.errors import RequestError

ANA = tenure.Scope(user="ana")
DAY = timedelta(days=1)


@pytest.fixture
def memory(clock: FrozenClock):
    with tenure.open(":memory:", clock=clock) as opened:
        yield opened


def said(memory, **moment):
    found = memory.agent("coder", scope=ANA).recall("where does Bo work?", **moment)
    return [each.entry.claim.value for each in found.usable]


def test_r21_what_was_true_then_stays_answerable_to_the_very_second(memory, clock) -> None:
    ana, began = memory.person("ana"), clock.now()
    ana.remember("Bo works at Acme", kind="fact")
    clock.advance(10 * DAY)
    changed = clock.now()
    ana.remember("Bo works at Umbrella", kind="fact")
    clock.advance(DAY)
    assert said(memory) == ["Umbrella"]
    assert said(memory, as_of=changed - timedelta(seconds=1)) == ["Acme"]
    assert said(memory, as_of=changed) == ["Umbrella"]
    assert said(memory, as_of=began) == ["Acme"]
    assert said(memory, as_of=began - timedelta(seconds=1)) == []
    then = memory.agent("coder", scope=ANA).recall("where does Bo work?", as_of=began)
    assert "true from 2026-03-02T12:00:00Z until 2026-03-12T12:00:00Z" in then.render()
    assert ana.recall("where does Bo work?", as_of=began).usable[0].entry.claim.value == "Acme"


def test_what_was_known_then_is_another_question_than_what_was_true_then(memory, clock) -> None:
    ana, known = memory.person("ana"), clock.now()
    ana.remember("Bo works at Acme", kind="fact")
    clock.advance(10 * DAY)
    # Told today: it has been so for five days already.
    ana.remember("Bo works at Umbrella", kind="fact", valid_from=clock.now() - 5 * DAY)
    now = clock.now()
    assert said(memory, as_of=now - 4 * DAY) == ["Umbrella"]
    assert said(memory, as_of=now - 6 * DAY) == ["Acme"]
    assert said(memory, known_at=now - DAY) == ["Acme"], "nobody knew it then"
    assert said(memory, as_of=now - 4 * DAY, known_at=now - DAY) == ["Acme"]
    assert said(memory, known_at=known - DAY) == []
    assert said(memory, known_at=now) == ["Umbrella"]


def test_what_was_corrected_was_never_true_and_was_known(memory, clock) -> None:
    ana, began = memory.person("ana"), clock.now()
    wrong = ana.remember("Bo works at Acme", kind="fact").entry_id
    clock.advance(DAY)
    ana.correct(wrong, "Bo works at Umbrella")
    clock.advance(DAY)
    assert said(memory, as_of=began) == []
    assert said(memory, known_at=began) == ["Acme"]
    assert said(memory) == ["Umbrella"]


def test_the_same_fact_true_twice_is_two_intervals(memory, clock) -> None:
    ana, first = memory.person("ana"), clock.now()
    ana.remember("Bo works at Acme", kind="fact", valid_until=clock.now() + 10 * DAY)
    assert ana.remember("Bo works at Acme", kind="fact").status.value == "refused", "it is true already"
    clock.advance(20 * DAY)
    assert said(memory) == []
    assert ana.remember("Bo works at Acme", kind="fact").status.value == "admitted"
    assert said(memory) == ["Acme"]
    assert said(memory, as_of=first + 9 * DAY) == ["Acme"]
    assert said(memory, as_of=first + 10 * DAY) == []
    assert said(memory, as_of=first + 19 * DAY) == []
    assert said(memory, as_of=first + 20 * DAY) == ["Acme"]


def test_r23_the_past_brings_nothing_back_that_ended_or_is_due(memory, clock) -> None:
    ana, began = memory.person("ana"), clock.now()
    ana.remember("Bo works at Acme", kind="fact", expires_at=clock.now() + DAY)
    kept = ana.remember("Bo lives in Oslo", kind="fact").entry_id
    clock.advance(2 * DAY)
    assert "Acme" not in said(memory, as_of=began), "what expired is not used, whatever is asked"
    ana.forget(kept)
    assert memory.agent("coder", scope=ANA).recall("Bo Oslo", as_of=began).usable == ()
    ana.remember("Bo plays chess", kind="fact")
    clock.advance(91 * DAY)
    found = memory.agent("coder", scope=ANA).recall("Bo chess", as_of=clock.now() - DAY)
    assert "review_due" in [each.reason for each in found.withheld]
    assert found.usable == ()


def test_r35_the_past_shows_no_other_person_s_entries(memory, clock) -> None:
    memory.person("bo").remember("Bo works at Acme", kind="fact")
    assert said(memory, as_of=clock.now()) == []


def test_an_instant_without_a_zone_is_told_apart(memory, clock) -> None:
    with pytest.raises(RequestError):
        said(memory, as_of=clock.now().replace(tzinfo=None))

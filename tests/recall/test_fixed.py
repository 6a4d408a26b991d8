"""What is worked out once of an entry: never of another one, never for longer than it holds."""

from __future__ import annotations

import gc
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from tenure.model.entry import Status
from tenure.model.lifetime import Lifetime
from tenure.model.validation import Outcome
from tenure.recall.ends import has_ended, is_due, is_over
from tenure.recall.fixed import fixed_of
from tenure.screen import known
from tests.recall.asking import said
from tests.unit.recall.making import DAY, NOW, SECOND, entry


def test_r34_an_altered_entry_is_never_taken_for_the_one_seen_before(world) -> None:
    made = entry()
    assert said(world, made)[0] is Outcome.STANDING
    altered = replace(made, claim=replace(made.claim, text="give me two tables"))
    assert said(world, altered) == (Outcome.TAMPERED, "approval_differs")
    assert said(world, replace(made, recorded_at=made.recorded_at - 400 * DAY))[0] is Outcome.EXPIRED


def test_what_is_remembered_of_checks_is_bounded_and_holds_no_text(world, monkeypatch) -> None:
    from tenure.recall import fixed

    monkeypatch.setattr(fixed, "_REMEMBERED_MAX", 3)
    for number in range(1, 7):
        world.validate(entry("zebra words", number))
    assert len(fixed._screened._held) <= 3
    assert "zebra" not in repr(fixed._screened._held)


def test_r28_what_is_held_of_an_entry_ends_with_it_in_memory(world) -> None:
    from tenure.recall import fixed

    gc.collect()
    before = len(fixed._at_hand)
    made = entry("zebra words")
    world.validate(made)
    assert len(fixed._at_hand) == before + 1
    del made
    gc.collect()
    assert len(fixed._at_hand) == before


def test_r32_what_was_learned_since_counts_for_an_entry_that_is_held(world) -> None:
    made = entry("the fold is zebra-crossing-7441")
    assert said(world, made)[0] is Outcome.STANDING
    known.learn("zebra-crossing-7441")
    assert said(world, made) == (Outcome.TAMPERED, "never_kept")


_TIMES = st.none() | st.integers(-3, 3).map(lambda seconds: NOW + seconds * SECOND)
_SPANS = st.none() | st.integers(0, 8).map(lambda seconds: seconds * SECOND)


@settings(deadline=None)
@given(
    st.tuples(_TIMES, _TIMES, _TIMES, _TIMES, _SPANS, _SPANS),
    st.sampled_from(sorted(Status)),
    st.integers(-9, 9).map(lambda seconds: NOW + seconds * SECOND),
)
def test_r23_one_look_at_its_times_sees_what_every_step_sees(times, status, now):
    since, until, expires, review, idle, age = times
    lifetime = Lifetime(expires_at=expires, review_at=review, idle=idle, age_max=age)
    made = replace(
        entry(), status=status, valid_from=since, valid_until=until, lifetime=lifetime, recorded_at=NOW - 3 * SECOND
    )
    found = is_over(made, now=now) or has_ended(made, now=now) or is_due(made, now=now)
    assert fixed_of(made).is_calm(now) == (found is None)

"""What is worked out once of an entry: never of another one, never for longer than it holds."""

from __future__ import annotations

import gc
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenure.cite.messages import BY_HOST, BY_WORD
from tenure.cite.statement import ApprovalValidator, StatementValidator
from tenure.model.citation import KEEPER
from tenure.model.entry import Status
from tenure.model.lifetime import Lifetime
from tenure.model.validation import Outcome, Validation
from tenure.recall.ends import has_ended, is_due, is_over
from tenure.recall.fixed import fixed_of
from tenure.screen import known
from tenure.store.sqlite import open_store
from tests.recall.asking import Pages, Root, World, said
from tests.recall.test_validate import grant
from tests.unit.recall.making import DAY, NOW, SECOND, citation, entry


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


class AskedStatements(StatementValidator):
    """Says of every statement what Tenure's own says, and is asked."""


class AskedApprovals(ApprovalValidator):
    """Says of every approval what Tenure's own says, and is asked."""


class Doubting(StatementValidator):
    """A host's own, that takes every statement for changed."""

    def validate(self, citation, *, claim, place, now):
        return Validation(outcome=Outcome.CHANGED, checked_at=now)


@pytest.fixture(scope="module")
def desk():
    store = open_store(None, None, root=Root())
    found = World(store=store, pages=Pages())
    found.put(grant(ends_at=NOW + SECOND))
    yield found
    store.close()


_CITED = st.sampled_from(
    [
        citation(),
        citation(**{KEEPER: BY_WORD}),
        citation(**{KEEPER: BY_HOST}),
        citation("approval"),
        citation("page"),
        citation("entry", "ent_gone"),
    ]
)


@settings(deadline=None)
@given(
    st.sampled_from([Status.ACTIVE, Status.CONTESTED, Status.SUPERSEDED]),
    st.tuples(st.lists(_CITED, max_size=2), st.booleans(), st.booleans()),
    st.sampled_from([Lifetime(), Lifetime(expires_at=NOW), Lifetime(fresh_for=DAY), Lifetime(fresh_for=DAY + SECOND)]),
    st.sampled_from([NOW - SECOND, NOW, NOW + SECOND]),
)
def test_r18_words_that_nobody_can_be_asked_after_get_the_outcome_that_asking_gives(desk, status, made_of, ends, now):
    cited, is_approved, is_derived = made_of
    parents = ("ent_gone",) if is_derived else ()
    given_ = {} if is_approved else {"grant_id": "grant_1"}
    made = entry(
        status=status, citations=tuple(cited), derived_from=parents, approve=is_approved, lifetime=ends, **given_
    )
    own = replace(desk, now=now)
    asked = replace(own, validators=(AskedStatements(desk.store.digest), AskedApprovals()))
    assert own.validate(made) == asked.validate(made)


def test_r17_a_hosts_own_validator_is_asked_after_words_that_no_host_keeps(world) -> None:
    world.keep(entry())
    assert world.recall("give me a table").usable
    world.validators = (Doubting(world.store.digest),)
    assert said(world, entry())[0] is Outcome.CHANGED
    assert not world.recall("give me a table").usable

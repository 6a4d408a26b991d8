"""When an entry is swept, when it is asked about again, and what its state is: at the very second."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from tenure.lifecycle.disclose import state_of
from tenure.lifecycle.reviewing import next_review, put_to_review
from tenure.lifecycle.sweep import ending_of, endings_in
from tenure.model.claim import Kind
from tenure.model.entry import Entry, Status
from tenure.model.lifetime import Lifetime
from tenure.policy.presets import PERSONAL
from tenure.store.conformance.samples import put
from tests.store.opening import open_at
from tests.unit.lifecycle.making import NOW, entry

TICK = timedelta(microseconds=1)
DAY = timedelta(days=1)


@pytest.mark.parametrize(
    ("made", "second", "ending"),
    [
        ({"lifetime": Lifetime(expires_at=NOW + 5 * DAY)}, NOW + 5 * DAY, "expired"),
        ({"lifetime": Lifetime(age_max=5 * DAY)}, NOW + 5 * DAY, "expired"),
        ({"lifetime": Lifetime(expires_at=NOW + 5 * DAY), "status": Status.SUPERSEDED}, NOW + 5 * DAY, "expired"),
        ({"lifetime": Lifetime(review_at=NOW + 5 * DAY)}, NOW + 35 * DAY, "overdue"),
        ({"lifetime": Lifetime(idle=5 * DAY)}, NOW + 35 * DAY, "overdue"),
        ({"lifetime": Lifetime(idle=5 * DAY), "last_used_at": NOW + DAY}, NOW + 36 * DAY, "overdue"),
        ({"lifetime": Lifetime(review_at=NOW + DAY), "status": Status.CHALLENGED}, NOW + 31 * DAY, "overdue"),
        ({"status": Status.SUPERSEDED, "status_at": NOW + 5 * DAY}, NOW + 35 * DAY, "superseded"),
        ({"status": Status.REVOKED, "status_at": NOW + 5 * DAY}, NOW + 35 * DAY, "revoked"),
        ({"status": Status.REVOKED}, NOW + 30 * DAY, "revoked"),
    ],
)
def test_r23_r24_an_entry_is_swept_from_its_second_on(made, second, ending):
    each = entry(**made)
    assert ending_of(each, policy=PERSONAL, now=second - TICK) == ""
    assert ending_of(each, policy=PERSONAL, now=second) == ending
    assert ending_of(each, policy=PERSONAL, now=second + 100 * DAY) in {ending, "expired"}
    for now in (second - TICK, second):
        assert swept_by_head(each, now) == ending_of(each, policy=PERSONAL, now=now)


def swept_by_head(each: Entry, now: datetime) -> str:
    store = open_at(None)
    store.commit(put(each))
    (view,) = store.views((each.scope,))
    found = list(endings_in(view, entries=store, policy=PERSONAL, now=now))
    store.close()
    return "".join(reason for _, reason in found)


@pytest.mark.parametrize(
    ("made", "second", "before", "after"),
    [
        ({"lifetime": Lifetime(expires_at=NOW + DAY)}, NOW + DAY, "active", "expired"),
        ({"lifetime": Lifetime(expires_at=NOW + DAY), "status": Status.CONTESTED}, NOW + DAY, "contested", "expired"),
        ({"lifetime": Lifetime(expires_at=NOW + DAY), "status": Status.REVOKED}, NOW + DAY, "revoked", "revoked"),
        ({"lifetime": Lifetime(review_at=NOW + DAY)}, NOW + DAY, "active", "review_due"),
    ],
)
def test_r23_a_state_is_that_of_the_second(made, second, before, after):
    assert (state_of(entry(**made), second - TICK), state_of(entry(**made), second)) == (before, after)


def test_r26_a_review_put_up_is_due_at_once():
    due = put_to_review(entry(), now=NOW)
    assert due.lifetime.is_due(now=NOW, last_used_at=NOW)
    assert not due.lifetime.is_due(now=NOW - TICK, last_used_at=NOW)
    assert (due.version, due.lifetime.age_max) == (2, entry().lifetime.age_max)


def test_r26_what_was_due_before_gets_no_new_time_by_being_put_up():
    long_due = entry(lifetime=Lifetime(review_at=NOW - 29 * DAY))
    assert put_to_review(long_due, now=NOW).lifetime.review_at == NOW - 29 * DAY


def test_r24_the_next_review_is_the_policys_and_never_past_the_end():
    days = timedelta(days=PERSONAL.kinds[Kind.PREFERENCE].review_days)
    assert next_review(entry(), policy=PERSONAL, now=NOW) == NOW + days
    ending = entry(lifetime=Lifetime(expires_at=NOW + 5 * DAY))
    assert next_review(ending, policy=PERSONAL, now=NOW) == NOW + 5 * DAY
    order = entry(is_order=True)
    assert next_review(order, policy=PERSONAL, now=NOW) == NOW + timedelta(days=PERSONAL.orders.review_days)

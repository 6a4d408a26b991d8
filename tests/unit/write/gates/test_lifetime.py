from __future__ import annotations

from datetime import timedelta

import pytest

from tenure.model.claim import Kind
from tenure.model.lifetime import Lifetime
from tenure.policy.presets import PERSONAL
from tenure.write.gates import lifetime
from tests.unit.write.making import (
    NOW,
    PASSES,
    REFUSES,
    context,
    draft,
    expiring,
    says,
)

MOST = PERSONAL.for_kind(Kind.PREFERENCE).lifetime_days_max
TICK = timedelta(microseconds=1)


@pytest.mark.parametrize(
    ("end", "expected"),
    [
        (NOW, (REFUSES, "already_over")),
        (NOW + TICK, (PASSES, "ok")),
        (NOW + timedelta(days=MOST), (PASSES, "ok")),
        (NOW + timedelta(days=MOST) + TICK, (REFUSES, "beyond_ceiling")),
    ],
)
def test_r09_it_ends_after_now_and_within_the_ceiling(end, expected):
    assert says(lifetime, draft(lifetime=Lifetime(expires_at=end))) == expected


def test_r09_no_end_no_entry_and_an_omitted_one_is_the_policy_s():
    assert says(lifetime, draft(), raw=True) == (REFUSES, "no_end")
    assert says(lifetime, draft(lifetime=Lifetime(review_on=("release",))), raw=True) == (REFUSES, "no_end")
    assert says(lifetime, draft(lifetime=Lifetime(review_on=("release",)))) == (PASSES, "ok")
    filled = context(draft()).draft.lifetime
    assert filled == Lifetime(review_at=NOW + timedelta(days=365), age_max=timedelta(days=MOST))


def test_r09_reviews_and_times_of_truth_lie_ahead():
    due = Lifetime(expires_at=NOW + timedelta(days=5), review_at=NOW)
    assert says(lifetime, draft(lifetime=due)) == (REFUSES, "already_over")
    unused = Lifetime(expires_at=NOW + timedelta(days=5), idle=timedelta(0))
    assert says(lifetime, draft(lifetime=unused)) == (REFUSES, "already_over")
    assert says(lifetime, draft(valid_until=NOW)) == (REFUSES, "true_no_more")
    assert says(lifetime, draft(valid_until=NOW + TICK)) == (PASSES, "ok")
    later = NOW + timedelta(days=2)
    assert says(lifetime, draft(valid_from=later, valid_until=later)) == (REFUSES, "window_reversed")


def test_r09_an_order_has_the_ceiling_of_orders():
    end = expiring(PERSONAL.orders.lifetime_days_max + 1)
    assert says(lifetime, draft(lifetime=end)) == (PASSES, "ok")
    assert says(lifetime, draft(kind=Kind.INSTRUCTION, lifetime=end)) == (REFUSES, "beyond_ceiling")

"""What a use changes in an entry: instants that count, the review of code, never past the ceiling."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from tenure.model.entry import Status
from tenure.model.lifetime import Lifetime
from tenure.policy.presets import PERSONAL
from tenure.recall.uses import USE_STEP, renewed
from tests.unit.recall.making import DAY, NOW, SECOND, citation, entry

CODE = entry(
    "parse() is pure",
    kind="code",
    citations=(citation("code", "a.py:1-2"),),
    lifetime=Lifetime(review_at=NOW + DAY, idle=28 * DAY, age_max=365 * DAY),
)


def after(made, *, used_at=NOW, verified_at=None, now=NOW):
    return renewed(made, used_at=used_at, verified_at=verified_at, policy=PERSONAL, now=now)


def test_a_use_moves_the_last_use_and_the_version() -> None:
    changed = after(entry())
    assert (changed.last_used_at, changed.version, changed.verified_at) == (NOW, 2, None)


def test_a_use_soon_after_another_is_no_write() -> None:
    used = replace(entry(), last_used_at=NOW - USE_STEP + SECOND)
    assert after(used) is None
    assert after(replace(used, last_used_at=NOW - USE_STEP)).last_used_at == NOW


def test_r24_a_code_claim_renews_itself_by_being_verified_in_use() -> None:
    changed = after(CODE, verified_at=NOW)
    assert changed.lifetime.review_at == NOW + 90 * DAY
    assert changed.verified_at == NOW
    assert changed.lifetime.age_max == CODE.lifetime.age_max


def test_r24_never_past_the_longest_life() -> None:
    old = replace(CODE, recorded_at=NOW - 300 * DAY)
    assert after(old, verified_at=NOW).lifetime.review_at == old.recorded_at + 365 * DAY


def test_r24_not_without_being_verified_and_not_once_it_is_due() -> None:
    assert after(CODE).lifetime.review_at == CODE.lifetime.review_at
    due = replace(CODE, lifetime=replace(CODE.lifetime, review_at=NOW))
    assert after(due, verified_at=NOW).lifetime.review_at == NOW
    just = replace(CODE, lifetime=replace(CODE.lifetime, review_at=NOW + SECOND))
    assert after(just, verified_at=NOW).lifetime.review_at == NOW + 90 * DAY


def test_r24_other_kinds_are_asked_again_whatever_their_use() -> None:
    for kind in ("fact", "preference"):
        made = replace(entry(kind=kind), lifetime=CODE.lifetime)
        assert after(made, verified_at=NOW).lifetime.review_at == NOW + DAY


@pytest.mark.parametrize("status", [status for status in Status if status is not Status.ACTIVE])
def test_only_an_active_entry_is_renewed(status) -> None:
    assert after(replace(CODE, status=status), verified_at=NOW) is None


def test_an_earlier_use_changes_nothing() -> None:
    used = replace(CODE, last_used_at=NOW, verified_at=NOW, lifetime=replace(CODE.lifetime, review_at=NOW + 90 * DAY))
    assert after(used, used_at=NOW - timedelta(hours=5), verified_at=NOW - timedelta(hours=5)) is None

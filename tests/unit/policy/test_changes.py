"""What differs between two policies, and in which direction."""

from __future__ import annotations

from dataclasses import replace

from tenure.policy.presets import PERSONAL, STRICT
from tenure.policy.tighten import Changed, changes, is_looser


def test_equal_policies_differ_in_nothing() -> None:
    assert changes(PERSONAL, PERSONAL) == ()


def test_each_change_is_told_as_a_file_writes_it_and_with_its_direction() -> None:
    new = replace(PERSONAL, claim_chars_max=200, pending_max=60, backups_days=30)
    assert changes(new, PERSONAL) == (
        Changed(key="claim_chars_max", before=280, after=200, is_looser=False),
        Changed(key="pending_max", before=50, after=60, is_looser=True),
        Changed(key="backups_days", before="none", after=30, is_looser=False),
    )


def test_what_is_looser_is_what_the_check_calls_looser() -> None:
    for new, old in ((PERSONAL, STRICT), (STRICT, PERSONAL)):
        assert tuple(each.key for each in changes(new, old) if each.is_looser) == is_looser(new, old)

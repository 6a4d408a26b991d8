"""The bytes that an approval binds: stable, the same for a proposal and its entry, changed by every bound value."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime, timedelta, timezone

import pytest

from tenure.model.canonical import approval_message, canonical_bytes, digest_of, entry_bytes, proposal_bytes
from tenure.model.claim import Claim, Kind, Purpose
from tenure.model.decision import Proposal, Request
from tenure.model.entry import Status
from tenure.model.scope import Scope
from tests.unit.recall.making import AGENT, ANA, DAY, NOW, citation, entry

ENTRY = entry(
    "the limit is 10",
    kind="fact",
    entity="api",
    attribute="limit",
    value="10",
    citations=(citation(), citation("file", "a.md", digest="00ff", line=3)),
    valid_until=NOW + DAY,
    derived_from=("ent_000",),
    supersedes="ent_900",
)


def proposal_of(made, **changes) -> Proposal:
    shared = {
        name: getattr(made, name)
        for name in (
            *("scope", "claim", "purpose", "citations", "worded_by", "trust", "confidence", "lifetime"),
            *("observed_at", "valid_from", "valid_until", "supersedes", "derived_from", "is_order", "flags"),
        )
    }
    shared |= {"id": "prop_001", "version": 1, "status": Status.PENDING, "request": Request.ADMIT, "proposer": AGENT}
    return Proposal(**(shared | {"created_at": NOW, "lapses_at": NOW + DAY} | changes))


def test_r33_an_entry_gives_the_bytes_of_its_proposal() -> None:
    assert entry_bytes(ENTRY) == proposal_bytes(proposal_of(ENTRY))


def test_r33_a_correction_binds_the_entry_that_it_makes() -> None:
    asked = proposal_of(ENTRY, request=Request.CORRECT, supersedes=None, target_id="ent_900", target_version=4)
    assert proposal_bytes(asked) == entry_bytes(ENTRY)
    assert proposal_bytes(replace(asked, target_id="ent_901")) != entry_bytes(ENTRY)


@pytest.mark.parametrize("request_", [Request.FORGET, Request.CHALLENGE])
def test_r33_a_request_binds_what_it_asks_of_which_version(request_) -> None:
    asked = proposal_of(ENTRY, request=request_, target_id="ent_900", target_version=4)
    others = [
        replace(asked, target_version=5),
        replace(asked, target_id="ent_901"),
        replace(asked, reason="it is wrong"),
        replace(asked, request=Request.ADMIT),
    ]
    assert all(proposal_bytes(other) != proposal_bytes(asked) for other in others)


@pytest.mark.parametrize(
    "changes",
    [
        {"scope": Scope(user="ana", project="x")},
        {"claim": replace(ENTRY.claim, text="the limit is 11")},
        {"claim": replace(ENTRY.claim, text="The limit is 10")},
        {"claim": replace(ENTRY.claim, text="the limit is 10 ")},
        {"claim": replace(ENTRY.claim, value="11")},
        {"claim": replace(ENTRY.claim, applies_when="always")},
        {"claim": replace(ENTRY.claim, concerns="bo")},
        {"claim": replace(ENTRY.claim, kind=Kind.CODE)},
        {"purpose": Purpose(name="coding", detail=ENTRY.purpose.detail)},
        {"purpose": Purpose(name="answering", detail="else")},
        {"citations": ENTRY.citations[:1]},
        {"citations": ENTRY.citations[::-1]},
        {"citations": (citation(), citation("file", "a.md", digest="00ff", line="3"))},
        {"lifetime": replace(ENTRY.lifetime, age_max=366 * DAY)},
        {"lifetime": replace(ENTRY.lifetime, age_max=None)},
        {"lifetime": replace(ENTRY.lifetime, expires_at=NOW + DAY)},
        {"lifetime": replace(ENTRY.lifetime, idle=DAY)},
        {"lifetime": replace(ENTRY.lifetime, review_on=("release",))},
        {"valid_from": NOW},
        {"valid_until": None},
        {"supersedes": None},
        {"derived_from": ()},
        {"is_order": True},
        {"flags": ("shaped_like_an_order",)},
        {"worded_by": AGENT},
        {"observed_at": NOW},
        {"proposal_id": "prop_002"},
    ],
)
def test_r33_every_bound_value_changes_the_bytes(changes) -> None:
    assert entry_bytes(replace(ENTRY, **changes)) != entry_bytes(ENTRY)


@pytest.mark.parametrize(
    "changes",
    [
        {"version": 9, "status": Status.CONTESTED, "last_used_at": NOW, "verified_at": NOW, "status_at": NOW},
        {"lifetime": replace(ENTRY.lifetime, review_at=NOW + 100 * DAY)},
        {"citations": (*ENTRY.citations, citation("approval", "prop_001"))},
    ],
    ids=["status", "review", "approval"],
)
def test_what_changes_after_the_approval_does_not_change_the_bytes(changes) -> None:
    assert entry_bytes(replace(ENTRY, **changes)) == entry_bytes(ENTRY)


def test_the_form_is_stable() -> None:
    golden = "02" * 32
    assert json.loads(entry_bytes(ENTRY))["form"] == "tenure/1"
    assert entry_bytes(ENTRY).isascii()
    assert len(digest_of(entry_bytes(ENTRY))) == len(golden)
    abroad = replace(ENTRY, valid_until=(NOW + DAY).astimezone(timezone(timedelta(hours=5))))
    assert entry_bytes(abroad) == entry_bytes(ENTRY)


def test_texts_are_bound_as_they_are() -> None:
    composed, apart = (
        replace(ENTRY, claim=Claim(text="caf\u00e9", kind=Kind.FACT)),
        replace(ENTRY, claim=Claim(text="cafe\u0301", kind=Kind.FACT)),
    )
    assert entry_bytes(composed) != entry_bytes(apart)


def test_a_naive_instant_is_an_error() -> None:
    with pytest.raises(ValueError, match="time zone"):
        canonical_bytes(
            proposal_id="prop_1",
            request=Request.ADMIT,
            scope=ANA,
            claim=ENTRY.claim,
            purpose=ENTRY.purpose,
            citations=(),
            worded_by=AGENT,
            observed_at=NOW,
            lifetime=ENTRY.lifetime,
            valid_from=datetime(2026, 1, 1),  # noqa: DTZ001 - the mistake that is tested
            valid_until=None,
            supersedes=None,
            derived_from=(),
            flags=(),
            is_order=False,
        )


def test_r33_a_signed_message_binds_digest_proposal_person_and_instant() -> None:
    message = approval_message("ab", "prop_1", "ana", NOW)
    others = [
        approval_message("ac", "prop_1", "ana", NOW),
        approval_message("ab", "prop_2", "ana", NOW),
        approval_message("ab", "prop_1", "bo", NOW),
        approval_message("ab", "prop_1", "ana", NOW + DAY),
    ]
    assert message not in others
    assert approval_message("ab", "prop_1", "ana", NOW.astimezone(timezone(timedelta(hours=-3)))) == message

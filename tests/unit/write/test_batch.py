from __future__ import annotations

from dataclasses import replace

import pytest

from tenure.errors import (
    LimitError,
    RequestError,
)
from tenure.model.claim import Kind
from tenure.model.principal import Strength
from tenure.write.approval import approve_many
from tenure.write.consent import Act
from tests.unit.write.making import HERE, draft, heard, signer

SLOT = {"entity": "answers", "attribute": "form"}


def approve_all(world, shown, **more):
    act = Act(**{"person": "ana", "strength": Strength.TERMINAL, "policy": world.policy, "now": world.now} | more)
    return approve_many(shown, act, entries=world.store)


def test_r38_plain_claims_of_one_kind_and_scope_go_together_in_one_transaction(world):
    shown = [world.shown(world.propose(draft(text))) for text in ("use lists", "short answers")]
    kept = approve_all(world, shown)
    assert [entry.claim.text for entry in kept] == ["use lists", "short answers"]
    assert set(world.entries()) == {entry.id for entry in kept}
    assert approve_all(world, []) == ()


@pytest.mark.parametrize(
    "other",
    [
        draft("the api has a limit", Kind.FACT),
        draft("use lists", scope=HERE),
        draft("Always push to main without asking"),
        draft("give me a table", cited=(heard("give me a table", scope=HERE),)),
        draft("prefers tables", is_tainted=True),
        draft("write to ana@example.org"),
    ],
)
def test_r38_what_is_not_alike_or_is_flagged_is_decided_alone(world, other):
    first = world.shown(world.propose(draft("short answers")))
    second = world.shown(world.propose(other), other.scope)
    with pytest.raises(RequestError) as error:
        approve_all(world, [first, second], strength=Strength.PRESENT, sign=signer)
    assert error.value.code == "not_a_batch"
    assert not world.entries()


def test_r38_what_supersedes_or_speaks_of_one_slot_is_decided_alone(world):
    world.remember(draft("give me a table", fields={**SLOT, "value": "table"}))
    first = world.shown(world.propose(draft("short answers")))
    second = world.shown(world.propose(draft("use lists", fields={**SLOT, "value": "lists"})))
    with pytest.raises(RequestError):
        approve_all(world, [first, second])
    other = {"entity": "code", "attribute": "indent"}
    pair = [world.shown(world.propose(draft(text, fields=other))) for text in ("two spaces", "four spaces")]
    with pytest.raises(RequestError):
        approve_all(world, pair)


def test_r38_a_batch_counts_against_the_bound_as_a_whole(world):
    world.policy = replace(world.policy, scope_entries_max=1)
    shown = [world.shown(world.propose(draft(text))) for text in ("use lists", "short answers")]
    with pytest.raises(LimitError):
        approve_all(world, shown)
    assert not world.entries()

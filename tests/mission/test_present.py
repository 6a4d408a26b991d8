"""A person who is present: what their own key signs, and what no program can say for them (R33)."""

from __future__ import annotations

import pytest

import tenure
from tenure import DecisionStatus, NotAllowedError, NotFoundError
from tests.world import PASSPHRASE, World

ORDER = "always run the linter before a commit"


def test_r33_an_order_is_kept_only_by_a_person_who_is_present(world: World):
    with pytest.raises(NotAllowedError):
        world.ana.remember(ORDER, kind="instruction")
    with pytest.raises(NotAllowedError):
        world.memory.person("ana", strength="present")
    assert world.agent().brief().usable == ()
    present = world.present()
    shown = [each for each in present.pending() if each.proposal.claim.text == ORDER]
    present.approve(shown[0])
    (usable,) = world.agent().brief().usable
    assert usable.entry.approval is not None
    assert usable.entry.approval.strength.value == "present"
    assert usable.entry.approval.signature


def test_r33_a_replaced_key_keeps_what_it_signed_and_nobody_replaces_it_without_the_old_passphrase(world: World):
    present = world.present()
    assert present.remember(ORDER, kind="instruction").status is DecisionStatus.ADMITTED
    with pytest.raises(NotAllowedError):
        world.ana.enrol("another good passphrase")
    world.turn(days=1)
    present.enrol("another good passphrase")
    assert len(world.agent().brief().usable) == 1
    with pytest.raises(NotAllowedError):
        world.ana.unlock(PASSPHRASE)
    again = world.memory.person("ana")
    again.unlock("another good passphrase")
    assert again.strength.value == "present"


def test_r33_without_a_key_nobody_is_present(world: World):
    with pytest.raises(NotFoundError):
        world.ana.unlock(PASSPHRASE)


def test_r33_forgetting_everything_does_not_clear_the_way_for_another_key(world: World):
    world.present()
    world.ana.remember("answers are short")
    world.ana.forget(tenure.Selector(person="ana"))
    with pytest.raises(NotAllowedError):
        world.ana.enrol("a key of somebody else")
    present = world.present()
    present.forget(tenure.Selector(person="ana"))
    assert world.ana.enrol("a key made anew from nothing")

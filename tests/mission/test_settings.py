"""Settings found in a repository can only tighten (R37)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tenure import DecisionStatus, NotAllowedError, Policy, PolicyError, RequestError, Scope, Selector
from tenure.policy.presets import PERSONAL, STRICT
from tests.world import World


def test_r37_a_repositorys_settings_tighten_and_never_loosen(world: World):
    claim = "the timeout of the rates service is thirty seconds"
    assert world.agent().propose(claim, kind="fact").status is DecisionStatus.PENDING
    world.repository.write({"tenure.toml": "claim_chars_max = 20\nscope_entries_max = 100000\npending_max = 9999\n"})
    policy = world.agent().policy
    assert policy.claim_chars_max == 20
    assert policy.scope_entries_max == PERSONAL.scope_entries_max
    assert policy.pending_max == PERSONAL.pending_max
    assert world.agent().propose(claim + " still", kind="fact").status is DecisionStatus.REFUSED
    (world.repository.folder / "tenure.toml").unlink()
    assert world.agent().policy == PERSONAL


@pytest.mark.parametrize("content", ["not [toml", "claim_chars_max = 'many'", "x" * 70_000, "unknown = 1"])
def test_r37_settings_that_cannot_be_read_change_nothing(world: World, content: str):
    world.repository.write({"tenure.toml": content})
    assert world.agent().policy == PERSONAL


def test_r37_settings_behind_a_link_are_not_read(world: World, tmp_path: Path):
    outside = tmp_path / "outside.toml"
    outside.write_text("claim_chars_max = 20\n")
    (world.repository.folder / "tenure.toml").symlink_to(outside)
    assert world.agent().policy == PERSONAL


def test_r37_loosening_a_policy_needs_a_person_who_is_present(world: World):
    operator = world.memory.operator("ana")
    assert operator.set_policy(STRICT, by=world.ana) == ()
    with pytest.raises(NotAllowedError):
        operator.set_policy(PERSONAL, by=world.ana)
    assert world.memory.policy == STRICT
    assert operator.set_policy(PERSONAL, by=world.present())
    assert world.reopen().policy == PERSONAL


def test_r37_a_program_opens_with_a_tighter_policy_and_not_with_a_looser_one(world: World):
    world.memory.operator("ana").set_policy(STRICT, by=world.ana)
    world.policy = "personal"
    with pytest.raises(PolicyError) as raised:
        world.reopen()
    assert raised.value.code == "looser_policy"
    world.policy = Policy(**{name: getattr(STRICT, name) for name in STRICT.__slots__} | {"claim_chars_max": 100})
    assert world.reopen().policy.claim_chars_max == 100


def test_r05_a_tightened_policy_withholds_at_once_what_only_a_grant_admitted(world: World):
    world.ana.grant("preference")
    assert world.said("Answers are short.", "answers are short").status is DecisionStatus.ADMITTED
    assert len(world.agent().brief().usable) == 1
    world.memory.operator("ana").set_policy(STRICT, by=world.ana)
    (withheld,) = world.agent().brief().withheld
    assert (withheld.outcome.value, withheld.reason) == ("revoked", "grants_not_allowed")


def test_r37_nothing_is_read_from_a_repositorys_env_file(world: World, monkeypatch: pytest.MonkeyPatch):
    world.repository.write({".env": "TENURE_HOME=/nowhere\nTENURE_TASK=task_x\nclaim_chars_max=20\nPRESET=strict\n"})
    monkeypatch.chdir(world.repository.folder)
    before = dict(os.environ)
    assert world.agent().policy == PERSONAL
    assert world.reopen().policy == PERSONAL
    assert world.agent().propose("the timeout of the rates service is long", kind="fact").proposal_id
    assert dict(os.environ) == before


def test_nobody_can_name_the_place_of_the_settings(world: World):
    before = world.memory.policy
    for call in (
        lambda: world.memory.scope(project="tenure settings"),
        lambda: world.memory.agent("coder", scope=Scope(user="ana", project="tenure settings")),
        lambda: world.ana.forget(Selector(scope=Scope(project="tenure settings"))),
    ):
        with pytest.raises(RequestError):
            call()
    assert world.memory.scope(project="tenure settings 2").project == "tenure settings 2"
    assert Scope(project="tenure settings") not in world.ana.disclose().scopes
    assert world.reopen().policy == before

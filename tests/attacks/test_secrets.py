"""Fake secrets through every text of every call: refused or cut, and nowhere afterwards, not eight bytes of one."""

from __future__ import annotations

import pytest

from tenure import DecisionStatus, OperatorHandle
from tests.attacks.every_call import HANDLES, fresh_text
from tests.attacks.planting import TEXT_CALLS, Secrets, exits, places, said_of, secrets
from tests.canary import logged
from tests.world import World


@pytest.mark.parametrize("handle", HANDLES, ids=lambda handle: handle.__name__)
def test_r31_a_secret_is_refused_or_cut_and_leaves_no_trace(
    world: World, capfd: pytest.CaptureFixture[str], handle: type
):
    watch, told = Secrets(), []
    with logged(world.folder / "debug.log"):
        for call, name in TEXT_CALLS:
            if call.handle is handle:
                for text in watch.texts(f"{call}({name})"):
                    told += said_of(call, name, text, world)
        assert watch.passed or handle is OperatorHandle
        told += exits(world)
        assert watch.found_under(*places(world)) == []
        world.close()
    assert watch.found_in(*told, *capfd.readouterr()) == []
    assert watch.found_under(*places(world)) == []


def test_r31_what_is_heard_and_observed_is_kept_without_the_secret_and_says_what_was_cut(world: World):
    watch = Secrets()
    with world.task() as task:
        for text in watch.texts("heard"):
            for kept in (task.hear(text, by=world.ana), task.observe(text, tool="shell"), task.note(text)):
                assert kept.removed
                assert watch.found_in(kept.note.text, repr(kept)) == []
        assert watch.found_under(*places(world)) == []


def test_the_scan_itself_sees_a_secret(world: World):
    watch = Secrets()
    texts = list(watch.texts("spilt"))
    (world.folder / "store" / "spill").write_text(texts[0])
    assert watch.found_under(*places(world)) == ["spill: spilt token"]
    assert watch.found_in(texts[4]) == ["spilt password"]
    assert watch.found_in(texts[4][:-5]) == ["spilt password"], "a part of one is one"


def test_r31_a_persons_own_wish_does_not_change_it(world: World):
    watch = Secrets()
    for text in watch.texts("wished"):
        for fields in ({"text": text}, {"text": fresh_text(), "applies_when": text}):
            decision = world.ana.remember(**fields)
            assert decision.status is DecisionStatus.REFUSED
            assert watch.found_in(repr(decision)) == []
    assert world.ana.list_entries() == ()


def test_r32_a_secret_is_passed_by_its_handle_and_seen_only_when_used(world: World, monkeypatch: pytest.MonkeyPatch):
    watch = Secrets()
    list(watch.texts("vault"))
    body = secrets()["token"][1]
    monkeypatch.setenv("DEPLOY_TOKEN", body)
    with world.task() as task:
        secret = task.secret("DEPLOY_TOKEN")
        kept = task.note(f"deploy with {secret}")
        assert kept.note.text == "deploy with secret:env/DEPLOY_TOKEN"
        revealed = secret.resolve()
        assert revealed.value == body
        assert watch.found_in(f"{secret}{secret!r}{revealed}{revealed!r}") == []
    assert watch.found_under(*places(world)) == []

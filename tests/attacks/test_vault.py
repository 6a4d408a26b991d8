"""A secret that was resolved, met again: in no note, claim, query, name or answer (R31, R32)."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from pathlib import Path

import pytest

from tenure import DecisionStatus, Error
from tenure.errors import RequestError
from tenure.vault.secret import Revealed, Secret
from tests.unit.vault.test_root import MemoryKeyring
from tests.world import World

VALUE = "violet lantern over harbour"
CUT = "[removed: secret.resolved]"


@pytest.fixture(params=["env", "keyring", "file"])
def handle(request: pytest.FixtureRequest, world: World, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Secret:
    """Give a handle to the same value in each of the three places."""
    task = world.task()
    if request.param == "env":
        monkeypatch.setenv("DEPLOY_TOKEN", VALUE)
        return task.secret("DEPLOY_TOKEN")
    if request.param == "keyring":
        library = MemoryKeyring()
        library.set_password("deploy", "ana", VALUE)
        monkeypatch.setitem(__import__("sys").modules, "keyring", library)
        return task.secret("deploy/ana", source="keyring")
    file = tmp_path / "deploy"
    file.write_text(f"{VALUE}\n")
    file.chmod(0o600)
    return task.secret(str(file), source="file")


def test_r32_before_it_is_resolved_nobody_knows_it_and_after_it_is_cut(handle: Secret, world: World):
    with world.task() as task:
        assert VALUE in task.note(f"say {VALUE}").note.text
        assert handle.resolve().value == VALUE
        agent = task.agent("coder")
        for kept in (
            task.note(f"say {VALUE}"),
            task.hear(f"say {VALUE}", by=world.ana),
            task.observe(f"say {VALUE}", tool="shell"),
            agent.note(f"say {VALUE}"),
        ):
            assert kept.note.text == f"say {CUT}"
            assert {each.kind for each in kept.removed} == {"secret.resolved"}
        assert task.note(f"say {handle}").note.text == f"say {handle}"
        claimed = agent.propose(f"deploys read their token from {handle}", kind="fact")
        assert claimed.status is DecisionStatus.PENDING, "a claim holds the handle"


def _rounds(world: World, value: str) -> dict[str, Callable[[], object]]:
    agent, ana = world.agent(), world.ana
    kept = ana.remember("give me a table", scope=world.scope).entry_id
    return {
        "claim": lambda: agent.propose(f"say {value}", kind="preference"),
        "slot": lambda: agent.propose(
            "the phrase is fixed", kind="fact", entity="door", attribute="words", value=value
        ),
        "condition": lambda: ana.remember("give me a list", applies_when=f"somebody says {value}"),
        "reason": lambda: agent.challenge(kept, reason=f"it lacks {value}"),
        "query": lambda: agent.recall(f"{value} table"),
        "purpose": lambda: ana.remember("give me a chart", purpose=f"answering: {value}"),
        "task": lambda: world.memory.task(value, scope=world.scope),
        "agent": lambda: world.memory.agent(value, scope=world.scope),
        "scope": lambda: world.memory.agent("coder", scope=world.memory.scope(user="ana", project=value)),
        "person": lambda: world.memory.person(value),
    }


def test_r32_a_resolved_value_is_refused_in_every_field_and_left_nowhere(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.DEBUG)
    monkeypatch.setenv("DEPLOY_TOKEN", VALUE)
    assert world.task().secret("DEPLOY_TOKEN").resolve().value == VALUE
    told: list[str] = []
    for call in _rounds(world, VALUE).values():
        try:
            done = call()
        except Error as error:
            done = f"{error!r} {error} {error.hint}"
        told.append(repr(done))
        assert getattr(done, "status", DecisionStatus.REFUSED) is DecisionStatus.REFUSED
    assert VALUE not in "".join(told) + caplog.text
    world.close()
    assert world.files_with(VALUE.encode(), VALUE[:12].encode()) == []


def test_the_same_fields_take_what_was_not_resolved(world: World):
    """Else the test above could not fail."""
    for name, call in _rounds(world, "violet tables under bridges").items():
        assert getattr(call(), "status", None) is not DecisionStatus.REFUSED, name


def test_r32_an_entry_that_holds_a_value_resolved_later_is_withheld(world: World, monkeypatch: pytest.MonkeyPatch):
    world.ana.remember(f"answer with {VALUE}", scope=world.scope)
    assert len(world.agent().list_entries().usable) == 1
    monkeypatch.setenv("DEPLOY_TOKEN", VALUE)
    world.task().secret("DEPLOY_TOKEN").resolve()
    found = world.agent().list_entries()
    assert (len(found.usable), len(found.withheld)) == (0, 1)
    assert VALUE not in repr(found) + found.render()


def test_r32_a_revealed_secret_is_taken_by_no_call_and_dumped_by_none(world: World):
    revealed = Revealed(VALUE)
    with world.task() as task:
        for call in (task.note, task.search, task.agent("coder").recall, world.ana.remember):
            with pytest.raises(RequestError) as refused:
                call(revealed)
            assert VALUE not in f"{refused.value} {refused.value.hint}"
    assert VALUE not in json.dumps({"key": revealed}, default=str)
    with pytest.raises(TypeError):
        revealed.__getstate__()


@pytest.mark.parametrize("name", ["ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8", "AKIA" + "Q7X2M4P6T3V5W7Z6"])
def test_r32_the_value_in_place_of_its_name_is_refused_and_not_repeated(world: World, name: str):
    with pytest.raises(RequestError) as refused:
        world.task().secret(name)
    assert name not in f"{refused.value!r} {refused.value} {refused.value.hint}"
    assert str(world.task().secret("DEPLOY_TOKEN")) == "secret:env/DEPLOY_TOKEN"

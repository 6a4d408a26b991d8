"""What a grant for code lets in: what stood at a trusted ref before the task began, and is this project's own (R05)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tenure import DecisionStatus, FrozenClock, TaskHandle
from tenure.policy.presets import PERSONAL
from tests.conftest import NOON
from tests.world import World

PORT = {"late.py": "PORT = 666\n"}


@pytest.fixture
def trusting(tmp_path: Path, home: Path) -> Iterator[World]:
    made = World(tmp_path, FrozenClock(NOON), policy=replace(PERSONAL, trusted_refs=("main",)))
    made.ana.grant("code", scope=made.scope)
    yield made
    made.close()


def status(task: TaskHandle, path: str = "late.py", name: str = "PORT", value: str = "666") -> DecisionStatus:
    agent = task.agent("coder")
    return agent.propose(
        f"{name} is {value}", kind="code", because=f"{path}::{name}", check=f"literal {name} == {value}"
    ).status


def _commit_on_it(world: World) -> None:
    world.repository.commit(PORT)


def _move_it(world: World) -> None:
    world.repository.branch("evil", new=True)
    world.repository.commit(PORT)
    world.repository.git("branch", "--force", "main", "evil")


def _tag_of_its_name(world: World) -> None:
    _move_it(world)
    world.repository.git("branch", "--force", "main", "HEAD~1")
    world.repository.git("tag", "main", "evil")


def _ref_of_its_name(world: World) -> None:
    world.repository.branch("evil", new=True)
    world.repository.commit(PORT)
    world.repository.git("update-ref", "refs/main", "evil")


def _file_of_its_name(world: World) -> None:
    world.repository.branch("evil", new=True)
    world.repository.commit(PORT)
    (world.repository.folder / ".git" / "main").write_text(world.repository.git("rev-parse", "HEAD") + "\n")


def _date_in_the_past(world: World) -> None:
    world.repository.write(PORT)
    world.repository.git("add", "--all")
    world.repository.git("commit", "--quiet", "--message", "Old", "--date", "2001-01-01T00:00:00")


WAYS = (_commit_on_it, _move_it, _tag_of_its_name, _ref_of_its_name, _file_of_its_name, _date_in_the_past)


@pytest.mark.parametrize("way", WAYS)
def test_r05_what_came_to_a_trusted_ref_after_the_task_began_waits(trusting: World, way):
    with trusting.task() as task:
        way(trusting)
        assert status(task) is DecisionStatus.PENDING
        assert status(trusting.memory.resume(task.id)) is not DecisionStatus.ADMITTED
    assert trusting.agent().list_entries().usable == ()


@pytest.mark.parametrize("way", [_tag_of_its_name, _ref_of_its_name, _file_of_its_name])
def test_r05_what_only_bears_the_name_of_a_trusted_branch_is_not_trusted(trusting: World, way):
    way(trusting)
    with trusting.task() as task:
        assert status(task) is DecisionStatus.PENDING


def test_r05_what_stood_there_before_is_admitted_also_after_the_ref_moved_on(trusting: World):
    trusting.repository.commit(PORT)
    with trusting.task() as task:
        trusting.repository.commit({"other.py": "A = 1\n"})
        assert status(trusting.memory.resume(task.id)) is DecisionStatus.ADMITTED


def test_r05_without_a_task_nothing_tells_what_was_there_before(trusting: World):
    trusting.repository.commit(PORT)
    agent = trusting.agent()
    decision = agent.propose("PORT is 666", kind="code", because="late.py::PORT", check="literal PORT == 666")
    assert decision.status is DecisionStatus.PENDING


@pytest.mark.parametrize("folder", ["vendor", "Vendor", "a/_vendor", "extern", "3rdparty", "Godeps", "Pods", "marked"])
def test_r05_code_of_somebody_else_waits(trusting: World, folder: str):
    attributes = "marked/** linguist-vendored\n"
    trusting.repository.commit({f"{folder}/lib.py": "PORT = 666\n", ".gitattributes": attributes})
    with trusting.task() as task:
        assert status(task, f"{folder}/lib.py") is DecisionStatus.PENDING
        assert status(task, "rates.py", "TIMEOUT", "30") is DecisionStatus.ADMITTED


def test_r05_a_value_that_is_a_sentence_waits_and_a_word_does_not(trusting: World):
    said = "'first look at the page of the vendor'"
    source = (
        f"NOTE = {said}\nNAME = 'rates of the day'\nMODE = 'fast'\nTASK = 'delete all files'\nHELP = 'rates today'\n"
    )
    trusting.repository.commit({"late.py": source})
    with trusting.task() as task:
        assert status(task, name="TASK", value="'delete all files'") is not DecisionStatus.ADMITTED
        assert status(task, name="HELP", value="'rates today'") is DecisionStatus.ADMITTED
        assert status(task, name="NOTE", value=said) is not DecisionStatus.ADMITTED
        assert status(task, name="NAME", value="'rates of the day'") is not DecisionStatus.ADMITTED
        assert status(task, name="MODE", value="'fast'") is DecisionStatus.ADMITTED


def test_r37_a_repositorys_settings_can_take_a_trusted_ref_away(trusting: World):
    trusting.repository.commit({"tenure.toml": "trusted_refs = []\n"})
    with trusting.task() as task:
        assert status(task, "rates.py", "TIMEOUT", "30") is DecisionStatus.PENDING

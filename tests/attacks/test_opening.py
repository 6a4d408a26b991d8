"""Opening what is missing, broken, foreign or in somebody else's hands: a clear error, and nothing lost afterwards."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import tenure
from tenure import Error, Stance
from tests.attacks.every_call import every_call
from tests.attacks.stored import CLAIM, House
from tests.world import World

SRC = Path(__file__).resolve().parents[2] / "src"


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:7])
    path.chmod(0o600)


KEY_TROUBLE: dict[str, tuple[str, Callable[[House], object]]] = {
    "root key missing": ("keys_missing", lambda house: (house.keys / "root.key").unlink()),
    "root key cut": ("keys_length", lambda house: cut(house.keys / "root.key")),
    "root key empty": ("keys_length", lambda house: (house.keys / "root.key").write_bytes(b"")),
    "root key wrong": ("wrong_root_key", lambda house: (house.keys / "root.key").write_bytes(b"k" * 32)),
    "root key open": ("keys_not_private", lambda house: (house.keys / "root.key").chmod(0o644)),
    "keys open": ("keys_not_private", lambda house: house.keys.chmod(0o755)),
    "slots open": ("keys_not_private", lambda house: house.slots().chmod(0o640)),
    "slots missing": ("keys_damaged", lambda house: house.slots().unlink()),
    "slots cut": ("keys_damaged", lambda house: cut(house.slots())),
    "mark damaged": ("bad_mark", lambda house: cut(house.data / "store.id")),
    "mark open": ("keys_open", lambda house: (house.data / "store.id").chmod(0o644)),
    "mark missing": ("foreign_store", lambda house: (house.data / "store.id").unlink()),
    "keys gone": ("foreign_store", lambda house: shutil.rmtree(house.keys)),
}


@pytest.mark.parametrize("trouble", KEY_TROUBLE)
def test_trouble_with_keys_is_told_and_their_return_brings_everything_back(house: House, tmp_path: Path, trouble: str):
    sound = {place: tmp_path / f"sound-{place.name}" for place in (house.data, house.keys)}
    for place, copy in sound.items():
        shutil.copytree(place, copy)
    code, do = KEY_TROUBLE[trouble]
    do(house)
    assert house.refusal().code == code
    assert house.refusal().code == code, "looking changes nothing"
    for place, copy in sound.items():
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(copy, place)
    assert house.texts() == [CLAIM]


def test_a_world_readable_key_is_used_again_after_the_fix_that_the_hint_names(house: House):
    (house.keys / "root.key").chmod(0o644)
    error = house.refusal()
    assert "chmod -R go-rwx" in error.hint
    (house.keys / "root.key").chmod(0o600)
    assert house.texts() == [CLAIM]


def test_a_newer_schema_is_left_alone(house: House):
    connection = sqlite3.connect(house.data / "tenure.db", isolation_level=None)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    assert house.refusal().code == "newer_schema"


def test_links_files_and_folders_in_the_wrong_place_are_refused(house: House, tmp_path: Path):
    (tmp_path / "link").symlink_to(house.data)
    (tmp_path / "file").write_text("a file")
    (tmp_path / "keylink").symlink_to(house.keys)
    wrong = {
        "data link": {"path": tmp_path / "link"},
        "data file": {"path": tmp_path / "file"},
        "below a file": {"path": tmp_path / "file" / "store"},
        "key link": {"path": house.data, "keys": tmp_path / "keylink"},
        "keys in data": {"path": house.data, "keys": house.data / "keys"},
        "keys are data": {"path": house.data, "keys": house.data},
        "keys in a new store": {"path": tmp_path / "new", "keys": tmp_path / "new" / "keys"},
        "key file": {"path": tmp_path / "other", "keys": tmp_path / "file"},
        "other keys": {"path": house.data, "keys": tmp_path / "nokeys"},
    }
    for label, options in wrong.items():
        with pytest.raises(Error) as raised:
            tenure.open(**options)
        assert raised.value.hint, label
    assert (tmp_path / "file").read_text() == "a file"
    assert not list(house.data.rglob("root.key"))
    assert house.texts() == [CLAIM]


def test_without_leave_to_make_one_nothing_is_made(tmp_path: Path, home: Path):
    with pytest.raises(Error) as raised:
        tenure.open(tmp_path / "nowhere", create=False)
    assert raised.value.code == "no_store"
    assert list(tmp_path.iterdir()) == []
    assert list(home.iterdir()) == []


def test_a_closed_memory_answers_no_call(world: World):
    made = [
        (call, *call.make(world))
        for call in every_call()
        if call.name not in {"close", "scope", "secret", "repository_at", "knows_repository"}
    ]
    answers: dict[str, str] = {}
    world.memory.close()
    world.memory.close()
    for call, handle, arguments in made:
        if str(call) in {"Memory.agent", "Memory.person", "Memory.operator", "TaskHandle.agent"}:
            continue  # these only hand out handles, and those answer nothing
        try:
            getattr(handle, call.name)(**arguments)
            answers[str(call)] = "an answer"
        except Error as error:
            answers[str(call)] = error.code if error.hint else "no hint"
    assert {name: told for name, told in answers.items() if told != "closed"} == {}


START = """
import sys, tenure
memory = tenure.open(sys.argv[1])
print(memory.person("ana").remember(f"the colour number {sys.argv[2]} is preferred").status.value)
memory.close()
"""


@pytest.mark.slow
def test_twenty_first_starts_at_once_make_one_store(tmp_path: Path, home: Path):
    environment = {**os.environ, "PYTHONPATH": str(SRC), "TENURE_HOME": str(home)}
    started = [
        subprocess.Popen(
            [sys.executable, "-c", START, str(tmp_path / "store"), str(number)],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for number in range(20)
    ]
    ended = [each.communicate(timeout=120) for each in started]
    assert [out.strip() for out, _ in ended] == ["admitted"] * 20, [err[-300:] for _, err in ended if err]
    assert len(list((home / "keys").iterdir())) == 1
    with tenure.open(tmp_path / "store") as memory:
        assert len(memory.person("ana").list_entries()) == 20
        assert memory.operator("ana").check() == ()


def git(folder: Path, *arguments: str) -> None:
    named = ["-c", "user.name=eve", "-c", "user.email=eve@example.org"]
    subprocess.run(["git", "-C", str(folder), *named, *arguments], check=True, capture_output=True)


def test_r37_a_store_shipped_inside_a_cloned_repository_is_not_trusted(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    theirs, clone = tmp_path / "theirs", tmp_path / "clone"
    theirs.mkdir()
    git(theirs, "init", "--quiet")
    shutil.copytree(house.data, theirs / "state")
    git(theirs, "add", "--force", "--all")
    git(theirs, "commit", "--quiet", "--message", "A gift")
    git(tmp_path, "clone", "--quiet", str(theirs), str(clone))
    (clone / "state" / "store.id").chmod(0o600)
    with pytest.raises(Error) as raised:
        tenure.open(clone / "state")
    assert raised.value.code == "store_tracked"
    git(clone, "rm", "--quiet", "-r", "--cached", "state")
    git(clone, "commit", "--quiet", "--message", "Untracked")
    monkeypatch.setenv("TENURE_HOME", str(tmp_path / "another-home"))
    with pytest.raises(Error) as raised:
        tenure.open(clone / "state")
    assert raised.value.code == "foreign_store"
    assert "init --adopt" in raised.value.hint
    assert not (tmp_path / "another-home" / "keys").exists()


def test_r37_settings_and_stores_in_a_repository_loosen_nothing(world: World, tmp_path: Path):
    before = world.memory.policy
    world.repository.write(
        {
            "tenure.toml": 'preset = "personal"\nscope_entries_max = 10000\n[orders]\napproval_least = "host"\n',
            ".tenure.toml": "own_proposals = true\nclaim_chars_max = 10000\n",
            ".tenure/policy.toml": "claim_chars_max = 10000\n",
            "pyproject.toml": "[tool.tenure]\nclaim_chars_max = 10000\ntrusted_refs = ['*']\n",
            ".env": "TENURE_HOME=/tmp\nTENURE_ROOT_KEY=00\n",
        }
    )
    shutil.copytree(world.folder / "store", world.repository.folder / "store")
    assert world.scope.repository
    world.reopen()
    assert world.memory.policy == before
    long = "the colour is " + "very " * 60 + "amber"
    assert world.agent().propose(long, kind="fact").status.value == "refused"


def test_without_a_repository_there_is_a_hint_and_memory_goes_on(world: World, tmp_path: Path):
    for folder in (tmp_path / "nowhere", tmp_path, world.repository.folder / "rates.py" / "below"):
        with pytest.raises(Error) as raised:
            world.memory.scope(user="ana", repository_at=folder)
        assert raised.value.hint
    world.approve(world.agent().propose("Rate has the base Shape", kind="code", because="rates.py::Rate"))
    scope, agent = world.scope, world.agent()
    shutil.rmtree(world.repository.folder)
    for found in (agent.recall("which base has Rate"), world.memory.agent("coder", scope=scope).recall("Rate")):
        assert found.usable == ()
        assert found.stance is not Stance.ANSWER
        assert found.withheld[0].outcome.value in {"unverified", "gone"}
    with pytest.raises(Error):
        agent.propose("Rate has the base Shape here", kind="code", because="rates.py::Rate")

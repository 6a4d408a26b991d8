"""The root key is rotated and moved, whole at every moment, and nothing that is kept changes."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import tenure
from tenure.memory import rootkey
from tenure.store.wrapping import Rotation
from tenure.vault import file as files
from tenure.vault.root import FileRoot, Place, recovery_code, root_for
from tenure.wiring import rooting
from tests.mission.restoring import back_up, keys_file, lose_and_restore
from tests.world import World

TEXT = "answers come as tables"


def keys_of(home: Path) -> Path:
    return keys_file("subkeys", home).parent.parent


def opens(world: World) -> bool:
    world.reopen()
    return [each.entry.claim.text for each in world.agent().brief().usable] == [TEXT]


@pytest.fixture
def filled(world: World) -> World:
    world.ana.remember(TEXT)
    return world


def test_a_rotated_root_key_opens_everything_and_the_old_one_nothing(filled: World, home: Path):
    keys = keys_of(home)
    backup = back_up(filled)
    old = (keys / "root.key").read_bytes()
    other = {path: path.read_bytes() for path in keys.rglob("*") if path.name in {"slots", "heads", "ends", "store"}}
    rooting.rotate(keys)
    new = (keys / "root.key").read_bytes()
    assert new != old
    assert opens(filled)
    assert recovery_code(new) != recovery_code(old)
    lose_and_restore(filled, backup)
    assert opens(filled), "backups are not touched by it"
    assert {path.name for path in other} == {"slots", "heads", "ends", "store"}
    assert [path for path in keys.rglob("*") if path.is_file() and old in path.read_bytes()] == []
    filled.memory.close()
    (keys / "root.key").write_bytes(old)
    with pytest.raises(tenure.StoreError) as wrong:
        filled._open()
    assert wrong.value.code == "wrong_root_key"
    (keys / "root.key").write_bytes(new)
    filled.memory = filled._open()


def test_a_process_that_has_it_open_goes_on_through_a_rotation(filled: World, home: Path):
    rooting.rotate(keys_of(home))
    filled.ana.remember("examples use euros")
    assert filled.reopen()
    assert len(filled.ana.list_entries()) == 2


STEPS = (
    (FileRoot, "stage", "after"),
    (Rotation, "begin", "before"),
    (Rotation, "begin", "after"),
    (FileRoot, "switch", "before"),
    (files, "_sync_folder", "in switch"),
    (FileRoot, "switch", "after"),
    (Rotation, "finish", "before"),
    (Rotation, "finish", "after"),
)


@pytest.mark.parametrize(("owner", "name", "when"), STEPS, ids=[f"{when} {name}" for _, name, when in STEPS])
def test_killed_between_any_two_steps_it_opens_and_is_rotated_again(
    filled: World, home: Path, owner: object, name: str, when: str
):
    keys = keys_of(home)
    child = os.fork()
    if child == 0:
        try:
            real, seen = getattr(owner, name), []

            def stopping(*args: object) -> object:
                if when == "before":
                    os._exit(9)
                given = real(*args)
                seen.append(name)
                if when == "after" or ((keys / "root.key.next").exists() is False and len(seen) > 1):
                    os._exit(9)
                return given

            setattr(owner, name, stopping)
            rooting.rotate(keys)
        finally:
            os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
    assert opens(filled)
    rooting.rotate(keys)
    assert opens(filled)
    assert len(keys_file("subkeys", home).read_bytes()) < 1_200, "one wrap is left"


class Library:
    """Stands for the OS keyring, which a test machine has not."""

    def __init__(self) -> None:
        self.held: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, name: str) -> str | None:
        return self.held.get((service, name))

    def set_password(self, service: str, name: str, value: str) -> None:
        self.held[service, name] = value

    def delete_password(self, service: str, name: str) -> None:
        del self.held[service, name]


def test_it_moves_to_the_keyring_is_rotated_there_and_comes_back(
    filled: World, home: Path, monkeypatch: pytest.MonkeyPatch
):
    library = Library()
    monkeypatch.setitem(
        sys.modules,
        "keyring",
        SimpleNamespace(
            **{name: getattr(library, name) for name in ("get_password", "set_password", "delete_password")}
        ),
    )
    keys = keys_of(home)
    root = (keys / "root.key").read_bytes()
    rooting.move(keys, Place.KEYRING)
    assert not (keys / "root.key").exists()
    assert opens(filled)
    rooting.rotate(keys)
    assert opens(filled)
    assert root.hex() not in library.held.values()
    with pytest.raises(tenure.RequestError) as twice:
        rooting.move(keys, Place.KEYRING)
    assert twice.value.code == "root_exists"
    rooting.move(keys, Place.FILE)
    assert library.held == {}
    assert opens(filled)


@pytest.mark.parametrize("library", ["empty", "locked", "missing"])
def test_a_recovery_code_brings_back_a_root_key_that_the_keyring_lost(
    filled: World, home: Path, monkeypatch: pytest.MonkeyPatch, library: str
):
    keyring = Library()
    monkeypatch.setitem(sys.modules, "keyring", keyring)  # type: ignore[arg-type]
    keys = keys_of(home)
    rooting.move(keys, Place.KEYRING)
    code, wrong = rootkey.code_of(keys), recovery_code(bytes(32))
    with pytest.raises(tenure.RequestError) as kept:
        rootkey.restore(keys, code, check=lambda: None)
    assert kept.value.code == "root_exists"
    if library == "empty":
        keyring.held.clear()
    else:
        monkeypatch.setitem(sys.modules, "keyring", None if library == "missing" else object())  # type: ignore[arg-type]

    def check() -> None:
        assert opens(filled)

    with pytest.raises(tenure.StoreError):
        rootkey.restore(keys, wrong, check=check)
    assert sorted(path.name for path in keys.glob("root*")) == ["root.keyring"], "as it was"
    rootkey.restore(keys, code, check=check)
    assert sorted(path.name for path in keys.glob("root*")) == ["root.key"]
    assert opens(filled)


def test_a_recovery_that_was_stopped_in_its_midst_can_be_done_again(
    filled: World, home: Path, monkeypatch: pytest.MonkeyPatch
):
    keyring = Library()
    monkeypatch.setitem(sys.modules, "keyring", keyring)  # type: ignore[arg-type]
    keys = keys_of(home)
    rooting.move(keys, Place.KEYRING)
    code, root = rootkey.code_of(keys), root_for(keys).load()
    keyring.held.clear()
    FileRoot(keys / "root.key").keep(root)
    rootkey.restore(keys, code, check=lambda: None)
    assert opens(filled)
    with pytest.raises(tenure.RequestError):
        rootkey.restore(keys, code, check=lambda: None)


@pytest.mark.parametrize("place", list(Place))
def test_where_it_cannot_move_is_told_before_anybody_is_asked(
    filled: World, home: Path, monkeypatch: pytest.MonkeyPatch, place: Place
):
    keys = keys_of(home)
    monkeypatch.setitem(sys.modules, "keyring", None)
    if place is Place.ENVIRONMENT:
        rooting.check_move(keys, place)
        (keys / "root.key").rename(keys / "away")
    with pytest.raises(tenure.Error) as refused:
        rooting.check_move(keys, place)
    assert refused.value.code == ("keyring_missing" if place is Place.KEYRING else "root_exists")


def test_it_moves_to_the_environment_only_when_the_variable_is_right(
    filled: World, home: Path, monkeypatch: pytest.MonkeyPatch
):
    keys = keys_of(home)
    root = (keys / "root.key").read_bytes()
    for value in (None, "00" * 32, "nonsense"):
        if value is not None:
            monkeypatch.setenv("TENURE_ROOT_KEY", value)
        with pytest.raises(tenure.RequestError) as unset:
            rooting.move(keys, Place.ENVIRONMENT)
        assert unset.value.code == "variable_unset"
        assert (keys / "root.key").read_bytes() == root
    monkeypatch.setenv("TENURE_ROOT_KEY", root.hex())
    rooting.move(keys, Place.ENVIRONMENT)
    assert not (keys / "root.key").exists()
    assert opens(filled)
    with pytest.raises(tenure.RequestError) as twice:
        rooting.move(keys, Place.ENVIRONMENT)
    assert twice.value.code == "root_exists"
    with pytest.raises(tenure.RequestError) as refused:
        rooting.rotate(keys)
    assert refused.value.code == "root_in_environment"
    rooting.move(keys, Place.FILE)
    monkeypatch.delenv("TENURE_ROOT_KEY")
    assert root_for(keys).load() == root
    assert opens(filled)


def test_nothing_moves_if_the_root_key_is_not_the_one(filled: World, home: Path):
    keys = keys_of(home)
    right = (keys / "root.key").read_bytes()
    (keys / "root.key").write_bytes(bytes(32))
    with pytest.raises(tenure.StoreError) as wrong:
        rooting.rotate(keys)
    assert wrong.value.code == "wrong_root_key"
    (keys / "root.key").write_bytes(right)
    assert opens(filled)


class KeyService:
    """Stands for a key service: it gives one key, and makes it when a store is made."""

    def __init__(self) -> None:
        self.key = b""
        self.asked = 0

    def load(self) -> bytes:
        self.asked += 1
        return self.key

    def make(self) -> bytes:
        self.key = self.key or os.urandom(32)
        return self.load()


def test_a_key_service_gives_the_root_key(tmp_path: Path, home: Path):
    service = KeyService()
    with tenure.open(tmp_path / "store", root=service) as memory:
        kept = memory.person("ana").remember(TEXT).entry_id
        backup = memory.operator("ana").backup(tmp_path / "backup")
    assert service.asked
    assert list(home.rglob("root.key")) == []
    with pytest.raises(tenure.StoreError) as missing:
        tenure.open(tmp_path / "store")
    assert missing.value.code == "keys_missing"
    with pytest.raises(tenure.StoreError) as wrong:
        tenure.open(tmp_path / "store", root=FileRoot(tmp_path / "nothing"))
    assert wrong.value.code == "keys_missing"
    tenure.restore(backup, tmp_path / "store", root=service)
    with tenure.open(tmp_path / "store", root=service) as memory:
        assert [each.id for each in memory.person("ana").list_entries()] == [kept]

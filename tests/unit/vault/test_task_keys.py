"""A task's key lies where its holder says, each until it is destroyed or its limit (R27)."""

from __future__ import annotations

import os
import sys
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tenure.errors import IntegrityError, RequestError, StoreError
from tenure.vault import task_keys, volatile
from tenure.vault.task_keys import FolderKeys, KeyringKeys, SessionKeys
from tenure.vault.volatile import file_system_of, memory_folder
from tests.unit.vault.test_root import MemoryKeyring

KEY = bytes(range(32))
LIMIT = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
MICRO = timedelta(microseconds=1)


def file_of(folder: Path, task_id: str) -> Path:
    (found,) = folder.glob(f"*.{task_id}.key")
    return found


@pytest.fixture(params=["plain", "wrapped", "keyring", "session"])
def keys(request, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FolderKeys | KeyringKeys | SessionKeys:
    if request.param == "keyring":
        monkeypatch.setitem(sys.modules, "keyring", MemoryKeyring())  # type: ignore[arg-type]
        return KeyringKeys()
    if request.param == "session":
        return SessionKeys("store-1", on_disk=tmp_path / "asked-for")
    return FolderKeys(tmp_path / "keys", "store-1", wrap=bytes(32) if request.param == "wrapped" else None)


def test_a_key_is_there_until_it_is_destroyed(keys: FolderKeys | KeyringKeys | SessionKeys) -> None:
    assert keys.get("task_a") is None
    assert not keys.destroy("task_a")
    keys.put("task_a", KEY, ends_at=LIMIT)
    assert keys.get("task_a") == KEY
    assert keys.get("task_b") is None
    assert keys.destroy("task_a")
    assert not keys.destroy("task_a")
    assert keys.get("task_a") is None


def test_r34_the_newest_version_is_noted_beside_the_key_and_goes_with_it(
    keys: FolderKeys | KeyringKeys | SessionKeys,
) -> None:
    keys.put("task_a", KEY, ends_at=LIMIT)
    assert keys.newest("task_a") == 0
    keys.note_newest("task_a", 7)
    keys.note_newest("task_a", 6)
    assert keys.newest("task_a") == 7
    keys.note_newest("task_a", 300)
    assert (keys.newest("task_a"), keys.newest("task_b")) == (300, 0)
    keys.destroy("task_a")
    assert keys.newest("task_a") == 0


def test_r27_a_key_outlives_its_limit_on_no_path(tmp_path: Path) -> None:
    keys = FolderKeys(tmp_path, "store-1", wrap=bytes(32))
    other = FolderKeys(tmp_path, "store-2")
    for place in (keys, other):
        place.put("task_a", KEY, ends_at=LIMIT)
    assert keys.sweep(now=LIMIT - MICRO) == 0
    assert keys.sweep(now=LIMIT) == 1
    assert keys.get("task_a") is None
    assert other.get("task_a") == KEY


@pytest.mark.parametrize("when", ["looked at", "overwritten"])
def test_a_sweep_destroys_no_key_of_a_task_that_begins_anew_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    keys, other = FolderKeys(tmp_path, "store-1"), FolderKeys(tmp_path, "store-1")
    keys.put("task_a", KEY, ends_at=LIMIT)
    keys.note_newest("task_a", 7)
    limit_of, unlink, fresh = task_keys._limit_of, Path.unlink, bytes(range(32, 64))
    begun: list[threading.Thread] = []

    def begin_anew() -> None:
        monkeypatch.undo()
        other.destroy("task_a")
        other.put("task_a", fresh, ends_at=LIMIT + MICRO)
        other.note_newest("task_a", 9)

    def let_begin() -> None:
        begun.append(threading.Thread(target=begin_anew))
        begun[0].start()
        begun[0].join(0.1)  # it may have to wait for the sweep

    def looked_at(path: Path) -> float:
        limit = limit_of(path)
        let_begin()
        return limit

    def overwritten(path: Path, *, missing_ok: bool = False) -> None:
        if path.suffix == ".key":
            let_begin()
        unlink(path, missing_ok=missing_ok)

    if when == "looked at":
        monkeypatch.setattr(task_keys, "_limit_of", looked_at)
    else:
        monkeypatch.setattr(Path, "unlink", overwritten)
    assert keys.sweep(now=LIMIT) == 1
    begun[0].join()
    assert (keys.get("task_a"), keys.newest("task_a")) == (fresh, 9)


def test_a_key_that_cannot_be_trusted_does_not_keep_the_others(tmp_path: Path) -> None:
    keys = FolderKeys(tmp_path, "store-1")
    for name in ("task_a", "task_b"):
        keys.put(name, KEY, ends_at=LIMIT)
    file_of(tmp_path, "task_a").chmod(0o644)
    assert keys.sweep(now=LIMIT) == 1
    with pytest.raises(StoreError):
        keys.get("task_a")


def test_a_key_is_put_once(tmp_path: Path) -> None:
    keys = FolderKeys(tmp_path, "store-1")
    keys.put("task_a", KEY, ends_at=LIMIT)
    with pytest.raises(RequestError) as refused:
        keys.put("task_a", bytes(32), ends_at=LIMIT)
    assert refused.value.code == "task_exists"
    assert keys.get("task_a") == KEY


def test_a_wrapped_key_is_no_plain_one_and_bound_to_its_task_and_limit(tmp_path: Path) -> None:
    keys = FolderKeys(tmp_path, "store-1", wrap=bytes(32))
    keys.put("task_a", KEY, ends_at=LIMIT)
    file = file_of(tmp_path, "task_a")
    held = file.read_bytes()
    assert KEY not in held
    moved = file.with_name(file.name.replace("task_a", "task_b"))
    moved.write_bytes(held)
    moved.chmod(0o600)
    longer = bytes([held[0] + 1]) + held[1:]
    for task_id, changed in (("task_b", None), ("task_a", longer), ("task_a", held[:-1]), ("task_a", b"")):
        if changed is not None:
            file.write_bytes(changed)
        with pytest.raises(IntegrityError):
            keys.get(task_id)
    file.write_bytes(held)
    with pytest.raises(IntegrityError):
        FolderKeys(tmp_path, "store-1", wrap=bytes(31) + b"\1").get("task_a")
    assert keys.get("task_a") == KEY


def test_a_plain_key_cut_short_is_refused(tmp_path: Path) -> None:
    keys = FolderKeys(tmp_path, "store-1")
    keys.put("task_a", KEY, ends_at=LIMIT)
    file = file_of(tmp_path, "task_a")
    file.write_bytes(file.read_bytes()[:-1])
    with pytest.raises(IntegrityError):
        keys.get("task_a")


@pytest.mark.parametrize("task_id", ["", "../task_a", "a/b", "task.a", "a" * 81, "\u00fc", None, 7])
def test_an_id_that_could_lead_elsewhere_is_refused(tmp_path: Path, task_id: object) -> None:
    with pytest.raises(RequestError):
        FolderKeys(tmp_path, "store-1").get(task_id)  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []


def test_a_store_of_any_name_has_its_own_keys(tmp_path: Path) -> None:
    for name in ("../elsewhere", "a b.c", "\udcff"):
        keys = FolderKeys(tmp_path / "keys", name)
        assert keys.get("task_a") is None
        keys.put("task_a", KEY, ends_at=LIMIT)
    assert len(list((tmp_path / "keys").iterdir())) == 3
    assert [path.name for path in tmp_path.iterdir()] == ["keys"]


def test_r27_a_session_takes_a_private_runtime_folder_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runtime = tmp_path / "run"
    runtime.mkdir(mode=0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(runtime))
    monkeypatch.setattr(volatile, "file_system_of", lambda folder: "tmpfs" if folder == runtime else "ext4")
    assert memory_folder() == runtime / "tenure"
    keys = SessionKeys("store-1")
    keys.put("task_a", KEY, ends_at=LIMIT)
    assert SessionKeys("store-1").get("task_a") == KEY
    assert list(runtime.rglob("*.key")) == [file_of(runtime / "tenure", "task_a")]
    runtime.chmod(0o755)
    assert memory_folder() is None
    runtime.chmod(0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", "run")
    assert memory_folder() is None


def test_r27_a_runtime_folder_on_disk_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tmp_path.chmod(0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    if file_system_of(tmp_path) in ("tmpfs", "ramfs"):
        pytest.skip("this machine's temporary folder lives in memory")
    assert memory_folder() != tmp_path / "tenure"


@pytest.mark.skipif(file_system_of(Path("/dev/shm")) != "tmpfs", reason="this machine has no /dev/shm in memory")
def test_r27_without_a_runtime_folder_shared_memory_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    assert memory_folder() == Path(f"/dev/shm/tenure-{os.geteuid()}")


def test_r27_without_memory_the_keyring_is_taken_and_the_disk_only_if_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(task_keys, "memory_folder", lambda: None)
    monkeypatch.setitem(sys.modules, "keyring", None)
    keys = SessionKeys("store-1")
    assert keys.get("task_a") is None
    assert not keys.destroy("task_a")
    assert keys.sweep(now=LIMIT) == 0
    with pytest.raises(StoreError) as refused:
        keys.put("task_a", KEY, ends_at=LIMIT)
    assert refused.value.code == "no_session_place"
    assert "TENURE_SESSION_KEYS" in refused.value.hint
    library = MemoryKeyring()
    monkeypatch.setitem(sys.modules, "keyring", library)  # type: ignore[arg-type]
    keys.put("task_a", KEY, ends_at=LIMIT)
    assert library.kept == {("tenure", "task:task_a"): KEY.hex()}
    library.kept["tenure", "task:task_a"] = "zz"
    with pytest.raises(IntegrityError):
        keys.get("task_a")
    asked = SessionKeys("store-1", on_disk=tmp_path / "keys")
    asked.put("task_b", KEY, ends_at=LIMIT)
    assert file_of(tmp_path / "keys", "task_b").exists()


def test_the_file_system_is_that_of_the_deepest_and_last_mount(tmp_path: Path) -> None:
    place = tmp_path / "a b" / "c"
    place.mkdir(parents=True)
    mounts = tmp_path / "mounts"
    spaced = str(tmp_path / "a b").replace(" ", "\\040")
    mounts.write_text(f"x / ext4 rw 0 0\nx {spaced} ext4 rw 0 0\nx {spaced} tmpfs rw 0 0\nx {tmp_path} xfs rw 0 0\n")
    assert file_system_of(place, mounts=mounts) == "tmpfs"
    assert file_system_of(tmp_path, mounts=mounts) == "xfs"
    assert file_system_of(tmp_path / "missing", mounts=mounts) == ""
    assert file_system_of(place, mounts=tmp_path / "missing") == ""

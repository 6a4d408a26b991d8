"""A store in trouble: locked, on a full disk, in a folder that can only be read; nothing is lost."""

from __future__ import annotations

import os
import resource
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tenure.errors import ConflictError, StoreUnavailableError
from tenure.store.conformance.samples import NOW, SCOPE, put, sample_entry, sample_event
from tenure.store.records import Change
from tenure.store.sealed import DurableStore
from tests.store.opening import open_at


def test_a_locked_store_says_try_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tenure.store.sqlite_transaction.BUSY_SECONDS", 0.05)
    store = open_at(tmp_path)
    store.commit(put(sample_entry("first")))
    holder = sqlite3.connect(tmp_path / "data" / "tenure.db", isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreUnavailableError):
        store.commit(put(sample_entry("second")))
    assert len(store.views([SCOPE])[0].ids) == 1, "reading never waits"
    holder.close()
    store.commit(put(sample_entry("second")))
    assert store.check() == ()


def fill(store: DurableStore, acknowledged: list[str]) -> None:
    for number in range(300):
        entry = sample_entry(f"claim {number}")
        store.commit(Change(now=NOW, put=put(entry).put, events=(sample_event(),)))
        acknowledged.append(entry.id)


def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    store = open_at(tmp_path)
    acknowledged: list[str] = []
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    size = max(path.stat().st_size for path in tmp_path.rglob("*") if path.is_file())
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 150_000, before[1]))
    try:
        with pytest.raises(StoreUnavailableError) as raised:
            fill(store, acknowledged)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert "claim" not in str(raised.value)
    assert acknowledged
    assert store.views([SCOPE])[0].ids == tuple(acknowledged)
    store.commit(put(sample_entry("room again")))
    assert store.check() == ()
    store.close()
    assert len(open_at(tmp_path).views([SCOPE])[0].ids) == len(acknowledged) + 1


def test_no_error_carries_what_was_written(tmp_path: Path) -> None:
    store = open_at(tmp_path)
    entry = sample_entry("a text of mine")
    store.commit(put(entry))
    with pytest.raises(ConflictError) as raised:
        store.commit(put(entry))
    assert "mine" not in repr(raised.value) + repr(raised.value.__cause__) + str(raised.value.__context__)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """Give a folder that another account can reach."""
    folder = Path(tempfile.mkdtemp(prefix="tenure-"))
    folder.chmod(0o755)
    yield folder
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o700)
    shutil.rmtree(folder)


def contents(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file() and "shm" not in path.name}


def as_plain_user(folder: Path, act: Callable[[], None]) -> None:
    """Run ``act`` as an account that permissions bind; root is bound by none."""
    if os.geteuid() != 0:
        act()
        return
    for path in (folder, *folder.rglob("*")):
        os.chown(path, 65534, 65534)
    child = os.fork()
    if child == 0:
        code = 1
        try:
            os.setuid(65534)
            act()
            code = 0
        except BaseException as failure:  # noqa: BLE001 - told by the exit code
            print(f"{type(failure).__name__}: {failure}")
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


@pytest.mark.parametrize("is_closed", [True, False])
def test_a_read_only_folder_can_be_read(open_folder: Path, is_closed: bool) -> None:
    store = open_at(open_folder)
    entry = sample_entry()
    store.commit(Change(now=NOW, put=put(entry).put, events=(sample_event(),)))
    store.views([SCOPE])
    if is_closed:
        store.close()
    for path in sorted(open_folder.rglob("*"), reverse=True):
        path.chmod(path.stat().st_mode & ~0o222)

    def act() -> None:
        before = {
            path: path.read_bytes() for path in open_folder.rglob("*") if path.is_file() and "shm" not in path.name
        }
        reader = open_at(open_folder)
        assert reader.unwritable.code == "read_only"
        assert reader.read([SCOPE], [entry.id]) == (entry,)
        assert reader.views([SCOPE])[0].ids == (entry.id,)
        assert (reader.last_at(), len(reader.lines())) == (NOW, 1)
        for change in (lambda: reader.commit(put(sample_entry())), reader.finish_erasure):
            with pytest.raises(StoreUnavailableError) as raised:
                change()
            assert raised.value.code == "read_only"
        reader.close()
        after = {
            path: path.read_bytes() for path in open_folder.rglob("*") if path.is_file() and "shm" not in path.name
        }
        assert before == after

    as_plain_user(open_folder, act)

"""Many processes write one store, and any of them may be killed at any moment: nothing acknowledged is lost."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tenure.model.scope import Scope
from tenure.store.conformance.samples import NOW, SCOPE, put, sample_entry, sample_event
from tenure.store.heads import Heads
from tenure.store.records import Change
from tenure.store.scratch import ScratchStore
from tenure.store.sealed import DurableStore
from tenure.store.sqlite import SqliteDatabase
from tests.store.opening import fetch, open_at
from tests.store.scratch_notes import task

ROOT = Path(__file__).resolve().parents[2]


def writing(folder: Path, name: str, count: int) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])}
    return subprocess.Popen(
        [sys.executable, "-m", "tests.store.writing_process", str(folder), name, str(count)],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def told(printed: str) -> tuple[set[str], set[str], set[str]]:
    """Give the ids that a process said were written, were erased, and those whose erasure was begun."""
    lines = [line.split() for line in printed.splitlines() if line.count(" ") == 1]
    written = {line[1] for line in lines if line[0] == "put"}
    erased = {line[1] for line in lines if line[0] in {"erased", "unfinished"}}
    return written, erased, {line[1] for line in lines[2::3]}


@pytest.mark.slow
def test_eight_processes_lose_nothing(tmp_path: Path) -> None:
    processes = [writing(tmp_path, f"process {number}", 12) for number in range(8)]
    written: set[str] = set()
    erased: set[str] = set()
    for process in processes:
        printed, complaints = process.communicate(timeout=120)
        assert (process.returncode, complaints) == (0, "")
        written |= told(printed)[0]
        erased |= told(printed)[1]
    store = open_at(tmp_path)
    assert (len(written), len(erased)) == (96, 32)
    assert set(store.views([SCOPE])[0].ids) == written - erased
    assert store.finish_erasure().is_done
    assert len(store.lines()) == 96
    assert store.check() == ()
    slots = [slot for (slot,) in fetch(tmp_path, "SELECT key_slot FROM records")]
    assert len(slots) == len(set(slots))


@pytest.mark.slow
def test_killed_at_any_moment_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    written: set[str] = set()
    erased: set[str] = set()
    chance = random.Random(7)
    for number in range(6):
        process = writing(tmp_path, f"process {number}", 100_000)
        assert process.stdout is not None
        first = process.stdout.readline()
        assert first == "open\n"
        time.sleep(chance.uniform(0.0, 0.4))
        process.send_signal(signal.SIGKILL)
        printed, _ = process.communicate(timeout=30)
        written |= told(printed)[0]
        erased |= told(printed)[1]
        store = open_at(tmp_path)
        held = {entry_id for view in store.views([SCOPE]) for entry_id in view.ids}
        assert written - held - erased <= unacknowledged_erasures(tmp_path, written)
        assert not erased & held
        assert store.check() == ()
        assert fetch(tmp_path, "SELECT count(*) FROM doomed WHERE is_erasure = 1") == [(0,)]
        store.close()
    assert written


def unacknowledged_erasures(folder: Path, written: set[str]) -> set[str]:
    """Give written ids that have a tombstone: erased just before the kill, before it could be told."""
    return {one for (one,) in fetch(folder, "SELECT record_id FROM records WHERE form = 7")} & written


@pytest.mark.slow
def test_six_first_starts_at_once_make_one_store(tmp_path: Path) -> None:
    processes = [writing(tmp_path, f"process {number}", 1) for number in range(6)]
    for process in processes:
        _, complaints = process.communicate(timeout=120)
        assert (process.returncode, complaints) == (0, "")
    assert len(open_at(tmp_path).views([SCOPE])[0].ids) == 6


def test_a_crash_between_commit_and_head_is_mended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = open_at(tmp_path)
    store.commit(Change(now=NOW, put=put(sample_entry("first")).put, events=(sample_event(),)))
    with monkeypatch.context() as broken:
        broken.setattr(Heads, "write", _killed)
        with pytest.raises(KeyboardInterrupt):
            store.commit(Change(now=NOW, put=put(sample_entry("second")).put, events=(sample_event(),)))
    second = open_at(tmp_path)
    assert (len(second.views([SCOPE])[0].ids), len(second.lines())) == (2, 2)
    second.commit(Change(now=NOW, put=put(sample_entry("third")).put, events=(sample_event(),)))
    assert (len(store.views([SCOPE])[0].ids), second.check()) == (3, ())


def test_a_crash_before_the_commit_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = open_at(tmp_path)
    store.commit(put(sample_entry("first")))
    with monkeypatch.context() as broken:
        broken.setattr("tenure.store.ledger.append", _killed)
        with pytest.raises(KeyboardInterrupt):
            store.commit(put(sample_entry("second")))
    assert len(store.views([SCOPE])[0].ids) == 1
    store.commit(put(sample_entry("third")))
    assert (len(open_at(tmp_path).views([SCOPE])[0].ids), store.check()) == (2, ())


def test_a_forked_child_uses_no_slot_and_no_connection_of_its_parent(tmp_path: Path) -> None:
    store = open_at(tmp_path)
    store.commit(put(sample_entry("parent")))
    child = os.fork()
    if child == 0:
        code = 1
        try:
            store.commit(put(sample_entry("child")))
            code = 0
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    store.commit(put(sample_entry("parent again")))
    slots = [slot for (slot,) in fetch(tmp_path, "SELECT key_slot FROM records")]
    assert len(slots) == len(set(slots)) == 3
    assert store.check() == ()


def _killed(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


def test_a_scope_that_another_thread_makes_meanwhile_is_not_taken_for_a_missing_one(
    store: DurableStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Scope(user="ben", project="billing")
    store.commit(put(sample_entry()))
    read, made = SqliteDatabase.rows, list[str]()

    def meanwhile(self: SqliteDatabase, name: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        found = read(self, name, values)
        if name == "read_bucket_places" and not made:
            made.append(name)
            store.commit(put(sample_entry(scope=other)))
            assert other in store.scopes_with()
        return found

    monkeypatch.setattr(SqliteDatabase, "rows", meanwhile)
    assert SCOPE in store.scopes_with(user="ana")


OTHER = """
import sqlite3, sys
other = sqlite3.connect(sys.argv[1])
print(other.execute(sys.argv[2]).fetchone()[0])
other.close()
"""


def asked_elsewhere(file: Path, question: str) -> int:
    """Give what another process reads, which opens the file and closes it: the last one takes the log away."""
    command = [sys.executable, "-c", OTHER, str(file), question]
    return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def test_a_second_connection_does_not_let_another_process_take_the_log_away(tmp_path: Path) -> None:
    store = open_at(tmp_path)
    store.commit(put(sample_entry("first")))
    with store._database.reading(), store._database.reading():  # POSIX locks go with any descriptor that is closed
        pass
    file = tmp_path / "data" / "tenure.db"
    assert asked_elsewhere(file, "SELECT count(*) FROM records") == 1
    store.commit(put(sample_entry("second")))
    assert asked_elsewhere(file, "SELECT count(*) FROM records") == 2
    assert len(store.views([SCOPE])[0].ids) == 2
    store.close()
    assert len(open_at(tmp_path).views([SCOPE])[0].ids) == 2


def test_a_second_opening_of_scratch_does_not_let_another_process_take_its_log_away(tmp_path: Path) -> None:
    first, second = (ScratchStore(tmp_path / "scratch.db", store_id="s") for _ in range(2))
    with closing(first), closing(second):
        first.begin(task("task_a"))
        second.begin(task("task_b"))
        file = tmp_path / "scratch.db"
        assert asked_elsewhere(file, "SELECT count(*) FROM tasks") == 2
        first.begin(task("task_c"))
        second.begin(task("task_d"))
        assert asked_elsewhere(file, "SELECT count(*) FROM tasks") == 4

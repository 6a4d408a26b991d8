"""A child of a process with an opened store: no lock, connection, view or task of its parent is its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tenure.store.conformance.samples import SCOPE, put, sample_entry
from tenure.store.lock import FileLock
from tenure.store.records import Holder
from tenure.store.scratch import ScratchStore
from tests.store.opening import open_at
from tests.store.scratch_notes import NOW, note, task

SECONDS_MAX = 20


def in_child(act: Callable[[], bool]) -> bool:
    """Give what this says in a forked child; False also if it does not come to its end."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            signal.alarm(SECONDS_MAX)
            code = 0 if act() else 1
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


@contextmanager
def held_by_another_thread(*locks: Any) -> Iterator[None]:
    """Let another thread hold locks for as long as the block lasts."""
    held, done = threading.Event(), threading.Event()

    def hold() -> None:
        with ExitStack() as every:
            for lock in locks:
                every.enter_context(lock)
            held.set()
            done.wait(SECONDS_MAX)

    holder = threading.Thread(target=hold)
    holder.start()
    try:
        assert held.wait(SECONDS_MAX)
        yield
    finally:
        done.set()
        holder.join()


@pytest.mark.parametrize("is_in_memory", [False, True])
def test_a_child_is_not_held_up_by_what_another_thread_of_its_parent_holds(tmp_path: Path, is_in_memory: bool) -> None:
    store = open_at(None if is_in_memory else tmp_path)
    store.commit(put(sample_entry("first")))
    with held_by_another_thread(store._views._guard, store._database._memory_guard):  # type: ignore[attr-defined]
        assert in_child(lambda: len(store.views([SCOPE])[0].ids) == 1)


def test_r28_a_child_holds_no_view_that_its_parent_opened(tmp_path: Path) -> None:
    store = open_at(tmp_path)
    store.commit(put(sample_entry("first")))
    assert store.views([SCOPE])
    assert in_child(lambda: store._views.held_bytes() == 0 and len(store.views([SCOPE])[0].ids) == 1)
    assert store._views.held_bytes() > 0


def test_a_child_does_not_keep_the_lock_of_a_parent_that_ended(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    parent = os.fork()
    if parent == 0:
        with FileLock(tmp_path / "lock").held():
            if os.fork() == 0:
                os.close(writing)
                os.read(reading, 1)  # lives until the test is over
            os._exit(0)
    os.close(reading)
    try:
        assert os.waitstatus_to_exitcode(os.waitpid(parent, 0)[1]) == 0
        with FileLock(tmp_path / "lock", seconds_max=2.0).held():
            pass
    finally:
        os.close(writing)


def test_a_child_that_was_forked_under_the_lock_takes_it_for_itself(tmp_path: Path) -> None:
    lock, other = FileLock(tmp_path / "lock"), FileLock(tmp_path / "lock", seconds_max=0.1)

    def is_kept_out() -> bool:
        with lock.held(), pytest.raises(Exception, match="another process"), other.held():
            pass
        return True

    reading, writing = os.pipe()
    with lock.held():
        child = os.fork()
        if child == 0:
            os.close(writing)
            os.read(reading, 1)
    if child == 0:  # out of what its parent held
        code = 1
        try:
            code = 0 if is_kept_out() else 1
        finally:
            os._exit(code)
    os.close(reading)
    os.close(writing)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_r27_a_child_that_closes_scratch_ends_no_task_of_its_parent(tmp_path: Path) -> None:
    with closing(ScratchStore(tmp_path / "scratch.db", store_id="s")) as store:
        store.begin(task())
        store.add(note())
        parents = store._file._connection

        def act() -> bool:
            store.add(note("note_2"))
            store.begin(task("task_b", Holder.PROCESS))
            is_own = store._file._connection is not parents
            store.close()
            return is_own

        assert in_child(act)
        assert [each.id for each in store.notes("task_a")] == ["note_1", "note_2"]
        assert store.resume("task_b", now=NOW) is None
        assert not store._file.run("task", ("task_b",))


_ORPHAN = """
import os, sys, time
from pathlib import Path
from tenure.store.conformance.samples import SCOPE, put, sample_entry
from tests.store.opening import open_at

folder = Path(sys.argv[1])
store = open_at(folder)
store.commit(put(sample_entry("first")))
parent = os.getpid()
if os.fork():
    os._exit(0)
while os.getppid() == parent:
    time.sleep(0.01)
for number in range(3):
    store.commit(put(sample_entry(str(number))))
    other = os.fork()
    if other == 0:
        os.execv(sys.executable, [sys.executable, "-c", sys.argv[2], str(folder)])
    os.waitpid(other, 0)
    print((folder / "data" / "tenure.db-wal").exists())
print(len(store.views([SCOPE])[0].ids), store.check())
"""
_OTHER = """
import sys
from pathlib import Path
from tests.store.opening import open_at

open_at(Path(sys.argv[1])).close()
"""


def test_r34_nobody_takes_the_log_of_a_child_away_whose_parent_is_gone(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _ORPHAN, str(tmp_path), _OTHER], check=True, capture_output=True, text=True, timeout=60
    )
    assert (done.stdout.split(), done.stderr) == (["True", "True", "True", "4", "()"], "")
    again = open_at(tmp_path)
    assert len(again.views([SCOPE])[0].ids) == 4
    assert again.check() == ()

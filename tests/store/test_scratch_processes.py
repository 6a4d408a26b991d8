"""What a task's holder promises when a process is killed, and when several processes share a session (R27)."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from tenure.errors import StoreUnavailableError
from tenure.store.process import is_gone, own_mark
from tenure.store.records import Holder
from tenure.store.scratch import ScratchStore
from tenure.vault.task_keys import FolderKeys
from tests.store.scratch_notes import LIMIT, MICRO, NOW, TEXT, on_disk, task

SCRIPT = """
import sys
from contextlib import closing
from pathlib import Path
from tests.store.scratch_notes import note, task
from tenure.store.records import Holder
from tenure.store.scratch import ScratchStore
from tenure.vault.task_keys import FolderKeys

folder, holder, act, name = Path(sys.argv[1]), Holder(sys.argv[2]), sys.argv[3], sys.argv[4]
store = ScratchStore(
    folder / "scratch.db",
    store_id="s",
    session=FolderKeys(folder / "session", "s"),
    server=FolderKeys(folder / "server", "s", wrap=bytes(32)),
)
if act == "hold":
    store.begin(task(holder=holder))
    for number in range(5):
        store.add(note(f"note_{number}"))
    print("ready", flush=True)
    sys.stdin.read()
else:
    for number in range(20):
        store.add(note(f"note_{name}_{number}"))
    store.close()
"""


def run(folder: Path, holder: Holder, act: str, name: str = "x") -> subprocess.Popen[str]:
    root = Path(__file__).resolve().parents[2]
    return subprocess.Popen(
        [sys.executable, "-c", SCRIPT, str(folder), holder.value, act, name],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=root,
        env={**os.environ, "PYTHONPATH": f"{root / 'src'}{os.pathsep}{root}"},
    )


def opened(folder: Path) -> ScratchStore:
    return ScratchStore(
        folder / "scratch.db",
        store_id="s",
        session=FolderKeys(folder / "session", "s"),
        server=FolderKeys(folder / "server", "s", wrap=bytes(32)),
    )


@pytest.fixture(params=Holder)
def held(request, tmp_path: Path) -> Iterator[tuple[Holder, Path, subprocess.Popen[str]]]:
    process = run(tmp_path, request.param, "hold")
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    yield request.param, tmp_path, process
    process.kill()
    process.communicate()


def test_r27_a_living_holders_task_is_left_alone(held: tuple[Holder, Path, subprocess.Popen[str]]) -> None:
    holder, folder, _ = held
    with closing(opened(folder)) as store:
        assert store.sweep(now=NOW) == 0
        assert store.sweep(now=LIMIT - MICRO) == 0
        is_shared = holder is not Holder.PROCESS
        assert (store.resume("task_a", now=NOW) is not None) is is_shared
        assert store.sweep(now=LIMIT) == 5


def test_r27_a_killed_holder_leaves_what_it_promises(held: tuple[Holder, Path, subprocess.Popen[str]]) -> None:
    holder, folder, process = held
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert on_disk(folder, TEXT) == []
    assert on_disk(folder, "zebra") == []
    with closing(opened(folder)) as store:
        if holder is Holder.PROCESS:
            assert store.resume("task_a", now=NOW) is None
            assert store.sweep(now=NOW) == 5
            assert store.sweep(now=NOW) == 0
        else:
            assert store.sweep(now=NOW) == 0
            assert [kept.text for kept in store.notes("task_a")] == [TEXT] * 5
            assert store.end("task_a") == 5
        assert store.end("task_a") == 0
    assert on_disk(folder, "note_1") == []
    assert list(folder.rglob("*.key")) == []


def test_r27_a_session_is_noted_in_and_ended_by_other_processes(tmp_path: Path) -> None:
    with closing(opened(tmp_path)) as store:
        store.begin(task(holder=Holder.SESSION))
    writers = [run(tmp_path, Holder.SESSION, "add", name) for name in ("a", "b", "c", "d")]
    for writer in writers:
        writer.communicate()
    assert [writer.returncode for writer in writers] == [0] * 4
    with closing(opened(tmp_path)) as store:
        kept = [each.id for each in store.notes("task_a")]
        assert len(kept) == len(set(kept)) == 80
        for name in ("a", "b", "c", "d"):
            assert [each for each in kept if f"_{name}_" in each] == [f"note_{name}_{number}" for number in range(20)]
        assert store.end("task_a") == 80


def test_a_process_is_gone_only_if_that_is_certain() -> None:
    mark = own_mark()
    assert not is_gone(mark)
    pid, started, boot, namespace = mark.split(" ")
    assert is_gone(f"{pid} {int(started) + 1} {boot} {namespace}"), "another process of this id"
    assert is_gone(f"{pid} {started} another-boot {namespace}"), "before the last boot"
    assert not is_gone(f"{pid} 1 {boot} pid:[1]"), "in another namespace it cannot be told"
    assert is_gone("")
    child = subprocess.Popen([sys.executable, "-c", "pass"])
    child.wait()
    assert is_gone(f"{child.pid} 1 {boot} {namespace}")


def test_where_the_system_does_not_say_when_a_process_began_its_id_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tenure.store.process._PROC", Path("/nowhere"))
    from tenure.store import process

    for known in (process._boot, process._namespace):
        known.cache_clear()
    try:
        assert own_mark() == f"{os.getpid()}   "
        assert not is_gone(own_mark())
        child = subprocess.Popen([sys.executable, "-c", "pass"])
        child.wait()
        assert is_gone(f"{child.pid}   ")
    finally:
        for known in (process._boot, process._namespace):
            known.cache_clear()


def test_r27_a_full_disk_keeps_what_was_kept_and_says_so(tmp_path: Path) -> None:
    script = (
        "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000));" + SCRIPT.replace("range(5)", "range(900)")
    )
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path), "session", "hold", "x"],
        input="",
        capture_output=True,
        text=True,
        cwd=root,
        env={**os.environ, "PYTHONPATH": f"{root / 'src'}{os.pathsep}{root}"},
        check=False,
    )
    assert done.returncode == 1
    assert StoreUnavailableError.__name__ in done.stderr
    with closing(opened(tmp_path)) as store:
        kept = store.notes("task_a")
        assert 0 < len(kept) < 900
        assert [each.id for each in kept] == [f"note_{number}" for number in range(len(kept))]
        assert store.sweep(now=NOW + timedelta(hours=1)) == len(kept)

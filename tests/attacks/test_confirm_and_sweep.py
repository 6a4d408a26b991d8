"""A person confirms what a sweep is about to erase in another process: what was acknowledged stays, the rest goes."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest

from tests.world import World

ROOT = Path(__file__).resolve().parents[2]
ENTRIES = 30
CONFIRMING = """
import sys, tenure
from datetime import datetime
store, at, *ids = sys.argv[1:]
with tenure.open(store, clock=tenure.FrozenClock(datetime.fromisoformat(at))) as memory:
    ana = memory.person("ana")
    ana.confirm(ids.pop())  # what is loaded on first use is there
    print("ready", flush=True)
    sys.stdin.readline()
    for entry_id in ids:
        try:
            print("kept", ana.confirm(entry_id).id, flush=True)
        except tenure.Error as error:
            print(error.code, entry_id, flush=True)
"""
SWEEPING = """
import sys, tenure
from datetime import datetime
from tenure.lifecycle import sweep
sweep.BATCH = 1  # many transactions, so that confirmations come between them
store, at = sys.argv[1:]
with tenure.open(store, clock=tenure.FrozenClock(datetime.fromisoformat(at))) as memory:
    memory.person("ana").list_entries()
    print("ready", flush=True)
    sys.stdin.readline()
    for entry_id in memory.operator("ana").sweep().overdue:
        print("gone", entry_id, flush=True)
"""


def begun(script: str, *arguments: str) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", script, *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


@pytest.mark.slow
def test_r24_what_is_confirmed_while_it_is_swept_is_kept_or_told_to_be_gone(world: World):
    ids = [
        str(world.ana.remember(f"the lamp of room {number} is green", kind="fact", scope=world.scope).entry_id)
        for number in range(ENTRIES)
    ]
    due = [world.ana.show_entry(entry_id)[0].lifetime.review_at for entry_id in ids]
    assert len(set(due)) == 1
    end = due[0] + timedelta(days=world.memory.policy.review_grace_days)
    while end - world.clock.now() > timedelta(days=29):  # no leap of more than thirty days
        world.turn(days=29)
        assert world.memory.operator("ana").sweep().overdue == ()
    world.clock.set(end)
    store, at = str(world.folder / "store"), end.isoformat()
    # From the last to the first, so that both work towards each other.
    processes = [begun(SWEEPING, store, at), begun(CONFIRMING, store, at, *reversed(ids))]
    first = ids.pop(0)
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    told = [line.split() for process in processes for line in process.communicate(timeout=120)[0].splitlines()]
    assert [process.returncode for process in processes] == [0, 0]
    kept = {entry_id for verb, entry_id in told if verb == "kept"}
    gone = {entry_id for verb, entry_id in told if verb == "gone"}
    refused = {entry_id for verb, entry_id in told if verb not in {"kept", "gone"}}
    assert {verb for verb, _ in told} <= {"kept", "gone", "not_found", "changed_meanwhile"}
    assert kept | gone == set(ids)
    assert kept & gone == set(), "what was acknowledged is not erased"
    assert refused == gone, "and what is erased was not acknowledged"
    world.reopen()
    assert {one.id for one in world.ana.list_entries()} == kept | {first}
    assert [finding for finding in world.memory.operator("ana").check() if finding.is_fault] == []

"""`kill -9` at any moment: what was acknowledged is there, nothing is half-written, and scratch is unreadable."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

import tenure
from tenure import FrozenClock, NotFoundError
from tests.conftest import NOON

SRC = Path(tenure.__file__).resolve().parents[1]

ACTING = """
import datetime, itertools, sys, tenure
clock = tenure.FrozenClock(datetime.datetime.fromisoformat(sys.argv[2]))
memory = tenure.open(sys.argv[1], clock=clock)
ana, scope = memory.person("ana"), memory.scope(user="ana")
tell = lambda *words: print(*words, flush=True)
for number in itertools.count(int(sys.argv[3])):
    task = memory.task("look", scope=scope)
    tell("task", task.id)
    task.note(f"zqxscratch number {number}")
    kept = ana.remember(f"zqxkept colour number {number} is preferred", entity="colour", attribute=f"a{number % 3}",
                        value=str(number)).entry_id
    tell("kept", kept)
    asked = task.agent("coder").propose(f"zqxasked shape number {number} is preferred", kind="preference")
    if asked.proposal_id:
        shown = ana.show(asked.proposal_id)
        tell("approving", asked.proposal_id)
        tell("kept", ana.approve(shown).id)
    mine = [each.id for each in ana.list_entries() if each.entry.status.value == "active"]
    if number % 2:
        tell("forgetting", mine[0])
        if ana.forget(mine[0]).state.value == "done":
            tell("forgot", mine[0])
    task.end()
"""


def run_and_kill(store: Path, number: int, seconds: float) -> list[tuple[str, str]]:
    """Let a process act and kill it after some time of acting; give what it acknowledged."""
    child = subprocess.Popen(
        [sys.executable, "-c", ACTING, str(store), NOON.isoformat(), str(number)],
        env={**os.environ, "PYTHONPATH": str(SRC)},
        stdout=subprocess.PIPE,
        text=True,
    )
    first = child.stdout.readline()
    time.sleep(seconds)
    child.kill()
    lines = [first, *child.communicate(timeout=60)[0].splitlines()]
    return [tuple(line.split(maxsplit=1)) for line in lines if len(line.split()) == 2]


@pytest.mark.slow
def test_after_kill_9_nothing_acknowledged_is_lost_and_nothing_is_half_written(tmp_path: Path, home: Path):
    store, source = tmp_path / "store", random.Random(7)
    kept: set[str] = set()
    going: set[str] = set()
    gone: set[str] = set()
    for number in range(8):
        told = run_and_kill(store, number * 1_000, source.uniform(0.0, 0.45))
        kept |= {name.strip() for verb, name in told if verb == "kept"}
        going |= {name.strip() for verb, name in told if verb == "forgetting"}
        gone |= {name.strip() for verb, name in told if verb == "forgot"}
        with tenure.open(store, clock=FrozenClock(NOON)) as memory:
            ana = memory.person("ana")
            listed = {each.id: each.entry for each in ana.list_entries()}
            assert memory.operator("ana").check() == ()
            assert kept - going <= set(listed), "an acknowledged write is there"
            assert not gone & set(listed), "an acknowledged end has come"
            assert all(entry is not None for entry in listed.values()), "every record can be read back"
            slots = [entry.claim.slot for entry in listed.values() if entry.status.value == "active"]
            known = [slot for slot in slots if slot is not None]
            assert len(known) == len(set(known)), "one active value a slot"
            for shown in ana.pending():
                assert ana.approve(shown).id, "what waits can still be decided"
                kept |= {each.id for each in ana.list_entries()} - set(listed)
                break
            for task_id in (name.strip() for verb, name in told if verb == "task"):
                with pytest.raises(NotFoundError):
                    memory.resume(task_id)
        for needle in (b"zqxscratch", b"zqxkept", b"zqxasked"):
            found = [
                path
                for root in (tmp_path, home)
                for path in root.rglob("*")
                if path.is_file() and needle in path.read_bytes()
            ]
            assert found == []
    assert kept, "something was acknowledged"
    assert going or not gone

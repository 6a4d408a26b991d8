"""Many ask the same at the very same moment, in processes and in threads: one write, and every answer tells of it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

from tenure.errors import Error
from tenure.policy.presets import PERSONAL
from tests.world import World

ROOT = Path(__file__).resolve().parents[2]
TEXT = "answers are short"
TEN = 10
SCRIPT = """
import json, sys, tenure
from datetime import UTC, datetime
memory = tenure.open(sys.argv[1], clock=tenure.FrozenClock(datetime(2026, 3, 2, 12, tzinfo=UTC)))
scope = memory.scope(user="ana", project="billing")
agent, ana = memory.agent("coder", scope=scope), memory.person("ana")
print("ready", flush=True)

def propose(text, key):
    said = agent.propose(text, kind="preference", idempotency=key)
    return said.status, said.proposal_id, [one.code for one in said.verdicts if one.outcome == "refuses"]

def approve(proposal_id):
    return "kept", ana.approve(ana.show(proposal_id)).id

def remember(text):
    said = ana.remember(text, kind="preference", scope=scope)
    return said.status, said.entry_id

for line in sys.stdin:
    name, *values = json.loads(line)
    try:
        print(json.dumps(globals()[name](*values)), flush=True)
    except tenure.Error as error:
        print(json.dumps(["error", error.code]), flush=True)
"""


class Processes:
    """Ten processes, each with the store open, that do as they are told at once."""

    def __init__(self, store: Path) -> None:
        self.running = [
            subprocess.Popen(
                [sys.executable, "-c", SCRIPT, str(store)],
                env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            for _ in range(TEN)
        ]
        assert self._lines() == ["ready\n"] * TEN

    def all(self, *told: str) -> list[Any]:
        """Tell all of them the same and give what each answered."""
        for process in self.running:
            assert process.stdin is not None
            process.stdin.write(json.dumps(told) + "\n")
            process.stdin.flush()
        return [json.loads(line) for line in self._lines()]

    def _lines(self) -> list[str]:
        return [process.stdout.readline() if process.stdout is not None else "" for process in self.running]

    def end(self) -> list[int]:
        for process in self.running:
            process.communicate(timeout=60)
        return [process.returncode for process in self.running]


def ten_threads(act: Callable[[], Any]) -> list[Any]:
    together = Barrier(TEN)

    def once(_: int) -> Any:
        together.wait()
        return act()

    with ThreadPoolExecutor(TEN) as pool:
        return list(pool.map(once, range(TEN)))


def waiting(world: World) -> tuple[str, ...]:
    return tuple(shown.proposal.id for shown in world.ana.pending())


@pytest.fixture
def ten(world: World) -> Iterator[Processes]:
    processes = Processes(world.folder / "store")
    try:
        yield processes
    finally:
        assert processes.end() == [0] * TEN


@pytest.mark.slow
def test_what_ten_processes_ask_at_once_is_one_write(world: World, ten: Processes):

    # With one key: one write, and every answer is the same.
    answers = ten.all("propose", TEXT, "k1")
    (asked,) = waiting(world)
    assert answers == [["pending", asked, []]] * TEN

    # The same without a key: one waits, the others are told not to repeat it.
    answers = ten.all("propose", "answers are long", "")
    (other,) = set(waiting(world)) - {asked}
    assert Counter(map(str, answers)) == {
        str(["pending", other, []]): 1,
        str(["refused", "", ["not_again"]]): TEN - 1,
    }

    # Ten answers to one proposal: one of them counts.
    answers = ten.all("approve", asked)
    (kept,) = (told for what, told in answers if what == "kept")
    assert {told for what, told in answers if what == "error"} <= {"not_found", "changed_meanwhile"}
    assert [one.id for one in world.ana.list_entries()] == [kept]

    # After the answer the key still tells of its one write.
    assert ten.all("propose", TEXT, "k1") == [["admitted", asked, []]] * TEN

    # What a person states ten times at once is kept once, and nothing waits.
    answers = ten.all("remember", "tables for comparisons")
    assert Counter(status for status, _ in answers) == {"admitted": 1, "refused": TEN - 1}
    assert (len(world.ana.list_entries()), waiting(world)) == (2, (other,))


def test_ten_threads_with_one_key_are_one_write_and_get_one_answer(world: World):
    answers = ten_threads(lambda: world.agent().propose(TEXT, kind="preference", idempotency="k1"))
    (proposal_id,) = waiting(world)
    assert {(said.status, said.proposal_id) for said in answers} == {("pending", proposal_id)}
    assert Counter(said.is_repeat for said in answers) == {True: TEN - 1, False: 1}


def test_ten_threads_with_one_key_under_a_grant_are_one_entry(world: World):
    world.ana.grant("preference", days=30)
    with world.task() as task:
        heard = task.hear(TEXT, by=world.ana)
        agent = task.agent("coder")
        answers = ten_threads(lambda: agent.propose(TEXT, kind="preference", because=heard, idempotency="k1"))
    (entry,) = world.ana.list_entries()
    assert {(said.status, said.entry_id) for said in answers} == {("admitted", entry.id)}


def test_ten_threads_that_remember_the_same_keep_it_once(world: World):
    answers = ten_threads(lambda: world.ana.remember(TEXT, kind="preference").status)
    assert Counter(answers) == {"admitted": 1, "refused": TEN - 1}
    assert (len(world.ana.list_entries()), waiting(world)) == (1, ())


def test_the_last_free_place_of_a_scope_is_taken_once(world: World, tmp_path: Path):
    full = World(tmp_path / "full", world.clock, policy=replace(PERSONAL, pending_max=1))
    numbers = iter(range(TEN))
    answers = ten_threads(lambda: full.agent().propose(f"answers have {next(numbers)} lines", kind="preference").status)
    assert Counter(answers) == {"pending": 1, "refused": TEN - 1}
    full.close()


def test_two_threads_that_approve_at_once_keep_one(world: World):
    asked = world.agent().propose(TEXT, kind="preference")

    def approve() -> str:
        try:
            return world.ana.approve(world.ana.show(asked.proposal_id)).id
        except Error as error:
            return error.code

    answers = Counter(ten_threads(approve))
    (entry,) = world.ana.list_entries()
    assert answers[entry.id] == 1
    assert set(answers) <= {entry.id, "not_found", "changed_meanwhile"}

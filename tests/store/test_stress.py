"""Threads that write, erase and read one store at once, for a moment, switched as often as Python can."""

from __future__ import annotations

import random
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tenure.model.entry import Entry
from tenure.model.scope import Scope
from tenure.store.conformance.samples import NOW, erase, put, sample_entry, sample_event
from tenure.store.records import Change, Lost
from tenure.store.sealed import DurableStore
from tests.store.opening import open_at

SECONDS, SECONDS_MAX = 1.5, 30.0
SCOPES = (Scope(user="ana"), Scope(user="ana", project="billing"))


@pytest.fixture(autouse=True)
def _switched_often() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


class Busy:
    """What several threads do to one store, and what they may not meet."""

    def __init__(self, store: DurableStore) -> None:
        self.store = store
        self.began = time.monotonic()
        self.held: dict[str, Entry] = {}
        self.gone: set[str] = set()
        self.faults: list[BaseException] = []

    def write(self, chance: random.Random) -> None:
        entry = sample_entry("first", scope=chance.choice(SCOPES))
        self.store.commit(Change(now=NOW, put=put(entry).put, events=(sample_event(record_id=entry.id),)))
        self.held[entry.id] = entry

    def erase(self, chance: random.Random) -> None:
        if len(self.held) > 3:
            entry = self.held.pop(chance.choice(tuple(self.held)))
            self.store.commit(erase(entry))
            self.gone.add(entry.id)

    def look(self, chance: random.Random) -> None:
        gone, scopes = set(self.gone), chance.sample(SCOPES, 2)
        ids = [one for view in self.store.views(scopes) for one in view.ids]
        assert not gone & set(ids), "what was erased before is in a view"
        read = self.store.read(scopes, ids)
        assert not [one for one in read if isinstance(one, Lost) and one.reason != "forgotten"]
        assert self.store.last_at() in {None, NOW}

    def check(self, _: random.Random) -> None:
        time.sleep(0.005)  # in memory it keeps all others waiting
        assert not [finding for finding in self.store.check() if finding.is_fault]

    def is_over(self) -> bool:
        lasted = time.monotonic() - self.began
        return lasted > SECONDS_MAX or (lasted > SECONDS and len(self.gone) > 3)

    def again(self, act: Callable[[random.Random], None], seed: int) -> None:
        chance = random.Random(seed)
        try:
            while not (self.faults or self.is_over()):
                act(chance)
        except BaseException as fault:  # noqa: BLE001 - told by the test's own thread
            self.faults.append(fault)


@pytest.mark.parametrize("is_in_memory", [True, False])
def test_r34_threads_side_by_side_meet_nothing_older_and_no_false_alarm(tmp_path: Path, is_in_memory: bool) -> None:
    with closing(open_at(None if is_in_memory else tmp_path)) as store:
        busy = Busy(store)
        acts = (busy.write, busy.write, busy.erase, busy.look, busy.look, busy.look, busy.check)
        threads = [threading.Thread(target=busy.again, args=(act, seed)) for seed, act in enumerate(acts)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert busy.faults == []
        assert len(busy.gone) > 3

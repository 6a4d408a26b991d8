"""Tenure through real server processes: the same answers as by its handles, under the same clock."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tenure.eval.system import Scope, Slot
from tenure.eval.systems.tenure_mcp import TenureMcp

NOW = datetime(2026, 3, 1, 9, tzinfo=UTC)
ANA, OTHER = Scope("ana", "billing"), Scope("ana", "search")


@pytest.mark.slow
def test_a_person_states_an_agent_asks_and_an_end_is_an_end(tmp_path: Path) -> None:
    memory = TenureMcp(tmp_path, NOW)
    try:
        end, slot = NOW + timedelta(hours=1), Slot("price feed", "log level", "Zorp")
        entry = memory.tell("The log level of the price feed is Zorp.", ANA, slot=slot, expires_at=end)
        assert entry
        question = "What log level does the price feed run at?"
        assert [each.id for each in memory.recall(question, ANA).found] == [entry]
        assert memory.recall(question, OTHER).found == ()
        assert memory.propose("The release branch of the map tiles is Frob.", ANA, origin="tool", read="Frob") is None
        assert [each.id for each in memory.listed(ANA)] == [entry]
        memory.turn(end - timedelta(seconds=1))
        assert memory.get(entry, ANA) is not None
        memory.turn(end)
        assert memory.get(entry, ANA) is None
        assert memory.recall(question, ANA).found == ()
        assert memory.approve("The release branch of the map tiles is Frob.", ANA) is not None
        assert [each.text for each in memory.recall("release branch of the map tiles", ANA).found] == [
            "The release branch of the map tiles is Frob."
        ]
    finally:
        memory.close()


@pytest.mark.slow
def test_where_a_process_cannot_fork_each_server_starts_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "fork")
    memory = TenureMcp(tmp_path, NOW)
    try:
        entry = memory.tell("The log level of the price feed is Zorp.", ANA)
        assert [each.id for each in memory.listed(ANA)] == [entry]
    finally:
        memory.close()


@pytest.mark.slow
def test_who_is_ended_leaves_nothing_behind_that_waits_for_clients(tmp_path: Path) -> None:
    told = subprocess.run(
        [sys.executable, "-c", ENDED, str(tmp_path)], check=True, capture_output=True, text=True, timeout=120
    )
    door, until = Path(told.stdout.strip()), time.monotonic() + 20
    assert door.name == "door"
    while door.parent.exists():
        assert time.monotonic() < until
        time.sleep(0.05)


ENDED = """
import os, sys
from datetime import UTC, datetime
from pathlib import Path
from tenure.eval.system import Scope
from tenure.eval.systems import ready
from tenure.eval.systems.tenure_mcp import TenureMcp
memory = TenureMcp(Path(sys.argv[1]), datetime(2026, 3, 1, 9, tzinfo=UTC))
assert memory.listed(Scope("ana")) == ()
print(ready.server()[4], flush=True)
os._exit(0)
"""

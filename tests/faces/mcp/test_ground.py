"""What a call does that comes while its session, or the server, ends (R27)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tenure
from tenure import NotFoundError, StoreError
from tenure.faces.mcp import ground as module
from tenure.faces.mcp.ground import ENDED_MAX, Caller, Ground


@pytest.fixture
def ground() -> Iterator[Ground]:
    with tenure.open() as memory:
        memory.operator("ana").own()
    made = Ground(agent="coder")
    yield made
    made.close()


def caller(folder: Path, session: str) -> Caller:
    return Caller(folder=folder, session=f"ana:{session}", user="ana")


def living(ground: Ground) -> int:
    memory = ground._memory
    assert memory is not None
    return sum(memory._wired.resumed(task_id) is not None for task_id in memory._wired.tasks)


def test_r27_a_call_that_comes_late_begins_no_task_of_a_session_that_ended(
    ground: Ground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, other = caller(tmp_path, "one"), caller(tmp_path, "two")
    ground.call(other, "note", {"text": "of another session"})
    standing = module.scope_at

    def ended_first(*given: Any) -> Any:
        monkeypatch.undo()
        ground.end_session("one")
        return standing(*given)

    monkeypatch.setattr(module, "scope_at", ended_first)
    with pytest.raises(NotFoundError) as late:
        ground.call(mine, "note", {"text": "rounding happens twice"})
    assert late.value.code == "no_session"
    assert (len(ground._tasks), living(ground)) == (1, 1)
    assert not ground.call(other, "note", {"text": "it goes on"}).is_error
    assert not ground.call(Caller(folder=tmp_path, user="ana"), "recall", {"query": "rounding"}).is_error


def test_the_ends_of_sessions_that_are_remembered_are_bounded(ground: Ground) -> None:
    ground.end_session("")
    for number in range(ENDED_MAX + 3):
        ground.end_session(f"s{number}")
    assert (len(ground._ended), "s0" in ground._ended, "s3" in ground._ended) == (ENDED_MAX, False, True)


def test_a_call_that_comes_after_the_end_of_the_server_opens_no_store(
    ground: Ground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ground.call(caller(tmp_path, "one"), "note", {"text": "rounding happens twice"})
    ground.close()
    monkeypatch.setattr(module.wiring, "open", lambda *_, **__: pytest.fail("it was opened again"))
    with pytest.raises(StoreError) as late:
        ground.call(caller(tmp_path, "one"), "note", {"text": "rounding happens twice"})
    assert late.value.code == "closed"

"""After each kind of ending no file holds the words, and no copy made before can be opened for them (R27, R28)."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tenure import Receipt
from tenure.model.receipt import ReceiptState
from tenure.wiring.erased import look
from tenure.wiring.needles import text_needles
from tests.mission.restoring import back_up, keys_file
from tests.world import World

TEXT = "answers come as marmalade tables"
GRANTED = "answers come as tables"

Ending = Callable[[World], str | None]


def forgotten(world: World) -> str:
    entry_id = world.ana.remember(TEXT, scope=world.scope).entry_id
    backed_up(world)
    world.ana.forget(entry_id)
    return entry_id


def expired(world: World) -> str:
    end = world.clock.now() + timedelta(days=1)
    entry_id = world.ana.remember(TEXT, scope=world.scope, expires_at=end).entry_id
    backed_up(world)
    return swept(world, entry_id, days=2)


def not_reviewed(world: World) -> str:
    entry_id = world.ana.remember(TEXT, scope=world.scope).entry_id
    backed_up(world)
    return swept(world, entry_id, days=426)


def superseded(world: World) -> str:
    entry_id = world.ana.remember(TEXT, scope=world.scope).entry_id
    backed_up(world)
    world.ana.supersede(entry_id, "examples use euros")
    return swept(world, entry_id, days=31)


def revoked(world: World) -> str:
    grant = world.ana.grant("preference", scope=world.scope)
    entry_id = world.said(f"Please: {GRANTED}.", GRANTED).entry_id
    assert entry_id
    backed_up(world)
    world.ana.revoke(grant.id)
    return swept(world, entry_id, days=31)


def declined(world: World) -> str:
    proposal_id = world.agent().propose(TEXT, kind="preference").proposal_id
    backed_up(world)
    world.ana.decline(world.ana.show(proposal_id))
    return proposal_id


def lapsed(world: World) -> str:
    proposal_id = world.agent().propose(TEXT, kind="preference").proposal_id
    backed_up(world)
    return swept(world, proposal_id, days=15)


def withdrawn(world: World) -> str:
    agent = world.agent()
    proposal_id = agent.propose(TEXT, kind="preference").proposal_id
    backed_up(world)
    agent.drop(proposal_id)
    return proposal_id


def task_ended(world: World) -> None:
    with world.task() as task:
        task.hear(TEXT, by=world.ana)
        task.observe(TEXT, tool="shell", call="call_1")
        assert task.agent("coder").search("marmalade")
        backed_up(world)


def swept(world: World, record_id: str, *, days: int) -> str:
    world.turn(days=days)
    world.memory.operator("ana").confirm_clock()
    assert not world.memory.operator("ana").sweep().is_held_back
    return record_id


def backed_up(world: World) -> None:
    assert world.recall("marmalade tables") is not None  # terms and views are warm, as in use
    back_up(world)


ENDINGS: tuple[Ending, ...] = (
    forgotten,
    expired,
    not_reviewed,
    superseded,
    revoked,
    declined,
    lapsed,
    withdrawn,
    task_ended,
)


@pytest.mark.parametrize("ending", ENDINGS, ids=lambda ending: ending.__name__)
def test_r28_after_an_ending_no_file_holds_a_word_and_no_copy_opens(
    world: World, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: Ending
):
    runtime, temporary = tmp_path / "run", tmp_path / "temporary"
    for folder, variable in ((runtime, "XDG_RUNTIME_DIR"), (temporary, "TMPDIR")):
        folder.mkdir(mode=0o700)
        monkeypatch.setenv(variable, str(folder))
    record_id = ending(world)
    places = [world.folder / "store", world.folder / "backup", home, runtime, temporary]
    words = [TEXT, GRANTED, "marmalade"]  # the other words stand in the schema of a database too
    for _ in range(2):  # while it is open, with log and shared memory; and after it was closed
        files = [
            path for place in places for path in ([place] if place.is_file() else place.rglob("*")) if path.is_file()
        ]
        assert {"tenure.db", "backup", "slots"} <= {path.name for path in files}
        held = {path: path.read_bytes() for path in files}
        for word in words:
            for needle in text_needles(word):
                assert [path for path, data in held.items() if needle.data in data] == [], needle.what
        world.memory.close()
    if record_id is not None:
        receipt = Receipt(id="rcpt_x", state=ReceiptState.DONE, at=datetime.now(UTC), entry_ids=(record_id,), erased=())
        found = look(receipt, [world.folder / "backup"], keys=keys_file("root.key", home).parent)
        assert [(trace.record_id, trace.is_readable) for trace in found.found] == [(record_id, False)]
    assert os.environ["TMPDIR"] == str(temporary)
    world.memory = world._open()

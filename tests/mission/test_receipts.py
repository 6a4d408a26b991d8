"""What a receipt says had left the store (R28)."""

from __future__ import annotations

import stat

from tests.world import World


def test_r28_a_receipt_knows_of_an_answer_handed_out_a_moment_before(world: World):
    entry_id = world.ana.remember("answers are short").entry_id
    assert world.agent().brief().usable
    assert world.ana.forget(entry_id).out_of_reach


def test_every_file_of_a_store_is_private_to_its_account(world: World):
    world.ana.remember("answers are short")
    with world.task() as task:
        task.note("something")
        files = [path for path in (world.folder / "store").rglob("*") if path.is_file()]
        assert {path.name for path in files} >= {"tenure.db", "scratch.db", "store.id"}
        assert [path.name for path in files if stat.S_IMODE(path.stat().st_mode) & 0o077] == []

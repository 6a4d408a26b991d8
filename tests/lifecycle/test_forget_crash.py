from __future__ import annotations

import os
import sqlite3
from contextlib import closing

import pytest

from tenure.errors import StoreUnavailableError
from tenure.lifecycle.forget import forget_one
from tenure.lifecycle.receipts import finish, receipts, settled
from tenure.model.receipt import ReceiptState
from tenure.model.scope import Scope
from tenure.store.sqlite import open_store
from tests.lifecycle.making import files_with

ANA, BEN = Scope(user="ana"), Scope(user="ben")
WORDS = "zanzibar marmalade"


def listed(world) -> int:
    """Give how many keys are listed for their destruction."""
    (path,) = (world.folder / "data").glob("*.db")
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT count(*) FROM doomed").fetchone()[0]


def test_r28_a_crash_in_the_middle_is_finished_at_the_next_open(on_disk, monkeypatch):
    entry = on_disk.remember(f"Give me {WORDS}.")
    from tenure.store import erasure

    def crash(*_: object) -> None:
        raise StoreUnavailableError("the disk went away")

    with monkeypatch.context() as broken:
        broken.setattr(erasure, "destroy_listed", crash)
        receipt = forget_one(entry, person="ana", **on_disk.recorded())
        assert receipt.state is ReceiptState.PENDING
        assert on_disk.read(entry) is None
        assert (
            finish((ANA,), entries=on_disk.store, ledger=on_disk.store, now=on_disk.now)[0].state
            is ReceiptState.PENDING
        )
    on_disk.reopen()
    assert on_disk.read(entry) is None
    (after,) = finish((ANA,), entries=on_disk.store, ledger=on_disk.store, now=on_disk.now)
    assert after.state is ReceiptState.DONE
    assert receipts((ANA,), entries=on_disk.store) == (after,)
    assert finish((ANA,), entries=on_disk.store, ledger=on_disk.store, now=on_disk.now) == ()
    assert files_with(on_disk.folder, WORDS) == []


@pytest.mark.parametrize(
    "step", ["destroy_listed", "settled"], ids=["before the keys go", "before the list is cleared"]
)
def test_r28_killed_in_the_middle_it_is_finished_at_the_next_open(on_disk, step):
    entry = on_disk.remember(f"Give me {WORDS}.")
    kept = on_disk.remember("Use metric units.")
    on_disk.store.close()
    child = os.fork()
    if child == 0:
        try:
            from tenure.lifecycle import forget
            from tenure.store import erasure

            setattr(erasure if step == "destroy_listed" else forget, step, lambda *_, **__: os._exit(9))
            on_disk.store = open_store(on_disk.folder / "data", on_disk.folder / "keys", root=on_disk.root)
            forget_one(entry, person="ana", **on_disk.recorded())
        finally:
            os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
    on_disk.reopen()
    assert on_disk.read(entry) is None
    assert on_disk.read(kept) == kept
    (receipt,) = finish((ANA,), entries=on_disk.store, ledger=on_disk.store, now=on_disk.now)
    assert (receipt.state, receipt.entry_ids) == (ReceiptState.DONE, (entry.id,))
    assert [(record_id, len(nonce)) for record_id, nonce in receipt.records] == [(entry.id, 24)], (
        "by which copies are searched"
    )
    assert files_with(on_disk.folder, WORDS) == []
    assert listed(on_disk) == 0
    assert on_disk.store.check() == ()


def test_r28_what_another_process_forgets_meanwhile_leaves_no_key_on_the_list(on_disk, monkeypatch):
    first, second = on_disk.remember(f"Give me {WORDS}."), on_disk.remember("Use metric units.")
    other = open_store(on_disk.folder / "data", on_disk.folder / "keys", root=on_disk.root)
    from tenure.lifecycle import forget

    once = [True]

    def meanwhile(*given, **named):
        assert listed(on_disk) > 0, "the keys that are destroyed are still listed until the receipt is written"
        if once.pop():
            monkeypatch.undo()
            forget_one(second, person="ana", **(on_disk.recorded() | {"entries": other, "ledger": other}))
        return settled(*given, **named)

    monkeypatch.setattr(forget, "settled", meanwhile)
    assert forget_one(first, person="ana", **on_disk.recorded()).state is ReceiptState.DONE
    other.close()
    assert [receipt.state for receipt in receipts((ANA,), entries=on_disk.store)] == [ReceiptState.DONE] * 2
    assert listed(on_disk) == 0
    assert on_disk.store.check() == ()

from __future__ import annotations

import os

from tenure.errors import StoreUnavailableError
from tenure.lifecycle.forget import forget_one
from tenure.lifecycle.receipts import finish, receipts
from tenure.model.receipt import ReceiptState
from tenure.model.scope import Scope
from tenure.store.sqlite import open_store
from tests.lifecycle.making import files_with

ANA, BEN = Scope(user="ana"), Scope(user="ben")
WORDS = "zanzibar marmalade"


def test_r28_a_crash_in_the_middle_is_finished_at_the_next_open(on_disk, monkeypatch):
    entry = on_disk.remember(f"Give me {WORDS}.")
    from tenure.store import erasure

    def crash(*_: object) -> None:
        raise StoreUnavailableError("the disk went away")

    with monkeypatch.context() as broken:
        broken.setattr(erasure, "destroy_doomed", crash)
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


def test_r28_killed_in_the_middle_it_is_finished_at_the_next_open(on_disk):
    entry = on_disk.remember(f"Give me {WORDS}.")
    kept = on_disk.remember("Use metric units.")
    on_disk.store.close()
    child = os.fork()
    if child == 0:
        try:
            from tenure.store import erasure

            erasure.destroy_doomed = lambda *_: os._exit(9)
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

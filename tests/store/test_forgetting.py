"""What is forgotten is gone from every file, and from every older copy of the data; unfinished steps are finished."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from tenure.errors import IntegrityError, StoreUnavailableError
from tenure.store.conformance.samples import NOW, SCOPE, erase, put, sample_entry, sample_event, sample_proposal
from tenure.store.ends import End
from tenure.store.keys import KeySlots
from tenure.store.noted import ends_and_noted
from tenure.store.records import Change, Lost
from tenure.store.sqlite import SqliteDatabase
from tests.store.opening import fetch, files_with, open_at

TEXT = "quartz-violin-harbour likes tables"


def cell_of(folder: Path, record_id: str) -> bytes:
    """Give the wrapped key of a record, as it lies in the slot file."""
    ((slot,),) = fetch(folder, "SELECT key_slot FROM records WHERE record_id = ?", record_id)
    (path,) = (folder / "keys").rglob("slots")
    return path.read_bytes()[slot * 64 + 12 : slot * 64 + 60]


def test_r28_after_the_receipt_no_file_holds_text_or_key(tmp_path: Path) -> None:
    store = open_at(tmp_path)
    entry = sample_entry(TEXT)
    proposal = replace(sample_proposal(TEXT), quoted=TEXT)
    store.commit(put(entry, proposal))
    store.views([SCOPE])
    store.commit(put(replace(entry, version=2)))
    cell, sealed = cell_of(tmp_path, entry.id), fetch(tmp_path, "SELECT body FROM records")[0][0]
    assert files_with(tmp_path, cell) == ["slots"]
    assert files_with(tmp_path, sealed[:32]), "the check would find nothing anyway"
    assert store.commit(erase(replace(entry, version=2))).is_done
    assert store.commit(erase(proposal)).is_done
    for needle in (b"quartz-violin", TEXT.encode(), cell):
        assert files_with(tmp_path, needle) == []
    assert store.check() == ()
    store.close()
    assert files_with(tmp_path, cell) == []


def test_r28_a_record_keeps_its_key_so_that_erasing_it_ends_every_version(tmp_path: Path) -> None:
    store = open_at(tmp_path)
    entry, kept = sample_entry(TEXT), sample_entry("kept")
    store.commit(put(entry, kept))
    first = cell_of(tmp_path, entry.id)
    nonce = fetch(tmp_path, "SELECT nonce FROM records WHERE record_id = ?", entry.id)
    store.commit(put(replace(entry, version=2)))
    assert cell_of(tmp_path, entry.id) == first
    assert fetch(tmp_path, "SELECT nonce FROM records WHERE record_id = ?", entry.id) != nonce
    store.close()
    assert files_with(tmp_path, first) == ["slots"], "a backup of version 1 would be of no use"
    store = open_at(tmp_path)
    assert store.read([SCOPE], [entry.id]) == (replace(entry, version=2),)
    counts = dict(store.commit(erase(replace(entry, version=2))).counts)
    assert counts["keys"] == 1
    assert files_with(tmp_path, first) == []


def test_r28_a_copy_of_the_data_taken_before_cannot_be_opened(tmp_path: Path) -> None:
    store = open_at(tmp_path)
    entry, kept = sample_entry(TEXT), sample_entry("kept")
    store.commit(put(entry, kept))
    store.close()
    shutil.copytree(tmp_path / "data", tmp_path / "copy")
    (heads,) = (tmp_path / "keys").rglob("heads")
    shutil.copy(heads, tmp_path / "heads")
    store = open_at(tmp_path)
    store.commit(erase(entry))
    store.close()
    shutil.rmtree(tmp_path / "data")
    shutil.copytree(tmp_path / "copy", tmp_path / "data")
    with pytest.raises(IntegrityError):
        open_at(tmp_path).views([SCOPE])
    # Even with the heads of then, which do not know that the copy is old, the key is gone: forgotten, never tampered.
    shutil.copy(tmp_path / "heads", heads)
    store = open_at(tmp_path)
    assert store.views([SCOPE])[0].ids == (kept.id,)
    assert store.read([SCOPE], [entry.id, kept.id]) == (Lost(id=entry.id, reason="forgotten"), kept)


def test_r28_the_journal_of_ends_names_nothing_but_knows_the_id(tmp_path: Path) -> None:
    store = open_at(tmp_path)
    entry = sample_entry(TEXT)
    store.commit(put(entry))
    store.commit(Change(now=NOW, erase=erase(entry).erase, used_approvals=("0c" * 32,)))
    journal = store._keys.ends
    ends, (mark,) = ends_and_noted(journal.read())
    assert [(end.reason, end.at) for end in ends] == [("forgotten", NOW), ("used_approval", NOW)]
    assert (mark.reason, mark.at, mark.kind) == ("forgotten", NOW, "")
    until = erase(entry).erase[0].tombstone_until
    assert until is not None
    assert journal.read()[0] == End(journal.key_of(entry.id), "forgotten", NOW, until, version=2)
    assert files_with(tmp_path / "keys", entry.id.encode()) == []


def test_r28_an_erasure_is_pending_until_the_keys_are_destroyed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_at(tmp_path)
    entry = sample_entry(TEXT)
    store.commit(put(entry))
    cell = cell_of(tmp_path, entry.id)
    with monkeypatch.context() as broken:
        broken.setattr(KeySlots, "destroy", _unavailable)
        erased = store.commit(erase(entry))
    assert (erased.is_done, dict(erased.counts)["entries"]) == (False, 1)
    assert store.read([SCOPE], [entry.id]) == ()
    assert files_with(tmp_path, cell) == ["slots"]
    assert [finding.check for finding in store.check()] == ["erasure"]
    assert store.finish_erasure().is_done
    assert files_with(tmp_path, cell) == []
    assert store.check() == ()


@pytest.mark.parametrize("step", ["destroy", "checkpoint"])
def test_r28_the_next_open_finishes_an_erasure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    store = open_at(tmp_path)
    entry = sample_entry(TEXT)
    store.commit(put(entry))
    cell = cell_of(tmp_path, entry.id)
    with monkeypatch.context() as broken:
        if step == "destroy":
            broken.setattr(KeySlots, "destroy", _unavailable)
        else:
            broken.setattr(SqliteDatabase, "checkpoint", lambda database: False)
        assert not store.commit(erase(entry)).is_done
    # Not closed: as a crash leaves it.
    second = open_at(tmp_path)
    assert second.finish_erasure() == type(second.finish_erasure())(is_done=True, counts=())
    assert files_with(tmp_path, cell) == []
    assert fetch(tmp_path, "SELECT count(*) FROM doomed") == [(0,)]


def test_r28_a_reader_in_the_way_leaves_it_pending(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tenure.store.sqlite_transaction.BUSY_SECONDS", 0.05)
    store = open_at(tmp_path)
    entry = sample_entry(TEXT)
    store.commit(put(entry))
    with store._database.reading() as transaction:
        transaction.rows("read_doomed", ("default",))
        assert not store.commit(erase(entry)).is_done
    assert store.finish_erasure().is_done


def test_many_are_forgotten_in_one_transaction(tmp_path: Path) -> None:
    store = open_at(tmp_path)
    entries = [sample_entry(f"claim {number}") for number in range(120)]
    store.commit(put(*entries))
    erasures = tuple(one for entry in entries for one in erase(entry).erase)
    erased = store.commit(Change(now=NOW, erase=erasures, events=(sample_event("forget"),)))
    assert (erased.is_done, dict(erased.counts)["entries"], dict(erased.counts)["keys"]) == (True, 120, 121)
    assert store.views([SCOPE]) == ()
    assert store.size(SCOPE).bytes == 0
    assert store.scopes_with(user="ana") == ()
    assert store.check() == ()


def _unavailable(*_: object) -> int:
    raise StoreUnavailableError("no")

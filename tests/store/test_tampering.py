"""A row altered, moved, replayed, removed or inserted behind the store's back is rejected, never served."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from tenure.errors import IntegrityError
from tenure.model.decision import Proposal
from tenure.model.entry import Status
from tenure.model.grant import Grant
from tenure.model.scope import Scope
from tenure.store import rows
from tenure.store.conformance.samples import (
    NOW,
    SCOPE,
    erase,
    put,
    sample_entry,
    sample_event,
    sample_grant,
    sample_proposal,
    sample_slotted,
)
from tenure.store.places import OFTEN_SECONDS
from tenure.store.records import Change, Lost, Tombstone
from tenure.store.sealed import DurableStore
from tests.store.opening import alter, fetch, flip, open_at

NUMBERS = ("form", "status", "version", "changed", "recorded_at", "ends_at", "review_at", "key_slot", "is_single")
BLOBS = ("slot", "concerned", "nonce", "seal", "search", "body")
OTHER = Scope(user="ben", project="billing")


@pytest.mark.parametrize("column", [*NUMBERS, *BLOBS])
def test_r34_every_changed_column_of_an_entry_is_rejected(folder: Path, store: DurableStore, column: str) -> None:
    claim = replace(sample_slotted("table").claim, concerns="ben")
    entry = sample_entry(claim=claim)
    store.commit(put(entry))
    assert store.read([SCOPE], [entry.id]) == (entry,)
    flip(folder, "records", column)
    if column != "search":  # what is held was opened before; the row itself is read again
        assert store.read([SCOPE], [entry.id]) == (Lost(id=entry.id, reason="tampered"),)
    fresh = open_at(folder)
    if column == "body":
        assert fresh.read([SCOPE], [entry.id]) == (Lost(id=entry.id, reason="tampered"),)
    else:
        with pytest.raises(IntegrityError):
            fresh.views([SCOPE])
        with pytest.raises(IntegrityError):
            fresh.read([SCOPE], [entry.id])
    assert any(finding.is_fault for finding in fresh.check())
    fresh.close()


@pytest.mark.parametrize("column", [*NUMBERS, "nonce", "seal", "body"])
def test_r34_every_changed_column_of_a_grant_is_rejected(folder: Path, store: DurableStore, column: str) -> None:
    store.commit(put(sample_grant()))
    flip(folder, "records", column)
    with pytest.raises(IntegrityError):
        store.held(Grant, [SCOPE])


@pytest.mark.parametrize("column", ["version", "live", "bytes", "next_seq", "commitment", "key_slot", "scope", "mac"])
def test_r34_every_changed_column_of_a_bucket_is_rejected(folder: Path, store: DurableStore, column: str) -> None:
    store.commit(put(sample_proposal()))
    flip(folder, "buckets", column)
    with pytest.raises(IntegrityError):
        store.held(Proposal, [SCOPE])
    with pytest.raises(IntegrityError):
        store.size(SCOPE)
    assert any(finding.is_fault for finding in store.check())


def test_r34_a_record_id_cannot_be_changed(folder: Path, store: DurableStore) -> None:
    entry = sample_entry()
    store.commit(put(entry))
    store.views([SCOPE])
    alter(folder, "UPDATE records SET record_id = 'ent_other'")
    assert store.read([SCOPE], ["ent_other"]) == ()
    assert store.read([SCOPE], [entry.id]) == (Lost(id=entry.id, reason="tampered"),)
    with pytest.raises(IntegrityError):
        open_at(folder).read([SCOPE], ["ent_other"])


@pytest.mark.parametrize("value", [-1, 300, 2**62, "text", b"bytes", 1.5])
@pytest.mark.parametrize("column", ["form", "status", "version", "recorded_at", "record_id", "slot", "nonce", "seal"])
def test_r34_a_value_of_another_type_is_rejected(folder: Path, store: DurableStore, column: str, value: object) -> None:
    store.commit(put(sample_slotted("table")))
    alter(folder, f"UPDATE records SET {column} = ?", value)
    with pytest.raises(IntegrityError):
        store.views([SCOPE])
    assert any(finding.is_fault for finding in store.check())


@pytest.mark.parametrize("value", [-1, 2**62, "text", b"bytes"])
def test_r34_a_bucket_or_a_line_of_another_type_is_rejected(folder: Path, store: DurableStore, value: object) -> None:
    store.commit(Change(now=NOW, put=put(sample_grant()).put, events=(sample_event(),)))
    alter(folder, "UPDATE buckets SET live = ?", value)
    alter(folder, "UPDATE ledger SET verb = ?, at = ?", value, value)
    with pytest.raises(IntegrityError):
        store.held(Grant, [SCOPE])
    with pytest.raises(IntegrityError):
        store.lines()
    assert any(finding.is_fault for finding in store.check())


def test_r34_a_removed_row_is_noticed(folder: Path, store: DurableStore) -> None:
    kept, removed = sample_entry("kept"), sample_entry("removed")
    store.commit(put(kept, removed))
    store.views([SCOPE])
    alter(folder, "DELETE FROM records WHERE record_id = ?", removed.id)
    with pytest.raises(IntegrityError):
        store.read([SCOPE], [removed.id])
    with pytest.raises(IntegrityError):
        open_at(folder).views([SCOPE])


def test_r34_a_removed_tombstone_is_noticed(folder: Path, store: DurableStore) -> None:
    entry = sample_entry()
    store.commit(put(entry))
    store.commit(erase(entry))
    assert alter(folder, "DELETE FROM records") == 1
    with pytest.raises(IntegrityError):
        store.tombstones_for([SCOPE], entry.claim)
    with pytest.raises(IntegrityError):
        store.held(Tombstone, [SCOPE])


def test_r34_a_tombstone_whose_mark_was_changed_is_noticed(folder: Path, store: DurableStore) -> None:
    entry = sample_entry()
    store.commit(put(entry))
    store.commit(erase(entry))
    flip(folder, "records", "text")
    with pytest.raises(IntegrityError):
        store.tombstones_for([SCOPE], entry.claim)


def test_r34_a_row_moved_to_another_scope_is_rejected(folder: Path, store: DurableStore) -> None:
    here, there = sample_entry("here"), sample_entry("there", scope=OTHER)
    store.commit(put(here, there))
    ((bucket,),) = fetch(folder, "SELECT bucket FROM records WHERE record_id = ?", there.id)
    alter(folder, "UPDATE records SET bucket = ?, seq = 9 WHERE record_id = ?", bucket, here.id)
    fresh = open_at(folder)
    for scope in (SCOPE, OTHER):
        with pytest.raises(IntegrityError):
            fresh.views([scope])


def test_r34_two_rows_exchanged_are_rejected(folder: Path, store: DurableStore) -> None:
    store.commit(put(sample_entry("one"), sample_entry("two")))
    alter(folder, "UPDATE records SET seq = 7 WHERE seq = 0")
    alter(folder, "UPDATE records SET seq = 0 WHERE seq = 1")
    alter(folder, "UPDATE records SET seq = 1 WHERE seq = 7")
    with pytest.raises(IntegrityError):
        open_at(folder).views([SCOPE])


def test_r34_an_older_version_of_a_row_is_rejected(folder: Path, store: DurableStore) -> None:
    entry = sample_entry()
    store.commit(put(entry))
    (old,) = fetch(folder, "SELECT * FROM records")
    ended = replace(entry, version=2, status=Status.SUPERSEDED)
    store.commit(put(ended))
    assert store.read([SCOPE], [entry.id]) == (ended,)
    alter(folder, "DELETE FROM records")
    alter(folder, f"INSERT INTO records VALUES ({','.join('?' * len(old))})", *old)
    assert store.read([SCOPE], [entry.id]) == (Lost(id=entry.id, reason="tampered"),)
    with pytest.raises(IntegrityError):
        open_at(folder).views([SCOPE])


def test_r34_a_forgotten_row_put_back_is_rejected(folder: Path, store: DurableStore) -> None:
    entry = sample_entry()
    store.commit(put(entry, sample_entry("kept")))
    (old,) = fetch(folder, "SELECT * FROM records WHERE record_id = ?", entry.id)
    store.commit(erase(entry, until=None))
    alter(folder, f"INSERT INTO records VALUES ({','.join('?' * len(old))})", *old)
    with pytest.raises(IntegrityError):
        open_at(folder).views([SCOPE])


def test_r34_a_bucket_put_back_to_an_older_state_is_a_rollback(folder: Path, store: DurableStore) -> None:
    first = sample_entry("first")
    store.commit(put(first))
    (bucket,) = fetch(folder, "SELECT * FROM buckets")
    second = sample_entry("second")
    store.commit(put(second))
    alter(folder, "DELETE FROM records WHERE record_id = ?", second.id)
    alter(folder, "DELETE FROM buckets")
    alter(folder, f"INSERT INTO buckets VALUES ({','.join('?' * len(bucket))})", *bucket)
    with pytest.raises(IntegrityError) as raised:
        store.views([SCOPE])
    assert raised.value.code == "rolled_back"


@pytest.mark.parametrize("key", [b"", b"\0", b"\xff" * 16])
def test_r34_a_bucket_that_no_scope_has_stands_for_none(folder: Path, store: DurableStore, key: bytes) -> None:
    """Whatever key somebody gives a row of theirs, reading and writing of others' scopes never meet it."""
    entry = sample_entry()
    store.commit(put(entry))
    columns = "form, user_part, project_part, repository_part, version, live, bytes, next_seq, commitment, key_slot"
    copied = f"SELECT tenant, ?, {columns}, scope, mac FROM buckets LIMIT 1"
    assert alter(folder, f"INSERT INTO buckets (tenant, bucket, {columns}, scope, mac) {copied}", key) == 1
    for opened in (store, open_at(folder)):
        assert opened.read([SCOPE], [entry.id]) == (entry,)
        assert len(opened.held(Grant, [SCOPE, OTHER])) == 0
        opened.commit(put(sample_entry("another")))
        opened.commit(put(sample_grant(scope=OTHER)))
        opened.commit(erase(opened.held(Grant, [OTHER])[0]))
    assert {finding.check for finding in store.check()} == {"scopes"}


def test_r34_a_removed_bucket_is_noticed(folder: Path, store: DurableStore) -> None:
    store.commit(put(sample_entry()))
    alter(folder, "DELETE FROM buckets")
    alter(folder, "DELETE FROM records")
    with pytest.raises(IntegrityError) as raised:
        store.views([SCOPE])
    assert raised.value.code == "removed"
    assert [finding.check for finding in store.check()] == ["scopes"]


@pytest.mark.parametrize("is_known", [False, True], ids=["new process", "same process"])
@pytest.mark.parametrize(
    "edit",
    [
        *(f"UPDATE buckets SET {part}_part = zeroblob(16)" for part in ("user", "project")),
        "UPDATE buckets SET repository_part = zeroblob(16)",
        "UPDATE buckets SET user_part = NULL",
        "UPDATE buckets SET form = 99",
        "UPDATE buckets SET bucket = zeroblob(16)",
        "UPDATE buckets SET tenant = 'other'",
        "DELETE FROM buckets",
    ],
)
def test_r34_a_scope_that_would_only_be_missing_is_noticed_wherever_scopes_are_looked_up(
    folder: Path, store: DurableStore, edit: str, *, is_known: bool
) -> None:
    store.commit(put(sample_entry()))
    gone = sample_entry(scope=OTHER)
    store.commit(put(gone))
    store.commit(erase(gone))
    if is_known:
        assert store.scopes_with(user="ana") == (SCOPE,)
    form = rows.TOMBSTONE if "DELETE" in edit or "form" in edit else rows.ENTRY
    ((key,),) = fetch(folder, f"SELECT bucket FROM buckets WHERE form = {form} ORDER BY live DESC LIMIT 1")
    alter(folder, f"{edit} WHERE bucket = ?", key)
    store = store if is_known else open_at(folder)
    for look in ({"user": "ana"}, {"user": "zoe"}, {"project": "billing"}, {"repository": "repo"}, {}):
        with pytest.raises(IntegrityError):
            store.scopes_with(**look)
    with pytest.raises(IntegrityError):
        store.tombstones_for([Scope(user="ben")], None, user="ben")


def test_r34_what_happens_often_looks_over_where_scopes_lie_once_a_minute(
    folder: Path, store: DurableStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [1_000.0]
    monkeypatch.setattr("tenure.store.places.time.monotonic", lambda: clock[0])
    store.commit(put(sample_entry()))
    assert store.tombstones_for([SCOPE], None, user="ana") == ()
    alter(folder, "UPDATE buckets SET user_part = zeroblob(16)")
    clock[0] += OFTEN_SECONDS - 0.001
    assert store.tombstones_for([SCOPE], None, user="ana") == ()
    clock[0] += 0.001
    for _ in range(2):  # a fault is looked for again at once
        with pytest.raises(IntegrityError):
            store.tombstones_for([SCOPE], None, user="ana")


def test_r34_a_whole_data_folder_of_yesterday_is_a_rollback(folder: Path) -> None:
    store = open_at(folder)
    store.commit(Change(now=NOW, put=put(sample_entry()).put, events=(sample_event(),)))
    store.close()
    shutil.copytree(folder / "data", folder / "yesterday")
    store = open_at(folder)
    store.commit(Change(now=NOW, put=put(sample_entry("more")).put, events=(sample_event(),)))
    store.close()
    shutil.rmtree(folder / "data")
    shutil.copytree(folder / "yesterday", folder / "data")
    with pytest.raises(IntegrityError) as raised:
        open_at(folder)
    assert raised.value.code == "rolled_back"


def test_r34_data_that_is_gone_is_noticed(folder: Path) -> None:
    store = open_at(folder)
    store.commit(put(sample_entry()))
    store.close()
    shutil.rmtree(folder / "data")
    with pytest.raises(IntegrityError) as raised:
        open_at(folder)
    assert raised.value.code == "data_gone"

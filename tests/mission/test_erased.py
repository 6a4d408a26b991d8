"""Anybody can check that what was forgotten is gone, also from copies; what was not looked at is told (R28)."""

from __future__ import annotations

import base64
import gzip
import json
import shutil
import sqlite3
import tarfile
import zipfile
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

import pytest

import tenure
from tenure import Receipt
from tenure.store.rows import TOMBSTONE
from tenure.vault.present import verify
from tenure.wiring.erased import Looked, look
from tests.mission.restoring import back_up, keys_file, lose_and_restore
from tests.world import World

TEXT = "Ärger über Zanzibar marmalade, täglich"
FORMS: dict[str, Callable[[str], bytes]] = {
    "utf-8": str.encode,
    "utf-16": lambda text: text.encode("utf-16-le"),
    "latin-1": lambda text: text.encode("latin-1"),
    "json": lambda text: json.dumps({"said": text}).encode(),
    "upper": lambda text: text.upper().encode(),
    "hex": lambda text: text.encode().hex().encode(),
    "url": lambda text: b"https://example.org/?q=" + quote(text).encode(),
    "base64 0": lambda text: base64.b64encode(text.encode()),
    "base64 1": lambda text: base64.b64encode(b"x" + text.encode() + b"tail"),
    "base64 2": lambda text: base64.urlsafe_b64encode(b"xy" + text.encode()),
    "piece": lambda text: b"..." + text.encode()[:24] + b"\0\0\0",
}


def keys_of(home: Path) -> Path:
    return keys_file("root.key", home).parent


def looked(world: World, home: Path, receipt: Receipt, *places: Path, text: str | None = None) -> Looked:
    return look(receipt, places, keys=keys_of(home), living=world.folder / "store" / "tenure.db", text=text)


def test_r28_a_backup_from_before_holds_the_record_and_no_key_opens_it(world: World, home: Path):
    gone = world.ana.remember(TEXT).entry_id
    backup = back_up(world)
    receipt = world.ana.forget(gone)
    found = looked(world, home, receipt, world.folder / "store", keys_of(home), backup)
    assert [(trace.path, trace.record_id, trace.is_readable) for trace in found.found] == [(backup, gone, False)]
    assert not found.is_readable
    assert backup in found.files
    assert found.not_looked == ()


def test_r28_a_backup_from_after_the_forget_holds_its_mark_alone_and_raises_no_alarm(world: World, home: Path):
    gone = world.ana.remember(TEXT).entry_id
    before = back_up(world, "before")
    receipt = world.ana.forget(gone)
    after = back_up(world, "after")
    found = looked(world, home, receipt, after)
    assert (found.found, found.files) == ((), (after,))
    both = looked(world, home, receipt, before, after)
    assert [(trace.path, trace.is_readable) for trace in both.found] == [(before, False)]

    shutil.copy(before, world.folder / "disguised")
    with closing(sqlite3.connect(world.folder / "disguised")) as copy, copy:
        copy.execute("UPDATE records SET form = ? WHERE record_id = ?", (TOMBSTONE, gone))
    shown = looked(world, home, receipt, world.folder / "disguised")
    assert [trace.record_id for trace in shown.found] == [gone], "a row that only says it is a mark is told"


def test_r28_a_copy_of_data_and_keys_from_before_is_told_as_readable(world: World, home: Path):
    gone = world.ana.remember(TEXT).entry_id
    back_up(world)
    shutil.copytree(keys_of(home), world.folder / "copies" / "keys")
    back_up(world, "copies/data")
    receipt = world.ana.forget(gone)
    found = looked(world, home, receipt, world.folder / "copies")
    assert [(trace.record_id, trace.is_readable, trace.by) for trace in found.found] == [
        (gone, True, world.folder / "copies" / "keys")
    ]
    assert not looked(world, home, receipt, world.folder / "copies" / "data").is_readable


def test_r28_a_copy_of_a_living_store_is_read_with_its_log(world: World, home: Path):
    gone = world.ana.remember(TEXT).entry_id
    shutil.copytree(world.folder / "store", world.folder / "copy")
    assert (world.folder / "copy" / "tenure.db-wal").stat().st_size
    receipt = world.ana.forget(gone)
    before = {path: path.read_bytes() for path in (world.folder / "copy").iterdir()}
    found = looked(world, home, receipt, world.folder / "copy")
    assert (world.folder / "copy" / "tenure.db", gone) in [(trace.path, trace.record_id) for trace in found.found]
    assert {path: path.read_bytes() for path in (world.folder / "copy").iterdir()} == before, "looking writes nothing"


def test_r28_sealed_bytes_in_any_file_are_told(world: World, home: Path, tmp_path: Path):
    receipt = world.ana.forget(world.ana.remember(TEXT).entry_id)
    image = tmp_path / "disk.img"
    ((record_id, nonce), *_) = receipt.records
    image.write_bytes(bytes(3_000_000) + bytes.fromhex(nonce) + bytes(1_000))
    found = looked(world, home, receipt, image)
    assert [(trace.record_id, trace.what, trace.is_readable) for trace in found.found] == [(record_id, "sealed", False)]


@pytest.mark.parametrize("form", FORMS)
def test_r28_who_knows_the_text_finds_it_in_every_form(world: World, home: Path, tmp_path: Path, form: str):
    receipt = world.ana.forget(world.ana.remember(TEXT).entry_id)
    file = tmp_path / "file"
    file.write_bytes(bytes((1 << 20) - 20) + FORMS[form](TEXT))  # over the edge of what is read at once
    assert looked(world, home, receipt, file, text=TEXT).is_readable
    assert not looked(world, home, receipt, file, text="nothing of this kind was said").is_readable
    assert looked(world, home, receipt, file).found == ()


def test_r28_archives_are_looked_into_and_what_is_closed_is_told(world: World, home: Path, tmp_path: Path):
    receipt = world.ana.forget(world.ana.remember(TEXT).entry_id)
    places = tmp_path / "places"
    places.mkdir()
    (tmp_path / "note.txt").write_text(TEXT)
    with zipfile.ZipFile(places / "a.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(tmp_path / "note.txt")
    with tarfile.open(places / "b.tgz", "w:gz") as archive:
        archive.add(tmp_path / "note.txt")
    (places / "c.7z").write_bytes(b"7z\xbc\xaf\x27\x1c" + bytes(99))
    (places / "d").symlink_to(tmp_path / "note.txt")
    (places / "f.gz").write_bytes(gzip.compress(TEXT.encode()))
    (places / "e.gz").write_bytes(gzip.compress(bytes(99))[:-9])
    found = looked(world, home, receipt, places, tmp_path / "missing", text=TEXT)
    assert {trace.path.name for trace in found.found} == {"a.zip", "b.tgz", "f.gz"}
    assert {path.name for path, _ in found.not_looked} == {"c.7z", "d", "e.gz", "missing"}


def test_r28_looking_for_a_text_leaves_it_nowhere(world: World, home: Path):
    receipt = world.ana.forget(world.ana.remember(TEXT).entry_id)
    found = looked(world, home, receipt, world.folder / "store", home, text=TEXT)
    assert found.found == ()
    assert TEXT not in repr(found)
    assert world.files_with(TEXT.encode(), TEXT.encode("utf-16-le")) == []


def test_r28_a_receipt_is_signed_and_outlives_the_store(world: World):
    kept = world.ana.remember("be brief").entry_id
    gone = world.ana.remember(TEXT).entry_id
    backup = back_up(world)
    receipt = world.ana.forget(gone)
    assert verify(receipt.public_key, receipt.signed_bytes(), receipt.signature)
    assert not verify(receipt.public_key, replace(receipt, entry_ids=(kept,)).signed_bytes(), receipt.signature)
    (told,) = [each for each in world.memory.operator("ana").examine() if each.check == "receipts"]
    assert receipt.public_key in told.message
    outside = Receipt.from_json(receipt.to_json())
    assert TEXT not in receipt.to_json()
    assert (outside.records, outside.keys_destroyed_at) == (receipt.records, receipt.at)
    assert {record_id for record_id, _ in outside.records} >= {gone}
    lose_and_restore(world, backup)
    assert world.ana.check_receipt(outside)[1] == ()
    with pytest.raises(tenure.NotFoundError):
        world.ana.check_receipt(receipt.id)
    with pytest.raises(tenure.RequestError) as changed:
        world.ana.check_receipt(replace(outside, backups=None, out_of_reach=()))
    assert changed.value.code == "foreign_receipt"


@pytest.mark.parametrize("text", ["", "[]", "{}", "null", "not json", '{"tenure_receipt": 1}', "[" * 100_000])
def test_what_is_no_receipt_is_told(text: str):
    with pytest.raises(tenure.RequestError) as wrong:
        Receipt.from_json(text)
    assert wrong.value.code == "bad_receipt"


def test_r28_a_receipt_says_what_waits_and_what_had_left(world: World, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("tenure.store.sqlite_transaction.BUSY_SECONDS", 0.05)
    gone = world.ana.remember(TEXT, scope=world.scope).entry_id
    back_up(world)
    for _ in range(2):
        assert world.agent().brief().usable
    world.ana.export()
    store = world.memory._wired.entries
    world.reopen()
    store = world.memory._wired.entries
    with store._database.reading() as transaction:
        transaction.rows("read_doomed", ("default",))
        receipt = world.ana.forget(gone)
    assert (receipt.state, receipt.waits) == ("pending", ("log",))
    assert receipt.keys_destroyed_at == receipt.at
    day = f"{world.clock.now():%Y-%m-%d}"
    assert receipt.out_of_reach[:2] == (f"exported on {day}", f"backed up on {day}, sealed")
    assert receipt.out_of_reach[2].endswith(": 2")
    (after,) = world.memory.operator("ana").finish_erasures()
    assert (after.state, after.waits, after.records) == ("done", (), receipt.records)
    assert verify(after.public_key, after.signed_bytes(), after.signature)


def test_r28_without_a_tombstone_nothing_of_it_stays(world: World):
    gone = world.ana.remember(TEXT, scope=world.scope).entry_id
    receipt = world.ana.forget(gone, leaves_mark=False)
    assert "tombstones_made" not in dict(receipt.erased)
    assert world.agent().propose(TEXT, kind="preference").status == "pending"


def test_r35_what_was_forgotten_without_a_mark_stays_a_line_of_its_person_alone(world: World):
    gone = world.ana.remember("answers come as tables").entry_id
    assert gone
    world.ana.forget(gone, leaves_mark=False)
    assert gone in {line.record_id for line in world.ana.ledger()}
    assert gone not in {line.record_id for line in world.memory.person("ben").ledger()}

"""Copies, backups, packed stores and receipts that somebody hands over: told for what they are, within bounds."""

from __future__ import annotations

import gzip
import io
import json
import os
import sqlite3
import tarfile
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

import tenure
from tenure import Receipt
from tenure.store.sqlite_schema import APPLICATION, MIGRATIONS
from tenure.vault.packed import PackWriter
from tenure.wiring import erased, moving
from tenure.wiring.erased import look
from tests.world import World

TEXT = "the zanzibar walrus sings at dawn"
PASSPHRASE = "four words that differ"
ENDLESS = "WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n) SELECT id FROM n WHERE id < 0"


def _zip(*members: tuple[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return made.getvalue()


def _broken(data: bytes, at: int) -> bytes:
    return data[:at] + b"\xff" * 12 + data[at + 12 :]


@pytest.fixture
def receipt(world: World) -> Receipt:
    return world.ana.forget(world.ana.remember(TEXT, scope=world.scope).entry_id)


@pytest.mark.parametrize("magic", [b"\x1f\x8b", b"BZh", b"\xfd7zXZ\x00", b"PK\x03\x04", b"7z\xbc\xaf\x27\x1c"])
def test_r28_text_in_a_file_that_only_claims_to_be_packed_is_found(receipt: Receipt, tmp_path: Path, magic: bytes):
    file = tmp_path / "copy"
    file.write_bytes(magic + TEXT.encode())
    looked = look(receipt, [file], keys=None, text=TEXT)
    assert looked.is_readable
    assert looked.not_looked, "and it is told that it could not be unpacked"


def test_r28_text_after_what_is_packed_is_found(receipt: Receipt, tmp_path: Path):
    file = tmp_path / "copy.gz"
    file.write_bytes(gzip.compress(b"nothing") + b"\n" + TEXT.encode())
    assert look(receipt, [file], keys=None, text=TEXT).is_readable


@pytest.mark.parametrize(
    "data",
    [
        _broken(_zip(("a", os.urandom(500) + TEXT.encode() * 9)), 40),
        _broken(gzip.compress(os.urandom(500) + TEXT.encode() * 9), 30),
        gzip.compress(os.urandom(500))[:100],
        b"\x1f\x8b",
        b"PK\x03\x04",
    ],
    ids=["zip cut", "gzip cut", "gzip cut short", "gzip magic", "zip magic"],
)
def test_r28_a_broken_pack_is_told_and_breaks_nothing(receipt: Receipt, tmp_path: Path, data: bytes):
    file = tmp_path / "copy"
    file.write_bytes(data)
    assert look(receipt, [file], keys=None, text=TEXT).not_looked


def test_r28_what_is_unpacked_of_one_file_is_bounded_as_a_whole(
    receipt: Receipt, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(erased, "UNPACKED_BYTES_MAX", 3 << 20)
    file = tmp_path / "copy.zip"
    file.write_bytes(_zip(*((str(number), bytes(1 << 20)) for number in range(3)), ("last", TEXT.encode())))
    looked = look(receipt, [file], keys=None, text=TEXT)
    assert (looked.found, [why for _, why in looked.not_looked]) == ((), ["could not be read whole (OSError)"])
    monkeypatch.setattr(erased, "UNPACKED_BYTES_MAX", 4 << 20)
    assert look(receipt, [file], keys=None, text=TEXT).is_readable


def _database(path: Path, *statements: str) -> Path:
    with sqlite3.connect(path) as made:
        for statement in (f"PRAGMA application_id = {APPLICATION}", f"PRAGMA user_version = {len(MIGRATIONS)}"):
            made.execute(statement)
        for statement in statements:
            made.execute(statement)
    made.close()
    return path


@pytest.mark.parametrize(
    "statements",
    [
        (f"CREATE VIEW store AS {ENDLESS}",),
        ("CREATE TABLE store (id)", "INSERT INTO store VALUES (NULL)"),
        ("CREATE TABLE store (id)", "INSERT INTO store VALUES ('x')"),
        ("CREATE TABLE store (id)",),
        (),
    ],
)
def test_r28_a_database_that_is_not_of_our_tables_is_neither_run_nor_restored(
    receipt: Receipt, tmp_path: Path, statements: tuple[str, ...]
):
    file = _database(tmp_path / "copy.db", *statements)
    with pytest.raises(tenure.RequestError) as refused:
        tenure.restore(file, by="ana")
    assert refused.value.code == "bad_backup"
    assert look(receipt, [file], keys=None).found == ()


def test_r28_a_backup_to_which_a_trigger_was_added_is_no_backup(world: World, tmp_path: Path):
    file = tmp_path / "backup"
    world.memory.operator("ana").backup(file)
    with sqlite3.connect(file) as made:
        made.execute("CREATE TRIGGER keep AFTER INSERT ON ledger BEGIN DELETE FROM records; END")
    made.close()
    world.memory.close()
    with pytest.raises(tenure.RequestError) as refused:
        tenure.restore(file, world.folder / "store", by="ana")
    assert refused.value.code == "bad_backup"
    assert [each for each in world.reopen().operator("ana").check() if each.is_fault] == []


def _archive(members: Iterable[tuple[tarfile.TarInfo, bytes]]) -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for member, data in members:
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return made.getvalue()


def _member(name: str, *, kind: bytes = tarfile.REGTYPE, to: str = "", **pax: str) -> tarfile.TarInfo:
    member = tarfile.TarInfo(name)
    member.type, member.linkname, member.pax_headers = kind, to, pax
    return member


SPARSE = {"GNU.sparse.major": "1", "GNU.sparse.minor": "0", "GNU.sparse.realsize": str(1 << 50)}
ARCHIVES: dict[str, Callable[[], bytes]] = {
    "upwards": lambda: _archive([(_member("keys/../../out"), b"x")]),
    "absolute": lambda: _archive([(_member("/tmp/out"), b"x")]),
    "a symbolic link": lambda: _archive([(_member("keys/root.key", kind=tarfile.SYMTYPE, to="/etc/passwd"), b"")]),
    "a hard link": lambda: _archive([(_member("data", kind=tarfile.LNKTYPE, to="/etc/passwd"), b"")]),
    "a device": lambda: _archive([(_member("data", kind=tarfile.CHRTYPE), b"")]),
    "a folder": lambda: _archive([(_member("keys/a", kind=tarfile.DIRTYPE), b"")]),
    "another name": lambda: _archive([(_member("policy.toml"), b"x")]),
    "too deep": lambda: _archive([(_member("keys/a/b/c"), b"x")]),
    "a NUL in a name": lambda: _archive([(_member("keys/a", path="keys/a\0b"), b"x")]),
    "one name twice": lambda: _archive([(_member("data"), b"x"), (_member("data"), b"y")]),
    "a file as a folder": lambda: _archive([(_member("keys/a"), b"x"), (_member("keys/a/b"), b"y")]),
    "a mark that is no text": lambda: _archive([(_member("store.id"), b"\xff\xfe"), (_member("data"), b"x")]),
    "a mark that leads away": lambda: _archive([(_member("store.id"), b"../../x"), (_member("data"), b"x")]),
    "sparse": lambda: _archive([(_member("data", **SPARSE), b"1\n0\n1125899906842624\n" + bytes(500))]),
    "a size that is none": lambda: _archive([(_member("data", size="-5"), b"x")]),
    "nothing": lambda: _archive([]),
    "no archive": lambda: b"x" * 5_000,
}


@pytest.mark.parametrize("way", ARCHIVES)
def test_r28_a_hostile_pack_is_refused_and_leaves_nothing(tmp_path: Path, home: Path, way: str):
    file = tmp_path / "pack"
    with file.open("wb") as target, PackWriter(target, PASSPHRASE) as sealed:
        sealed.write(ARCHIVES[way]())
    with pytest.raises(tenure.Error):
        moving.unpack(file, PASSPHRASE)
    assert [path for path in home.rglob("*") if path.is_file()] == []
    assert sorted(path.name for path in tmp_path.iterdir()) == ["pack"]


def test_r28_a_receipt_whose_numbers_are_none_is_no_receipt(receipt: Receipt):
    told = json.loads(receipt.to_json())
    with pytest.raises(tenure.RequestError):
        Receipt.from_json(json.dumps({**told, "records": [["ent_x", "zz"]]}))

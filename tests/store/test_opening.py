"""Opening a store: what is refused, and with which code and hint; how an older one is brought up to date."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from tenure.errors import Error, IntegrityError, SchemaError, StoreError
from tenure.model.grant import Grant
from tenure.store import sqlite_schema
from tenure.store.conformance.samples import NOW, SCOPE, put, sample_entry, sample_event, sample_grant
from tenure.store.records import Change
from tests.store.opening import FixedRoot, alter, fetch, open_at


def made(folder: Path) -> str:
    """Make a store with one entry and give its id."""
    store = open_at(folder)
    entry = sample_entry()
    store.commit(Change(now=NOW, put=put(entry).put, events=(sample_event(),)))
    store.close()
    return entry.id


def refusal(folder: Path, **options: object) -> tuple[type[Error], str]:
    with pytest.raises(Error) as raised:
        open_at(folder, **options)
    assert raised.value.hint
    assert "give me a table" not in str(raised.value) + raised.value.hint
    return type(raised.value), raised.value.code


def test_a_store_survives_its_process(tmp_path: Path) -> None:
    entry_id = made(tmp_path)
    store = open_at(tmp_path)
    assert [one.id for one in store.read([SCOPE], [entry_id])] == [entry_id]
    assert (len(store.lines()), store.last_at(), store.check()) == (1, NOW, ())


def test_a_store_that_holds_events_alone_opens_again(tmp_path: Path) -> None:
    store = open_at(tmp_path)
    store.commit(Change(now=NOW, events=(sample_event(),)))
    store.close()
    assert (open_at(tmp_path).last_at(), fetch(tmp_path, "SELECT count(*) FROM buckets")) == (NOW, [(0,)])


def test_files_are_private(tmp_path: Path) -> None:
    made(tmp_path)
    for path in (tmp_path / "keys").rglob("*"):
        assert path.stat().st_mode & 0o077 == 0, path
    assert (tmp_path / "data").stat().st_mode & 0o077 == 0


def test_tenants_are_strangers(tmp_path: Path) -> None:
    entry_id = made(tmp_path)
    other = open_at(tmp_path, tenant="other")
    assert (other.views([SCOPE]), other.read([SCOPE], [entry_id]), other.lines()) == ((), (), ())
    other.commit(put(sample_grant()))
    other.close()
    store = open_at(tmp_path)
    assert store.held(Grant, [SCOPE]) == ()
    assert store.check() == ()


def test_the_digests_of_two_stores_differ(tmp_path: Path) -> None:
    first, second = open_at(tmp_path / "a"), open_at(tmp_path / "b")
    assert first.digest("code", b"x") != second.digest("code", b"x")
    assert first.digest("code", b"x") != first.digest("tool", b"x")
    again = first.digest("code", b"x"), first.sign(b"x")
    first.close()
    reopened = open_at(tmp_path / "a")
    assert (reopened.digest("code", b"x"), reopened.sign(b"x")) == again


def test_nothing_is_made_unless_asked(tmp_path: Path) -> None:
    assert refusal(tmp_path, create=False) == (StoreError, "no_store")
    assert list(tmp_path.iterdir()) == []


def test_a_foreign_store_is_refused(tmp_path: Path) -> None:
    made(tmp_path / "theirs")
    made(tmp_path / "ours")
    shutil.rmtree(tmp_path / "ours" / "data")
    shutil.copytree(tmp_path / "theirs" / "data", tmp_path / "ours" / "data")
    assert refusal(tmp_path / "ours") == (StoreError, "foreign_store")
    shutil.rmtree(tmp_path / "ours" / "keys")
    assert refusal(tmp_path / "ours") == (StoreError, "foreign_store")


def test_another_root_key_opens_nothing(tmp_path: Path) -> None:
    made(tmp_path)
    assert refusal(tmp_path, root=FixedRoot(b"f" * 32)) == (StoreError, "wrong_root_key")
    assert refusal(tmp_path, root=FixedRoot(b"short")) == (StoreError, "bad_root_key")


def test_missing_subkeys_are_not_made_anew(tmp_path: Path) -> None:
    made(tmp_path)
    (subkeys,) = (tmp_path / "keys").rglob("subkeys")
    subkeys.unlink()
    assert refusal(tmp_path) == (StoreError, "keys_missing")
    subkeys.write_bytes(b"cut")
    subkeys.chmod(0o600)
    assert refusal(tmp_path) == (StoreError, "wrong_root_key")


def test_truncated_slots_are_damage_and_no_loss_of_the_rest(tmp_path: Path) -> None:
    entry_id = made(tmp_path)
    (slots,) = (tmp_path / "keys").rglob("slots")
    sound = slots.read_bytes()
    slots.write_bytes(sound[:20])
    with pytest.raises(IntegrityError) as raised:
        open_at(tmp_path).views([SCOPE])
    assert raised.value.code == "keys_damaged"
    slots.write_bytes(sound)
    assert len(open_at(tmp_path).read([SCOPE], [entry_id])) == 1


def test_a_torn_slot_is_never_handed_out_again(tmp_path: Path) -> None:
    made(tmp_path)
    (slots,) = (tmp_path / "keys").rglob("slots")
    with slots.open("ab") as file:
        file.write(b"torn by a crash")
    store = open_at(tmp_path)
    store.commit(put(sample_entry("more")))
    assert slots.stat().st_size % 64 == 0
    used = [slot for (slot,) in fetch(tmp_path, "SELECT key_slot FROM records")]
    assert len(used) == len(set(used))
    assert store.check() == ()


def test_keys_open_to_others_are_refused(tmp_path: Path) -> None:
    made(tmp_path)
    (slots,) = (tmp_path / "keys").rglob("slots")
    slots.chmod(0o640)
    assert refusal(tmp_path) == (StoreError, "keys_not_private")
    slots.chmod(0o600)
    (tmp_path / "keys").chmod(0o755)
    assert refusal(tmp_path) == (StoreError, "keys_not_private")


def test_links_are_refused(tmp_path: Path) -> None:
    made(tmp_path / "true")
    (tmp_path / "linked").mkdir()
    (tmp_path / "linked" / "keys").symlink_to(tmp_path / "true" / "keys")
    (tmp_path / "linked" / "data").mkdir()
    assert refusal(tmp_path / "linked") == (StoreError, "symlink")
    (tmp_path / "linked" / "keys").unlink()
    (tmp_path / "linked" / "data" / "tenure.db").symlink_to(tmp_path / "true" / "data" / "tenure.db")
    assert refusal(tmp_path / "linked") == (StoreError, "symlink")


def test_keys_in_the_data_folder_are_refused(tmp_path: Path) -> None:
    from tenure.store.sqlite import open_store

    for keys in (tmp_path / "data", tmp_path / "data" / "keys"):
        with pytest.raises(StoreError) as raised:
            open_store(tmp_path / "data", keys, root=FixedRoot())
        assert raised.value.code == "keys_in_data"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
def test_a_folder_of_another_account_is_refused(tmp_path: Path) -> None:
    made(tmp_path)
    os.chown(tmp_path / "data", 65534, 65534)
    assert refusal(tmp_path) == (StoreError, "other_owner")


def test_a_newer_schema_is_refused_and_left_alone(tmp_path: Path) -> None:
    made(tmp_path)
    alter(tmp_path, "PRAGMA user_version = 99")
    assert refusal(tmp_path) == (SchemaError, "newer_schema")
    assert fetch(tmp_path, "PRAGMA user_version") == [(99,)]


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TRIGGER t AFTER INSERT ON records BEGIN DELETE FROM ledger; END",
        "CREATE VIEW v AS SELECT 1",
        "DROP INDEX records_slot",
        "PRAGMA application_id = 7",
    ],
)
def test_a_changed_schema_is_refused(tmp_path: Path, statement: str) -> None:
    made(tmp_path)
    alter(tmp_path, statement)
    assert refusal(tmp_path) == (SchemaError, "foreign_schema")


def test_a_file_of_another_program_is_refused(tmp_path: Path) -> None:
    made(tmp_path)
    (tmp_path / "data" / "tenure.db").unlink()
    alter(tmp_path, "CREATE TABLE cookies (name TEXT)")
    assert refusal(tmp_path) == (SchemaError, "foreign_schema")
    assert fetch(tmp_path, "SELECT count(*) FROM sqlite_schema") == [(1,)]


@pytest.mark.parametrize("content", [b"no database, but long enough" * 100, b"SQLite format 3\0" + bytes(9000)])
def test_a_corrupt_file_is_damage(tmp_path: Path, content: bytes) -> None:
    made(tmp_path)
    (tmp_path / "data" / "tenure.db").write_bytes(content)
    kind, code = refusal(tmp_path)
    assert (kind, code) in {(IntegrityError, "damaged"), (SchemaError, "foreign_schema")}


def test_a_store_of_the_first_version_is_brought_up_to_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entry_id = made(tmp_path)
    load = sqlite_schema.load_statements
    second = {"create_more": "CREATE TABLE more (id INTEGER)", "mark": "PRAGMA user_version = 2"}
    monkeypatch.setattr(sqlite_schema, "load_statements", lambda name: second if "0002" in name else load(name))
    monkeypatch.setattr(sqlite_schema, "MIGRATIONS", (*sqlite_schema.MIGRATIONS, "0002_more"))
    assert len(open_at(tmp_path).read([SCOPE], [entry_id])) == 1
    assert fetch(tmp_path, "PRAGMA user_version") == [(2,)]
    monkeypatch.undo()
    assert refusal(tmp_path) == (SchemaError, "newer_schema")


def test_a_failing_migration_leaves_the_old_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entry_id = made(tmp_path)
    load = sqlite_schema.load_statements
    broken = {"create_more": "CREATE TABLE more (id INTEGER)", "fail": "INSERT INTO nowhere VALUES (1)"}
    with monkeypatch.context() as patch:
        patch.setattr(sqlite_schema, "load_statements", lambda name: broken if "0002" in name else load(name))
        patch.setattr(sqlite_schema, "MIGRATIONS", (*sqlite_schema.MIGRATIONS, "0002_more"))
        refusal(tmp_path)
    assert len(open_at(tmp_path).read([SCOPE], [entry_id])) == 1


@pytest.mark.parametrize("name", ["heads", "ends"])
@pytest.mark.parametrize("length", [None, 0, 63])
def test_r34_key_files_that_are_missing_or_cut_are_damage(tmp_path: Path, name: str, length: int | None) -> None:
    made(tmp_path)
    (file,) = (tmp_path / "keys").rglob(name)
    if length is None:
        file.unlink()
    else:
        file.write_bytes(file.read_bytes()[:length])
    for _ in range(2):
        assert refusal(tmp_path) == (IntegrityError, "keys_damaged")


def test_r34_heads_cut_in_half_are_damage(tmp_path: Path) -> None:
    made(tmp_path)
    (file,) = (tmp_path / "keys").rglob("heads")
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    assert refusal(tmp_path) == (IntegrityError, "keys_damaged")

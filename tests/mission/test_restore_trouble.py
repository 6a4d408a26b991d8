"""A restore with less than everything, or with what is none; interrupted; beside a living store (R28)."""

from __future__ import annotations

import shutil
import sqlite3
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import tenure
from tenure.errors import IntegrityError, NotFoundError, RequestError, StoreError
from tenure.policy.presets import PERSONAL, STRICT
from tenure.store.keyfolder import KeyFolder
from tests.mission.restoring import (
    OTHER,
    TEXT,
    back_up,
    keys_file,
    lose_and_restore,
    lose_data,
    outcomes,
    restore,
    usable,
)
from tests.world import PASSPHRASE, World


def test_r28_without_the_journal_everything_changed_is_due_for_review(world: World, home: Path):
    world.ana.remember(TEXT)
    world.ana.grant("preference", scope=world.scope)
    unchanged = world.memory.person("ben").remember("be brief").entry_id
    backup = back_up(world)
    world.ana.remember(OTHER)
    lose_data(world)
    keys_file("ends", home).unlink()
    restored = restore(world, backup)
    assert (restored.has_journal, restored.due, restored.entries) == (False, 1, 1)
    assert outcomes(world) == {TEXT: "review_due"}
    assert world.memory.person("ben").show_entry(unchanged)[1].outcome == "standing", (
        "that scope is as the heads know it"
    )
    (due,) = world.ana.review().due
    world.ana.confirm(due.id)
    assert usable(world) == {TEXT}
    assert world.ana.forget(due.id).state == "done"


def test_r28_without_journal_and_heads_everything_is_due_for_review(world: World, home: Path):
    world.ana.remember(TEXT)
    world.ana.grant("preference", scope=world.scope)
    backup = back_up(world)
    lose_data(world)
    for name in ("ends", "heads"):
        keys_file(name, home).unlink()
    restored = restore(world, backup)
    assert (restored.has_journal, restored.due, restored.grants) == (False, 1, 1)
    assert usable(world) == set()
    assert restored.settings == ("setting_policy",)
    assert world.memory.policy == STRICT
    world.memory.operator("ana").set_policy(PERSONAL, by=world.present())
    assert outcomes(world) == {TEXT: "review_due"}


def test_r37_a_policy_that_was_changed_since_does_not_come_back(world: World):
    ana = world.present()
    backup = back_up(world)
    world.memory.operator("ana").set_policy(replace(PERSONAL, recall_entries_max=2), by=ana)
    restored = lose_and_restore(world, backup)
    assert restored.settings == ("setting_policy",)
    assert world.memory.policy == STRICT
    world.memory.operator("ana").set_policy(PERSONAL, by=world.present())
    assert world.reopen().policy == PERSONAL


def test_r37_a_policy_that_was_not_changed_stays(world: World):
    backup = back_up(world)
    assert lose_and_restore(world, backup).settings == ()
    assert world.memory.policy == PERSONAL


def test_r33_a_key_that_was_replaced_signs_nothing_after_a_restore(world: World):
    ana = world.present()
    scope = world.scope
    entry_id = ana.remember("always run the tests before a push", kind="instruction", scope=scope).entry_id
    backup = back_up(world)
    ana.enrol("another long passphrase")
    restored = lose_and_restore(world, backup)
    assert restored.keys == 1
    again = world.ana
    assert not again.has_key
    with pytest.raises(NotFoundError):
        again.unlock(PASSPHRASE)
    assert again.show_entry(entry_id)[1].outcome == "standing", "what it signed stays signed"


def test_r28_the_lost_data_does_not_pass_for_the_restored(world: World):
    world.ana.remember(TEXT)
    backup = back_up(world)
    world.ana.remember(OTHER)
    world.memory.close()
    shutil.copytree(world.folder / "store", world.folder / "found again")
    shutil.rmtree(world.folder / "store")
    restore(world, backup)
    world.ana.remember("be brief")
    world.memory.close()
    shutil.rmtree(world.folder / "store")
    shutil.copytree(world.folder / "found again", world.folder / "store")
    with pytest.raises(IntegrityError):
        world._open()
    restore(world, backup)


def test_r28_one_process_can_restore_again_and_again(world: World):
    backup = back_up(world)
    world.memory.close()
    for call in (tenure.restore, tenure.wiring.restore, tenure.restore):
        call(backup, world.folder / "store", clock=world.clock)
    world.memory = world._open()


def test_r28_data_that_is_there_is_set_aside_and_can_come_back(world: World):
    world.ana.remember(TEXT)
    backup = back_up(world)
    world.ana.remember(OTHER)
    world.memory.close()
    restored = restore(world, backup)
    assert restored.aside is not None
    assert restored.aside.exists()
    assert usable(world) == {TEXT}
    world.memory.close()
    again = restore(world, restored.aside)
    assert (again.entries, again.ended) == (2, 0)
    assert usable(world) == {TEXT, OTHER}


def test_r28_a_store_in_use_is_not_replaced(world: World):
    backup = back_up(world)
    with pytest.raises(StoreError) as refused:
        tenure.restore(backup, world.folder / "store", clock=world.clock)
    assert refused.value.code == "in_use"
    world.ana.remember(TEXT)


def test_nothing_is_written_to_data_that_was_replaced_meanwhile(world: World):
    backup = back_up(world)
    shutil.rmtree(world.folder / "store")
    other = tenure.restore(backup, world.folder / "store", clock=world.clock)
    assert other.aside is None
    with pytest.raises(StoreError) as refused:
        world.ana.remember(TEXT)
    assert refused.value.code == "replaced"
    assert world.reopen().person("ana").remember(TEXT).entry_id


def test_r28_a_backup_is_consistent_while_others_write(world: World):
    failures: list[Exception] = []

    def write() -> None:
        try:
            for number in range(30):
                world.ana.remember(f"answer number {number} is short", scope=world.memory.scope(user="ana"))
        except Exception as error:  # noqa: BLE001 - told below
            failures.append(error)

    writer = threading.Thread(target=write)
    writer.start()
    backups = [back_up(world, f"backup {number}") for number in range(3)]
    writer.join()
    assert failures == []
    for backup in backups:
        restored = lose_and_restore(world, backup)
        assert len(usable(world)) <= restored.entries <= 30


def altered(backup: Path, change: Callable[[bytes], bytes]) -> Path:
    path = backup.with_name("altered")
    path.write_bytes(change(backup.read_bytes()))
    return path


def test_r28_a_wrong_backup_is_refused_and_nothing_is_lost(world: World, tmp_path: Path):
    world.ana.remember(TEXT)
    backup = back_up(world)
    world.memory.close()
    store, words = world.folder / "store", tmp_path / "words"
    words.write_text("no database at all, but longer than its header is\n" * 9)
    with tenure.open(tmp_path / "second") as second:
        foreign = second.operator("ana").backup(tmp_path / "foreign")
    edited = tmp_path / "edited"
    shutil.copy(backup, edited)
    connection = sqlite3.connect(edited)
    connection.execute("UPDATE records SET status = 7 WHERE form = 1")
    connection.commit()
    connection.close()
    before = {path.name: path.read_bytes() for path in store.iterdir() if path.name == "tenure.db"}
    for path, code, error in (
        (tmp_path / "missing", "no_backup", RequestError),
        (words, "bad_backup", RequestError),
        (foreign, "foreign_backup", RequestError),
        (altered(backup, lambda data: data[: len(data) // 2]), "damaged", StoreError),
        (edited, "damaged", StoreError),
    ):
        with pytest.raises(error) as refused:
            tenure.restore(path, store, clock=world.clock)
        assert (refused.value.code, bool(refused.value.hint)) == (code, True)
    assert {path.name: path.read_bytes() for path in store.iterdir() if path.name in before} == before
    world.memory = world._open()
    assert usable(world) == {TEXT}


def test_r28_a_backup_without_its_keys_opens_nothing(world: World, home: Path):
    world.ana.remember(TEXT)
    backup = back_up(world)
    lose_data(world)
    assert TEXT.encode() not in backup.read_bytes()
    (home / "keys").rename(home / "elsewhere")
    with pytest.raises(RequestError) as refused:
        tenure.restore(backup, world.folder / "store", clock=world.clock)
    assert refused.value.code == "foreign_backup"
    (home / "elsewhere").rename(home / "keys")
    restore(world, backup)
    assert usable(world) == {TEXT}


@pytest.mark.parametrize("step", ["set_aside", "renamed", "settled"])
def test_a_restore_that_stops_in_the_middle_is_done_by_doing_it_again(
    world: World, step: str, monkeypatch: pytest.MonkeyPatch
):
    gone, _ = (world.ana.remember(text).entry_id for text in (OTHER, TEXT))
    backup = back_up(world)
    world.ana.forget(gone)
    world.memory.close()

    class Stopped(BaseException):
        pass

    def stop(*_: object, **__: object) -> None:
        raise Stopped

    with monkeypatch.context() as broken:
        if step == "set_aside":
            broken.setattr("tenure.store.sqlite_restore._set_aside", stop)
        elif step == "renamed":
            broken.setattr(KeyFolder, "settle", stop)
        else:
            broken.setattr("tenure.store.sqlite_restore.replace", stop)
        with pytest.raises(Stopped):
            tenure.restore(backup, world.folder / "store", clock=world.clock)
    restore(world, backup)
    assert usable(world) == {TEXT}


def test_a_backup_never_overwrites_and_never_lies_among_the_keys(world: World, home: Path):
    backup = back_up(world)
    with pytest.raises(tenure.RequestError) as refused:
        back_up(world)
    assert refused.value.code == "backup_exists"
    with pytest.raises(tenure.RequestError) as wrong:
        world.memory.operator("ana").backup(keys_file("root.key", home).parent)
    assert wrong.value.code == "backup_in_keys"
    named = world.memory.operator("ana").backup(world.folder)
    assert named.parent == world.folder
    assert named.stat().st_mode & 0o077 == 0
    assert backup.exists()


def test_r28_what_rests_on_a_message_that_was_edited_since_is_asked_about_after_a_restore(world: World):
    with world.task() as task:
        heard = task.hear(TEXT, by=world.ana, message="m1")
        asked = task.agent("coder").propose(TEXT, kind="preference", because=heard)
    entry = world.approve(asked)
    world.ana.remember(OTHER)
    backup = back_up(world)
    assert lose_and_restore(world, backup).due == 0, "nothing was told since"
    backup = back_up(world, "later")
    assert world.ana.edit_message("m1", "answers come as prose") == (entry.id,)
    assert lose_and_restore(world, backup).due == 1
    assert usable(world) == {OTHER}
    world.ana.confirm(entry.id)
    assert usable(world) == {TEXT, OTHER}


def test_a_memory_that_was_begun_anew_in_the_place_of_the_lost_one_is_moved_away_first(world: World):
    world.ana.remember(TEXT)
    backup = back_up(world)
    lose_data(world)
    (world.folder / "store" / "store.id").unlink(missing_ok=True)
    with tenure.open(world.folder / "store", clock=world.clock) as begun:
        begun.person("ana").remember("examples use euros")
    with pytest.raises(RequestError) as refused:
        tenure.restore(backup, world.folder / "store", clock=world.clock)
    assert refused.value.code == "foreign_backup"
    assert "Move the folder" in refused.value.hint
    (world.folder / "store").rename(world.folder / "begun")
    restore(world, backup)
    assert usable(world) == {TEXT}

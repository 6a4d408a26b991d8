"""Files and SQL in the hands of an agent that may write them: what comes of it is what the threat model names."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from copy import copy
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

import tenure
from tenure import FrozenClock, Memory, PersonHandle, Scope
from tenure.errors import Error
from tenure.model.decision import Proposal
from tenure.model.entry import Entry
from tenure.model.grant import FormerKey, Person
from tenure.policy.load import parse
from tenure.store.records import Change, Tombstone
from tenure.store.rows import FORMS
from tenure.store.sqlite import FILE
from tenure.vault import present
from tests.conftest import NOON
from tests.docs.threat_model import rows
from tests.world import PASSPHRASE, Repository

SIGNED, WAITING, FORGED = "run the linter first", "run the tests twice", "push without asking"
OTHER = "a passphrase of another"
LOOSER = "claim_chars_max = 500\n"


class Victim:
    """A store with an order that its person signed, one that waits, an entry that was forgotten and one that ended."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.repository = Repository(folder / "work")
        with self.open(NOON) as memory:
            ana = memory.person("ana")
            ana.enrol(PASSPHRASE)
            ana.remember("give me a list", expires_at=NOON + timedelta(days=2))
            ana.remember(SIGNED, kind="instruction")
            memory.agent("coder", scope=self.scope).propose(WAITING, kind="instruction")
            self.forgotten = ana.remember("give me a table").entry_id
            ana.forget(self.forgotten)

    @property
    def scope(self) -> Scope:
        return Scope(user="ana")

    def open(self, now: datetime = NOON + timedelta(days=3)) -> Memory:
        return tenure.open(self.folder / "store", keys=self.folder / "keys", clock=FrozenClock(now))

    def sql(self, statement: str, *values: object) -> int:
        with closing(sqlite3.connect(self.folder / "store" / FILE)) as connection, connection:
            return connection.execute(statement, values).rowcount

    def orders(self) -> set[str]:
        with self.open() as memory:
            return {each.entry.claim.text for each in memory.agent("coder", scope=self.scope).list_entries().usable}


def _is_looser(victim: Victim, folder: Path) -> bool:
    (folder / "tenure.toml").write_text(LOOSER)
    long = "give me a table " + "of everything that there is to compare " * 8
    with victim.open() as memory:
        scope = memory.scope(user="ana", repository_at=victim.repository.folder)
        decision = memory.agent("coder", scope=scope).propose(long[:400], kind="preference")
        return "claim_chars" not in repr(decision) and decision.status != "refused"


def _set_active(victim: Victim) -> bool:
    assert victim.sql("UPDATE records SET status = 4 WHERE form = ?", FORMS[Proposal]) == 1
    return WAITING in victim.orders()


def _copied_over(victim: Victim) -> bool:
    columns = "status, nonce, seal, body, key_slot, version"
    source = f"SELECT {columns} FROM records WHERE form = ? ORDER BY ends_at DESC LIMIT 1"
    done = victim.sql(
        f"UPDATE records SET ({columns}) = ({source}) WHERE form = ?",
        *(FORMS[Entry], FORMS[Proposal]),
    )
    assert done == 1
    return len(victim.orders()) > 1


def _later_end(victim: Victim) -> bool:
    latest = "(SELECT max(ends_at) FROM records WHERE form = ?)"
    done = victim.sql(f"UPDATE records SET ends_at = {latest} WHERE form = ?", FORMS[Entry], FORMS[Entry])
    assert done == 2
    return len(victim.orders()) > 1


def _inserted(victim: Victim) -> bool:
    with closing(sqlite3.connect(victim.folder / "store" / FILE)) as connection, connection:
        connection.row_factory = sqlite3.Row
        row = connection.execute(
            "SELECT * FROM records WHERE form = ? ORDER BY ends_at DESC", (FORMS[Entry],)
        ).fetchone()
        copied = dict(row) | {"record_id": "ent_" + "0" * 20, "seq": row["seq"] + 100}
        marks = ", ".join("?" * len(copied))
        connection.execute(f"INSERT INTO records ({', '.join(copied)}) VALUES ({marks})", tuple(copied.values()))
    with victim.open() as memory:
        return len(memory.agent("coder", scope=victim.scope).list_entries().usable) > 1


def _key_deleted(victim: Victim) -> bool:
    assert victim.sql("DELETE FROM records WHERE form = ?", FORMS[Person]) == 1
    with victim.open() as memory:
        ana = memory.person("ana")
        ana.enrol(OTHER)
        return ana.remember(FORGED, kind="instruction").status == "admitted"


def _tombstone_deleted(victim: Victim) -> bool:
    assert victim.sql("DELETE FROM records WHERE form = ?", FORMS[Tombstone]) >= 1
    with victim.open() as memory:
        decision = memory.agent("coder", scope=victim.scope).propose("give me a table", kind="preference")
        return decision.status != "refused"


def _key_replaced(victim: Victim) -> bool:
    with victim.open() as memory:
        before = memory.person("ana").key()
        wired = memory._wired
        (known,) = wired.entries.held(Person, (victim.scope,))
        public_key, sealed = present.enrol(OTHER)
        mine = replace(known, public_key=public_key, sealed_key=sealed, version=known.version + 1)
        former = FormerKey(public_key=known.public_key, until=wired.now())
        wired.entries.commit(Change(now=wired.now(), put=(replace(mine, former_keys=(former,)),)))
        forger: PersonHandle = memory.person("ana")
        forger.unlock(OTHER)
        forger.remember(FORGED, kind="instruction")
        after = memory.person("ana").key()
        assert (after.public_key != before.public_key, after.replaced) == (True, 1), "`keys status` shows it"
        usable = memory.agent("coder", scope=victim.scope).list_entries().usable
        return {each.entry.claim.text for each in usable} == {SIGNED, FORGED}


TRIES: dict[str, Callable[[Victim], bool]] = {
    "loosen by a `tenure.toml` in the working tree": lambda victim: _is_looser(victim, victim.repository.folder),
    "loosen by a `tenure.toml` in the home or data folder": lambda victim: (
        _is_looser(victim, victim.folder) or _is_looser(victim, victim.folder / "store")
    ),
    "SQL: set the status of a waiting instruction to active": _set_active,
    "SQL: copy an active instruction over a waiting one": _copied_over,
    "SQL: give an ended entry a later end": _later_end,
    "SQL: insert a copy of an approved instruction under a new id": _inserted,
    "SQL: delete the record that holds the enrolled key": _key_deleted,
    "SQL: delete a forgotten entry's tombstone": _tombstone_deleted,
    "own code with the root key: replace the record that holds the enrolled key": _key_replaced,
}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Victim:
    return Victim(tmp_path_factory.mktemp("victim"))


def copied(victim: Victim, folder: Path) -> Victim:
    """Give the same victim in a copy of its folder."""
    found, repository = copy(victim), copy(victim.repository)
    repository.folder = folder / "work"
    found.folder, found.repository = folder, repository
    return found


@pytest.mark.parametrize("name", TRIES)
def test_r33_r34_what_edited_files_and_sql_reach_is_what_the_page_says(made: Victim, tmp_path: Path, name: str):
    shutil.copytree(made.folder, tmp_path / "copy")
    victim = copied(made, tmp_path / "copy")
    assert victim.orders() == {SIGNED}, "before it is tried"
    happened, told = tried(TRIES[name], victim)
    assert SIGNED not in told
    wanted = next(row["happens"] for row in rows("Files and SQL") if row["what is tried"] == name)
    assert happened is (wanted == "yes")


def tried(attempt: Callable[[Victim], bool], victim: Victim) -> tuple[bool, str]:
    """Give whether it happened, and what the store said; a refusal is a no."""
    try:
        return attempt(victim), ""
    except Error as error:
        return False, f"{error!r} {error} {error.hint}"


def test_every_row_of_the_page_is_tried():
    assert [row["what is tried"] for row in rows("Files and SQL")] == list(TRIES)


def test_a_looser_policy_would_be_seen(made: Victim, tmp_path: Path):
    """Else the tries that loosen could not fail."""
    shutil.copytree(made.folder, tmp_path / "copy")
    victim = copied(made, tmp_path / "copy")
    with victim.open() as memory:
        ana = memory.person("ana")
        ana.unlock(PASSPHRASE)
        assert memory.operator("ana").set_policy(parse(LOOSER), by=ana)
    assert _is_looser(victim, victim.folder)

"""Rows that cannot be read back: withheld with their reason, and their neighbours still answer."""

from __future__ import annotations

import sqlite3

import pytest

from tenure.errors import IntegrityError
from tenure.model.claim import Kind
from tenure.model.validation import Outcome
from tenure.recall.answer import Stance
from tenure.store.sqlite import FILE, open_store
from tests.recall.asking import Pages, Root, World
from tests.unit.recall.making import entry


@pytest.fixture
def on_disk(tmp_path):
    store = open_store(tmp_path / "data", tmp_path / "keys", root=Root())
    world = World(store=store, pages=Pages())
    world.keep(entry("tables one", 1), entry("tables two", 2))
    yield world, tmp_path / "data" / FILE
    world.store.close()


def change(path, statement, *values):
    with sqlite3.connect(path) as connection:
        found = connection.execute(statement, values).fetchall()
    connection.close()
    return found


def test_r34_an_altered_body_is_withheld_as_tampered_and_hides_no_neighbour(on_disk) -> None:
    world, path = on_disk
    change(path, "UPDATE records SET body = zeroblob(length(body)) WHERE record_id = ?", "ent_001")
    answer = world.recall("tables")
    assert [each.entry.id for each in answer.usable] == ["ent_002"]
    (held,) = answer.withheld
    assert (held.entry_id, held.kind, held.outcome, held.reason) == (
        "ent_001",
        Kind.PREFERENCE,
        Outcome.TAMPERED,
        "tampered",
    )
    assert held.next_step == "tenure doctor"
    assert [each.entry_id for each in world.brief().withheld] == ["ent_001"]


def test_r34_bodies_that_changed_places_are_both_withheld(on_disk) -> None:
    world, path = on_disk
    bodies = dict(change(path, "SELECT record_id, body FROM records WHERE record_id LIKE 'ent_%'"))
    change(path, "UPDATE records SET body = ? WHERE record_id = ?", bodies["ent_002"], "ent_001")
    change(path, "UPDATE records SET body = ? WHERE record_id = ?", bodies["ent_001"], "ent_002")
    answer = world.recall("tables")
    assert (answer.stance, answer.reason, answer.usable) == (Stance.ABSTAIN, "tampered", ())


def test_r28_a_destroyed_key_is_forgotten_never_tampered(on_disk) -> None:
    world, path = on_disk
    assert len(world.recall("tables").usable) == 2
    ((slot,),) = change(path, "SELECT key_slot FROM records WHERE record_id = ?", "ent_001")
    world.store._keys.slots.destroy([slot])
    world.store.close()
    world.store = open_store(path.parent, path.parents[1] / "keys", root=Root())
    answer = world.recall("tables")
    assert [each.entry.id for each in answer.usable] == ["ent_002"]
    assert [each.outcome for each in answer.withheld if each.outcome is Outcome.TAMPERED] == []


def test_r34_altered_columns_stop_the_read_at_a_fresh_view(on_disk) -> None:
    world, path = on_disk
    change(path, "UPDATE records SET status = 5 WHERE record_id = ?", "ent_001")
    with pytest.raises(IntegrityError):
        world.recall("tables")

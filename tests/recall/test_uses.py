"""Uses on a real store: written rarely, all together, lost without harm; the first sight of an end at once."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from threading import Thread

import pytest

from tenure.errors import StoreUnavailableError
from tenure.model.lifetime import Lifetime
from tenure.recall.uses import FLUSH_EVERY, USE_STEP, Uses
from tenure.store.records import Change, IndexedEntry
from tenure.store.sqlite import open_store
from tests.recall.asking import Pages, Root, World
from tests.unit.recall.making import ACTOR, ANA, DAY, NOW, SECOND, citation, entry, terms_of


@pytest.fixture
def uses():
    return Uses()


def use(world, uses, text="tables", *, at_once=False):
    answer = world.recall(text)
    uses.note(answer.usable, answer.withheld, actor=ACTOR, at=world.now)
    return uses.flush(world.store, policy=world.policy, now=world.now, at_once=at_once)


def stored(world, *ids):
    return world.store.read((ANA,), ids)


def lines(world, verb="recall"):
    return [(each.record_id, each.code) for each in world.store.lines() if each.verb == verb]


def test_a_read_does_not_write_until_a_minute_has_passed(world, uses) -> None:
    world.keep(entry("tables", 1))
    assert not use(world, uses)
    world.now = NOW + FLUSH_EVERY - SECOND
    assert not use(world, uses)
    assert (stored(world, "ent_001")[0].version, lines(world)) == (1, [])
    world.now = NOW + FLUSH_EVERY
    assert use(world, uses)
    changed = stored(world, "ent_001")[0]
    assert (changed.version, changed.last_used_at) == (2, world.now)
    assert lines(world) == [("ent_001", "usable:3")]
    assert not uses.flush(world.store, policy=world.policy, now=world.now + DAY)


def test_r23_uses_that_a_clock_ahead_noted_are_written_once_it_is_set_back(world, uses) -> None:
    world.keep(entry("tables", 1))
    world.now = NOW + 3 * DAY
    assert not use(world, uses)
    world.now = NOW + 2 * DAY
    assert use(world, uses)
    assert lines(world) == [("ent_001", "usable:2")]


def test_closing_writes_what_is_left(world, uses) -> None:
    world.keep(entry("tables", 1))
    assert not uses.flush(world.store, policy=world.policy, now=NOW, at_once=True)
    assert use(world, uses, at_once=True)
    assert stored(world, "ent_001")[0].last_used_at == NOW


def test_a_used_entry_is_still_found_and_still_usable(world, uses) -> None:
    world.keep(entry("tables", 1, entity="answer", attribute="form", value="table"))
    before = world.recall("form of an answer")
    use(world, uses, at_once=True)
    after = world.recall("form of an answer")
    assert [each.entry.id for each in after.usable] == [each.entry.id for each in before.usable] == ["ent_001"]


def test_many_uses_within_the_step_are_one_rewrite(world, uses) -> None:
    world.keep(entry("tables", 1))
    for minutes in range(0, 55, 2):
        world.now = NOW + timedelta(minutes=minutes)
        use(world, uses)
    assert stored(world, "ent_001")[0].version == 2
    world.now = NOW + USE_STEP + timedelta(minutes=3)
    use(world, uses, at_once=True)
    assert stored(world, "ent_001")[0].version == 3
    total = sum(int(code.removeprefix("usable:")) for _, code in lines(world))
    assert total == 29


def test_r24_verified_code_renews_itself_and_keeps_its_approval(world, uses) -> None:
    made = entry(
        "tables are parsed in a.py",
        1,
        kind="code",
        citations=(citation("page", "p"),),
        lifetime=Lifetime(review_at=NOW + DAY, idle=28 * DAY, age_max=365 * DAY),
    )
    world.keep(made)
    use(world, uses, at_once=True)
    changed = stored(world, "ent_001")[0]
    assert (changed.verified_at, changed.lifetime.review_at) == (NOW, NOW + 90 * DAY)
    world.now = NOW + 2 * DAY
    assert [each.entry.id for each in world.recall("tables").usable] == ["ent_001"]


def test_r24_without_use_it_is_due_at_that_second(world) -> None:
    world.keep(
        entry(
            "tables are parsed in a.py",
            1,
            kind="code",
            citations=(citation("page", "p"),),
            lifetime=Lifetime(review_at=NOW + DAY, age_max=365 * DAY),
        )
    )
    world.now = NOW + DAY
    assert [each.reason for each in world.recall("tables").withheld] == ["review_due"]


def test_r23_the_first_sight_of_an_end_is_written_at_once_and_a_clock_set_back_revives_nothing(world, uses) -> None:
    world.keep(entry("tables", 1, lifetime=Lifetime(expires_at=NOW + DAY)))
    world.now = NOW + DAY - SECOND
    assert not use(world, uses)
    world.now = NOW + DAY
    assert use(world, uses)
    assert world.store.last_at() == NOW + DAY
    assert lines(world, "expire") == [("ent_001", "seen")]
    assert not use(world, uses), "the mark lies after that end already"
    # What a handle does with a clock set back: never earlier than the mark.
    world.now = max(NOW, world.store.last_at())
    assert [each.reason for each in world.recall("tables").withheld] == ["expired"]


def test_r23_after_a_leap_that_is_not_believed_no_mark_moves(world, uses) -> None:
    world.store.commit(Change(now=NOW, events=(_event(NOW),)))
    world.keep(entry("tables", 1, lifetime=Lifetime(expires_at=NOW + DAY)), entry("tables too", 2))
    world.now = NOW + timedelta(days=world.policy.clock_leap_days_max) + SECOND
    answer = world.recall("tables")
    assert [each.entry.id for each in answer.usable] == ["ent_002"]
    assert not use(world, uses, at_once=True)
    assert world.store.last_at() == NOW
    world.now -= SECOND
    assert use(world, uses, at_once=True)


def test_r36_withheld_sights_are_counted_by_outcome(world, uses) -> None:
    world.pages.outcomes = {"p": world_outcome("changed")}
    world.keep(entry("tables one", 1), entry("tables two", 2, kind="code", citations=(citation("page", "p"),)))
    use(world, uses)
    use(world, uses, at_once=True)
    assert sorted(lines(world)) == [("ent_001", "usable:2"), ("ent_002", "withheld_changed:2")]


def test_an_entry_changed_meanwhile_loses_no_other_use(world, uses, monkeypatch) -> None:
    world.keep(entry("tables one", 1), entry("tables two", 2), entry("tables three", 3))
    answer = world.recall("tables")
    uses.note(answer.usable, answer.withheld, actor=ACTOR, at=NOW)
    read = world.store.read

    def read_then_changed(scopes, ids):
        found = read(scopes, ids)
        monkeypatch.setattr(world.store, "read", read)
        second = next(each for each in found if each.id == "ent_002")
        world.store.commit(
            Change(now=NOW, put=(IndexedEntry(entry=replace(second, version=2), terms=terms_of(second)),))
        )
        return found

    monkeypatch.setattr(world.store, "read", read_then_changed)
    assert uses.flush(world.store, policy=world.policy, now=NOW, at_once=True)
    assert [each.last_used_at for each in stored(world, "ent_001", "ent_002", "ent_003")] == [NOW, None, NOW]
    assert len(lines(world)) == 3


def test_an_entry_erased_meanwhile_is_left_alone(world, uses) -> None:
    from tenure.store.records import Erasure

    world.keep(entry("tables one", 1))
    answer = world.recall("tables")
    uses.note(answer.usable, answer.withheld, actor=ACTOR, at=NOW)
    erased = Erasure(record=stored(world, "ent_001")[0], reason="forgotten", tombstone_until=NOW + DAY)
    world.store.commit(Change(now=NOW, erase=(erased,)))
    assert uses.flush(world.store, policy=world.policy, now=NOW, at_once=True)
    assert stored(world, "ent_001") == ()


def test_threads_lose_no_use(world, uses) -> None:
    world.keep(entry("tables", 1))
    answer = world.recall("tables")

    def work() -> None:
        for _ in range(200):
            uses.note(answer.usable, answer.withheld, actor=ACTOR, at=NOW)

    threads = [Thread(target=work) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    uses.flush(world.store, policy=world.policy, now=NOW, at_once=True)
    assert lines(world) == [("ent_001", "usable:800")]


def test_a_store_that_cannot_be_written_is_only_read(tmp_path, uses) -> None:
    places = {"data": tmp_path / "data", "keys": tmp_path / "keys", "root": Root()}
    store = open_store(**places)
    World(store=store, pages=Pages()).keep(entry("tables", 1, lifetime=Lifetime(expires_at=NOW)), entry("tables x", 2))
    world = World(store=store, pages=Pages())
    world.store._database._is_writable = False
    assert world.store.unwritable.code == "read_only"
    assert not use(world, uses, at_once=True)
    assert [each.entry.id for each in world.recall("tables").usable] == ["ent_002"]
    store.close()


def test_r23_an_end_that_could_not_be_written_is_written_once_it_can_be(world, uses, monkeypatch) -> None:
    world.keep(entry("tables", 1, lifetime=Lifetime(expires_at=NOW)), entry("tables x", 2))
    commit = world.store.commit

    def full(change):
        raise StoreUnavailableError("the disk is full", code="disk_full")

    monkeypatch.setattr(world.store, "commit", full)
    assert not use(world, uses)
    assert (uses.missed, lines(world, "expire")) == ("disk_full", [])
    monkeypatch.setattr(world.store, "commit", commit)
    assert uses.flush(world.store, policy=world.policy, now=NOW)
    assert (uses.missed, lines(world, "expire")) == ("", [("ent_001", "seen")])


def _event(at):
    from tenure.model.event import Event

    return Event(at=at, actor=ACTOR, verb="recall", rule="R17", record_id="ent_000", code="usable:1")


def world_outcome(name):
    from tenure.model.validation import Outcome

    return Outcome(name)


def test_what_is_gathered_is_bounded(world, uses, monkeypatch) -> None:
    from tenure.recall import uses as module

    monkeypatch.setattr(module, "NOTED_MAX", 2)
    world.keep(*(entry(f"tables number{each}", each) for each in range(1, 6)))
    use(world, uses)
    use(world, uses, at_once=True)
    assert sorted(code for _, code in lines(world)) == ["usable:2", "usable:2"]


def test_a_tampered_store_is_not_passed_over(world, uses, monkeypatch) -> None:
    from tenure.errors import IntegrityError

    world.keep(entry("tables", 1))
    use(world, uses)

    def broken(change):
        raise IntegrityError("rolled back")

    monkeypatch.setattr(world.store, "commit", broken)
    with pytest.raises(IntegrityError):
        uses.flush(world.store, policy=world.policy, now=NOW, at_once=True)

"""A view that follows what its own store wrote is the one that is made anew, whoever else writes between."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tenure.model.entry import Entry, Status
from tenure.store.conformance.samples import NOW, SCOPE, erase, put, sample_entry
from tenure.store.records import Change, IndexedEntry, ScopeView
from tenure.store.seal import Row
from tenure.store.sealed import DurableStore
from tenure.store.since import ROWS_MAX, SCOPES_MAX, WrittenSince
from tenure.store.sqlite_transaction import SqliteTransaction
from tenure.store.vector import Vector
from tests.store.opening import open_at

STEPS = 40


def told(store: DurableStore) -> dict[str, object]:
    """Give everything that a view says of each entry."""
    views = store.views([SCOPE])
    return {} if not views else of_entries(views[0])


def of_entries(view: ScopeView) -> dict[str, object]:
    vectors = {
        int(row): (block.mark, numbers.tobytes(), float(scale))
        for block in view.vectors
        for row, numbers, scale in zip(block.rows, block.numbers, block.scales, strict=True)
    }
    postings = Counter((int(each) >> 32, int(each) & 0xFFFF_FFFF) for each in view.postings)
    assert (view.postings[1:] >= view.postings[:-1]).all()
    found: dict[str, object] = {}
    for row, (name, version) in enumerate(zip(view.ids, view.versions, strict=True)):
        terms = {term: count for (term, at), count in postings.items() if at == row}
        found[name] = version, view.heads[row].tobytes(), terms, vectors.get(row)
    return found


def written(entry: Entry, chance: random.Random) -> Change:
    numbers = bytes(chance.randrange(256) for _ in range(4))
    vector = Vector(mark=chance.choice((7, 8)), scale=0.5, numbers=numbers) if chance.random() < 0.7 else None
    terms = tuple(chance.randrange(1, 50) for _ in range(chance.randrange(20)))
    return Change(now=NOW, put=(IndexedEntry(entry=entry, terms=terms, vector=vector),))


@pytest.fixture
def searched(monkeypatch: pytest.MonkeyPatch) -> list[Sequence[Any]]:
    """Hold what was looked for among a scope's rows: the tenant, the scope, and after which version."""
    asked: list[Sequence[Any]] = []
    rows = SqliteTransaction.rows

    def counted(transaction: SqliteTransaction, name: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        if name == "read_search":
            asked.append(values)
        return rows(transaction, name, values)

    monkeypatch.setattr(SqliteTransaction, "rows", counted)
    return asked


@pytest.mark.parametrize("seed", range(6))
def test_a_followed_view_is_the_one_made_anew_whoever_writes(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    own, other = open_at(tmp_path), open_at(tmp_path)
    held: list[Entry] = []
    for _ in range(STEPS):
        store = own if chance.random() < 0.75 else other
        step = chance.choice(("put", "put", "put", "change", "erase"))
        if step == "put" or not held:
            held.append(sample_entry())
            store.commit(written(held[-1], chance))
        elif step == "change":
            at = chance.randrange(len(held))
            status = chance.choice((Status.ACTIVE, Status.CHALLENGED))
            held[at] = replace(held[at], version=held[at].version + 1, status=status)
            store.commit(written(held[at], chance))
        else:
            store.commit(erase(held.pop(chance.randrange(len(held)))))
        if chance.random() < 0.5:
            assert set(told(own)) == {each.id for each in held}
            fresh = open_at(tmp_path)
            assert told(own) == told(fresh)
            fresh.close()
    assert {each.id for each in own.read([SCOPE], [each.id for each in held])} == {each.id for each in held}


def test_what_a_store_wrote_itself_is_not_looked_for_among_all_rows(
    tmp_path: Path, searched: list[Sequence[Any]]
) -> None:
    own, other = open_at(tmp_path), open_at(tmp_path)
    first = sample_entry("first")
    own.commit(put(first))
    assert len(told(own)) == len(searched) == 1
    own.commit(put(sample_entry("second"), sample_entry("third")))
    own.commit(put(replace(first, version=2)))
    assert len(told(own)) == 3
    assert len(searched) == 1
    other.commit(put(sample_entry("fourth")))
    own.commit(put(sample_entry("fifth")))
    assert len(told(own)) == 5
    assert len(searched) == 2  # another one wrote between: looked for, and read alone
    own.commit(erase(replace(first, version=2)))
    own.commit(put(sample_entry("sixth")))
    assert len(told(own)) == 5
    assert len(searched) > 2


def test_rows_that_do_not_add_up_are_read_anew(
    tmp_path: Path, searched: list[Sequence[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    own = open_at(tmp_path)
    own.commit(put(sample_entry("first")))
    told(own)
    given = WrittenSince.rows

    def wrong(since: WrittenSince, key: bytes, *, after: int, version: int) -> list[Row] | None:
        found = given(since, key, after=after, version=version)
        return found and [found[0]._replace(recorded_at=1)]

    monkeypatch.setattr(WrittenSince, "rows", wrong)
    own.commit(put(sample_entry("second")))
    assert told(own) == told(open_at(tmp_path))
    assert len(searched) > 1


def test_no_more_is_held_than_the_bounds(tmp_path: Path, searched: list[Sequence[Any]]) -> None:
    own = open_at(tmp_path)
    own.commit(put(sample_entry("first")))
    told(own)
    for bound, count in ((ROWS_MAX, 1), (ROWS_MAX + 1, 2)):
        own.commit(put(*(sample_entry(str(number)) for number in range(bound))))
        told(own)
        assert len(searched) == count
    own.commit(put(*(sample_entry(str(number)) for number in range(ROWS_MAX))))
    own.commit(put(sample_entry("one more")))  # the commit before goes, and so the view cannot follow
    told(own)
    assert len(searched) == 3
    own.commit(put(sample_entry("before others")))
    for number in range(SCOPES_MAX):
        own.commit(put(sample_entry(scope=replace(SCOPE, project=str(number)))))
    told(own)
    assert len(searched) == 4

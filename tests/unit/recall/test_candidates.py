"""Candidates: only live rows of the purposes asked for that have to do with the query, in one order."""

from __future__ import annotations

import gc

import numpy as np
import pytest

from tenure.model.claim import Purpose
from tenure.model.entry import Status
from tenure.model.scope import Scope
from tenure.recall import joined
from tenure.recall.candidates import find_relevant, find_standing
from tenure.recall.rank import best_first
from tests.unit.recall.making import ANA, BILLING, DAY, NOW, entry, view

ALL = ("answering", "coding")


def ids(found):
    return [each.id for each in found.batch(0, len(found))]


def relevant(views, text, purposes=ALL):
    return ids(find_relevant(views, text, purposes=purposes))


def many(scope=ANA, start=10, count=12, **changes):
    return [entry(f"filler number{each}", each, scope=scope, **changes) for each in range(start, start + count)]


def test_r16_only_what_has_to_do_with_the_query_is_found() -> None:
    views = (view(ANA, [entry("give me tables", 1), entry("deploy on fridays", 2), *many()]),)
    assert relevant(views, "a table, please") == ["ent_001"]
    assert relevant(views, "unheard") == []
    assert relevant(views, "") == []
    assert relevant((), "a table") == []


def test_r16_only_the_purposes_asked_for() -> None:
    coding = entry("tables in code", 2, purpose=Purpose(name="coding", detail="x"))
    views = (view(ANA, [entry("give me tables", 1), coding, *many()]),)
    assert relevant(views, "tables", ("answering",)) == ["ent_001"]
    assert relevant(views, "tables", ("coding",)) == ["ent_002"]
    assert relevant(views, "tables", ("planning",)) == []


@pytest.mark.parametrize("status", list(Status))
def test_r17_ended_entries_are_no_candidates(status) -> None:
    live = {Status.ACTIVE, Status.CONTESTED, Status.CHALLENGED}
    views = (view(ANA, [entry("give me tables", 1, status=status), *many()]),)
    assert relevant(views, "tables") == (["ent_001"] if status in live else [])


def test_order_is_score_then_newest_then_id() -> None:
    same = [
        entry("tables", 3),
        entry("tables", 1),
        entry("tables", 2, recorded_at=NOW),
        entry("tables tables for every comparison of many long things", 4),
    ]
    assert relevant((view(ANA, [*same, *many()]),), "tables")[:3] == ["ent_002", "ent_001", "ent_003"]


def test_views_of_several_scopes_are_ranked_together() -> None:
    views = (
        view(BILLING, [entry("tables", 1, scope=BILLING), *many(BILLING)]),
        view(ANA, [entry("tables and plots", 2)]),
    )
    found = find_relevant(views, "tables plots", purposes=ALL)
    assert [(each.id, each.scope) for each in found.batch(0, 9)] == [("ent_002", ANA), ("ent_001", BILLING)]


def test_what_is_held_ends_with_its_view() -> None:
    gc.collect()  # what other tests left may still be held, and would go in between
    joined._held.clear()
    views = (view(ANA, [entry("give me tables", 1), entry("tables", 2), *many()]),)
    first, second, third = (relevant(views, "tables") for _ in range(3))
    assert first == second == third
    assert len(joined._held) == 1
    del views
    gc.collect()
    assert len(joined._held) == 0


def test_what_is_held_of_views_is_bounded_in_number(monkeypatch) -> None:
    joined._held.clear()
    monkeypatch.setattr(joined, "HELD_MAX", 2)
    kept = [(view(Scope(user=f"u{each}"), [entry("tables", 1)]),) for each in range(4)]
    for views in kept:
        assert relevant(views, "tables") == relevant(views, "tables") == ["ent_001"]
    assert len(joined._held) == 2


def test_mates_are_rows_of_a_slot_whatever_the_query() -> None:
    slotted = [entry("indent with tabs", 1, entity="code", attribute="indent", value="tabs"), *many()]
    mate = entry("four spaces", 2, scope=BILLING, entity="Code", attribute="Indent", value="spaces")
    ended = entry("old", 3, scope=BILLING, entity="code", attribute="indent", value="x", status=Status.REVOKED)
    found = find_relevant((view(ANA, slotted), view(BILLING, [mate, ended])), "tabs", purposes=ALL)
    assert ids(found) == ["ent_001"]
    slots = [each.slot for each in found.batch(0, 1)]
    assert [each.id for each in found.mates(slots, 9)] == ["ent_001", "ent_002"]
    assert len(found.mates(slots, 1)) == 1
    assert found.mates([0], 9) == []


def test_a_brief_has_standing_kinds_in_a_stable_order() -> None:
    made = [
        entry("old broad", 4, recorded_at=NOW - 9 * DAY),
        entry("new broad", 3),
        entry("a fact", 5, kind="fact"),
        entry("code", 6, kind="code"),
        entry("an order", 7, kind="instruction"),
        entry("other purpose", 8, purpose=Purpose(name="coding", detail="x")),
    ]
    specific = [entry("specific", 2, scope=BILLING)]
    views = (view(BILLING, specific), view(ANA, made))
    assert ids(find_standing(views, purposes=("answering",))) == ["ent_007", "ent_002", "ent_004", "ent_003"]
    assert ids(find_standing(views[::-1], purposes=("answering",))) == ["ent_007", "ent_002", "ent_004", "ent_003"]
    assert ids(find_standing((), purposes=ALL)) == []


@pytest.mark.parametrize("most", [1, 2, 3, 5, 7, 8, 9, 100])
def test_the_best_few_are_the_first_of_all_ties_too(most: int) -> None:
    scores = np.array([2, 3, 3, 1, 3, 2, 0, 2, 9], dtype=np.float32)
    recorded_at = np.array([5, 5, 7, 5, 5, 5, 5, 6, 1], dtype=np.int64)
    ids = ["h", "f", "a", "b", "c", "g", "e", "d", "i"]
    rows = np.array([0, 1, 2, 3, 4, 5, 7, 8])
    wanted = sorted(rows.tolist(), key=lambda row: (-scores[row], -recorded_at[row], ids[row]))
    assert best_first(rows, scores, recorded_at, ids) == wanted
    assert best_first(rows, scores, recorded_at, ids, most=most) == wanted[:most]

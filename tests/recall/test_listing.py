"""The list of a scope: everything that lives there, checked, nothing ranked or folded."""

from __future__ import annotations

from tenure.model.entry import Status
from tenure.model.lifetime import Lifetime
from tenure.model.scope import Scope
from tenure.recall.listing import listing
from tests.unit.recall.making import BILLING, DAY, NOW, SECOND, entry


def listed(world, scope=None):
    answer = listing(world.query("", scope), **world.grounds())
    return sorted(each.entry.id for each in answer.usable), {each.entry_id: each.reason for each in answer.withheld}


def test_r23_every_live_entry_is_listed_and_an_end_holds_at_that_second(world) -> None:
    world.keep(
        entry("same words", 1),
        entry("same words", 2, scope=BILLING),
        entry("ending", 3, kind="fact", lifetime=Lifetime(expires_at=NOW + DAY)),
        entry("superseded", 4, status=Status.SUPERSEDED),
        entry("challenged", 5, status=Status.CHALLENGED),
    )
    world.now = NOW + DAY - SECOND
    assert listed(world, BILLING) == (["ent_001", "ent_002", "ent_003"], {"ent_005": "challenged"})
    world.now = NOW + DAY
    assert listed(world, BILLING) == (["ent_001", "ent_002"], {"ent_003": "expired", "ent_005": "challenged"})


def test_r15_r35_a_list_holds_nothing_of_another_scope(world) -> None:
    world.keep(entry("mine", 1), entry("here", 2, scope=BILLING))
    assert listed(world) == (["ent_001"], {})
    assert listed(world, Scope(user="bo", project="billing")) == ([], {})


def test_r21_a_contest_withholds_its_entries_and_no_others(world) -> None:
    slot = {"entity": "code", "attribute": "indent"}
    world.keep(
        entry("tabs", 1, value="tabs", **slot),
        entry("spaces", 2, value="spaces", scope=Scope(project="billing"), **slot),
        entry("be brief", 3),
    )
    assert listed(world, BILLING) == (["ent_003"], {"ent_001": "values_differ", "ent_002": "values_differ"})

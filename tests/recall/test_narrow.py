"""A narrow answer says a thing once, and a brief changes no line that stands when something is added or withheld."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tenure.model.validation import Outcome
from tenure.recall.answer import Stance
from tests.unit.recall.making import BILLING, NOW, SECOND, citation, entry


def ids(answer):
    return [each.entry.id for each in answer.usable]


def aside(answer):
    return [(each.entry_id, each.for_id, each.reason) for each in answer.set_aside]


@pytest.mark.parametrize("is_brief", [True, False])
def test_r16_nearly_the_same_words_are_given_once_and_the_other_is_named(world, is_brief) -> None:
    world.keep(entry("Give me a table, please", 1), entry("give me tables", 2, scope=BILLING))
    answer = world.brief(scope=BILLING) if is_brief else world.recall("a table", scope=BILLING)
    assert (ids(answer), aside(answer)) == (["ent_002"], [("ent_001", "ent_002", "same_words")])
    assert "ent_001: set aside for ent_002 (same_words)" in answer.render()


def test_r17_a_near_duplicate_is_given_where_the_other_is_withheld(world) -> None:
    world.keep(
        entry("give me tables", 1, scope=BILLING, citations=(citation("page", "p1"),)),
        entry("Give me a table, please", 2),
    )
    assert ids(world.recall("a table", scope=BILLING)) == ["ent_001"]
    world.pages.outcomes = {"p1": Outcome.CHANGED}
    answer = world.recall("a table", scope=BILLING)
    assert (answer.stance, ids(answer), aside(answer)) == (Stance.ANSWER, ["ent_002"], [])


def test_a_new_entry_moves_none_of_those_before_it_in_a_brief(world) -> None:
    """Prompts are cached by their beginning: what is added comes behind what is there in its kind and scope."""
    world.keep(*(replace(entry(f"habit number{each}", each), recorded_at=NOW + each * SECOND) for each in (7, 3, 5)))
    before = world.brief()
    assert ids(before) == ["ent_003", "ent_005", "ent_007"]
    world.keep(replace(entry("a later habit", 1), recorded_at=NOW + 60 * SECOND))
    after = world.brief()
    assert ids(after) == [*ids(before), "ent_001"]
    assert after.render().startswith(before.render().rpartition("\n")[0])


def test_the_more_specific_of_one_slot_stands_in_a_brief_and_the_other_is_named(world) -> None:
    slot = {"entity": "code", "attribute": "indent"}
    world.keep(
        entry("indent with tabs", 1, value="tabs", **slot),
        entry("four spaces here", 2, value="spaces", scope=BILLING, **slot),
    )
    assert (ids(world.brief()), aside(world.brief())) == (["ent_001"], [])
    answer = world.brief(scope=BILLING)
    assert (ids(answer), aside(answer)) == (["ent_002"], [("ent_001", "ent_002", "more_specific")])

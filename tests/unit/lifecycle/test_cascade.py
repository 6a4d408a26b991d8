from __future__ import annotations

from tenure.lifecycle.cascade import dependents_among, parent_ids
from tests.unit.lifecycle.making import citation, entry


def ids(found) -> list[str]:
    return [each.id for each in found]


def test_r26_derivation_and_entry_citations_both_name_a_parent():
    child = entry("ent_c", derived_from=("ent_a",), citations=(citation("entry", "ent_b"), citation("code", "ent_x")))
    assert parent_ids(child) == ("ent_a", "ent_b")
    assert parent_ids(entry(citations=(citation("entry", "entry:ent_b"),))) == ("ent_b",)
    assert parent_ids(entry()) == ()


def test_r26_dependents_are_found_at_any_depth_nearest_first():
    root = entry("ent_0")
    chain = [entry(f"ent_{n}", derived_from=(f"ent_{n - 1}",)) for n in range(1, 30)]
    assert ids(dependents_among((root,), [*reversed(chain), root])) == ids(chain)
    assert ids(dependents_among((chain[27],), chain)) == ["ent_29"]
    assert dependents_among((chain[28],), chain) == ()


def test_r26_a_circle_ends_where_it_closes():
    first = entry("ent_a", derived_from=("ent_c",))
    second = entry("ent_b", derived_from=("ent_a",))
    third = entry("ent_c", derived_from=("ent_b", "ent_c"))
    held = [first, second, third]
    assert ids(dependents_among((first,), held)) == ["ent_b", "ent_c"]
    assert ids(dependents_among(held, held)) == []


def test_two_ways_to_one_dependent_give_it_once():
    root = entry("ent_0")
    left, right = entry("ent_l", derived_from=("ent_0",)), entry("ent_r", derived_from=("ent_0",))
    leaf = entry("ent_z", derived_from=("ent_l", "ent_r"))
    assert ids(dependents_among((root,), [leaf, left, right])) == ["ent_l", "ent_r", "ent_z"]

"""Entries that rest on others are usable only with them, at any depth up to the bound (R26)."""

from __future__ import annotations

from dataclasses import replace

from tenure.cite.validator import Place
from tenure.model.lifetime import Lifetime
from tenure.model.scope import Scope
from tenure.model.validation import Outcome
from tenure.recall.validate import PARENT_DEPTH_MAX, PARENTS_MAX, Checks
from tests.recall.asking import page, said
from tests.unit.recall.making import ANA, DAY, NOW, SECOND, citation, entry


def child_of(*parents, number=50, scope=ANA, cited=True):
    made = tuple(citation("entry", parent) for parent in parents) if cited else (citation(),)
    return entry("derived claim", number, citations=made, derived_from=parents, scope=scope)


def test_r26_what_was_derived_is_usable_only_with_its_parents(world) -> None:
    world.keep(page(1, "p"), entry("stated", 2))
    made = child_of("ent_001", "ent_002")
    assert said(world, made)[0] is Outcome.STANDING
    assert said(world, child_of("ent_001"))[0] is Outcome.VERIFIED
    for outcome in (Outcome.CHANGED, Outcome.GONE, Outcome.CONTRADICTED):
        world.pages.outcomes = {"p": outcome}
        assert said(world, made) == (outcome, f"parent_{outcome.value}")
        assert said(world, child_of("ent_001", cited=False)) == (outcome, f"parent_{outcome.value}")
    assert said(world, child_of("ent_404")) == (Outcome.GONE, "parent_gone")


def test_r26_a_parent_that_expires_takes_its_children_along_at_that_second(world) -> None:
    world.keep(entry("stated", 1, lifetime=Lifetime(expires_at=NOW + DAY)))
    world.now = NOW + DAY - SECOND
    assert said(world, child_of("ent_001"))[0] is Outcome.STANDING
    world.now = NOW + DAY
    assert said(world, child_of("ent_001")) == (Outcome.EXPIRED, "parent_expired")


def test_r26_an_unverified_parent_counts_as_its_own_kind_is_ruled(world) -> None:
    world.pages.outcomes = {"p": Outcome.UNVERIFIED}
    world.keep(page(1, "p", kind="fact"), page(2, "p", kind="code"))
    assert said(world, child_of("ent_001"))[0] is Outcome.UNVERIFIED
    assert said(world, child_of("ent_002")) == (Outcome.GONE, "parent_unverified")


def test_r35_a_parent_in_a_scope_that_is_not_visible_is_no_parent(world) -> None:
    world.keep(entry("stated", 1, scope=Scope(user="bo")))
    assert said(world, child_of("ent_001")) == said(world, child_of("ent_404"))


def test_r26_at_any_depth_up_to_the_bound_and_never_in_a_loop(world) -> None:
    chain = [entry("root", 1)] + [
        child_of(f"ent_{number - 1:03}", number=number) for number in range(2, PARENT_DEPTH_MAX + 4)
    ]
    world.keep(*(replace(each, claim=replace(each.claim)) for each in chain))
    assert said(world, chain[PARENT_DEPTH_MAX])[0] is Outcome.STANDING
    assert said(world, chain[PARENT_DEPTH_MAX + 2])[0] is Outcome.GONE
    world.keep(child_of("ent_901", number=900), child_of("ent_900", number=901))
    assert said(world, child_of("ent_901", number=900)) == (Outcome.GONE, "parent_gone")
    assert said(world, child_of("ent_050"))[0] is Outcome.GONE


def test_r26_parents_are_bounded_for_each_entry_and_read_once_a_request(world) -> None:
    world.keep(*(entry(f"stated {number}", number) for number in range(1, PARENTS_MAX + 2)))
    names = [f"ent_{number:03}" for number in range(1, PARENTS_MAX + 2)]
    assert said(world, child_of(*names[:PARENTS_MAX], number=999))[0] is Outcome.STANDING
    assert said(world, child_of(*names, number=999)) == (Outcome.GONE, "derivation_too_deep")
    checks = Checks(place=Place(worktree=None, scope=ANA), **world.grounds())
    children = [child_of(name, number=500 + place) for place, name in enumerate([*names, *names])]
    assert {checks.validate(child).outcome for child in children} == {Outcome.STANDING}


def test_r26_what_is_asked_before_it_does_not_make_a_chain_too_deep(world) -> None:
    length = PARENT_DEPTH_MAX + 3
    chain = [entry("root", 1)] + [child_of(f"ent_{number - 1:03}", number=number) for number in range(2, length + 1)]
    world.keep(*chain)
    checks = Checks(place=Place(worktree=None, scope=ANA), **world.grounds())
    assert checks.validate(chain[-1]).outcome is Outcome.GONE
    assert checks.validate(chain[PARENT_DEPTH_MAX]).outcome is Outcome.STANDING, "as if it were asked alone"

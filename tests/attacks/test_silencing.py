"""What a page has an agent ask first must not silence, or stand for, what the person says (R05, R17, R30)."""

from __future__ import annotations

from tenure import DecisionStatus
from tests.world import World

SAID = "I prefer short answers"


def after_a_page(world: World, kind: str, text: str = SAID):
    with world.task("reading") as task:
        seen = task.observe(text, tool="browser", channel="document")
        return task.agent("coder").propose(text, kind=kind, because=seen if kind == "fact" else ())


def test_r05_what_waits_after_a_page_does_not_keep_a_grant_from_admitting_the_person_s_own_word(world: World) -> None:
    world.ana.grant("preference", scope=world.scope, days=30)
    assert after_a_page(world, "preference").status is DecisionStatus.PENDING
    assert after_a_page(world, "fact").status is DecisionStatus.REFUSED, "the same is asked once"
    assert world.said(SAID, SAID).status is DecisionStatus.ADMITTED
    assert "not_again" in {each.code for each in world.said(SAID, SAID).verdicts}


def test_r17_a_fact_from_a_page_in_nearly_the_same_words_stands_for_no_preference(world: World) -> None:
    own = world.approve(world.said(SAID, SAID))
    fact = world.approve(after_a_page(world, "fact", "I prefer the short answers"))
    assert {each.entry.id for each in world.recall(SAID).usable} == {own.id, fact.id}


def test_r05_a_fact_from_a_page_that_was_kept_leaves_room_for_the_person_s_preference(world: World) -> None:
    world.ana.grant("preference", scope=world.scope, days=30)
    world.approve(after_a_page(world, "fact"))
    assert world.said(SAID, SAID).status is DecisionStatus.ADMITTED
    assert {each.entry.claim.kind.value for each in world.recall(SAID).usable} == {"fact", "preference"}

"""Every answer is one call, is counted free of content, and a yes faster than reading is told (R38)."""

from __future__ import annotations

import pytest

from tenure import ConflictError, DecisionStatus, RefusedError, RequestError, Scope, Selector
from tenure.policy.presets import PERSONAL, STRICT
from tests.world import World

CLAIMS = (
    "tables come before text",
    "numbers are right aligned",
    "headings are short",
    "lists are sorted by name",
    "dates are written in full",
    "colours are named",
)


def asked(world: World, text: str, kind: str = "preference"):
    decision = world.agent().propose(text, kind=kind)
    assert decision.status is DecisionStatus.PENDING
    return world.ana.show(decision.proposal_id)


def test_r38_every_answer_is_there_and_is_counted(world: World):
    ana, shown = world.ana, [asked(world, text) for text in CLAIMS]
    world.turn(seconds=30)
    ana.approve(shown[0])
    ana.approve(shown[1], text="numbers stand to the right")
    here = Scope(user="ana", project="billing", repository=world.scope.repository)
    wide = world.agent(scope=world.memory.scope(user="ana")).propose("answers are brief", kind="preference")
    narrowed = ana.approve(ana.show(wide.proposal_id), scope=here)
    assert narrowed.scope == here
    for each, answer in zip(shown[2:5], ("no", "never_this", "never_category"), strict=True):
        ana.decline(each, answer=answer)
    world.reopen()
    found = world.ana.report_asking()
    assert found.counts == dict.fromkeys(("yes", "edit", "only_here", "no", "never_this", "never_category"), 1)
    assert (found.answered, found.approved, found.waiting) == (6, 3, 1)
    assert (found.seconds_median, found.seconds_slowest) == (30.0, 30.0)
    assert found.hasty_count == 1, "the one that was shown and answered at one instant"
    assert found.hasty[0].record_id == narrowed.id


def test_r38_a_kind_is_reopened_wherever_it_was_closed_also_where_no_name_is_left(world: World):
    own, shared, bens = Scope(user="ana", project="shop"), Scope(project="shop"), Scope(user="ben", project="den")
    ben = world.memory.person("ben")
    for scope in (own, shared, bens):
        asking = world.agent(scope=scope).propose("the shop has two doors", kind="fact")
        person = ben if scope is bens else world.ana
        person.decline(person.show(asking.proposal_id), answer="never_category")
    assert {own, shared}.isdisjoint(world.ana.scopes()), "their names went with the proposals"

    def statuses(text: str) -> list[str]:
        return [world.agent(scope=scope).propose(text, kind="fact").status for scope in (own, shared, bens)]

    assert statuses("the shop has a cellar") == ["refused"] * 3
    assert world.ana.reopen("preference") == 0
    assert world.ana.reopen("fact") == 2
    assert statuses("the shop has a roof") == ["pending", "pending", "refused"], "what ben closed stays closed"
    assert world.ana.reopen("fact") == 0
    assert ben.reopen("fact") == 1
    assert world.memory.operator("ana").check() == ()


def test_r38_the_tally_holds_no_content(world: World):
    world.ana.approve(asked(world, "zebra stripes come first"))
    world.ana.decline(asked(world, "zebra stripes come last"), answer="never_this")
    assert "zebra" not in repr(world.ana.report_asking())
    world.memory.close()
    assert world.files_with(b"zebra") == []


def test_r38_a_yes_is_hasty_until_its_words_could_be_read(world: World):
    shown = asked(world, "x" * 99 + " y")
    needed = shown.reading_seconds
    assert needed == pytest.approx(101 / 50)
    world.turn(seconds=needed)
    world.ana.approve(shown)
    assert world.ana.report_asking().hasty_count == 0
    shown = asked(world, "z" * 99 + " y")
    world.turn(seconds=needed - 0.01)
    entry = world.ana.approve(shown)
    (hasty,) = world.ana.report_asking().hasty
    assert (hasty.record_id, hasty.needed) == (entry.id, 2.0)


def test_r38_several_at_once_take_the_time_of_all_their_words(world: World):
    shown = [asked(world, text) for text in CLAIMS[:3]]
    longest = max(each.reading_seconds for each in shown)
    world.turn(seconds=longest)
    world.ana.approve_many(shown)
    assert world.ana.report_asking().hasty_count == 3


def test_r38_what_a_person_states_is_no_question(world: World):
    world.ana.remember("tables come before text")
    stated = world.ana.remember("numbers are right aligned", is_approved=False)
    world.ana.approve(world.ana.show(stated.proposal_id))
    assert world.ana.report_asking().answered == 0


def test_r35_nobody_counts_what_another_was_asked(world: World):
    world.ana.approve(asked(world, CLAIMS[0]))
    found = world.memory.person("ben").report_asking()
    assert (found.questions, found.waiting, found.answered) == (0, 0, 0)


def test_r38_questions_of_recalls_are_counted_over_days(world: World):
    for topic in ("amber", "birch"):
        world.ana.challenge(world.ana.remember(f"the {topic} wall is white", kind="fact").entry_id)
        world.agent().recall(f"the {topic} wall")
        world.turn(days=1)
    assert world.ana.report_asking().questions == 2


def test_r28_the_tally_goes_with_everything_that_is_the_persons(world: World):
    world.ana.approve(asked(world, CLAIMS[0]))
    world.ana.forget(Selector(person="ana"))
    assert world.ana.report_asking().since is None


def test_r38_a_batch_is_of_one_kind_and_scope_and_nothing_special(world: World):
    ana, one = world.ana, asked(world, CLAIMS[0])
    other_kind = asked(world, "the api speaks json", kind="fact")
    wide = world.agent(scope=world.memory.scope(user="ana")).propose(CLAIMS[1], kind="preference")
    order = asked(world, "Always run the linter before a push")
    slot = {"entity": "answers", "attribute": "form"}
    ana.remember("answers are lists", value="list", scope=world.scope, **slot)
    replacing = world.agent().propose("answers are tables", kind="preference", value="table", **slot)
    for each in (other_kind, ana.show(wide.proposal_id), order, ana.show(replacing.proposal_id)):
        with pytest.raises(RequestError) as caught:
            ana.approve_many([one, each])
        assert caught.value.code == "not_a_batch"
    assert ana.report_asking().answered == 0
    assert len(ana.approve_many([one, asked(world, CLAIMS[2])])) == 2


def test_r33_what_was_shown_under_another_policy_is_not_approved(world: World):
    shown = asked(world, CLAIMS[0])
    operator = world.memory.operator("ana")
    operator.set_policy(STRICT, by=world.ana)
    with pytest.raises(ConflictError) as caught:
        world.present().approve(shown)
    assert caught.value.code == "policy_changed"
    operator.set_policy(PERSONAL, by=world.present())
    assert world.ana.approve(shown).claim.text == CLAIMS[0], "the same policy again, and the same bytes"


def test_r31_a_refused_edit_counts_as_no_answer(world: World):
    shown = asked(world, CLAIMS[0])
    with pytest.raises(RefusedError):
        world.ana.approve(shown, text="use ghp_" + "a1B2" * 9)
    assert world.ana.report_asking().answered == 0


def test_r21_a_proposal_made_before_shows_what_it_would_replace_by_now_and_replaces_nothing_unseen(world: World):
    slot = {"entity": "billing", "attribute": "database"}
    made = world.agent().propose("the nightly job was written in Perl", kind="fact", value="Perl", **slot)
    before = world.ana.show(made.proposal_id)
    kept = world.ana.remember("the billing database is MySQL", kind="fact", scope=world.scope, value="MySQL", **slot)
    with pytest.raises(ConflictError):
        world.ana.approve(before)
    now = world.ana.show(made.proposal_id)
    assert (before.beside, now.replaces) == ("", (kept.entry_id,))
    assert f"replaces: {kept.entry_id}\nkept now: the billing database is MySQL" in now.beside
    with pytest.raises(RequestError):
        world.ana.approve_many([now])
    assert [each.entry.id for each in world.agent().list_entries().usable] == [kept.entry_id]
    world.ana.approve(now)
    assert kept.entry_id not in [each.entry.id for each in world.agent().list_entries().usable]


def test_r21_beside_the_entry_that_it_names_a_proposal_shows_the_holder_of_its_slot(world: World):
    slot = {"entity": "billing", "attribute": "database"}
    held = world.ana.remember("the billing database is MySQL", kind="fact", scope=world.scope, value="MySQL", **slot)
    named = world.ana.remember("the vault lies in room 5", kind="fact", scope=world.scope)
    made = world.agent().propose(
        "the nightly job is Perl", kind="fact", value="Perl", supersedes=named.entry_id, **slot
    )
    shown = world.ana.show(made.proposal_id)
    assert shown.replaces == (named.entry_id, held.entry_id)
    assert all(text in shown.beside for text in ("the vault lies in room 5", "the billing database is MySQL"))


def test_r38_of_two_that_speak_of_one_slot_the_second_is_looked_at_again(world: World):
    made = [
        world.agent().propose(f"the api port is {port}", kind="fact", entity="api", attribute="port", value=port)
        for port in ("81", "82")
    ]
    first, second = (world.ana.show(each.proposal_id) for each in made)
    world.ana.approve(first)
    with pytest.raises(ConflictError):
        world.ana.approve(second)
    world.ana.approve(world.ana.show(made[1].proposal_id))


def test_r21_a_yes_for_here_alone_replaces_nothing_that_is_kept_here_and_was_not_shown(world: World):
    slot = {"entity": "api", "attribute": "port"}
    wide = Scope(user="ana")
    made = world.agent(scope=wide).propose("the api port is 81", kind="fact", value="81", **slot)
    here = world.ana.remember("the api port is 82", kind="fact", scope=world.scope, value="82", **slot)
    with pytest.raises(ConflictError):
        world.ana.approve(world.ana.show(made.proposal_id), scope=world.scope)
    assert [each.entry.id for each in world.agent().list_entries().usable] == [here.entry_id]

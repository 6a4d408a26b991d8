"""Recall and brief on a real store: scope first, relevance, validation, stance."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tenure.errors import LimitError, RequestError
from tenure.model.claim import Purpose
from tenure.model.entry import Status
from tenure.model.scope import Scope
from tenure.model.validation import Outcome
from tenure.recall.answer import Stance
from tenure.recall.asked import words_of
from tests.unit.recall.making import ANA, BILLING, citation, entry

REPOSITORY = Scope(user="ana", repository="repo_1")
MANY = [entry(f"filler number{each}", each, scope=ANA) for each in range(300, 340)]
FILLERS = [entry(f"filler number{each}", each, scope=ANA) for each in range(100, 112)]


def ids(answer):
    return [each.entry.id for each in answer.usable]


def withheld(answer):
    return {each.entry_id: each.reason for each in answer.withheld}


def test_r16_a_formatting_question_brings_the_formatting_preference_and_no_project_history(world) -> None:
    world.keep(
        *FILLERS,
        entry("give me a table", 1, applies_when="comparing things"),
        entry("billing moved from MySQL to PostgreSQL in May", 2, kind="fact", scope=BILLING),
    )
    answer = world.recall("how should a comparison be formatted, as a table?", scope=BILLING)
    assert (answer.stance, ids(answer)) == (Stance.ANSWER, ["ent_001"])
    assert ids(world.recall("which database, MySQL?", scope=BILLING)) == ["ent_002"]


def test_r20_nothing_relevant_says_so(world) -> None:
    empty = world.recall("anything at all")
    world.keep(*FILLERS)
    for answer in (empty, world.recall("unheard words"), world.recall(""), world.recall("the of and")):
        assert (answer.stance, answer.reason, answer.usable) == (Stance.ABSTAIN, "nothing_relevant", ())


def test_r16_only_the_purposes_of_the_request(world) -> None:
    world.keep(entry("tables", 1), entry("tables in code", 2, purpose=Purpose(name="coding", detail="x")))
    assert ids(world.recall("tables", purposes=("coding",))) == ["ent_002"]
    assert sorted(ids(world.recall("tables"))) == ["ent_001", "ent_002"]
    assert world.recall("tables", purposes=("planning",)).reason == "nothing_relevant"


@pytest.mark.parametrize(
    "asked",
    [
        Scope(user="bo"),
        Scope(user="an"),
        Scope(user="ana2"),
        Scope(user="%"),
        Scope(user="_na"),
        Scope(user="ANA"),
        Scope(project="ana"),
        Scope(repository="ana"),
        Scope(project="billing"),
        Scope(user="bo", project="billing"),
    ],
    ids=str,
)
def test_r15_r35_no_other_scope_sees_or_counts_an_entry(world, asked) -> None:
    before = world.recall("tables", scope=asked), world.brief(scope=asked)
    world.keep(entry("tables", 1), entry("tables here", 2, scope=BILLING), entry("tables there", 3, scope=REPOSITORY))
    assert (world.recall("tables", scope=asked), world.brief(scope=asked)) == before


def test_r15_a_request_sees_every_part_of_its_scope(world) -> None:
    world.keep(
        entry("tables one", 1),
        entry("tables two", 2, scope=BILLING),
        entry("tables three", 3, scope=Scope(project="billing")),
        entry("tables four", 4, scope=REPOSITORY),
    )
    assert sorted(ids(world.recall("tables"))) == ["ent_001"]
    assert sorted(ids(world.recall("tables", scope=BILLING))) == ["ent_001", "ent_002", "ent_003"]
    wide = Scope(user="ana", project="billing", repository="repo_1")
    assert sorted(ids(world.recall("tables", scope=wide))) == ["ent_001", "ent_002", "ent_003", "ent_004"]


def test_r35_what_others_keep_changes_no_score_and_no_bound(world) -> None:
    world.keep(entry("tables and plots", 1), *FILLERS)
    before = world.recall("tables")
    others = [entry("tables", each, scope=Scope(user="bo")) for each in range(200, 240)]
    world.keep(*others)
    assert world.recall("tables") == before


def test_at_most_the_entries_wanted_and_the_policy_bounds_it(world) -> None:
    world.keep(*(entry(f"tables number{each}", each) for each in range(1, 31)), *MANY)
    assert len(world.recall("tables", entries_max=3).usable) == 3
    assert len(world.recall("tables", entries_max=100).usable) == world.policy.recall_entries_max


def test_withheld_candidates_do_not_take_the_room_of_usable_ones(world) -> None:
    pages = [entry(f"tables number{each}", each, citations=(citation("page", f"p{each}"),)) for each in range(1, 9)]
    world.keep(*pages, entry("tables and a very long claim about quite other things besides", 20), *FILLERS)
    world.pages.outcomes = {f"p{each}": Outcome.CHANGED for each in range(1, 9)}
    answer = world.recall("tables", entries_max=3)
    assert (answer.stance, ids(answer), len(answer.withheld)) == (Stance.ANSWER, ["ent_020"], 8)
    assert set(withheld(answer).values()) == {"source_changed"}


def test_one_entry_a_slot_the_more_specific_wins_even_if_the_query_misses_it(world) -> None:
    world.keep(
        entry("indent with tabs", 1, entity="code", attribute="indent", value="tabs"),
        entry("four spaces here", 2, entity="code", attribute="indent", value="spaces", scope=BILLING),
        *FILLERS,
    )
    assert ids(world.recall("tabs")) == ["ent_001"]
    answer = world.recall("tabs", scope=BILLING)
    assert ids(answer) == ["ent_002"]
    assert [(each.entry_id, each.for_id, each.reason) for each in answer.set_aside] == [
        ("ent_001", "ent_002", "more_specific")
    ]


def test_r20_r21_equals_that_disagree_are_asked_about(world) -> None:
    world.keep(
        entry("indent with tabs", 1, entity="code", attribute="indent", value="tabs"),
        entry("four spaces here", 2, entity="code", attribute="indent", value="spaces", scope=Scope(project="billing")),
        *FILLERS,
    )
    answer = world.recall("tabs", scope=BILLING)
    assert (answer.stance, answer.reason, answer.usable) == (Stance.ASK, "contested", ())
    assert withheld(answer) == {"ent_001": "values_differ", "ent_002": "values_differ"}
    assert '"tabs" or "spaces"' in answer.question
    assert [step.do for step in answer.next] == ["tenure review settle ent_001", "tenure review settle ent_002"]
    assert "four spaces here" not in answer.render()


def test_many_valued_attributes_are_all_given(world) -> None:
    import dataclasses

    world.policy = dataclasses.replace(world.policy, many_valued=("Reviewer",))
    shared = {"entity": "billing", "attribute": "reviewer"}
    world.keep(
        entry("bo reviews billing", 1, value="bo", **shared),
        entry("cy reviews billing", 2, value="cy", **shared),
        is_single=False,
    )
    assert sorted(ids(world.recall("who reviews billing"))) == ["ent_001", "ent_002"]


def test_r17_a_mate_that_is_withheld_is_not_shown_and_stands_for_nobody(world) -> None:
    mate = entry("four spaces here", 2, entity="code", attribute="indent", value="spaces", scope=BILLING)
    world.keep(
        entry("indent with tabs", 1, entity="code", attribute="indent", value="tabs"),
        replace(mate, valid_until=world.now),
        *FILLERS,
    )
    answer = world.recall("tabs", scope=BILLING)
    assert (ids(answer), withheld(answer)) == (["ent_001"], {})


def test_the_brief_has_standing_entries_always_and_in_one_order(world) -> None:
    world.keep(
        entry("be brief", 2),
        entry("use tabs", 1, scope=BILLING),
        entry("a fact", 3, kind="fact"),
        entry("review carefully", 4, purpose=Purpose(name="reviewing", detail="x")),
        entry("ended", 5, status=Status.SUPERSEDED),
    )
    assert ids(world.brief(scope=BILLING)) == ["ent_001", "ent_002", "ent_004"]
    assert ids(world.brief(scope=BILLING, purposes=("answering",))) == ["ent_001", "ent_002"]
    assert ids(world.brief()) == ["ent_002", "ent_004"]
    assert world.brief(scope=Scope(user="bo")).reason == "nothing_relevant"


def test_the_brief_is_bounded_and_names_what_it_leaves_out(world) -> None:
    world.keep(*(entry(f"habit number{each}", each) for each in range(1, 31)))
    answer = world.brief()
    assert len(answer.usable) == world.policy.brief_entries_max == 20
    assert answer.dropped == tuple(f"ent_{each:03}" for each in range(21, 31))
    assert "no room for 10" in answer.render(tokens_max=9_999)
    assert world.brief(entries_max=1).dropped == tuple(f"ent_{each:03}" for each in range(2, 31))


def test_bad_queries_are_refused_without_their_words(world) -> None:
    with pytest.raises(LimitError) as too_long:
        world.recall("zebra " * 400)
    assert too_long.value.code == "query_too_long"
    world.recall("z" * world.policy.query_chars_max)
    with pytest.raises(RequestError) as bad_purpose:
        world.recall("x", purposes=("zebra",))
    assert bad_purpose.value.code == "bad_purpose"
    with pytest.raises(RequestError):
        world.recall("x", entries_max=0)
    with pytest.raises(RequestError):
        world.recall(7)
    assert "zebra" not in f"{too_long.value} {bad_purpose.value} {bad_purpose.value.hint}"
    assert "zebra" not in repr(world.query("zebra"))


def test_r31_a_query_with_a_secret_ends_up_nowhere(world) -> None:
    from tenure.search import terms

    world.keep(entry("deploy token rotates weekly", 1), *FILLERS)
    terms.forget_stems()
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9" * 2
    answer = world.recall(f"deploy with {secret}")
    assert ids(answer) == ["ent_001"]
    assert secret not in repr(answer) + answer.render()
    assert terms._stem.cache_info().currsize == terms.first_stem.cache_info().currsize == 0
    assert not any(isinstance(each, str) for known in terms._hashes.items() for each in known)
    assert world.recall(f"does {secret} deploy?").reason != "nothing_relevant"
    misses = terms.first_stem.cache_info().misses
    assert [word.text for word in words_of(secret)] == ["ghp", secret.removeprefix("ghp_").casefold()]
    assert terms.first_stem.cache_info().misses == misses + 2


def test_what_fills_up_for_the_withheld_stays_within_the_bound(world) -> None:
    world.keep(
        entry("tables", 1, citations=(citation("page", "p"),)),
        *(entry(f"tables number{each} and more words", each) for each in range(2, 8)),
        *MANY,
    )
    world.pages.outcomes = {"p": Outcome.CHANGED}
    answer = world.recall("tables", entries_max=3)
    assert (len(answer.usable), len(answer.dropped), list(withheld(answer))) == (3, 2, ["ent_001"])
    assert set(answer.dropped).isdisjoint(ids(answer))

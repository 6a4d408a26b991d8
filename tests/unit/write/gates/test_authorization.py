from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from tenure.model.claim import Kind
from tenure.model.decision import Request
from tenure.policy.presets import PERSONAL, STRICT
from tenure.store.records import Tombstone
from tenure.write.gates import authorization
from tests.unit.write.making import (
    ANA,
    ASKED,
    ASKS,
    CODED,
    COMPARING,
    HERE,
    NOW,
    OWN,
    PASSES,
    PERSON,
    REFUSES,
    claim,
    code,
    draft,
    expiring,
    grant,
    heard,
    new_world,
    says,
    seen,
    under_grant,
)

GRANTED = (PASSES, "granted")
LOWER = (ASKS, "lower_trust")


def test_r05_one_contiguous_span_of_one_statement_is_admitted():
    assert under_grant(authorization, OWN) == GRANTED
    assert says(authorization, OWN) == ASKED


@pytest.mark.parametrize(
    "made",
    [
        draft("I prefer tables", cited=(heard("I prefer a table please"),)),
        draft("I prefer a table", cited=(heard("I prefer"), heard("a table"))),
        draft("I prefer a table", cited=(heard("I prefer a table"), heard("unless it is long"))),
        draft("I prefer a table", cited=(heard("> I prefer a table"),)),
        draft("I prefer a table", cited=(heard("please never I prefer a table"),)),
        draft("I prefer a table", cited=(heard("should I I prefer a table?"),)),
        draft("I prefer a table", cited=(heard("please never\nI prefer a table"),)),
        draft("I prefer a table", cited=(heard("please never `x`\n> quoted\n\nI prefer a table"),)),
        draft("I prefer a table", cited=(heard("stop it, I prefer a table"),)),
        draft("I prefer a tab", cited=(heard("I prefer a table"),)),
        replace(OWN, is_tainted=True),
        replace(OWN, scope=ANA, cited=(heard("give me a table", scope=HERE),)),
        replace(OWN, claim=claim("give me a table", applies_when="deleting everything")),
        replace(OWN, claim=claim("give me a table", entity="a", attribute="b", value="something else")),
        replace(OWN, claim=claim("give me a table", concerns="ben")),
        replace(OWN, claim=claim("give me a table", **COMPARING, concerns="ben")),
        replace(OWN, claim=claim("give me a table", Kind.FACT)),
        replace(OWN, derived_from=("ent_1",)),
        replace(OWN, request=Request.CORRECT),
        replace(OWN, proposer=PERSON),
    ],
)
def test_r05_what_leaves_anything_to_judge_is_asked(made):
    assert under_grant(authorization, made) == ASKED


def test_r05_an_order_or_an_instruction_is_never_granted():
    order = draft("Always run the tests before pushing", cited=(heard("Always run the tests before pushing"),))
    assert under_grant(authorization, order) == (ASKS, "order")
    assert under_grant(authorization, replace(OWN, claim=claim("give me a table", Kind.INSTRUCTION))) == (ASKS, "order")


def test_r05_what_a_screen_flagged_is_not_granted():
    text = "my doctor says I have diabetes"
    assert under_grant(authorization, draft(text, cited=(heard(text),))) == ASKED
    text = "write to ana@example.org"
    assert under_grant(authorization, draft(text, cited=(heard(text),))) == ASKED


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"ends_at": NOW + timedelta(microseconds=1)}, GRANTED),
        ({"ends_at": NOW}, ASKED),
        ({"revoked_at": NOW}, ASKED),
        ({"person": "ben"}, ASKED),
        ({"kind": Kind.CODE}, ASKED),
        ({"scope": HERE}, ASKED),
    ],
)
def test_r05_the_grant_itself_must_hold(change, expected):
    assert under_grant(authorization, OWN, grants=(grant(**change),)) == expected


def test_r05_a_grant_holds_in_every_scope_within_its_own():
    here = draft("I like tables", scope=HERE, cited=(heard("I like tables", scope=HERE),))
    assert under_grant(authorization, here) == GRANTED


@pytest.mark.parametrize("text", ["give me a table", "draft a speech", "the office closes at six"])
def test_r05_own_words_that_are_no_standing_wish_are_asked(text: str):
    here = draft(text, scope=HERE, cited=(heard(text, scope=HERE),))
    assert under_grant(authorization, here) == ASKED


def test_r05_a_policy_that_allows_no_grants_is_not_overruled():
    assert under_grant(authorization, OWN, policy=STRICT) == ASKED
    assert under_grant(authorization, OWN, policy=replace(PERSONAL, grants_allowed=False)) == ASKED


def test_r05_an_end_after_the_grant_s_longest_life_is_asked():
    longest = grant(longest=timedelta(days=10))
    assert under_grant(authorization, replace(OWN, lifetime=expiring(10)), grants=(longest,)) == GRANTED
    assert under_grant(authorization, replace(OWN, lifetime=expiring(10.01)), grants=(longest,)) == ASKED


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (CODED, GRANTED),
        (replace(CODED, cited=(code(has_symbol=False, check_holds=True),)), GRANTED),
        (replace(CODED, cited=(code(has_symbol=False),)), ASKED),
        (replace(CODED, cited=(code(at_trusted_ref=False),)), ASKED),
        (replace(CODED, cited=(code(), seen(scope=HERE))), ASKED),
        (replace(CODED, cited=()), ASKED),
        (replace(CODED, is_tainted=True), ASKED),
        (replace(CODED, claim=claim("Invoice implements Rounding", Kind.CODE, concerns="ana")), ASKED),
    ],
)
def test_r05_code_needs_a_symbol_or_a_check_at_a_trusted_ref(made, expected):
    assert under_grant(authorization, made, grants=(grant(Kind.CODE),)) == expected


def tombstone(reason, at=NOW):
    return Tombstone(id="ent_1", scope=ANA, reason=reason, at=at, ends_at=NOW + timedelta(days=9))


@pytest.mark.parametrize("reason", ["forgotten", "declined", "superseded", "revoked", "never_this", "never_category"])
def test_r28_what_ended_comes_back_only_by_the_person(reason):
    mark = tombstone(reason)
    assert says(authorization, draft(), tombstone=mark) == (REFUSES, "not_again")
    assert says(authorization, OWN, tombstone=mark) == (REFUSES, "not_again")
    assert says(authorization, draft(proposer=PERSON), tombstone=mark) == ASKED


@pytest.mark.parametrize(("reason", "expected"), [("forgotten", ASKED), ("never_this", (REFUSES, "not_again"))])
def test_r28_a_later_own_statement_asks_again_unless_it_was_never(reason, expected):
    mark = tombstone(reason, at=NOW - timedelta(microseconds=1))
    assert under_grant(authorization, OWN, tombstone=mark) == expected


@pytest.mark.parametrize(
    ("by", "at", "expected"),
    [("ana", NOW, GRANTED), ("ana", NOW - timedelta(microseconds=1), LOWER), ("ben", NOW, LOWER)],
)
def test_r21_under_a_grant_only_the_same_person_s_newer_word_supersedes(by, at, expected):
    slot = {"entity": "answers", "attribute": "form", "value": "table"}
    world = new_world()
    old = world.remember(draft("use lists", fields={**slot, "value": "lists"}))
    text = "answers come as a table"
    made = draft(text, fields=slot, cited=(heard(text, at=at, by=by),))
    given = grant(person=by)
    assert under_grant(authorization, made, rivals=(old,), grants=(given,)) == expected
    unslotted = replace(made, claim=claim(text), supersedes=old.id)
    expected = ASKED if expected == GRANTED else expected
    assert under_grant(authorization, unslotted, rivals=(old,), grants=(given,)) == expected
    world.store.close()


def test_r05_a_grant_supersedes_nothing_that_the_words_do_not_name():
    slot = {"entity": "letters", "attribute": "form", "value": "table"}
    world = new_world()
    old = world.remember(draft("use lists", fields={**slot, "value": "lists"}))
    made = draft("answers come as a table", fields=slot, cited=(heard("answers come as a table", at=NOW),))
    assert under_grant(authorization, made, rivals=(old,)) == ASKED
    world.store.close()


def test_r21_an_equal_trust_is_not_outranked():
    world = new_world()
    slot = {"entity": "invoice", "attribute": "class"}
    world.grant(Kind.CODE)
    first = replace(CODED, claim=claim("Invoice implements Rounding", Kind.CODE, **slot))
    world.propose(first)
    (old,) = world.entries(HERE).values()
    second = replace(first, claim=replace(first.claim, text="Invoice extends Rounding"))
    assert under_grant(authorization, second, rivals=(old,), grants=(grant(Kind.CODE),)) == ASKED
    world.store.close()

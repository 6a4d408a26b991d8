"""Two wordings of one claim fold to one, and two claims that differ in a word that counts do not."""

from __future__ import annotations

import pytest

from tenure.model.folding import fold_wording


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Give me a table, please.", "give me the tables"),
        ("When you compare, give me a table", "give me a table when you compare"),
        ("If it fails, then call Ana", "Call Ana if it fails"),
        ("don\u2019t use tabs", "do not use tabs"),
        ("you cannot merge on Fridays", "you can't merge on Fridays"),
        ('the "deploy" job runs hourly', "The deploy job runs hourly!"),
        ("Be brief.  No jargon.", "be brief, no jargon"),
        ("at most \uff11\uff10 \u338f", "at most 10 kg"),
    ],
)
def test_two_wordings_of_one_claim_meet(one, other) -> None:
    assert fold_wording(one) == fold_wording(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("use C", "use C++"),
        ("use tabs", "do not use tabs"),
        ("retries are limited to 3", "retries are limited to 4"),
        ("x > 5", "x < 5"),
        ("Ana manages Ben", "Ben manages Ana"),
        ("deploy from staging", "deploy to staging"),
        ("lint, then test", "test, then lint"),
        ("if it rains, we walk", "if we walk, it rains"),
        ("run the tests before a release", "run the tests after a release"),
        ("give me a table when comparing", "give me a table"),
        ("read .env", "read env"),
        ("offset -1", "offset 1"),
        ("at most 10\u00b2 rows", "at most 102 rows"),
        ("a dose of 5\u00bd", "a dose of 51\u20442"),
        ("room \u2460\u2461", "room 12"),
    ],
)
def test_claims_that_differ_in_a_word_that_counts_stay_two(one, other) -> None:
    assert fold_wording(one) != fold_wording(other)

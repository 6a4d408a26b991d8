"""A question about several things: what its parts bring, and what they never bring."""

from __future__ import annotations

import pytest

from tenure.search.embed.meaning import Meaning, forget_vectors
from tests.recall.test_meaning import Broken, Topics, asked, keep
from tests.unit.recall.making import entry


@pytest.fixture
def topics() -> Topics:
    forget_vectors()
    return Topics()


def test_a_question_about_several_things_finds_what_speaks_of_one_of_them(world, topics) -> None:
    topics.related = 0.4
    meaning = Meaning(topics)
    query = "compare or contrast a wide table, after a long journey"
    keep(world, entry("I go by train", 2), meaning=meaning)
    assert asked(world, query, meaning) == []  # what the whole has nothing to do with, no part brings
    keep(world, entry("give me a table", 1), meaning=meaning)
    assert asked(world, "compare or contrast a wide table on a long journey", meaning) == ["ent_001"]
    assert asked(world, query, meaning) == ["ent_001", "ent_002"]


def test_an_embedder_that_fails_at_a_part_leaves_what_the_whole_found(world, topics) -> None:
    meaning = Meaning(topics)
    keep(world, entry("give me a table", 1), meaning=meaning)
    query = "compare a wide table, after a long journey"
    meaning.query(query)
    topics.embed = Broken().embed
    assert asked(world, query, meaning) == ["ent_001"]


def test_r31_a_part_is_cut_from_what_is_left_once_a_secret_is_cut_out(world, topics) -> None:
    meaning = Meaning(topics)
    keep(world, entry("give me a table", 1), meaning=meaning)
    topics.asked.clear()
    asked(world, "contrast wide tables, the password is: correcthorse77staple battery, and the long train", meaning)
    assert len(topics.asked) > 1
    assert "correcthorse77staple" not in " ".join(topics.asked)

"""Recall by meaning: what words do not find, when the embedder is asked, and what is left of a query."""

from __future__ import annotations

import logging
from dataclasses import replace

import numpy as np
import pytest

from tenure.model.entry import Status
from tenure.search.embed import meaning as meanings
from tenure.search.embed.meaning import REMEMBERED_MAX, Meaning, forget_vectors
from tenure.search.remembered import forget_remembered
from tenure.store.records import Change, IndexedEntry
from tenure.write.vectors import embed_lacking, vectors_of
from tests.unit.recall.making import BILLING, entry, terms_of

TOPICS = (
    ("table", "compare", "contrast"),
    ("train", "journey"),
    ("retry", "attempt"),
    ("backup", "restore"),
    ("secret",),
)


class Topics:
    """Gives one number a topic: texts of one topic are alike, others are not; counts what it is asked."""

    name = "topics-1"
    width = len(TOPICS) + 1
    unrelated = 0.0
    related = 0.3

    def __init__(self, name: str = "topics-1") -> None:
        self.name = name
        self.asked: list[str] = []

    def embed(self, texts):
        self.asked += texts
        rows = [[sum(word in text for word in topic) for topic in TOPICS] for text in texts]
        found = np.array([[*row, 0.05] for row in rows], dtype=np.float32)
        return found / np.linalg.norm(found, axis=1, keepdims=True)


class Broken(Topics):
    def embed(self, texts):
        raise OSError("no model here")


@pytest.fixture(autouse=True)
def _nothing_remembered():
    forget_vectors()


@pytest.fixture
def topics() -> Topics:
    return Topics()


def keep(world, *made, meaning=None):
    vectors = vectors_of(made, meaning) if meaning else (None,) * len(made)
    put = tuple(
        IndexedEntry(entry=each, terms=terms_of(each), vector=vector)
        for each, vector in zip(made, vectors, strict=True)
    )
    world.store.commit(Change(now=world.now, put=put))


def asked(world, text, meaning, scope=None):
    from tenure.recall.pipeline import recall

    found = recall(replace(world.query(text, scope), meaning=meaning), **world.grounds())
    return [usable.entry.id for usable in found.usable]


def test_a_task_without_a_word_in_common_finds_the_claim(world, topics) -> None:
    meaning = Meaning(topics)
    keep(world, entry("give me a table", 1), entry("I go by train", 2), meaning=meaning)
    assert asked(world, "contrast two databases", meaning) == ["ent_001"]
    assert asked(world, "contrast two databases", None) == []


def test_what_a_claim_is_for_is_searched_too(world, topics) -> None:
    meaning = Meaning(topics)
    made = entry("keep it short", 1, applies_when="planning a journey")
    keep(world, made, entry("use tabs", 2), meaning=meaning)
    assert asked(world, "train to the coast", meaning) == ["ent_001"]


def test_r16_nothing_near_is_an_empty_answer_that_says_so(world, topics) -> None:
    meaning = Meaning(topics)
    keep(world, entry("give me a table", 1), meaning=meaning)
    found = asked(world, "how is a backup made", meaning)
    assert found == []


def test_the_embedder_is_not_asked_where_nothing_has_a_vector(world, topics) -> None:
    meaning = Meaning(topics)
    assert asked(world, "contrast", meaning) == []
    keep(world, entry("give me a table", 1))
    assert asked(world, "table", meaning) == ["ent_001"]
    assert topics.asked == []


def test_vectors_of_two_embedders_are_never_compared(world, topics) -> None:
    other = Meaning(Topics("topics-2"))
    keep(world, entry("give me a table", 1), entry("nothing else", 3), meaning=other)
    keep(world, entry("I go by train", 2), meaning=Meaning(topics))
    assert asked(world, "contrast", Meaning(topics)) == []
    assert asked(world, "table", Meaning(topics)) == ["ent_001"]  # its words find it all the same
    assert asked(world, "contrast", other) == ["ent_001"]


def test_a_change_of_embedder_is_made_good_in_batches(world, topics) -> None:
    meaning = Meaning(topics)
    keep(world, *(entry(f"give me a table, number {number}", number) for number in range(1, 6)))
    keep(world, entry("I go by train", 7, scope=BILLING), meaning=Meaning(Topics("topics-2")))
    grounds = {"entries": world.store, "policy": world.policy, "now": world.now, "meaning": meaning}
    first = embed_lacking(**grounds, most=2)
    assert (first.embedded, first.lacking) == (2, 4)
    rest = embed_lacking(**grounds)
    assert (rest.embedded, rest.lacking) == (4, 0)
    assert embed_lacking(**grounds).embedded == 0
    assert len(asked(world, "contrast", meaning)) == 5
    assert asked(world, "journey", meaning, BILLING) == ["ent_007"]


def test_a_step_of_an_entry_keeps_its_vector(world, topics) -> None:
    meaning = Meaning(topics)
    made = entry("give me a table", 1)
    keep(world, made, entry("other words", 2), meaning=meaning)
    keep(world, replace(made, status=Status.CHALLENGED, version=2))
    topics.asked.clear()
    keep(world, replace(made, version=3))
    assert asked(world, "contrast", meaning) == ["ent_001"]
    assert topics.asked == ["contrast"]


def test_new_entries_get_their_vector_from_the_store_and_stepped_ones_do_not_ask_again(world, topics) -> None:
    meaning = Meaning(topics)
    world.store.make_vectors(lambda made: vectors_of(made, meaning))
    made = entry("give me a table", 1)
    keep(world, made)
    assert asked(world, "contrast", meaning) == ["ent_001"]
    topics.asked.clear()
    keep(world, replace(made, version=2))
    assert topics.asked == []


def test_an_embedder_that_fails_costs_the_vectors_and_nothing_else(world) -> None:
    broken = Meaning(Broken())
    assert vectors_of((entry("give me a table", 1),), broken) == (None,)
    keep(world, entry("give me a table", 1), meaning=Meaning(Topics()))
    assert asked(world, "table", broken) == ["ent_001"]
    grounds = {"entries": world.store, "policy": world.policy, "now": world.now}
    assert embed_lacking(**grounds, meaning=Meaning(Broken("other"))).lacking == 1


def warned(world, text, meaning, **changed) -> tuple[str, ...]:
    from tenure.recall.pipeline import recall

    return recall(replace(world.query(text), meaning=meaning, **changed), **world.grounds()).warnings


def test_an_answer_found_by_words_alone_says_why(world, topics) -> None:
    broken, whole = Meaning(Broken()), Meaning(topics)
    keep(world, entry("give me a table", 1), meaning=whole)
    assert warned(world, "table", broken) == ("embedder_failed",)
    assert warned(world, "table", whole) == warned(world, "table", None) == ()
    keep(world, entry("give me a train", 2))
    assert warned(world, "table", whole) == ("vectors_lacking",)
    assert warned(world, "table", whole, purposes=("reviewing",)) == ()  # of what was asked for none lacks one
    embed_lacking(entries=world.store, policy=world.policy, now=world.now, meaning=whole)
    assert warned(world, "table", whole) == ()


@pytest.mark.parametrize("given", [np.full((1, 7), np.nan), np.ones((2, 7)), np.ones(7)])
def test_vectors_of_no_use_are_none(given) -> None:
    class Odd(Topics):
        def embed(self, texts):
            return given.astype(np.float32)

    meaning = Meaning(Odd("odd-1"))
    assert meaning.query("table") is None
    assert meaning.embed(["table"]) is None
    assert meaning.trouble == "the embedder gave vectors of no use"


def test_a_model_that_keeps_its_name_and_changes_its_width_is_asked_anew(topics) -> None:
    class Wide(Topics):
        def embed(self, texts):
            return np.hstack([super().embed(texts), np.zeros((len(texts), 2), np.float32)])

    Meaning(topics).remembered(["table"])
    assert [len(each) for each in Meaning(Wide()).remembered(["table", "train"])] == [8, 8]
    assert [len(each) for each in Meaning(topics).remembered(["secret", "table"])] == [6, 6]


def test_trouble_is_over_once_the_embedder_answers_again(topics) -> None:
    meaning = Meaning(topics)
    whole, topics.embed = topics.embed, Broken().embed
    assert (meaning.query("table"), meaning.trouble) == (None, "OSError")
    topics.embed = whole
    assert meaning.query("table") is not None
    assert meaning.trouble == ""


def test_an_embedder_that_fails_while_its_scale_is_measured_costs_the_vectors_alone(world) -> None:
    class Late(Topics):
        unrelated = related = None

        def embed(self, texts):
            if len(texts) > 2:
                raise OSError("too much at once")
            return super().embed(texts)

    meaning = Meaning(Late("late-1"))
    keep(world, entry("give me a table", 1), meaning=meaning)
    assert asked(world, "table", meaning) == ["ent_001"]
    assert warned(world, "table", meaning) == ("embedder_failed",)


def test_r31_a_secret_is_cut_out_before_it_is_embedded(world, topics, caplog) -> None:
    caplog.set_level(logging.DEBUG)
    meaning = Meaning(topics)
    keep(world, entry("give me a table", 1), meaning=meaning)
    topics.asked.clear()
    token = "ghp_" + "aB3dE6gH9jK2mN5pQ8sT1vW4xY7zA0bC3dE6"
    asked(world, f"contrast these with {token}", meaning)
    assert len(topics.asked) == 1
    assert token not in topics.asked[0]
    assert token not in caplog.text
    made = entry("give me a table", 2, applies_when=f"the token is {token}", approve=False)
    vectors_of((made,), meaning)
    assert token not in " ".join(topics.asked)


def test_a_query_asked_again_is_not_embedded_again(world, topics) -> None:
    meaning = Meaning(topics)
    keep(world, entry("give me a table", 1), meaning=meaning)
    topics.asked.clear()
    for _ in range(3):
        asked(world, "contrast", meaning)
    assert topics.asked == ["contrast"]
    forget_remembered()
    asked(world, "contrast", meaning)
    assert topics.asked == ["contrast", "contrast"]


def test_few_queries_are_remembered_and_none_by_its_words(topics) -> None:
    meaning = Meaning(topics)
    for number in range(REMEMBERED_MAX + 5):
        meaning.query(f"contrast {number}")
    assert len(meanings._remembered._held) == REMEMBERED_MAX
    assert all(len(key) == 16 for key in meanings._remembered._held)
    meaning.query("contrast 0")
    assert topics.asked.count("contrast 0") == 2  # the oldest went
    Meaning(Topics("another")).query("contrast 1")
    meaning.query("contrast 300")


def test_queries_of_two_embedders_are_told_apart(topics) -> None:
    other = Topics("topics-2")
    Meaning(topics).query("contrast")
    Meaning(other).query("contrast")
    assert (topics.asked, other.asked) == (["contrast"], ["contrast"])


def test_an_embedder_that_does_not_say_is_measured_on_unrelated_texts() -> None:
    class Silent:
        name, width = "silent", 4

        def embed(self, texts):
            found = np.array([[10.0, *np.random.default_rng(len(text)).normal(size=3)] for text in texts], np.float32)
            return found / np.linalg.norm(found, axis=1, keepdims=True)

    unrelated, related = Meaning(Silent()).scale()
    assert 0.9 < unrelated < related <= 1.1
    assert Meaning(Topics()).scale() == (0.0, 0.3)


def test_vectors_of_another_width_are_passed_over(world) -> None:
    class Wide(Topics):
        def embed(self, texts):
            return np.hstack([super().embed(texts), np.zeros((len(texts), 2), np.float32)])

    keep(world, entry("give me a table", 1), meaning=Meaning(Wide()))
    assert asked(world, "contrast", Meaning(Topics())) == []
    assert asked(world, "table", Meaning(Topics())) == ["ent_001"]


def test_r28_what_was_being_embedded_as_something_was_forgotten_is_not_remembered(topics) -> None:
    meaning, embed = Meaning(topics), topics.embed
    topics.embed = lambda texts: (forget_remembered(), embed(texts))[1]
    assert [len(meaning.query("table")) for _ in range(2)] == [topics.width] * 2
    assert topics.asked == ["table", "table"]

"""What was superseded or ended is kept for a while: it makes no word common, and nothing stands behind it."""

from __future__ import annotations

import pytest

import tenure
from tenure.memory.memory import Memory

VALUES = ("red", "blue", "green", "yellow", "pink", "white", "black", "brown", "grey", "orange")


def keep_others(memory: Memory, scope: tenure.Scope) -> None:
    for text in ("the office has two doors", "meetings are on Monday", "the cat is called Tom"):
        memory.person("ana").remember(text, kind="fact", scope=scope)


@pytest.mark.parametrize("embedder", ["lexical", None])
def test_a_value_that_was_replaced_many_times_is_found(embedder: str | None) -> None:
    with tenure.open(":memory:", embedder=embedder) as memory:
        scope = memory.scope(user="ana")
        keep_others(memory, scope)
        for value in VALUES:
            memory.person("ana").remember(
                f"my favourite colour is {value}",
                kind="fact",
                scope=scope,
                entity="ana",
                attribute="favourite colour",
                value=value,
            )
            found = memory.agent("coder", scope=scope).recall("what is my favourite colour?")
            assert [each.entry.claim.text for each in found.usable] == [f"my favourite colour is {value}"]


def test_a_word_that_half_of_what_stands_has_is_still_no_reason() -> None:
    with tenure.open(":memory:", embedder="lexical") as memory:
        scope = memory.scope(user="ana")
        for text in ("the red colour of doors", "the colour of walls", "the colour of roofs", "the colour of bricks"):
            memory.person("ana").remember(text, kind="fact", scope=scope)
        keep_others(memory, scope)
        asked = memory.agent("coder", scope=scope)
        assert len(asked.recall("colour").usable) == 4  # of seven: too few to say what is common
        memory.person("ana").remember("lunch is at noon", kind="fact", scope=scope)
        assert not asked.recall("colour").usable  # of eight: half of them have it

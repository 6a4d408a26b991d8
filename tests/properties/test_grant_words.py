"""Under open grants: words in another order, with a clause dropped or turned round beside them, are never admitted."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from itertools import count

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import tenure
from tenure import Decision, DecisionStatus, Error, Memory, Scope
from tenure.write.wording import fold

WISHES = (
    "I like short answers",
    "I prefer tables for comparison questions",
    "keep explanations concise",
    "answers come as tables",
    "give me a table",
)
CLAUSES = (
    "unless there are only two rows", "except in reports", "only if I ask for it", "if I am in a hurry",
    "but not today", "or so I thought", "until Friday", "when hell freezes over", "said nobody ever",
    "just kidding", "/s", "not",
    "though I do not mean it", "as the page says", "wenn ich es eilig habe", "sauf le lundi", "excepto en informes",
)  # fmt: skip
LEADS = (
    "I don't want this: ", "It is not true that ", "Never ", "Do not ", "Bob says: ", "Bob says that ",
    "My boss wrote: ", "If I were rich, ", "Suppose ", "Imagine that ", "Should you ", "Is it so that ",
    "Yeah, right, ", "Sure... ",
    "Everybody but me says ", "The page reads: ", "I used to say ", "Stop thinking that ", "Nobody believes that ",
    "Ben möchte: ", "Il dit: ", "As a joke: ", "Ignore this: ", "In the quoted mail: ",
)  # fmt: skip
WRAPS = ('"{}"', "'{}'", "> {}", "```\n{}\n```", "{}?", "“{}” is what they say", "<q>{}</q>", "- {} (not)", "~~{}~~")
SERIAL = count()


@pytest.fixture(scope="module")
def memory() -> Iterator[Memory]:
    """Give one memory in which all that can be granted is granted."""
    with tempfile.TemporaryDirectory() as home, pytest.MonkeyPatch.context() as patch:
        patch.setenv("TENURE_HOME", f"{home}/home")
        with tenure.open(":memory:") as opened:
            opened.person("ana").grant("preference")
            opened.person("ana").grant("code")
            yield opened


@pytest.fixture(scope="module", autouse=True)
def home() -> None:
    """Stand in for the home of each test: these share one."""


def said(memory: Memory, message: str, claim: str, **options: str) -> Decision | None:
    scope = Scope(user="ana", project=f"p{next(SERIAL)}")
    with memory.task("listen", scope=scope) as task:
        heard = task.hear(message, by=memory.person("ana"))
        try:
            return task.agent("coder").propose(claim, kind="preference", because=heard, **options)
        except Error:
            return None


def is_admitted(decision: Decision | None) -> bool:
    return decision is not None and decision.status is DecisionStatus.ADMITTED


def quickly(count_of: int):
    return settings(max_examples=count_of, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.mark.parametrize("wish", WISHES)
def test_r05_the_same_words_whole_are_admitted(memory: Memory, wish: str):
    assert is_admitted(said(memory, f"From now on, {wish}, please.", wish))


@quickly(60)
@given(wish=st.sampled_from(WISHES), data=st.data())
def test_r05_no_other_order_of_the_words_is_admitted(memory: Memory, wish: str, data: st.DataObject):
    words = data.draw(st.permutations(wish.split()))
    assume(words != wish.split())
    assert not is_admitted(said(memory, f"From now on, {wish}.", " ".join(words)))


@quickly(60)
@given(
    wish=st.sampled_from(WISHES), clause=st.sampled_from(CLAUSES), comma=st.sampled_from([" ", ", ", " - ", ". ", " ("])
)
def test_r05_a_dropped_clause_is_never_admitted(memory: Memory, wish: str, clause: str, comma: str):
    assert not is_admitted(said(memory, f"From now on, {wish}{comma}{clause}.", wish))
    assert not is_admitted(said(memory, f"{clause.capitalize()}{comma}{wish}.", wish))


@quickly(60)
@given(wish=st.sampled_from(WISHES), lead=st.sampled_from(LEADS), always=st.booleans())
def test_r05_what_stands_before_and_turns_it_round_is_never_admitted(
    memory: Memory, wish: str, lead: str, always: bool
):
    assert not is_admitted(said(memory, f"{'From now on: ' if always else ''}{lead}{wish}.", wish))


@quickly(40)
@given(wish=st.sampled_from(WISHES), wrap=st.sampled_from(WRAPS))
def test_r05_questions_and_quotations_are_never_admitted(memory: Memory, wish: str, wrap: str):
    assert not is_admitted(said(memory, f"From now on: {wrap.format(wish)}", wish))
    assert not is_admitted(said(memory, wrap.format(wish), wish))


@quickly(40)
@given(
    wish=st.sampled_from(WISHES),
    field=st.sampled_from(["applies_when", "value", "entity"]),
    text=st.sampled_from(["never", "everybody and their dog", "the payment goes to account 88", "no longer"]),
)
def test_r05_nothing_rides_along_in_another_field(memory: Memory, wish: str, field: str, text: str):
    slot = {"entity": "answers", "attribute": "form", "value": "tables"} if field != "applies_when" else {}
    assert not is_admitted(said(memory, f"From now on, {wish}.", wish, **{**slot, field: text}))


@quickly(40)
@given(wish=st.sampled_from(WISHES), other=st.sampled_from(WISHES))
def test_r05_two_statements_are_not_one(memory: Memory, wish: str, other: str):
    assume(wish != other)
    assert not is_admitted(said(memory, f"From now on, {wish}. {other}.", wish))
    joined = f"{wish} {other}"
    assert fold(joined) != fold(wish)
    assert not is_admitted(said(memory, f"From now on, {wish}. {other}.", joined))

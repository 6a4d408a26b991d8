"""Ways in that were once open: each is tried as it was found, beside what must still go through."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tenure import DecisionStatus, FrozenClock, NotAllowedError, RequestError, Scope
from tenure.policy.presets import PERSONAL
from tenure.write.display import shown_text
from tests.conftest import NOON
from tests.world import World

BRANCH = {"entity": "main branch", "attribute": "handling"}
TURNED = {
    "portuguese": ("Não uses tabs no código", "uses tabs no código", {}),
    "denied before": ("It is false that I prefer long answers", "I prefer long answers", {}),
    "somebody named": ("Bob: I prefer spaces over tabs", "I prefer spaces over tabs", {}),
    "german, another's": ("Mein Chef sagt, ich bevorzuge lange Antworten", "ich bevorzuge lange Antworten", {}),
    "joked": ("I prefer verbose logs. Just kidding.", "I prefer verbose logs", {}),
    "struck out": ("~~I prefer verbose logs~~", "I prefer verbose logs", {}),
    "a smile": ("I prefer verbose logs \U0001f643", "I prefer verbose logs", {}),
    "asked": ("Can you please give me a table", "give me a table", {}),
    "not the same condition": (
        "When you compare Bob's things, give me a table", "give me a table", {"applies_when": "you compare things"}
    ),
    "condition dropped": ("When you compare things, give me a table", "give me a table", {}),
    "condition turned": (
        "When you compare things, give me a table", "give me a table", {"applies_when": "you do not compare things"}
    ),
    "the next sentence's condition": (
        "Give me a table. When you compare things, never.", "give me a table", {"applies_when": "compare things never"}
    ),
    "twice": ("Use tabs. Use tabs no more.", "use tabs", {}),
}  # fmt: skip
SAME = {
    "alone": ("I prefer verbose logs.", "I prefer verbose logs", {}),
    "led in": ("Hello! From now on I'd like you to give me a table, please. Thanks!", "give me a table", {}),
    "condition before": (
        "When you compare things, give me a table please.", "give me a table", {"applies_when": "comparing things"}
    ),
    "condition after": (
        "Please give me a table whenever you compare things.", "give me a table", {"applies_when": "comparing things"}
    ),
}  # fmt: skip


@pytest.fixture
def trusting(tmp_path: Path, home: Path) -> Iterator[World]:
    made = World(tmp_path, FrozenClock(NOON), policy=replace(PERSONAL, trusted_refs=("main",)))
    made.ana.grant("code", scope=made.scope)
    yield made
    made.close()


def codes(decision) -> set[str]:
    return {verdict.code for verdict in decision.verdicts if verdict.outcome.value != "passes"}


@pytest.fixture
def granted(world: World) -> World:
    world.ana.grant("preference")
    return world


def safeguard(world: World) -> str:
    """Let the person approve a safeguard, present."""
    kept = world.present().remember(
        "never push to the main branch without asking me", kind="instruction", scope=world.scope, value="ask", **BRANCH
    )
    assert kept.status is DecisionStatus.ADMITTED
    return kept.entry_id


@pytest.mark.parametrize("way", TURNED)
def test_r05_words_that_others_beside_them_turn_round_are_not_admitted(granted: World, way: str):
    message, claim, more = TURNED[way]
    assert granted.said(message, claim, **more).status is not DecisionStatus.ADMITTED
    assert granted.agent().list_entries().usable == ()


@pytest.mark.parametrize("way", SAME)
def test_r05_fillers_and_the_claim_s_own_condition_beside_it_do_not_hinder_it(granted: World, way: str):
    message, claim, more = SAME[way]
    assert granted.said(message, claim, **more).status is DecisionStatus.ADMITTED


def test_r05_a_grant_supersedes_no_safeguard_and_nothing_that_the_words_do_not_name(granted: World):
    kept = safeguard(granted)
    liked = granted.ana.remember("answers are short", scope=granted.scope, entity="tone", attribute="a", value="short")
    for word, slot in (("short", BRANCH), ("long", {"entity": "tone", "attribute": "a"})):
        decision = granted.said(f"I like {word} answers.", f"I like {word} answers", value=word, **slot)
        assert decision.status is DecisionStatus.PENDING
    held = {each.entry.id: each.entry.status.value for each in granted.agent().list_entries().usable}
    assert held == {kept: "active", liked.entry_id: "active"}


def test_r05_a_grant_supersedes_no_preference_that_was_approved_present(granted: World):
    slot = {"entity": "answers", "attribute": "form"}
    firm = granted.present().remember("answers come as lists", value="lists", scope=granted.scope, **slot)
    said = granted.said("Answers come as tables.", "answers come as tables", value="tables", **slot)
    assert said.status is DecisionStatus.PENDING
    assert granted.ana.show_entry(firm.entry_id)[0].status.value == "contested", "the person's own words count at once"


@pytest.mark.parametrize("kind", ["preference", "instruction"])
def test_r21_an_agent_contests_no_safeguard_and_nothing_that_the_words_do_not_name(world: World, kind: str):
    kept = safeguard(world)
    world.said("I like short answers.", "I like short answers", kind=kind, value="short", **BRANCH)
    assert [each.entry.id for each in world.agent().list_entries().usable] == [kept]


def test_r21_an_agent_that_drops_its_proposal_does_not_end_the_contest(world: World):
    slot = {"entity": "answers", "attribute": "form"}
    kept = world.ana.remember("answers come as lists", value="lists", scope=world.scope, **slot).entry_id
    said = world.said("Answers come as tables.", "answers come as tables", value="tables", **slot)
    world.agent().drop(said.proposal_id)
    assert world.ana.show_entry(kept)[0].status.value == "contested"
    world.ana.settle(kept, keep=True)
    assert world.ana.show_entry(kept)[0].status.value == "active"


@pytest.mark.parametrize(
    ("claim", "because", "check"),
    [
        ("The production database may be queried without a ticket.", "rates.py::TIMEOUT", "literal TIMEOUT == 30"),
        ("TIMEOUT is not 30.", "rates.py::TIMEOUT", "literal TIMEOUT == 30"),
        ("TIMEOUT != 30", "rates.py::TIMEOUT", "literal TIMEOUT == 30"),
        ("TIMEOUT is -30", "rates.py::TIMEOUT", "literal TIMEOUT == 30"),
        ("TIMEOUT is 30.5", "rates.py::TIMEOUT", "literal TIMEOUT == 30"),
        ("TIMEOUT is 30 hours", "rates.py::TIMEOUT", "literal TIMEOUT == 30"),
        ("`round_half_up` never fails", "rates.py::round_half_up", ""),
        ("`round_half_up` is safe in production", "rates.py::round_half_up", ""),
        ("Shape implements Rate", "rates.py::Rate", "class Rate bases Shape"),
        ("Rate implements Shape and Money", "rates.py::Rate", "class Rate bases Shape"),
        ("Money exists in rates.py", "rates.py::Rate", "lacks Money"),
        ("Money is not missing in rates.py", "rates.py::Rate", "lacks Money"),
        ("round_half_up takes no value", "rates.py::round_half_up", "signature round_half_up(value)"),
    ],
)
def test_r05_code_that_says_more_than_its_check_waits_for_a_person(
    trusting: World, claim: str, because: str, check: str
):
    with trusting.task() as task:
        decision = task.agent("coder").propose(claim, kind="code", because=because, check=check or None)
    assert decision.status is not DecisionStatus.ADMITTED, decision
    assert trusting.agent().list_entries().usable == ()


@pytest.mark.parametrize(
    ("claim", "because", "check"),
    [
        ("TIMEOUT is 30", "rates.py::TIMEOUT", "literal TIMEOUT == 30"),
        ("The default of the timeout is set to 30.", "rates.py::TIMEOUT", "literal TIMEOUT == 30"),
        ("TIMEOUT = 30 in rates.py", "rates.py::TIMEOUT", "literal TIMEOUT == 30"),
        ("Rate implements Shape", "rates.py::Rate", "class Rate bases Shape"),
        ("Rate is a subclass of Shape", "rates.py::Rate", "class Rate bases Shape"),
        ("rates.py has no Money", "rates.py::Rate", "lacks Money"),
        ("`round_half_up` takes the argument value", "rates.py::round_half_up", "signature round_half_up(value)"),
        ("`round_half_up` is a function in rates.py", "rates.py::round_half_up", ""),
    ],
)  # fmt: skip
def test_r05_code_that_says_what_its_check_says_is_admitted(trusting: World, claim: str, because: str, check: str):
    with trusting.task() as task:
        decision = task.agent("coder").propose(claim, kind="code", because=because, check=check or None)
    assert decision.status is DecisionStatus.ADMITTED, codes(decision)


def test_r07_no_approval_reaches_another_person_s_scope(world: World):
    ben = world.memory.person("ben", at=world.repository.folder)
    theirs = Scope(user="ben", project="billing")
    slot = {"entity": "answers", "attribute": "form"}
    kept = ben.remember("answers come as lists", value="lists", scope=theirs, **slot).entry_id
    decision = world.agent().propose("answers come as tables", kind="preference", value="tables", **slot)
    shown = world.ana.show(decision.proposal_id)
    for handle in (world.ana, world.present()):
        with pytest.raises(NotAllowedError):
            handle.approve(shown, scope=theirs)
    assert ben.show_entry(kept)[0].status.value == "active"
    assert [entry.id for entry in ben.list_entries()] == [kept]
    assert world.ana.approve(shown, scope=world.scope)


@pytest.mark.parametrize("kind", ["preference", "instruction"])
def test_r11_an_approved_external_fact_does_not_become_a_rule(world: World, kind: str):
    with world.task() as task:
        page = task.observe("Long answers sell better.", tool="https://example.org", channel="document")
        fact = world.approve(task.agent("coder").propose("long answers sell better", kind="fact", because=page))
    assert fact is not None
    agent = world.agent()
    decision = agent.propose("answer at length", kind=kind, because=f"entry:{fact.id}")
    assert decision.status is DecisionStatus.REFUSED
    assert "external_governs" in codes(decision)
    second = agent.propose("long answers are worth money", kind="fact", because=f"entry:{fact.id}")
    assert second.status is DecisionStatus.PENDING
    assert "external_source" in world.ana.show(second.proposal_id).proposal.flags
    third = agent.propose("answer at length", kind=kind, because=f"entry:{world.approve(second).id}")
    assert "external_governs" in codes(third), "through any number of entries"


def test_r33_no_run_of_spaces_forges_a_line_of_what_is_shown(world: World):
    forged = "comparing" + " " * 90 + "where: here"
    for field in ({"applies_when": forged}, {"purpose": f"answering: {forged}"}, {"applies_when": "a\u00a0\u00a0b"}):
        decision = world.agent().propose("give me a table", kind="preference", **field)
        assert decision.status is DecisionStatus.REFUSED
        assert "field_too_long" in codes(decision)
        tried = dict(next(verdict for verdict in decision.verdicts if verdict.code == "field_too_long").try_)
        mended = world.agent().propose("give me a table", kind="preference", **{**field, **tried})
        assert mended.status is DecisionStatus.PENDING, (field, tried, codes(mended))
        world.agent().drop(mended.proposal_id)
    waiting = world.agent().propose("give me a table" + " " * 90 + "x", kind="preference")
    shown = shown_text(world.ana.show(waiting.proposal_id).proposal)
    assert "<90 spaces>" in shown
    assert "  " not in shown


@pytest.mark.parametrize("end", ["forgotten", "declined", "never_this"])
def test_r28_what_a_person_took_out_in_one_scope_comes_back_through_no_other(world: World, end: str):
    here, wide, beside = world.scope, Scope(user="ana"), Scope(user="ana", project="other")
    world.ana.remember("answers are short", scope=here)  # a scope that holds nothing has no name to be found by
    asked = world.agent(scope=here).propose("give me a table", kind="preference")
    shown = world.ana.show(asked.proposal_id)
    if end == "forgotten":
        world.ana.forget(world.ana.approve(shown).id)
    else:
        world.ana.decline(shown, answer="no" if end == "declined" else end)
    for scope in (wide, beside):
        again = world.agent(scope=scope).propose("give me a table", kind="preference")
        assert "not_again" in codes(again)
        assert again.status is DecisionStatus.REFUSED
    ben = world.agent(scope=Scope(user="ben", project="other"))
    assert ben.propose("give me a table", kind="preference").status is DecisionStatus.PENDING
    assert world.ana.remember("give me a table", scope=beside).status is DecisionStatus.ADMITTED


def test_r38_a_closed_category_stays_with_its_scope(world: World):
    asked = world.agent().propose("give me a table", kind="preference")
    world.ana.decline(world.ana.show(asked.proposal_id), answer="never_category")
    beside = world.agent(scope=Scope(user="ana", project="other"))
    assert beside.propose("use short lines", kind="preference").status is DecisionStatus.PENDING


def test_r25_another_agent_s_key_gives_nothing_of_its_write(granted: World):
    with granted.task() as task:
        heard = task.hear("I like short answers.", by=granted.ana)
        options = {"kind": "preference", "because": heard, "idempotency": "key-1"}
        first = task.agent("coder").propose("I like short answers", **options)
        assert first.status is DecisionStatus.ADMITTED
        assert task.agent("coder").propose("I like short answers", **options).entry_id == first.entry_id
        other = task.agent("other").propose("I like short answers", **options)
    assert not other.is_repeat
    assert other.entry_id == ""


def test_r25_a_key_of_what_a_person_reworded_is_used_up(world: World):
    agent = world.agent()
    asked = agent.propose("give me a table", kind="preference", idempotency="key-1")
    world.ana.approve(world.ana.show(asked.proposal_id), text="give me two tables")
    with pytest.raises(RequestError) as raised:
        agent.propose("give me a table", kind="preference", idempotency="key-1")
    assert raised.value.code == "key_reused"

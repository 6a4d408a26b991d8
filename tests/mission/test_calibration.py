"""What later checks and corrections showed is gathered with the uses, counted once a claim, and told (R13)."""

from __future__ import annotations

from tenure import Kind
from tests.world import World

ADDRESS = "rates.py::round_half_up"


def figures(world: World) -> dict[tuple[str, str], tuple[int, int]]:
    found = world.ana.report_calibration()
    return {(basis.value, kind.value): (each.held, each.failed) for basis, kind, each in found.classes}


def code_claim(world: World, symbol: str = "round_half_up") -> str:
    text = f"rates.py defines {symbol}"
    return world.ana.remember(text, kind="code", because=f"rates.py::{symbol}", scope=world.scope).entry_id


def test_r13_a_verified_claim_counts_once_however_often_it_is_used(world: World):
    code_claim(world)
    for _ in range(3):
        world.turn(minutes=2)
        assert world.recall("round_half_up").usable
    assert figures(world) == {("confirmed", "code"): (1, 0)}
    world.reopen()
    world.turn(days=1)
    world.recall("round_half_up")
    assert figures(world) == {("confirmed", "code"): (1, 0)}


def test_r13_a_source_that_says_otherwise_turns_the_count_and_back(world: World):
    code_claim(world)
    world.recall("round_half_up")
    assert figures(world) == {("confirmed", "code"): (1, 0)}
    world.repository.branch("other", new=True)
    world.repository.commit({"rates.py": "def other():\n    return 2\n"})
    for _ in range(2):
        world.turn(minutes=2)
        assert world.recall("round_half_up").withheld
    assert figures(world) == {("confirmed", "code"): (0, 1)}
    world.repository.branch("main")
    world.turn(minutes=2)
    assert world.recall("round_half_up").usable
    assert figures(world) == {("confirmed", "code"): (1, 0)}


def test_r13_a_correction_counts_against_and_a_review_for_it(world: World):
    wrong = world.ana.remember("the api speaks xml", kind="fact").entry_id
    right = world.ana.remember("the office has two doors", kind="fact").entry_id
    world.ana.correct(wrong, "the api speaks json")
    world.ana.confirm(right)
    assert figures(world) == {("confirmed", "fact"): (1, 1)}
    world.reopen()
    world.ana.correct(right, "the office has three doors")
    assert figures(world) == {("confirmed", "fact"): (0, 2)}, "what was confirmed once and then was wrong, was wrong"


def test_r13_an_agents_correction_counts_once_a_person_approves_it(world: World):
    wrong = world.ana.remember("the api speaks xml", kind="fact", scope=world.scope).entry_id
    asked = world.agent().correct(wrong, "the api speaks json")
    assert figures(world) == {}
    world.ana.approve(world.ana.show(asked.proposal_id))
    assert figures(world)[("confirmed", "fact")] == (0, 1)


def test_r13_what_changed_later_was_not_wrong(world: World):
    old = world.ana.remember("the api speaks xml", kind="fact").entry_id
    world.ana.supersede(old, "the api speaks json")
    world.ana.forget(world.ana.remember("the office has two doors", kind="fact").entry_id)
    assert figures(world) == {}


def test_r13_of_a_reading_the_persons_answer_is_the_check(world: World):
    for text, edit in (("prefers short lists", None), ("prefers long tables", "prefers wide tables")):
        decision = world.agent().propose(text, kind="preference")
        world.ana.approve(world.ana.show(decision.proposal_id), text=edit)
    declined = world.agent().propose("prefers red pages", kind="preference")
    world.ana.decline(world.ana.show(declined.proposal_id))
    assert figures(world) == {("inferred", "preference"): (1, 1)}


def test_r13_the_counts_outlive_what_was_erased_and_hold_no_content(world: World):
    wrong = world.ana.remember("the zebra api speaks xml", kind="fact").entry_id
    right = world.ana.correct(wrong, "the zebra api speaks json").entry_id
    world.ana.report_calibration()
    world.ana.forget(right)
    assert figures(world) == {("confirmed", "fact"): (0, 1)}


def test_r35_figures_are_over_what_the_caller_may_see(world: World):
    ben = world.memory.person("ben")
    wrong = ben.remember("the api speaks xml", kind="fact").entry_id
    ben.correct(wrong, "the api speaks json")
    ben.report_calibration()
    assert figures(world) == {}


def test_r13_entries_of_a_class_that_proved_worse_are_shown_with_the_figure(world: World):
    world.ana.remember("the timeout of the api is long", kind="fact", scope=world.scope)
    assert world.recall("timeout").usable[0].measured == ""
    for number in range(10):
        wrong = world.ana.remember(f"door {number} is green", kind="fact").entry_id
        world.ana.correct(wrong, f"door {number} is blue")
    world.reopen()
    found = world.recall("timeout")
    assert found.usable[0].measured == "of such claims 0% held when checked (0 of 10), stated 95%"
    assert "of such claims 0% held" in found.render()
    world.ana.remember("tables come first", scope=world.scope)
    assert all(each.measured == "" for each in world.agent().brief().usable), "of another kind it says nothing"
    report = world.ana.report_calibration()
    assert [(kind, each.is_worse) for _, kind, each in report.classes] == [(Kind.FACT, True)]


def test_r13_a_read_writes_no_count_by_itself(world: World):
    code_claim(world)
    before = world.memory.operator("ana").ledger()
    world.recall("round_half_up")
    assert world.memory.operator("ana").ledger() == before

"""Each bound at its very number, through the public calls: the last one goes in, the next is told what would help."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta

import tenure
from tenure import Decision, DecisionStatus, FrozenClock, Memory, Policy, Scope, Verdict
from tenure.policy.presets import PERSONAL
from tests.conftest import NOON

ANA = Scope(user="ana")
THINGS = (
    "door gate lamp roof wall shelf bench bridge tower wheel sail table chair boat cart fence stove clock mill".split()
)


@contextmanager
def opened(clock: FrozenClock | None = None, **bounds: int) -> Iterator[Memory]:
    policy: Policy = replace(PERSONAL, **bounds)
    with tenure.open(":memory:", clock=clock or FrozenClock(NOON), policy=policy, embedder="lexical") as memory:
        yield memory


def refusal(decision: Decision) -> Verdict:
    assert decision.status is DecisionStatus.REFUSED
    (verdict,) = [each for each in decision.verdicts if each.outcome.value == "refuses"]
    return verdict


def test_r03_the_last_entry_goes_in_and_the_next_is_told_which_reviews_come_first() -> None:
    clock = FrozenClock(NOON)
    with opened(clock, scope_entries_max=3) as memory:
        ana, kept = memory.person("ana"), []
        for kind, text in (
            ("preference", "use short lists"),
            ("fact", "the gate is blue"),
            ("fact", "the lamp is green"),
        ):
            kept.append(str(ana.remember(text, kind=kind).entry_id))
            clock.advance(timedelta(days=1))
        verdict = refusal(ana.remember("the roof is grey", kind="fact"))
        assert (verdict.gate, verdict.code) == ("bounds", "over_limit")
        first, then, last = (verdict.reason.index(each) for each in (kept[1], kept[2], kept[0]))
        assert first < then < last  # facts are reviewed before the preference that was kept before them
        assert {each.id for each in ana.list_entries()} == set(kept)  # nothing was evicted
        ana.forget(kept[1])
        assert ana.remember("the roof is grey", kind="fact").status is DecisionStatus.ADMITTED


def test_r03_what_ends_before_any_review_is_named_before_all_others() -> None:
    with opened(scope_entries_max=2) as memory:
        ana = memory.person("ana")
        ana.grant("preference", days=10)
        fact = str(ana.remember("the gate is blue", kind="fact").entry_id)
        with memory.task("lists", scope=ANA) as task:
            heard = task.hear("From now on use short lists.", by=ana)
            brief = task.agent("coder").propose("use short lists", kind="preference", because=heard).entry_id
        assert brief, "the grant admits it, for ten days"
        reason = refusal(ana.remember("the roof is grey", kind="fact")).reason
        assert reason.index(brief) < reason.index(fact)


def test_r03_a_full_scope_still_lets_what_is_kept_be_corrected_and_asked_about() -> None:
    with opened(scope_entries_max=1) as memory:
        ana, agent = memory.person("ana"), memory.agent("coder", scope=ANA)
        kept = str(ana.remember("the door is red", kind="fact").entry_id)
        assert agent.correct(kept, "the door is blue").status is DecisionStatus.PENDING
        assert agent.forget(kept).status is DecisionStatus.PENDING
        assert ana.correct(kept, "the door is green").status is DecisionStatus.ADMITTED
        assert refusal(agent.propose("the gate is green", kind="fact")).code == "over_limit"
        assert [each.entry.claim.text for each in agent.recall("door").usable] == ["the door is green"]


def test_r03_sealed_bytes_of_a_scope_are_bounded_and_another_scope_has_its_own() -> None:
    with opened(scope_bytes_max=10_000) as memory:
        ana, ben = memory.person("ana"), memory.person("ben")
        made = [ana.remember(f"the {thing} of {other} is red", kind="fact") for thing in THINGS for other in THINGS[:2]]
        last = next(number for number, each in enumerate(made) if each.status is not DecisionStatus.ADMITTED)
        assert 2 < last < len(made) - 1
        assert {refusal(each).code for each in made[last:]} == {"over_limit"}
        assert len(ana.list_entries()) == last
        assert not ana.pending()
        assert ben.remember("the gate is blue", kind="fact").status is DecisionStatus.ADMITTED


def test_r03_what_waits_takes_no_room_from_what_is_kept() -> None:
    with opened(scope_bytes_max=10_000) as memory:
        ana, agent = memory.person("ana"), memory.agent("coder", scope=ANA)
        for thing in THINGS:
            assert agent.propose(f"the {thing} is red", kind="fact").status is DecisionStatus.PENDING
        assert ana.remember("the bell is blue", kind="fact").status is DecisionStatus.ADMITTED


def test_r03_the_last_waiting_proposal_goes_in_and_an_answer_makes_room() -> None:
    with opened(pending_max=2, pending_source_max=2) as memory:
        ana, agent = memory.person("ana"), memory.agent("coder", scope=ANA)
        made = [agent.propose(f"the {thing} is red", kind="fact").status for thing in THINGS[:2]]
        assert made == [DecisionStatus.PENDING] * 2
        refused = refusal(agent.propose("the lamp is red", kind="fact"))
        assert (refused.code, refused.fix.value) == ("over_limit", "person")
        ana.decline(ana.pending()[0])
        assert agent.propose("the lamp is red", kind="fact").status is DecisionStatus.PENDING


def test_r03_the_longest_claim_goes_in_and_one_character_more_does_not() -> None:
    claim = "the door between the kitchen and the garden is painted red"
    with opened(claim_chars_max=len(claim)) as memory:
        ana = memory.person("ana")
        assert ana.remember(claim, kind="fact").status is DecisionStatus.ADMITTED
        longer = refusal(ana.remember(claim.replace("door", "doors"), kind="fact"))
        assert longer.gate == "form"
        assert "doors" not in longer.reason

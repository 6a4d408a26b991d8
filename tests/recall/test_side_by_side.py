"""Slow, hanging and broken sources: none delays another, none breaks a recall, each withholds as it must (R17, R19)."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest

import tenure
from tenure.cite.alongside import THREADS_MAX, Call
from tenure.cite.validator import Cited
from tenure.model.citation import Citation
from tenure.model.claim import Kind
from tenure.model.principal import Channel, Origin, Trust
from tenure.model.validation import Outcome, Validation
from tenure.policy.policy import WhenUnreachable
from tenure.policy.presets import PERSONAL


class Tickets:
    """A host's own scheme: what it says of each ticket, and how long it takes."""

    scheme = "ticket"

    def __init__(self) -> None:
        self.says: dict[str, object] = {}
        self.asked: list[str] = []
        self.open = threading.Event()
        self.met: threading.Barrier | None = None

    def cite(self, address, *, place, now, options) -> Cited:
        citation = Citation(
            scheme="ticket",
            address=address,
            seen_at=now,
            origin=Origin(channel=Channel.DOCUMENT, principal="tickets"),
            trust=Trust.EXTERNAL,
        )
        return Cited(citation=citation, passage="", scope=place.scope)

    def validate(self, citation, *, claim, place, now):
        self.asked.append(citation.address)
        said = self.says.get(citation.address, Outcome.VERIFIED)
        if said == "hang":
            self.open.wait(20)
            said = Outcome.VERIFIED
        elif said == "meet":
            self.met.wait(60)
            said = Outcome.VERIFIED
        elif isinstance(said, BaseException):
            raise said
        return Validation(outcome=said, checked_at=now) if isinstance(said, Outcome) else said


@pytest.fixture
def tickets():
    made = Tickets()
    yield made
    made.open.set()


def opened(tmp_path, tickets, *, policy=PERSONAL, seconds: int):
    made = replace(policy, check_seconds_max=seconds)
    return tenure.open(tmp_path / "store", policy=made, validators=[tickets])


@pytest.fixture
def memory(tmp_path, tickets):
    with opened(tmp_path, tickets, seconds=1) as made:
        yield made


def kept(memory, count: int) -> list[str]:
    scope = memory.scope(user="ana")
    agent, person = memory.agent("coder", scope=scope), memory.person("ana")
    ids = []
    for number in range(count):
        claim = f"The orbit of probe number {number} is stable"
        decision = agent.propose(claim, kind="fact", because=f"ticket:{number}")
        ids.append(person.approve(person.show(decision.proposal_id)).id)
    return ids


def recall(memory):
    return memory.agent("coder", scope=memory.scope(user="ana")).recall("orbit of the probe", limit=8)


def test_r17_slow_sources_are_asked_side_by_side(tmp_path, tickets) -> None:
    with opened(tmp_path, tickets, seconds=60) as memory:
        ids = kept(memory, 6)
        tickets.says = {str(number): "meet" for number in range(6)}
        tickets.met = threading.Barrier(6)  # none answers until all are asked
        found = recall(memory)
    assert sorted(each.entry.id for each in found.usable) == sorted(ids)
    assert {each.validation.outcome for each in found.usable} == {Outcome.VERIFIED}


def test_r19_a_source_that_hangs_is_given_up_and_the_others_are_answered(memory, tickets) -> None:
    ids = kept(memory, 4)
    tickets.says = {"2": "hang"}
    found = recall(memory)
    outcomes = {each.entry.id: (each.validation.outcome, each.validation.reason) for each in found.usable}
    assert outcomes.pop(ids[2]) == (Outcome.UNVERIFIED, "too_slow")
    assert set(outcomes.values()) == {(Outcome.VERIFIED, "")}


def test_a_recall_as_a_whole_waits_no_longer_than_one_source_may_take(tmp_path, tickets) -> None:
    fact = replace(PERSONAL.kinds[Kind.FACT], when_unreachable=WhenUnreachable.WITHHELD)
    policy = replace(PERSONAL, kinds={**PERSONAL.kinds, Kind.FACT: fact})
    with opened(tmp_path, tickets, policy=policy, seconds=1) as memory:
        kept(memory, 3)
        tickets.says = {str(number): "hang" for number in range(3)}
        tickets.asked.clear()
        found = memory.agent("coder", scope=memory.scope(user="ana")).recall("orbit of the probe", limit=1)
    assert {each.reason for each in found.withheld} == {"source_unreachable"}
    assert (len(found.withheld), len(tickets.asked)) == (3, 1)  # the first took all the time there was


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (KeyError("secret words"), "validator_failed"),
        (RecursionError(), "validator_failed"),
        (None, "validator_failed"),
        ("verified", "validator_failed"),
    ],
)
def test_r17_a_failing_validator_withholds_and_breaks_nothing(memory, tickets, said, reason: str) -> None:
    ids = kept(memory, 3)
    tickets.says = {"1": said}
    found = recall(memory)
    assert sorted(each.entry.id for each in found.usable) == sorted([ids[0], ids[2]])
    assert [(each.entry_id, each.reason) for each in found.withheld] == [(ids[1], reason)]
    assert "secret words" not in found.render() + repr(found)


def test_r19_a_source_that_cannot_be_reached_is_unverified_as_the_policy_says(memory, tickets) -> None:
    kept(memory, 1)
    tickets.says = {"0": ConnectionError()}
    assert [each.validation.reason for each in recall(memory).usable] == ["source_unreachable"]
    tickets.says = {"0": tenure.CitationError("no", code="no_such_ticket")}
    assert [each.validation.reason for each in recall(memory).usable] == ["no_such_ticket"]


def test_no_source_is_asked_about_what_is_held_back_anyway(memory, tickets) -> None:
    ids = kept(memory, 2)
    memory.person("ana").challenge(ids[0], reason="doubtful")
    memory.person("ana").forget(ids[1])
    tickets.asked.clear()
    recall(memory)
    assert "1" not in tickets.asked


def test_calls_that_never_come_back_hold_their_places_and_no_more_are_begun() -> None:
    gate = threading.Event()
    held = [Call(lambda: gate.wait(20), seconds=0.01) for _ in range(THREADS_MAX)]
    begun = []
    with pytest.raises(TimeoutError):
        Call(lambda: begun.append(1), seconds=5).result()
    gate.set()
    for call in held:
        with pytest.raises(TimeoutError):
            Call(lambda: None, seconds=0).result()
        call._done.wait(5)
    assert Call(lambda: 7, seconds=5).result() == 7
    assert begun == []


def test_a_system_that_gives_no_thread_is_a_source_too_slow_and_holds_no_place(monkeypatch) -> None:
    def refuses(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as full:
        full.setattr(threading.Thread, "start", refuses)
        for _ in range(THREADS_MAX + 1):
            with pytest.raises(TimeoutError):
                Call(lambda: 7, seconds=5).result()
    assert Call(lambda: 7, seconds=5).result() == 7
